//===- KernelEmitter.h - A kernel's schedule to code ------------*- C++ -*-===//
//
// Code of a whole gt.kernel, inside its frame: the schedule as it stands, with
// no decision left but that for instructions.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELEMITTER_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELEMITTER_H

#include "gtcompiler/Conversion/LoopsToLLVM/Fold/PairwiseFunctions.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Point/PointEmitter.h"

namespace gtcompiler {

/// Emits one kernel.
class KernelEmitter {
public:
  KernelEmitter(KernelFrame &function, KernelOp schedule, MachineAttr target,
                PairwiseFunctions &shared)
      : frame(function), kernel(schedule), machine(target), functions(shared),
        addresses(function, schedule) {
    outer.emitted.vectorBytes = target.getVectorBytes();
    outer.emitted.powers = [&] { return frame.powers(); };
  }

  void emit();

private:
  using Operations = llvm::iterator_range<mlir::Block::iterator>;
  void emitBlock(CodeBuilder &code, mlir::Block &block) {
    emitAll(code, {block.begin(), block.end()});
  }
  void emitAll(CodeBuilder &code, Operations operations);
  void emitOncePerLine(CodeBuilder &code, Operations fetches);
  void emitLoop(CodeBuilder &code, LoopOp loop);
  void emitAgain(CodeBuilder &code, LoopOp loop,
                 llvm::function_ref<void(CodeBuilder &, mlir::Value index)> emitAt);
  void emitRounds(CodeBuilder &code, LoopOp loop, Span span, std::int64_t step,
                  llvm::function_ref<void(CodeBuilder &, mlir::Value, Motion)> emitAt);
  void emitSide(CodeBuilder &code, LoopOp loop, RowOp row,
                llvm::function_ref<void(CodeBuilder &)> emitMany);
  mlir::Value pointsAhead(CodeBuilder &code, LoopOp loop);
  void emitIndicesAhead(CodeBuilder &code, LoopOp loop, mlir::Value index, mlir::Value last,
                        mlir::Value ahead);
  void emitCarrying(CodeBuilder &code, LoopOp loop,
                    llvm::ArrayRef<std::pair<mlir::Value, std::int64_t>> carried);
  void emitParts(CodeBuilder &code, LoopOp loop);
  void emitStrips(CodeBuilder &code, LoopOp loop);
  void emitPairwise(CodeBuilder &code, PairwiseOp pairwise);
  void emitTogether(CodeBuilder &code, PairwiseOp pairwise, Operations behind);
  CodeBuilder::State emitInRegisters(CodeBuilder &code, mlir::Block &block,
                                     RegisterPartials &registers, CodeBuilder::State values);

  KernelFrame &frame;
  KernelOp kernel;
  MachineAttr machine;
  PairwiseFunctions &functions;
  Addresses addresses;
  OuterValues outer;
  mlir::StringAttr spreadDim; ///< of which a thread has some points,
  std::int64_t spread = 1;    ///< so far apart
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELEMITTER_H
