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
  unsigned rangeOf(Value range);
  unsigned add(Value value, ListedRange range);
  bool listRange(Operation &op);
  void listKernel(Operation &kernel, ValueRange ranges, Value along);
  void listAccess(gtcompiler::AccessOp access);
  void listWrite(gtcompiler::WriteOp write);
  void listWrite(Value storage, SourceLine line);
  unsigned loopOf(StringAttr dim) const;

  ValueNumbers &numbers;
  Listing &listing;
  llvm::DenseMap<Value, unsigned> ranges; ///< numbers in the listing
};

} // namespace

unsigned StencilLister::add(Value value, ListedRange range) {
  listing.ranges.push_back(std::move(range));
  return ranges[value] = static_cast<unsigned>(listing.ranges.size() - 1);
}

/// An argument is listed where it is used first.
unsigned StencilLister::rangeOf(Value range) {
  if (auto known = ranges.find(range); known != ranges.end())
    return known->second;
  return add(range, {.kind = ListedRange::Kind::Argument,
                     .dim = dimOf(cast<gtcompiler::RangeType>(range.getType()).getDim()),
                     .argument = numbers.lookup(range)});
}

/// Whether the operation makes a range of others.
bool StencilLister::listRange(Operation &op) {
  ListedRange range{.kind = ListedRange::Kind::Grown};
  if (auto grow = dyn_cast<gtcompiler::GrowOp>(op)) {
    range.lower = static_cast<int64_t>(grow.getLower());
    range.upper = static_cast<int64_t>(grow.getUpper());
  } else if (isa<gtcompiler::HullOp>(op)) {
    range.kind = ListedRange::Kind::Hull;
  } else if (isa<gtcompiler::IntersectOp>(op)) {
    range.kind = ListedRange::Kind::Intersection;
  } else if (isa<gtcompiler::BelowOp>(op)) {
    range.kind = ListedRange::Kind::Below;
  } else if (isa<gtcompiler::AboveOp>(op)) {
    range.kind = ListedRange::Kind::Above;
  } else if (isa<gtcompiler::WhenOp>(op)) {
    range.kind = ListedRange::Kind::When;
  } else {
    return false;
  }
  range.dim = dimOf(cast<gtcompiler::RangeType>(op.getResult(0).getType()).getDim());
  for (Value part : op.getOperands())
    range.parts.push_back(rangeOf(part));
  add(op.getResult(0), std::move(range));
  return true;
}

unsigned StencilLister::loopOf(StringAttr dim) const {
  Dimension wanted = dimOf(dim);
  const KernelRanges &kernel = listing.kernels.back();
  if (kernel.along && listing.ranges[*kernel.along].dim == wanted)
    return *kernel.along;
  for (unsigned range : kernel.loops)
    if (listing.ranges[range].dim == wanted)
      return range;
  throw Fault("a kernel has no loop over '" + dim.str() + "'"); // the verifier has seen to it
}

void StencilLister::listAccess(gtcompiler::AccessOp access) {
  auto storage = access.getStorage().getType();
  for (auto [position, dim] : llvm::enumerate(storage.getDims())) {
    Value pin = access.getPin(dim), index = access.getIndex(dim);
    Reach reach{.storage = numbers.lookup(access.getStorage()),
                .dim = position,
                .where = pin     ? rangeOf(pin)
                         : index ? 0
                                 : loopOf(dim),
                .offset = access.getOffsets()[position],
                .isPinned = pin != nullptr,
                .kernel = static_cast<unsigned>(listing.kernels.size() - 1),
                .line = lineOf(access.getLoc())};
    if (!index) {
      listing.reaches.push_back(std::move(reach));
      continue;
    }
    auto steps = listIndex(index, numbers, [&](Value range) { return rangeOf(range); });
    listing.indexReaches.push_back({std::move(reach), std::move(steps)});
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

void StencilLister::listWrite(gtcompiler::WriteOp write) {
  SourceLine line = lineOf(write.getLoc());
  if (write.getInPlace())
    throw Fault(placeOf(line) + "'in_place' promises what depends on the ranges of a run: give the "
                                "program at the field level, where that is looked at");
  listWrite(write.getStorage(), line);
}

void StencilLister::listKernel(Operation &kernel, ValueRange ranges, Value along) {
  KernelRanges &shape = listing.kernels.emplace_back();
  for (Value range : ranges)
    shape.loops.push_back(rangeOf(range));
  if (along)
    shape.along = rangeOf(along);
  for (Region &region : kernel.getRegions())
    for (Operation &op : region.front()) {
      if (auto access = dyn_cast<gtcompiler::AccessOp>(op))
        listAccess(access);
      else if (auto write = dyn_cast<gtcompiler::WriteOp>(op))
        listWrite(write);
    }
  if (auto fold = dyn_cast<gtcompiler::FoldOp>(kernel))
    for (Value destination : fold.getDestinations())
      listWrite(destination, lineOf(kernel.getLoc()));
}

void StencilLister::list(Operation &op) {
  if (listRange(op))
    return;
  if (auto temporary = dyn_cast<gtcompiler::TemporaryOp>(op)) {
    numbers[temporary.getResult()] =
        static_cast<unsigned>(listing.arguments.size() + listing.temporaries.size());
    auto &ranges = listing.temporaries.emplace_back();
    for (Value range : temporary.getRanges())
      ranges.push_back(rangeOf(range));
  } else if (auto stencil = dyn_cast<gtcompiler::StencilOp>(op)) {
    listKernel(op, stencil.getRanges(), Value());
  } else if (auto fold = dyn_cast<gtcompiler::FoldOp>(op)) {
    listKernel(op, fold.getRanges(), fold.getAlong());
  } else if (auto sweep = dyn_cast<gtcompiler::SweepOp>(op)) {
    listKernel(op, sweep.getRanges(), sweep.getAlong());
  } else if (!isa<gtcompiler::ConstantOp, gtcompiler::PointOp>(op)) {
    throw Fault(placeOf(lineOf(op.getLoc())) + "'" + op.getName().getStringRef().str() +
                "' cannot stand among the kernels of the stencil level");
  }
}

/// Indices are looked at before the program runs, so it may not write them.
static void checkIndices(const Listing &listing) {
  for (const IndexReach &index : listing.indexReaches)
    for (const PointStep &step : index.steps)
      for (const Reach &reach : listing.reaches)
        if (step.operation.name == "access" && reach.isWrite && reach.storage == step.argument)
          throw Fault(placeOf(index.reach.line) +
                      "'gt.access' at index values that the program writes: give the program at "
                      "the field level, where they are looked at");
}

void gtrun::listStencils(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing) {
  StencilLister lister(numbers, listing);
  for (Operation &op : program.getBody().front())
    lister.list(op);
  checkIndices(listing);
}
