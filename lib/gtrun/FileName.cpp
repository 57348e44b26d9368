//===- FileName.cpp - Files of arrays as options name them ----------------===//
//
// The first bytes of both formats.
//
//===----------------------------------------------------------------------===//
#include "gtrun/FileName.h"

#include "gtrun/Fault.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string_view>

namespace gtrun {

static bool holds(std::ifstream &file, std::streamoff at, std::string_view bytes) {
  char found[8] = {};
  file.clear();
  file.seekg(at);
  file.read(found, static_cast<std::streamsize>(bytes.size()));
  return file && std::string_view(found, bytes.size()) == bytes;
}

/// Classic files, and HDF5, which may have a block of the user in front.
static bool isNetCdf(std::ifstream &file) {
  for (char version : {'\1', '\2', '\5'})
    if (holds(file, 0, std::string("CDF") + version))
      return true;
  for (std::streamoff at = 0; at <= 1 << 16; at = at ? 2 * at : 512)
    if (holds(file, at, "\x89HDF\r\n\x1a\n"))
      return true;
  return false;
}

/// A colon may be part of the file's name.
static FileName splitExisting(const std::string &text) {
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored))
    for (std::size_t at = text.rfind(':'); at != text.npos && at > 0; at = text.rfind(':', at - 1))
      if (std::filesystem::exists(text.substr(0, at), ignored))
        return {text.substr(0, at), text.substr(at + 1)};
  return {text, {}};
}

FileName inputFile(const std::string &text) {
  FileName name = splitExisting(text);
  std::error_code ignored;
  if (std::filesystem::is_directory(name.path, ignored))
    throw Fault("'" + name.path + "': it is a folder, expected a netCDF or .npy file");
  std::ifstream file(name.path, std::ios::binary);
  if (!file)
    throw Fault("'" + name.path + "': cannot be read: " + std::strerror(errno));
  if (!std::filesystem::is_regular_file(name.path, ignored))
    throw Fault("'" + name.path + "': it is no file");
  name.isNetCdf = isNetCdf(file);
  if (!name.isNetCdf && !holds(file, 0, "\x93NUMPY"))
    throw Fault("'" + name.path + "': it is neither a netCDF nor a .npy file");
  if (!name.isNetCdf && !name.variable.empty())
    throw Fault("'" + name.path + "': it is no netCDF file, which could have a variable '" +
                name.variable + "'");
  return name;
}

static bool endsAsNetCdf(std::string_view path) {
  for (std::string_view ending : {".nc", ".nc4", ".cdf", ".NC"})
    if (path.ends_with(ending))
      return true;
  return false;
}

FileName outputFile(const std::string &text) {
  std::size_t colon = text.rfind(':');
  if (endsAsNetCdf(text))
    return {text, {}, true};
  if (colon != text.npos && endsAsNetCdf(std::string_view(text).substr(0, colon)))
    return {text.substr(0, colon), text.substr(colon + 1), true};
  if (text.ends_with(".npy"))
    return {text, {}, false};
  throw Fault("--out '" + text + "': expected a file that ends in .npy, .nc, .nc4, .cdf or .NC");
}

} // namespace gtrun
