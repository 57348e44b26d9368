//===- SourceLine.cpp - Lines of files named at run time ------------------===//
//
// A line refers to its file's name for as long as the process lives, so names
// that are no literals are kept here.
//
//===----------------------------------------------------------------------===//
#include "gtjit/SourceLine.h"

#include <mutex>
#include <set>
#include <string>

using namespace gtjit;

SourceLine SourceLine::of(std::string_view file, unsigned line, unsigned column) {
  static auto &mutex = *new std::mutex; // never destroyed: messages of statics refer to names
  static auto &names = *new std::set<std::string, std::less<>>;
  std::lock_guard lock(mutex);
  auto found = names.find(file);
  if (found == names.end())
    found = names.emplace(file).first;
  return {found->c_str(), line, column};
}
