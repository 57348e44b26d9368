//===- Reach.cpp - Which points of a storage a kernel touches -------------===//
//
// A get moves by its offsets. What a point of a row takes from those behind it
// (gt.neighbour) was read there: all that a value is computed of moves with it.
//
//===----------------------------------------------------------------------===//
#include "Reach.h"

#include <optional>

using namespace gtcompiler;
using namespace mlir;

SharedStorages::SharedStorages(ProgramOp program) {
  llvm::DenseMap<Value, Operation *> first; // kernel that touches it
  llvm::DenseSet<Value> written, several;
  for (KernelOp kernel : program.getBody().getOps<KernelOp>())
    kernel.getBody().walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (!isa<StorageType>(operand.getType()))
          continue;
        if (first.try_emplace(operand, kernel).first->second != kernel)
          several.insert(operand);
        if (isa<PutOp>(op))
          written.insert(operand);
      }
    });
  for (Value storage : several)
    if (written.contains(storage))
      shared.insert(storage);
}

namespace {

/// Distances, in points, from `lower` to `upper`.
struct Span {
  std::int64_t lower = 0, upper = 0;

  void add(Span other) {
    lower = std::min(lower, other.lower);
    upper = std::max(upper, other.upper);
  }
  Span moved(std::int64_t by) const { return {lower + by, upper + by}; }
};

class ReachSearch {
public:
  ReachSearch(KernelOp kernel, Value storage)
      : storage(storage), dims(cast<StorageType>(storage.getType()).getDims()), spans(dims.size()),
        loops(kernel.getLoopDims()) {
    if (kernel.getAlong()) // as the loop behind them
      loops.push_back(kernel.getAlong().getType().getDim());
  }
  SmallVector<ReachAttr> run(KernelOp kernel);

private:
  bool visit(Block &block, StringAttr row);
  bool touch(ArrayRef<std::int64_t> offsets, StringAttr row, Span moved);
  bool read(GetOp get, StringAttr row, Span moved);

  Value storage;
  ArrayRef<StringAttr> dims;
  SmallVector<std::optional<Span>> spans; ///< of each dimension, of what has been seen
  SmallVector<StringAttr> loops;
};

} // namespace

/// `moved`: along the row.
bool ReachSearch::touch(ArrayRef<std::int64_t> offsets, StringAttr row, Span moved) {
  for (auto [dim, span, offset] : llvm::zip_equal(dims, spans, offsets)) {
    Span now = (dim == row ? moved : Span()).moved(offset);
    if (!span)
      span = now;
    span->add(now);
  }
  return true;
}

bool ReachSearch::read(GetOp get, StringAttr row, Span moved) {
  return get.getPins().empty() && get.getIndices().empty() && touch(get.getOffsets(), row, moved);
}

/// Operations from the last to the first, so that the users of a value come before it. False
/// where it is not known what one touches.
bool ReachSearch::visit(Block &block, StringAttr row) {
  llvm::DenseMap<Value, Span> needed; // where, along the row, values of the block are needed
  for (Operation &op : llvm::reverse(block)) {
    Span at;
    if (op.getNumResults() == 1) {
      auto known = needed.find(op.getResult(0));
      if (known != needed.end())
        at = known->second;
    }
    bool isKnown = true;
    if (auto get = dyn_cast<GetOp>(op))
      isKnown = get.getMemory() != storage || read(get, row, at);
    else if (auto stage = dyn_cast<StageOp>(op))
      isKnown = stage.getMemory() != storage ||
                (stage.getPins().empty() && touch(stage.getOffsets(), row, at));
    else if (auto put = dyn_cast<PutOp>(op))
      isKnown = put.getStorage() != storage || touch(put.getOffsets(), row, at);
    else if (auto inner = dyn_cast<RowOp>(op))
      isKnown = visit(*inner.getBlock(), inner.getDimAttr());
    else if (auto loop = dyn_cast<LoopOp>(op)) // the rest has the same points one by one
      isKnown = (loop.getStep() && !loop.getRest()) || visit(*loop.getBlock(), row);
    else if (auto pairwise = dyn_cast<PairwiseOp>(op))
      isKnown = visit(pairwise.getBody().front(), row);
    else if (op.getNumRegions() != 0 ||
             (!isa<PrefetchOp>(op) && llvm::is_contained(op.getOperands(), storage)))
      isKnown = false;
    if (!isKnown)
      return false;
    Span of = at;
    if (auto neighbour = dyn_cast<NeighbourOp>(op))
      of = at.moved(neighbour.getOffset());
    for (Value operand : op.getOperands())
      if (!needed.try_emplace(operand, of).second)
        needed[operand].add(of);
  }
  return true;
}

SmallVector<ReachAttr> ReachSearch::run(KernelOp kernel) {
  if (!visit(*kernel.getBlock(), StringAttr()))
    return {};
  SmallVector<ReachAttr> reach;
  for (auto [dim, span] : llvm::zip_equal(dims, spans)) {
    auto loop = llvm::find(loops, dim);
    if (!span || loop == loops.end())
      return {};
    reach.push_back(
        ReachAttr::get(kernel.getContext(), loop - loops.begin(), span->lower, span->upper));
  }
  return reach;
}

SmallVector<ReachAttr> gtcompiler::reachOf(KernelOp kernel, Value storage) {
  return ReachSearch(kernel, storage).run(kernel);
}
