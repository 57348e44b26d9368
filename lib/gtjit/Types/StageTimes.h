//===- StageTimes.h - Where the compiler's time went ------------*- C++ -*-===//
//
// The stages of a compilation and their times, and texts with numbers in them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_STAGETIMES_H
#define GTJIT_TYPES_STAGETIMES_H

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace gtjit::detail {

/// A name and milliseconds.
using Stages = std::vector<std::pair<std::string, double>>;

/// `format` of printf with numbers filled in.
template <class... Values> std::string filled(const char *format, Values... values) {
  char text[200];
  std::snprintf(text, sizeof(text), format, values...);
  return text;
}

/// Milliseconds of all stages together.
inline double totalOf(const Stages &stages) {
  double total = 0;
  for (const auto &stage : stages)
    total += stage.second;
  return total;
}

/// A line for each stage.
inline std::string linesOf(const Stages &stages) {
  std::string text;
  for (const auto &[name, milliseconds] : stages)
    text += "  " + name + filled(": %.3f ms\n", milliseconds);
  return text;
}

} // namespace gtjit::detail

#endif // GTJIT_TYPES_STAGETIMES_H
