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
        return {text.substr(0, at), text.substr(at + 1), FileName::Format::Unknown};
  return {text, {}, FileName::Format::Unknown};
}

FileName inputFile(const std::string &text) {
  FileName name = splitExisting(text);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name.path, ignored)) // a pipe would wait
    return name;
  std::ifstream file(name.path, std::ios::binary);
  if (isNetCdf(file))
    name.format = FileName::Format::NetCdf;
  else if (holds(file, 0, "\x93NUMPY"))
    name.format = FileName::Format::Npy;
  return name;
}

void checkInput(const FileName &file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file.path, ignored))
    throw Fault("'" + file.path + "': it is a folder, expected a netCDF or .npy file");
  if (!std::filesystem::exists(file.path, ignored))
    throw Fault("'" + file.path + "': cannot be read: " + std::strerror(ENOENT));
  if (file.format == FileName::Format::Unknown)
    throw Fault("'" + file.path + "': it is neither a netCDF nor a .npy file");
  if (!file.isNetCdf() && !file.variable.empty())
    throw Fault("'" + file.path + "': it is no netCDF file, which could have a variable '" +
                file.variable + "'");
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
    return {text, {}, FileName::Format::NetCdf};
  if (colon != text.npos && endsAsNetCdf(std::string_view(text).substr(0, colon)))
    return {text.substr(0, colon), text.substr(colon + 1), FileName::Format::NetCdf};
  return {text, {}, text.ends_with(".npy") ? FileName::Format::Npy : FileName::Format::Unknown};
}

} // namespace gtrun
