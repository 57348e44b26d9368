//===- Check.h - Looking for what may be wrong ------------------*- C++ -*-===//
//
// What is checked besides what must be, and the scope that switches it.
// docs/Debugging.md tells how to read what is reported.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CHECK_H
#define GTJIT_CHECK_H

#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

/// What stops a program that would go on without being asked.
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
  /// Operands of one operation whose compute domains differ in a dimension that
  /// both have, though neither was shifted or sliced: DomainError where the
  /// operation is written, with both lines. Without the check the operation is
  /// defined on what they have in common.
  Domains,
};

/// Switches the check of this thread for a block, whatever the
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
