//===- Probe.h - One point of a field ---------------------------*- C++ -*-===//
//
// The value of a field at a point, and how it came about.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROBE_H
#define GTJIT_PROBE_H

#include "gtjit/Functions.h"
#include "gtjit/Text.h"

namespace [[gnu::visibility("default")]] gtjit {

/// What `probe` found.
struct Probe {
  /// The value, without dimensions.
  Storage value;
  /// A line for every operation behind it: where it stands in the program, its
  /// coordinates, its operands and its value; operands first. After 1,000
  /// lines it says how many are left out.
  Text trace;

  /// The value converted to T.
  template <class T> T item(SourceLine line = SourceLine::here()) const {
    return Field(value, line).item<T>(line);
  }
};
std::ostream &operator<<(std::ostream &out, const Probe &probe);

/// The value of `field` at `point`, which has an index for each of its
/// dimensions. Computed by the reference evaluator from the points that it
/// needs alone, so nothing else is evaluated, stored or compiled; bit for bit
/// what evaluating the field gives. Throws ValueError for a dimension too few
/// or too many, IndexOutOfBounds for a point where the field is not defined.
[[nodiscard]] Probe probe(Arg field, std::initializer_list<NamedIndex> point);

} // namespace gtjit

/// For debuggers: the trace of `field` at a point written as "I=3, J=4", or
/// the text of what is wrong. Valid until the thread's next call.
extern "C" [[gnu::visibility("default")]] const char *gtjitProbe(const gtjit::Field *field,
                                                                 const char *point) noexcept;

#endif // GTJIT_PROBE_H
