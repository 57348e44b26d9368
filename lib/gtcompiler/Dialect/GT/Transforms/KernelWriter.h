//===- KernelWriter.h - Kernels as IR ---------------------------*- C++ -*-===//
//
// Writes the kernels of a plan, the temporaries between them and their ranges
// at the end of a program. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H

#include "KernelPlan.h"

namespace gtcompiler {

/// Writes kernels in the order of its calls. The plan must outlive it.
class KernelWriter {
public:
  KernelWriter(ProgramOp program, PositionTable &positions, RangeWriter &ranges,
               const KernelPlan &plan, const MaterialisedSet &materialised);

  /// Writes all kernels of the plan.
  void write();

  unsigned numKernels = 0;
  unsigned numTemporaries = 0;

private:
  /// A store, or a part of one, that waits until all kernels have read its storage.
  struct Copy {
    mlir::Location loc;
    mlir::Value temporary;
    mlir::Value storage;
    llvm::SmallVector<mlir::Value> ranges;
  };
  using NodeValues = llvm::DenseMap<std::pair<mlir::Value, PositionId>, mlir::Value>;

  void writeIntermediate(const Kernel &kernel);
  void writeStores(const Kernel &kernel);
  void writeCopies();
  StencilOp createStencil(mlir::Location loc, mlir::ValueRange ranges, bool isNarrow = false);
  /// A value that a stencil writes: number `result` of its results, or, of an operation that has
  /// several values, `value`.
  struct Output {
    std::size_t result;
    mlir::Value value, destination;
  };
  void writeStencilBody(StencilOp stencil, const Kernel &kernel, llvm::ArrayRef<Output> outputs);
  void writeFold(const Kernel &kernel, mlir::ValueRange ranges,
                 llvm::ArrayRef<mlir::Value> destinations);

  void writeSweep(const Kernel &kernel);
  void writeStart(SweepOp sweep, const Kernel &kernel);
  void writeSweepBody(SweepOp sweep, const Kernel &kernel);
  void writeScan(const KernelResult &result, mlir::ValueRange carried, NodeValues &values,
                 llvm::SmallVectorImpl<mlir::Value> &yielded);
  void writeResult(mlir::Location loc, mlir::Value result, mlir::Value value);
  void createMemory(const Kernel &kernel, mlir::ValueRange ranges);
  llvm::SmallVector<mlir::Value> writeOperands(const Cone &cone, NodeValues &values);

  void writeNodes(const Cone &cone, mlir::Operation *computed, NodeValues &values);
  mlir::Value writeCone(const Cone &cone, mlir::Operation *computed, NodeValues &values);
  mlir::Value writeIndex(const ConeNode &node, const NodeValues &values);
  void writePoint(const ConeNode &node, NodeValues &values);
  mlir::Value writeAccess(mlir::Location loc, mlir::Value storage, PositionId position,
                          const NodeValues &values);
  mlir::Value valueOf(const Read &read, const NodeValues &values);

  bool isReadLater(const Kernel &kernel, StoreOp store);
  mlir::Value destinationOf(const Kernel &kernel, const KernelResult &result, mlir::Value value);
  llvm::SmallVector<mlir::Value> rangesOf(llvm::ArrayRef<Loop> loops);
  mlir::Value createTemporary(mlir::Location loc, llvm::ArrayRef<Loop> loops,
                              mlir::ValueRange ranges, mlir::Type elementType);

  ProgramOp program;
  PositionTable &positions;
  RangeWriter &ranges;
  const KernelPlan &plan;
  const MaterialisedSet &materialised;
  mlir::OpBuilder builder;
  /// Of plan.stores, in order.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<const Kernel *, 2>> readers;
  llvm::DenseMap<mlir::Value, mlir::Value> memory; ///< where a value is, or its last step
  std::vector<Copy> copies;
  const Choices *choices = nullptr; ///< of the cone that is written
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H
