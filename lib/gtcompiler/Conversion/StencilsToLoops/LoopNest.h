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
/// open loop of `addresses`; `body` is emitted once, inside all of them. Where a
/// tile has one index there is no loop: code generation takes a time that grows
/// with the square of a nest's depth.
inline void emitNest(Addresses &addresses, llvm::ArrayRef<mlir::StringAttr> dims,
                     llvm::ArrayRef<Span> spans, llvm::function_ref<void()> body) {
  if (dims.empty())
    return body();
  if (addresses.isOneIndexATile(dims[0])) {
    addresses.open(addresses.code(), dims[0], spans[0].first);
    emitNest(addresses, dims.drop_front(), spans.drop_front(), body);
    return addresses.close();
  }
  addresses.code().loop(spans[0].first, spans[0].last, 1,
                        [&](CodeBuilder &inside, mlir::Value index) {
                          addresses.open(inside, dims[0], index);
                          emitNest(addresses, dims.drop_front(), spans.drop_front(), body);
                          addresses.close();
                        });
}

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_LOOPNEST_H
