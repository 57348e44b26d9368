//===- ListStencils.cpp - Programs at the stencil level -------------------===//
//
// The compiler gets such a program as it is; what is listed is every point
// that a kernel touches, so that no range given by the user makes it read or
// write beyond a storage.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

using namespace gtrun;
using namespace mlir;

namespace {

class StencilLister {
public:
  StencilLister(ValueNumbers &numbers, Listing &listing) : numbers(numbers), listing(listing) {}
  void list(Operation &op);

private:
  RangeSum rangeOf(Value range) const;
  void listKernel(Operation &kernel, ValueRange ranges, Value along, Region &body);
  void listAccess(gtcompiler::AccessOp access);
  void listWrite(Value storage, SourceLine line);
  const RangeSum &loopOf(StringAttr dim) const;

  ValueNumbers &numbers;
  Listing &listing;
  llvm::DenseMap<Value, RangeSum> sums; ///< results of gt.grow and gt.hull
};

} // namespace

RangeSum StencilLister::rangeOf(Value range) const {
  if (auto known = sums.find(range); known != sums.end())
    return known->second;
  return {dimOf(cast<gtcompiler::RangeType>(range.getType()).getDim()),
          {{numbers.lookup(range), 0, 0}}};
}

const RangeSum &StencilLister::loopOf(StringAttr dim) const {
  Dimension wanted = dimOf(dim);
  const KernelRanges &kernel = listing.kernels.back();
  if (kernel.along && kernel.along->dim == wanted)
    return *kernel.along;
  for (const RangeSum &range : kernel.loops)
    if (range.dim == wanted)
      return range;
  throw Fault("a kernel has no loop over '" + dim.str() + "'"); // the verifier has seen to it
}

void StencilLister::listAccess(gtcompiler::AccessOp access) {
  auto storage = access.getStorage().getType();
  for (auto [position, dim] : llvm::enumerate(storage.getDims())) {
    Value pin = access.getPin(dim);
    Reach reach{.storage = numbers.lookup(access.getStorage()),
                .dim = position,
                .where = pin ? rangeOf(pin) : loopOf(dim),
                .offset = access.getOffsets()[position],
                .isPinned = pin != nullptr,
                .kernel = static_cast<unsigned>(listing.kernels.size() - 1),
                .line = lineOf(access.getLoc())};
    listing.reaches.push_back(std::move(reach));
  }
}

void StencilLister::listWrite(Value storage, SourceLine line) {
  auto type = cast<gtcompiler::StorageType>(storage.getType());
  for (auto [position, dim] : llvm::enumerate(type.getDims()))
    listing.reaches.push_back({.storage = numbers.lookup(storage),
                               .dim = position,
                               .where = loopOf(dim),
                               .kernel = static_cast<unsigned>(listing.kernels.size() - 1),
                               .isWrite = true,
                               .line = line});
}

void StencilLister::listKernel(Operation &kernel, ValueRange ranges, Value along, Region &body) {
  KernelRanges &shape = listing.kernels.emplace_back();
  for (Value range : ranges)
    shape.loops.push_back(rangeOf(range));
  if (along)
    shape.along = rangeOf(along);
  for (Operation &op : body.front()) {
    if (auto access = dyn_cast<gtcompiler::AccessOp>(op))
      listAccess(access);
    else if (auto write = dyn_cast<gtcompiler::WriteOp>(op))
      listWrite(write.getStorage(), lineOf(op.getLoc()));
  }
  if (auto fold = dyn_cast<gtcompiler::FoldOp>(kernel))
    for (Value destination : fold.getDestinations())
      listWrite(destination, lineOf(kernel.getLoc()));
}

void StencilLister::list(Operation &op) {
  if (auto grow = dyn_cast<gtcompiler::GrowOp>(op)) {
    RangeSum sum = rangeOf(grow.getRange());
    for (RangeTerm &term : sum.terms) {
      term.lower = gtjit::saturatingAdd(term.lower, static_cast<int64_t>(grow.getLower()));
      term.upper = gtjit::saturatingAdd(term.upper, static_cast<int64_t>(grow.getUpper()));
    }
    sums[grow.getResult()] = std::move(sum);
  } else if (auto hull = dyn_cast<gtcompiler::HullOp>(op)) {
    RangeSum all{dimOf(hull.getResult().getType().getDim()), {}};
    for (Value range : hull.getRanges())
      for (const RangeTerm &term : rangeOf(range).terms)
        all.terms.push_back(term);
    sums[hull.getResult()] = std::move(all);
  } else if (auto temporary = dyn_cast<gtcompiler::TemporaryOp>(op)) {
    numbers[temporary.getResult()] =
        static_cast<unsigned>(listing.arguments.size() + listing.temporaries.size());
    auto &ranges = listing.temporaries.emplace_back();
    for (Value range : temporary.getRanges())
      ranges.push_back(rangeOf(range));
  } else if (auto stencil = dyn_cast<gtcompiler::StencilOp>(op)) {
    listKernel(op, stencil.getRanges(), Value(), stencil.getBody());
  } else if (auto fold = dyn_cast<gtcompiler::FoldOp>(op)) {
    listKernel(op, fold.getRanges(), fold.getAlong(), fold.getBody());
  } else if (!isa<gtcompiler::ConstantOp, gtcompiler::PointOp>(op)) {
    throw Fault(placeOf(lineOf(op.getLoc())) + "'" + op.getName().getStringRef().str() +
                "' cannot stand among the kernels of the stencil level");
  }
}

void gtrun::listStencils(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing) {
  StencilLister lister(numbers, listing);
  for (Operation &op : program.getBody().front())
    lister.list(op);
}
