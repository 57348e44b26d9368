//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// What may be replaced, and the drafts of one run.
//
//===----------------------------------------------------------------------===//
#include "gtrun/OutputFile.h"

#include "gtjit/Types/OutputPath.h"
#include "gtrun/Fault.h"

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

std::string OutputFiles::add(const std::string &path) {
  File &file = files.emplace_back();
  file.path = path;
  if (std::string refusal = file.draft.make(path); !refusal.empty())
    throw Fault("'" + path + "': cannot be written: " + refusal);
  return file.draft.path();
}

void OutputFiles::commit() {
  for (; !files.empty(); files.pop_back())
    if (std::string refusal = files.back().draft.commit(); !refusal.empty())
      throw Fault("'" + files.back().path + "': cannot be written: " + refusal);
}

} // namespace gtrun
