//===- KernelWriter.h - Kernels as IR ---------------------------*- C++ -*-===//
//
// Writes the kernels of a plan, the temporaries between them and their ranges
// at the end of a program. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H

#include "KernelPlan.h"
#include <map>

namespace gtcompiler {

/// Writes kernels in the order of its calls. The plan must outlive it.
class KernelWriter {
public:
  KernelWriter(ProgramOp program, PositionTable &positions, const KernelPlan &plan,
               const MaterialisedSet &materialised);

  /// Writes all kernels of the plan.
  void write();

  unsigned numKernels = 0;
  unsigned numTemporaries = 0;

private:
  /// A store that waits until all kernels have read its storage.
  struct Copy {
    mlir::Location loc;
    mlir::Value temporary;
    StoreOp store;
  };
  using NodeValues = llvm::DenseMap<std::pair<mlir::Value, PositionId>, mlir::Value>;

  void writeIntermediate(const Kernel &kernel);
  void writeStores(const Kernel &kernel);
  void writeCopies();
  StencilOp createStencil(mlir::Location loc, mlir::ValueRange ranges);
  void writeStencilBody(StencilOp stencil, const Kernel &kernel,
                        llvm::ArrayRef<mlir::Value> destinations);
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
  mlir::Value writePoint(const ConeNode &node, NodeValues &values);
  mlir::Value writeAccess(mlir::Location loc, mlir::Value storage, PositionId position,
                          const NodeValues &values);
  static mlir::Value valueOf(const Read &read, const NodeValues &values);

  mlir::Value rangeOf(const RangeTerms &terms);
  mlir::Value termRange(const RangeTerm &term);
  llvm::SmallVector<mlir::Value> rangesOf(const Kernel &kernel);
  mlir::Value createTemporary(mlir::Location loc, llvm::ArrayRef<Loop> loops,
                              mlir::ValueRange ranges, mlir::Type elementType);

  ProgramOp program;
  PositionTable &positions;
  const KernelPlan &plan;
  const MaterialisedSet &materialised;
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, const Kernel *> lastReader; ///< of plan.stores, in order
  llvm::DenseMap<mlir::Value, mlir::Value> memory;        ///< where a value is, or its last step
  std::map<std::tuple<const void *, int64_t, int64_t>, mlir::Value> grown;
  std::map<llvm::SmallVector<const void *>, mlir::Value> hulls;
  std::vector<Copy> copies;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_KERNELWRITER_H
