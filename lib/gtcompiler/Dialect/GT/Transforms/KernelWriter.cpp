//===- KernelWriter.cpp - Kernels as IR -------------------------*- C++ -*-===//
//
// Every pair of operation and position becomes one operation in its kernel, so
// what is written is as long as the plan's cones together.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

using namespace mlir;
using namespace gtcompiler;

KernelWriter::KernelWriter(ProgramOp program, PositionTable &positions, RangeWriter &ranges,
                           const KernelPlan &plan, const MaterialisedSet &materialised)
    : program(program), positions(positions), ranges(ranges), plan(plan),
      materialised(materialised), builder(program.getContext()) {
  builder.setInsertionPointToEnd(&program.getBodyRegion().front());
}

void KernelWriter::write() {
  for (const Kernel &kernel : plan.intermediates)
    writeIntermediate(kernel);
  for (const Kernel &kernel : plan.stores)
    for (Value storage : kernel.loaded)
      readers[storage].push_back(&kernel);
  for (const Kernel &kernel : plan.stores)
    writeStores(kernel);
  writeCopies();
}

//===----------------------------------------------------------------------===//
// Ranges and temporaries
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelWriter::rangesOf(ArrayRef<Loop> loops) {
  return llvm::map_to_vector(loops, [&](const Loop &loop) { return ranges.rangeOf(loop.terms); });
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

StencilOp KernelWriter::createStencil(Location loc, ValueRange ranges, bool isNarrow) {
  ++numKernels;
  auto stencil = StencilOp::create(builder, loc, ranges, isNarrow);
  stencil.getBody().emplaceBlock();
  return stencil;
}

void KernelWriter::writeStencilBody(StencilOp stencil, const Kernel &kernel,
                                    ArrayRef<Output> outputs) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(stencil.getPoint());
  NodeValues values;
  SmallVector<Value> results;
  for (const KernelResult &result : kernel.results)
    results.push_back(writeCone(result.cone, result.op, values));
  for (const Output &output : outputs) {
    Operation *op = kernel.results[output.result].op;
    Value value =
        op->getNumResults() > 1 ? values.at({output.value, kAtPoint}) : results[output.result];
    WriteOp::create(builder, op->getLoc(), value, output.destination,
                    kernel.loadedApart.contains(output.destination));
  }
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
  SmallVector<Value> written;
  for (const KernelResult &result : kernel.writes)
    written.push_back(writeCone(result.cone, /*computed=*/nullptr, values));
  for (auto [result, value] : llvm::zip(kernel.writes, written))
    WriteOp::create(builder, result.op->getLoc(), value, cast<StoreOp>(result.op).getStorage(),
                    /*in_place=*/false);
  YieldOp::create(builder, loc, yielded);
}

/// Where an intermediate goes; its parts go to one temporary.
Value KernelWriter::destinationOf(const Kernel &kernel, const KernelResult &result, Value value) {
  bool isPart = !result.whole.empty();
  if (isPart && memory.contains(value))
    return memory.at(value);
  auto reduce = dyn_cast<ReduceOp>(result.op);
  bool isLastStep = !reduce || result.step + 1 == reduce.getRanges().size();
  if (Value destination = isLastStep ? plan.destinations.lookup(value) : Value())
    return destination;
  ArrayRef<Loop> loops = isPart ? result.whole : kernel.loops;
  return createTemporary(result.op->getLoc(), loops, rangesOf(loops),
                         getElementType(value.getType()));
}

void KernelWriter::writeIntermediate(const Kernel &kernel) {
  if (kernel.direction)
    return writeSweep(kernel);
  SmallVector<Output> outputs;
  for (auto [number, result] : llvm::enumerate(kernel.results))
    for (Value value : result.op->getResults())
      if (!value.use_empty() || result.op->getNumResults() == 1)
        outputs.push_back({number, value, destinationOf(kernel, result, value)});
  SmallVector<Value> loops = rangesOf(kernel.loops);
  if (kernel.along) {
    writeFold(kernel, loops, llvm::map_to_vector(outputs, [](const Output &output) {
                return output.destination;
              }));
  } else {
    StencilOp stencil = createStencil(kernel.results.front().op->getLoc(), loops, kernel.isNarrow);
    writeStencilBody(stencil, kernel, outputs);
  }
  for (const Output &output : outputs)
    memory[output.value] = output.destination;
}

/// Whether a later kernel reads what `kernel` writes for `store`. Kernels of the
/// same store write, and read at their own points, what the others do not write.
bool KernelWriter::isReadLater(const Kernel &kernel, StoreOp store) {
  Value storage = store.getStorage();
  auto found = readers.find(storage);
  return found != readers.end() && llvm::any_of(found->second, [&](const Kernel *reader) {
           bool isSameStore = llvm::any_of(
               reader->results, [&](const KernelResult &result) { return result.op == store; });
           return reader > &kernel && (!isSameStore || reader->loadedApart.contains(storage));
         });
}

/// A store whose storage this kernel reads elsewhere than at the point, or a
/// later one reads at all, goes to a temporary first, unless it is in place.
void KernelWriter::writeStores(const Kernel &kernel) {
  SmallVector<Value> loops = rangesOf(kernel.loops);
  SmallVector<Output> outputs;
  for (auto [number, result] : llvm::enumerate(kernel.results)) {
    auto store = cast<StoreOp>(result.op);
    Value storage = store.getStorage();
    if (!store.getInPlace() &&
        (kernel.loadedApart.contains(storage) || isReadLater(kernel, store))) {
      Value temporary = createTemporary(store.getLoc(), kernel.loops, loops,
                                        store.getStorage().getType().getElementType());
      copies.push_back({store.getLoc(), temporary, storage, loops});
      storage = temporary;
    }
    outputs.push_back({number, Value(), storage});
  }
  StencilOp stencil = createStencil(kernel.results.front().op->getLoc(), loops, kernel.isNarrow);
  writeStencilBody(stencil, kernel, outputs);
}

/// One kernel for each run of copies over the same ranges.
void KernelWriter::writeCopies() {
  StencilOp stencil;
  for (Copy &copy : copies) {
    if (!stencil || !llvm::equal(stencil.getRanges(), copy.ranges))
      stencil = createStencil(copy.loc, copy.ranges);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(stencil.getPoint());
    Value value = writeAccess(copy.loc, copy.temporary, kAtPoint, NodeValues());
    WriteOp::create(builder, copy.loc, value, copy.storage, /*in_place=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Everything of the cone that has not been written.
void KernelWriter::writeNodes(const Cone &cone, Operation *computed, NodeValues &values) {
  choices = &cone.choices;
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
      writePoint(node, values);
  }
}

Value KernelWriter::writeCone(const Cone &cone, Operation *computed, NodeValues &values) {
  writeNodes(cone, computed, values);
  return valueOf(cone.root, values);
}

/// What a read gives in the kernel: a scalar of the program, or what was written.
Value KernelWriter::valueOf(const Read &wanted, const NodeValues &values) {
  Read read = resolveChosen(positions, *choices, wanted);
  return isa_and_nonnull<OpResult>(read.value) ? values.at({read.value, read.position})
                                               : read.value;
}

/// The operation of `node` on scalars, with all of its results.
void KernelWriter::writePoint(const ConeNode &node, NodeValues &values) {
  OperationState state(node.op->getLoc(), node.op->getName());
  for (Value operand : node.op->getOperands())
    state.operands.push_back(valueOf({operand, node.position}, values));
  for (Type type : node.op->getResultTypes())
    state.types.push_back(getElementType(type));
  if (auto constant = dyn_cast<ConstantOp>(node.op))
    state.addAttribute(constant.getValueAttrName(), constant.getValue());
  if (isa<CallOp>(node.op))
    state.propertiesAttr = node.op->getPropertiesAsAttribute();
  Operation *written = builder.create(state);
  for (auto [original, value] : llvm::zip(node.op->getResults(), written->getResults()))
    values[{original, node.position}] = value;
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
