//===- SourceLine.h - Where in the user's program ---------------*- C++ -*-===//
//
// A line of the user's source, captured where an operation is written.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_SOURCELINE_H
#define GTJIT_SOURCELINE_H

#include <source_location>

#ifndef __cpp_lib_source_location
#error gtjit needs C++20 with std::source_location, as g++ 12 and clang 22 have it
#endif

namespace [[gnu::visibility("default")]] gtjit {

/// A place in the user's source. `file` has static lifetime; line 0 means
/// unknown. As a default argument, `SourceLine::here()` is the caller's line.
struct SourceLine {
  const char *file = "";
  unsigned line = 0;
  unsigned column = 0;

  static constexpr SourceLine
  here(const std::source_location &location = std::source_location::current()) {
    return {location.file_name(), location.line(), location.column()};
  }
};

} // namespace gtjit

#endif // GTJIT_SOURCELINE_H
