//===- Root.cpp - What kernels are made for ---------------------*- C++ -*-===//
//
// A box is an intersection of clips: what several readers leave out all of them is
// the list of all their clips.
//
//===----------------------------------------------------------------------===//

#include "Root.h"

using namespace mlir;
using namespace gtcompiler;

/// The dimensions of the box, slow to fast.
static SmallVector<StringAttr, 3> boxDims(const Root &root, ArrayRef<StringAttr> dims) {
  SmallVector<StringAttr, 3> found;
  for (StringAttr dim : dims)
    if (llvm::any_of(root.box, [&](const Clip &clip) { return clip.dim == dim; }))
      found.push_back(dim);
  return found;
}

unsigned gtcompiler::countSides(const Root &root, ArrayRef<StringAttr> dims) {
  return root.box.empty() ? 1 : 2 * boxDims(root, dims).size();
}

RangeTerms gtcompiler::termsOfSide(const Root &root, unsigned side, ArrayRef<StringAttr> dims,
                                   StringAttr dim, RangeWriter &ranges) {
  RangeTerms terms = ranges.clipped(root.ranges.lookup(dim), dim, root.clips);
  SmallVector<StringAttr, 3> cut = boxDims(root, dims);
  unsigned place = llvm::find(cut, dim) - cut.begin();
  if (place == side / 2 && place < cut.size())
    return ranges.beside(terms, dim, root.box, /*isAbove=*/side % 2 == 1);
  return place < side / 2 ? ranges.clipped(terms, dim, root.box) : terms;
}

void gtcompiler::noteUnread(Root &stored, const Root &reader, PositionId position,
                            const PositionTable &positions) {
  auto type = cast<FieldType>(stored.op->getResult(0).getType());
  stored.isReadWhole |= reader.box.empty();
  for (const Clip &clip : reader.box) {
    stored.isReadWhole |= !type.hasDim(clip.dim);
    int64_t offset = positions.get(position, clip.dim).offset;
    addClip(stored.unread, {clip.dim, clip.range, addOffsets(clip.offset, -offset)});
  }
}
