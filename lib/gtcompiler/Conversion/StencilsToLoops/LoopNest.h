//===- LoopNest.h - The loops around a row ----------------------*- C++ -*-===//
//
// Loops over the dimensions of a tile.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_LOOPNEST_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_LOOPNEST_H

#include "Addresses.h"

namespace gtcompiler {

/// Emits nested loops over `spans` along `dims`, slow to fast, at the innermost
/// open loop of `addresses`; `body` is emitted once, inside all of them.
inline void emitNest(Addresses &addresses, llvm::ArrayRef<mlir::StringAttr> dims,
                     llvm::ArrayRef<Span> spans, llvm::function_ref<void()> body) {
  if (dims.empty())
    return body();
  addresses.code().loop(spans[0].first, spans[0].last, 1,
                        [&](CodeBuilder &inside, mlir::Value index) {
                          addresses.open(inside, dims[0], index);
                          emitNest(addresses, dims.drop_front(), spans.drop_front(), body);
                          addresses.close();
                        });
}

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_LOOPNEST_H
