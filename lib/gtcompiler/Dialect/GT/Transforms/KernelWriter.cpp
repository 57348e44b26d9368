//===- KernelWriter.cpp - Kernels as IR -------------------------*- C++ -*-===//
//
// Every pair of operation and position becomes one operation in its kernel, so
// what is written is as long as the plan's cones together.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

using namespace mlir;
using namespace gtcompiler;

KernelWriter::KernelWriter(ProgramOp program, PositionTable &positions, const KernelPlan &plan,
                           const MaterialisedSet &materialised)
    : program(program), positions(positions), plan(plan), materialised(materialised),
      builder(program.getContext()) {
  builder.setInsertionPointToEnd(&program.getBodyRegion().front());
}

void KernelWriter::write() {
  for (const Kernel &kernel : plan.intermediates)
    writeIntermediate(kernel);
  for (const Kernel &kernel : plan.stores)
    for (Value storage : kernel.loaded)
      lastReader[storage] = &kernel;
  for (const Kernel &kernel : plan.stores)
    writeStores(kernel);
  writeCopies();
}

//===----------------------------------------------------------------------===//
// Ranges and temporaries
//===----------------------------------------------------------------------===//

Value KernelWriter::termRange(const RangeTerm &term) {
  if (term.lower == 0 && term.upper == 0)
    return term.range;
  Value &range = grown[{term.range.getAsOpaquePointer(), term.lower, term.upper}];
  if (!range)
    range = GrowOp::create(builder, program.getLoc(), term.range, term.lower, term.upper);
  return range;
}

Value KernelWriter::rangeOf(const RangeTerms &terms) {
  SmallVector<Value> parts =
      llvm::map_to_vector(terms, [&](const RangeTerm &term) { return termRange(term); });
  if (parts.size() == 1)
    return parts.front();
  SmallVector<const void *> key;
  for (Value part : parts)
    key.push_back(part.getAsOpaquePointer());
  Value &hull = hulls[key];
  if (!hull)
    hull = HullOp::create(builder, program.getLoc(), parts.front().getType(), parts);
  return hull;
}

SmallVector<Value> KernelWriter::rangesOf(const Kernel &kernel) {
  return llvm::map_to_vector(kernel.loops, [&](const Loop &loop) { return rangeOf(loop.terms); });
}

Value KernelWriter::createTemporary(Location loc, ArrayRef<Loop> loops, ValueRange ranges,
                                    Type elementType) {
  SmallVector<StringAttr> dims =
      llvm::map_to_vector(loops, [](const Loop &loop) { return loop.dim; });
  auto type = StorageType::get(builder.getContext(), dims, elementType, /*unit=*/!dims.empty());
  ++numTemporaries;
  return TemporaryOp::create(builder, loc, type, ranges);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

StencilOp KernelWriter::createStencil(Location loc, ValueRange ranges) {
  ++numKernels;
  auto stencil = StencilOp::create(builder, loc, ranges);
  stencil.getBody().emplaceBlock();
  return stencil;
}

void KernelWriter::writeStencilBody(StencilOp stencil, const Kernel &kernel,
                                    ArrayRef<Value> destinations) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(stencil.getPoint());
  NodeValues values;
  SmallVector<Value> results;
  for (const KernelResult &result : kernel.results)
    results.push_back(writeCone(result.cone, result.op, values));
  for (auto [result, value, destination] : llvm::zip(kernel.results, results, destinations))
    WriteOp::create(builder, result.op->getLoc(), value, destination,
                    kernel.loadedApart.contains(destination));
}

void KernelWriter::writeFold(const Kernel &kernel, ValueRange ranges,
                             ArrayRef<Value> destinations) {
  ++numKernels;
  SmallVector<Attribute> kinds;
  for (const KernelResult &result : kernel.results)
    kinds.push_back(cast<ReduceOp>(result.op).getKindAttr());
  Location loc = kernel.results.front().op->getLoc();
  auto fold = FoldOp::create(builder, loc, builder.getArrayAttr(kinds), ranges, kernel.along,
                             kernel.lanes, destinations);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&fold.getBody().emplaceBlock());
  NodeValues values;
  SmallVector<Value> yielded;
  for (const KernelResult &result : kernel.results)
    yielded.push_back(result.step == 0
                          ? writeCone(result.cone, /*computed=*/nullptr, values)
                          : writeAccess(result.op->getLoc(), memory.at(result.op->getResult(0)),
                                        kAtPoint, values));
  YieldOp::create(builder, loc, yielded);
}

void KernelWriter::writeIntermediate(const Kernel &kernel) {
  if (kernel.direction)
    return writeSweep(kernel);
  SmallVector<Value> ranges = rangesOf(kernel), destinations;
  for (const KernelResult &result : kernel.results) {
    auto reduce = dyn_cast<ReduceOp>(result.op);
    bool isLastStep = !reduce || result.step + 1 == reduce.getRanges().size();
    Value destination = isLastStep ? plan.destinations.lookup(result.op->getResult(0)) : Value();
    if (!destination)
      destination = createTemporary(result.op->getLoc(), kernel.loops, ranges,
                                    getElementType(result.op->getResult(0).getType()));
    destinations.push_back(destination);
  }
  if (kernel.along) {
    writeFold(kernel, ranges, destinations);
  } else {
    StencilOp stencil = createStencil(kernel.results.front().op->getLoc(), ranges);
    writeStencilBody(stencil, kernel, destinations);
  }
  for (auto [result, destination] : llvm::zip(kernel.results, destinations))
    memory[result.op->getResult(0)] = destination;
}

/// A store whose storage this kernel reads elsewhere than at the point, or a
/// later one reads at all, goes to a temporary first, unless it is in place.
void KernelWriter::writeStores(const Kernel &kernel) {
  SmallVector<Value> ranges = rangesOf(kernel), destinations;
  for (const KernelResult &result : kernel.results) {
    auto store = cast<StoreOp>(result.op);
    Value storage = store.getStorage();
    bool isRead = kernel.loadedApart.contains(storage) || lastReader.lookup(storage) > &kernel;
    if (isRead && !store.getInPlace()) {
      Value temporary = createTemporary(store.getLoc(), kernel.loops, ranges,
                                        store.getStorage().getType().getElementType());
      copies.push_back({store.getLoc(), temporary, store});
      storage = temporary;
    }
    destinations.push_back(storage);
  }
  StencilOp stencil = createStencil(kernel.results.front().op->getLoc(), ranges);
  writeStencilBody(stencil, kernel, destinations);
}

/// One kernel for each run of copies over the same ranges.
void KernelWriter::writeCopies() {
  StencilOp stencil;
  for (Copy &copy : copies) {
    if (!stencil || stencil.getRanges() != copy.store.getRanges())
      stencil = createStencil(copy.loc, copy.store.getRanges());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(stencil.getPoint());
    Value value = writeAccess(copy.loc, copy.temporary, kAtPoint, NodeValues());
    WriteOp::create(builder, copy.loc, value, copy.store.getStorage(), /*in_place=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Everything of the cone that has not been written.
void KernelWriter::writeNodes(const Cone &cone, Operation *computed, NodeValues &values) {
  for (const ConeNode &node : cone.nodes) {
    Value &value = values[{node.value(), node.position}];
    if (value)
      continue;
    if (auto load = dyn_cast<LoadOp>(node.op))
      value = writeAccess(load.getLoc(), load.getStorage(), node.position, values);
    else if (isa<IndexOp>(node.op))
      value = writeIndex(node, values);
    else if (node.op != computed &&
             (isa<ReduceOp, ScanOp>(node.op) || materialised.contains(node.op)))
      value = writeAccess(node.op->getLoc(), memory.at(node.value()), node.position, values);
    else
      value = writePoint(node, values);
  }
}

Value KernelWriter::writeCone(const Cone &cone, Operation *computed, NodeValues &values) {
  writeNodes(cone, computed, values);
  return valueOf(cone.root, values);
}

/// What a read gives in the kernel: a scalar of the program, or what was written.
Value KernelWriter::valueOf(const Read &read, const NodeValues &values) {
  return isa_and_nonnull<OpResult>(read.value) ? values.at({read.value, read.position})
                                               : read.value;
}

/// The operation of `node` on scalars.
Value KernelWriter::writePoint(const ConeNode &node, NodeValues &values) {
  OperationState state(node.op->getLoc(), node.op->getName());
  for (Value operand : node.op->getOperands())
    state.operands.push_back(valueOf(positions.resolve({operand, node.position}), values));
  state.types.push_back(getElementType(node.op->getResult(0).getType()));
  if (auto constant = dyn_cast<ConstantOp>(node.op))
    state.addAttribute(constant.getValueAttrName(), constant.getValue());
  return builder.create(state)->getResult(0);
}

/// A coordinate: of the loop, of a range, or what a table holds, as an i64.
Value KernelWriter::writeIndex(const ConeNode &node, const NodeValues &values) {
  StringAttr dim = cast<IndexOp>(node.op).getDimAttr();
  Coordinate where = positions.get(node.position, dim);
  Location loc = node.op->getLoc();
  Type i64 = builder.getI64Type();
  if (!where.isIndexed())
    return IndexOp::create(builder, loc, i64, dim, where.range,
                           builder.getI64IntegerAttr(addOffsets(where.within, where.offset)));
  Value index = valueOf(where.index, values);
  if (index.getType() != i64)
    index = CastOp::create(builder, loc, i64, index);
  if (where.offset == 0)
    return index;
  Value offset = ConstantOp::create(builder, loc, builder.getI64IntegerAttr(where.offset));
  return AddOp::create(builder, loc, i64, index, offset);
}

Value KernelWriter::writeAccess(Location loc, Value storage, PositionId position,
                                const NodeValues &values) {
  auto type = cast<StorageType>(storage.getType());
  SmallVector<Value, 2> pins, indices;
  SmallVector<Attribute, 2> indexDims;
  SmallVector<int64_t, 4> offsets;
  for (StringAttr dim : type.getDims()) {
    Coordinate where = positions.get(position, dim);
    if (where.isPinned())
      pins.push_back(where.range);
    if (where.isIndexed()) {
      indices.push_back(valueOf(where.index, values));
      indexDims.push_back(dim);
    }
    offsets.push_back(addOffsets(where.within, where.offset));
  }
  return AccessOp::create(builder, loc, type.getElementType(), storage, pins, indices, offsets,
                          indexDims.empty() ? ArrayAttr() : builder.getArrayAttr(indexDims));
}
