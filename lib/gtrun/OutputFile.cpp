//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// A temporary name that nobody else has, and a rename.
//
//===----------------------------------------------------------------------===//
#include "gtrun/OutputFile.h"

#include "gtjit/Types/OutputPath.h"
#include "gtrun/Fault.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace gtrun {

/// The file behind links that writing `path` replaces.
static std::string fileToReplace(const std::string &path) {
  gtjit::detail::OutputPath target = gtjit::detail::outputPath(path);
  if (!target.refusal.empty())
    throw Fault("'" + path + "': cannot be written: " + target.refusal);
  return target.file;
}

static bool isSameFile(const std::string &file, const std::string &other) {
  return gtjit::detail::outputPath(other).file == file;
}

/// An array alone is replaced by an array; other files would lose what else they
/// hold.
static void checkInputs(const Options &options, const std::string &path, const std::string &file) {
  if (isSameFile(file, options.file))
    throw Fault("--out names the program: '" + path + "'");
  for (const auto &[name, input] : options.inputs)
    if (input.isNetCdf() && isSameFile(file, input.path))
      throw Fault("--out names a netCDF file that --in " + name + " reads: '" + path +
                  "'; it would lose its other variables, choose another file");
}

void checkOutputs(Options &options) {
  std::vector<std::pair<std::string, FileName>> seen; // the file, and how it was called first
  for (auto &[name, output] : options.outputs) {
    std::string file = fileToReplace(output.path);
    checkInputs(options, output.path, file);
    if (output.format == FileName::Format::Unknown)
      throw Fault("--out '" + output.path +
                  "': expected a file that ends in .npy, .nc, .nc4, .cdf or .NC");
    for (const auto &[other, first] : seen) {
      if (other != file)
        continue;
      if (!output.isNetCdf() || !first.isNetCdf())
        throw Fault("--out names one file twice: '" + first.path + "' and '" + output.path + "'");
      output.path = first.path;
    }
    seen.emplace_back(file, output);
  }
}

OutputFiles::~OutputFiles() {
  for (const File &file : files)
    ::unlink(file.temporary.c_str());
}

/// What the user's files get: mkstemp is for the owner alone.
static mode_t usualMode() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::string OutputFiles::add(const std::string &path) {
  std::string target = fileToReplace(path);
  std::string name = target + ".part-XXXXXX";
  int handle = ::mkstemp(name.data());
  if (handle < 0)
    throw Fault("'" + path + "': cannot be written: " + std::strerror(errno));
  files.push_back({name, target, path});
  ::fchmod(handle, usualMode());
  ::close(handle);
  return name;
}

void OutputFiles::commit() {
  while (!files.empty()) {
    const File &file = files.back();
    if (std::rename(file.temporary.c_str(), file.target.c_str()) != 0)
      throw Fault("'" + file.path + "': cannot be written: " + std::strerror(errno));
    files.pop_back();
  }
}

} // namespace gtrun
