//===- OutputPath.cpp - Where a written file appears ----------------------===//
//
// What exists is judged as the system sees it, through links; the links are then
// read one by one, since the last may name a file to come.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/OutputPath.h"

#include <filesystem>
#include <system_error>

namespace gtjit::detail {

namespace fs = std::filesystem;

OutputPath outputPath(const std::string &path) {
  std::error_code code;
  fs::file_status status = fs::status(path, code);
  if (fs::is_directory(status))
    return {{}, "it is a folder"};
  if (status.type() == fs::file_type::none)
    return {{}, code.message()};
  if (fs::exists(status) && !fs::is_regular_file(status))
    return {{}, "it is no regular file"};
  fs::path file = fs::absolute(path, code);
  while (!code && fs::is_symlink(fs::symlink_status(file, code)))
    file = file.parent_path() / fs::read_symlink(file, code);
  if (fs::path whole = fs::weakly_canonical(file, code); !code)
    file = whole;
  return {file.string(), {}};
}

} // namespace gtjit::detail
