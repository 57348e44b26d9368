//===- FieldRun.h - Running programs at the field level ---------*- C++ -*-===//
//
// A listing becomes fields of the engine and assignments of them, so that both
// backends, copy-on-write and all checks are the engine's.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_FIELDRUN_H
#define GTRUN_FIELDRUN_H

#include "gtjit/Import/GraphImport.h"
#include "gtrun/Bindings.h"

namespace gtrun {

/// The stores of one step, ready to be made.
class FieldRun {
public:
  /// Builds the program's fields on the bound storages. Ranges that are not
  /// known are found: those of reductions from the operand's compute domain,
  /// those of stores from where the values, and the target if it is bound, have
  /// theirs. Outputs that are not bound are made. Both go into the bindings.
  /// Throws Fault for what cannot be found, and what the engine throws.
  FieldRun(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
           Bindings &bindings);

  void run() { gtjit::detail::importStores(stores); }
  /// explain() of every stored value.
  std::string explain() const;

private:
  std::vector<gtjit::detail::ImportedStore> stores;
};

} // namespace gtrun

#endif // GTRUN_FIELDRUN_H
