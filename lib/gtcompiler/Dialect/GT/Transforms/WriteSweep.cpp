//===- WriteSweep.cpp - Sweeps as IR ----------------------------*- C++ -*-===//
//
// The part of KernelWriter that writes a gt.sweep: what its scans start with, then
// what each point computes, in the order of the results, which read each other's
// values. What no other kernel reads is not written to memory.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace gtcompiler;

/// Memory for the values that other kernels read.
void KernelWriter::createMemory(const Kernel &kernel, ValueRange ranges) {
  SmallVector<Loop, 4> loops; // in the program's order, that of the sweep among them
  SmallVector<Value> all;
  for (StringAttr dim : plan.dimOrder) {
    auto loop = llvm::find_if(kernel.loops, [&](const Loop &known) { return known.dim == dim; });
    if (loop != kernel.loops.end()) {
      loops.push_back(*loop);
      all.push_back(ranges[loop - kernel.loops.begin()]);
    } else if (cast<RangeType>(kernel.along.getType()).getDim() == dim) {
      loops.push_back({dim, {{kernel.along, 0, 0}}});
      all.push_back(kernel.along);
    }
  }
  for (const KernelResult &result : kernel.results)
    for (Value value : result.op->getResults()) {
      Value destination = plan.destinations.lookup(value);
      if (!destination && plan.readElsewhere.contains(value))
        destination =
            createTemporary(result.op->getLoc(), loops, all, getElementType(value.getType()));
      if (destination)
        memory[value] = destination;
    }
}

/// What a scan reads at the point: one value for each of its operands.
SmallVector<Value> KernelWriter::writeOperands(const Cone &cone, NodeValues &values) {
  writeNodes(cone, /*computed=*/nullptr, values);
  return llvm::map_to_vector(cone.operands,
                             [&](const Read &read) { return valueOf(read, values); });
}

void KernelWriter::writeStart(SweepOp sweep, const Kernel &kernel) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&sweep.getInitial().emplaceBlock());
  NodeValues values;
  SmallVector<Value> carried;
  for (const KernelResult &result : kernel.results)
    if (isa<ScanOp>(result.op))
      llvm::append_range(carried, writeOperands(result.start, values));
  YieldOp::create(builder, sweep.getLoc(), carried);
}

/// The scan's region at the point; its results are values that the others find.
void KernelWriter::writeScan(const KernelResult &result, ValueRange carried, NodeValues &values,
                             SmallVectorImpl<Value> &yielded) {
  auto scan = cast<ScanOp>(result.op);
  SmallVector<Value> arguments(carried);
  llvm::append_range(arguments, writeOperands(result.cone, values));
  IRMapping map;
  map.map(scan.getPoint()->getArguments(), arguments);
  for (Operation &op : scan.getPoint()->without_terminator())
    builder.clone(op, map);
  auto results = scan.getPoint()->getTerminator()->getOperands();
  for (auto [value, inner] : llvm::zip(scan.getResults(), results)) {
    yielded.push_back(map.lookup(inner));
    values[{value, kAtPoint}] = yielded.back();
  }
}

/// Writes a value at the point to where other kernels read it, if they do.
void KernelWriter::writeResult(Location loc, Value result, Value value) {
  if (Value destination = memory.lookup(result))
    WriteOp::create(builder, loc, value, destination, /*in_place=*/false);
}

/// The points along a sweep that a store has, if these are not all; else null.
static Value partOf(StoreOp store, Value along) {
  for (Value range : store.getRanges())
    if (range.getType() == along.getType() && range != along)
      return range;
  return {};
}

void KernelWriter::writeSweepBody(SweepOp sweep, const Kernel &kernel) {
  OpBuilder::InsertionGuard guard(builder);
  Block *point = &sweep.getBody().emplaceBlock();
  for (Type type : sweep.getStart()->getTerminator()->getOperandTypes())
    point->addArgument(type, sweep.getLoc());
  builder.setInsertionPointToEnd(point);
  NodeValues values;
  SmallVector<Value> yielded, computed;
  unsigned firstCarried = 0;
  for (const KernelResult &result : kernel.results) {
    if (isa<ScanOp>(result.op)) {
      unsigned count = result.op->getNumResults();
      writeScan(result, point->getArguments().slice(firstCarried, count), values, yielded);
      firstCarried += count;
      computed.push_back(Value());
    } else {
      computed.push_back(writeCone(result.cone, result.op, values));
    }
  }
  for (auto [result, value] : llvm::zip(kernel.results, computed)) {
    if (auto store = dyn_cast<StoreOp>(result.op))
      WriteOp::create(builder, store.getLoc(), value, store.getStorage(),
                      partOf(store, kernel.along), /*in_place=*/false);
    for (Value own : result.op->getResults())
      writeResult(result.op->getLoc(), own, values.at({own, kAtPoint}));
  }
  YieldOp::create(builder, sweep.getLoc(), yielded);
}

void KernelWriter::writeSweep(const Kernel &kernel) {
  ++numKernels;
  SmallVector<Value> loops = rangesOf(kernel.loops);
  createMemory(kernel, loops);
  auto sweep = SweepOp::create(builder, kernel.results.front().op->getLoc(), *kernel.direction,
                               loops, kernel.along);
  writeStart(sweep, kernel);
  writeSweepBody(sweep, kernel);
}
