//===- PointCopies.cpp - Points in straight line --------------------------===//
//
// See the header. What points share is found by writing them: an operation that is
// there already is not written again.
//
//===----------------------------------------------------------------------===//
#include "PointCopies.h"

#include "KernelFacts.h"

#include "gtcompiler/Dialect/GT/IR/SameComputation.h"

#include "llvm/ADT/DenseSet.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// Writes some points in straight line.
class PointWriter {
public:
  PointWriter(OpBuilder &where, Block &body, ArrayRef<StringAttr> loopDims)
      : ops(where), point(body), dims(loopDims) {}
  void write(MutableArrayRef<PointCopy> copies, const llvm::SmallPtrSetImpl<Operation *> *streamed);

private:
  std::int64_t aheadAlong(const PointCopy &copy, StringAttr dim) const;
  Operation *writeValue(Operation &op, PointCopy &copy);
  /// Whether `value` has to stay, where one that is the same has been written.
  static bool happens(Operation *value) { return isa<CallOp>(value) && !isPure(value); }
  void writeValues(PointCopy &copy);

  OpBuilder &ops;
  Block &point;
  ArrayRef<StringAttr> dims;
  llvm::DenseSet<Operation *, SameComputation> written;
};
} // namespace

/// How far ahead of the index the point is.
std::int64_t PointWriter::aheadAlong(const PointCopy &copy, StringAttr dim) const {
  for (std::size_t fromLast = 1; fromLast <= std::min<std::size_t>(dims.size(), 2); ++fromLast)
    if (dims[dims.size() - fromLast] == dim)
      return copy.ahead[2 - fromLast];
  return 0;
}

Operation *PointWriter::writeValue(Operation &op, PointCopy &copy) {
  auto ahead = [&](StringAttr dim) { return aheadAlong(copy, dim); };
  if (auto access = dyn_cast<AccessOp>(op)) {
    auto indices = llvm::map_to_vector(
        access.getIndices(), [&](Value index) { return copy.values.lookupOrDefault(index); });
    return GetOp::create(ops, access.getLoc(), access.getType(), access.getStorage(),
                         access.getPins(), indices, offsetsAhead(access, ahead),
                         access.getIndexDimsAttr());
  }
  Operation *written = ops.clone(op, copy.values);
  moveAhead(written, ahead);
  return written;
}

void PointWriter::writeValues(PointCopy &copy) {
  for (Operation &op : point) {
    if (op.getNumResults() == 0)
      continue;
    Operation *value = writeValue(op, copy);
    if (happens(value)) {
      copy.values.map(&op, value);
    } else if (auto [known, isNew] = written.insert(value); !isNew) {
      value->erase();
      value = *known;
    }
    copy.values.map(op.getResults(), value->getResults());
  }
}

void PointWriter::write(MutableArrayRef<PointCopy> copies,
                        const llvm::SmallPtrSetImpl<Operation *> *streamed) {
  for (PointCopy &copy : copies)
    writeValues(copy);
  for (PointCopy &copy : copies)
    for (auto check : point.getOps<CheckFiniteOp>())
      ops.clone(*check, copy.values);
  for (PointCopy &copy : copies)
    for (auto write : point.getOps<WriteOp>()) {
      SmallVector<std::int64_t> offsets;
      for (StringAttr dim : cast<StorageType>(write.getStorage().getType()).getDims())
        offsets.push_back(aheadAlong(copy, dim));
      PutOp::create(ops, write.getLoc(), copy.values.lookupOrDefault(write.getValue()),
                    write.getStorage(), write.getAt(), offsets, write.getInPlace(),
                    streamed && streamed->contains(write));
    }
}

void gtcompiler::writePoints(OpBuilder &ops, Block &point, ArrayRef<StringAttr> loopDims,
                             MutableArrayRef<PointCopy> copies,
                             const llvm::SmallPtrSetImpl<Operation *> *streamed) {
  PointWriter(ops, point, loopDims).write(copies, streamed);
}
