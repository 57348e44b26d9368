//===- Check.h - Looking for bad values while evaluating --------*- C++ -*-===//
//
// What evaluations check besides what they must, and the scope that switches
// it. docs/Debugging.md tells how to read what they report.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CHECK_H
#define GTJIT_CHECK_H

#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

/// Which values stop an evaluation.
enum class Check : std::uint8_t {
  Default, ///< what the runtime says; of a runtime: what GTJIT_CHECK says, else None
  None,
  /// NaN and infinity in any float input, intermediate or result. The first one
  /// is thrown as a FloatingPointError that names line, operation, coordinates
  /// and operands; nothing is written then. "First" is the first operation in
  /// the order of evaluation (operands before users, left before right) and its
  /// first point in the order of its dimensions: the same for every number of
  /// threads, vector width and backend.
  NaN,
};

/// Switches the check of this thread's evaluations for a block, whatever the
/// runtime says: on around a suspect, or off around code that means to make an
/// infinity.
class CheckScope {
public:
  explicit CheckScope(Check check);
  ~CheckScope();
  CheckScope(const CheckScope &) = delete;
  CheckScope &operator=(const CheckScope &) = delete;

private:
  Check previous;
};

} // namespace gtjit

#endif // GTJIT_CHECK_H
