//===- StencilRun.h - Running programs at the stencil level -----*- C++ -*-===//
//
// The compiler gets the text as it is. What the engine would have checked is
// checked here: that no kernel touches a point that a storage lacks.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_STENCILRUN_H
#define GTRUN_STENCILRUN_H

#include "gtjit/Import/GraphImport.h"
#include "gtrun/Bindings.h"

namespace gtrun {

/// A compiled program and what it is run with.
class StencilRun {
public:
  /// Makes the storages that are only written and not bound, over what is
  /// written. Throws Fault if a range or a storage that is read is not bound, or
  /// a kernel would leave a storage; CompileError.
  StencilRun(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
             Bindings &bindings);
  /// Looks at index values again, which may be others than at the last time. Throws
  /// Fault.
  void run(Bindings &bindings);
  std::string explain() const { return std::string(program.explain()); }

private:
  const Listing &listing;
  const Options &options;
  gtjit::Runtime &runtime;
  bool isChecked = true; ///< for the next run
  gtjit::detail::TextProgram program;
};

} // namespace gtrun

#endif // GTRUN_STENCILRUN_H
