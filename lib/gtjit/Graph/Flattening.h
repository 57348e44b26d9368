//===- Flattening.h - What an operation adds to a program -------*- C++ -*-===//
//
// The key of a program and its arguments, as one operation sees them while the
// graph is flattened.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_FLATTENING_H
#define GTJIT_GRAPH_FLATTENING_H

#include "gtjit/DType.h"
#include "gtjit/Graph/KeyWriter.h"
#include "gtjit/Kernel/Imports.h"

namespace gtjit::detail {

class Flattening {
public:
  virtual ~Flattening() = default;
  /// Takes what decides which code serves the operation.
  virtual KeyWriter &key() = 0;
  /// A range whose ends are known in a call alone. Ranges and scalars keep the
  /// order in which they are used, also in the text.
  virtual void useRange(NamedRange range) = 0;
  /// The same for one that the key says where stores are over it, too.
  virtual void useSharedRange(NamedRange range) = 0;
  /// A number, in the low bytes of `bits`.
  virtual void useScalar(DType type, std::uint64_t bits) = 0;
  /// A function of the host, whose address is no part of the key. It `mayFail` if the evaluation
  /// fails where it reports so.
  virtual void useImport(const ImportedFunction &function, bool mayFail) = 0;
  /// Evaluations look at values before they store, see Node::isChecked.
  virtual void checkValues() = 0;
  /// See flattenForAnyStrides.
  virtual bool anyStrides() const = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_FLATTENING_H
