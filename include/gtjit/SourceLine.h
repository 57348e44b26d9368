//===- SourceLine.h - Where in the user's program ---------------*- C++ -*-===//
//
// A line of the user's source, captured where an operation is written.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_SOURCELINE_H
#define GTJIT_SOURCELINE_H

#include <source_location>
#include <string_view>

#ifndef __cpp_lib_source_location
#error gtjit needs C++20 with std::source_location, as g++ 12 and clang 22 have it
#endif

namespace [[gnu::visibility("default")]] gtjit {

/// A place in the user's source. `file` has static lifetime; line 0 means
/// unknown. As a default argument, `SourceLine::here()` is the caller's line,
/// and in files compiled with GTJIT_NO_SOURCE_LINES unknown: those of a binding,
/// whose users' lines are in another language.
struct SourceLine {
  const char *file = "";
  unsigned line = 0;
  unsigned column = 0;

#ifdef GTJIT_NO_SOURCE_LINES
  /// Nowhere: what is compiled like this has no line of its own to show.
  static constexpr SourceLine here() { return {}; }
#else
  static constexpr SourceLine
  here(const std::source_location &location = std::source_location::current()) {
    return {location.file_name(), location.line(), location.column()};
  }
#endif
  /// A line of a file whose name is known at run time alone, as it is to the
  /// bindings of other languages. Names are kept for good, each once.
  static SourceLine of(std::string_view file, unsigned line, unsigned column = 0);
};

} // namespace gtjit

#endif // GTJIT_SOURCELINE_H
