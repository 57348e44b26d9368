//===- Staging.cpp - Blocks of storages in buffers ------------------------===//
//
// See the header. A block lies row after row, as far apart as the buffer's
// extents say, whatever part of it is in use.
//
//===----------------------------------------------------------------------===//
#include "Staging.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Row/RowLoop.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// A block of at most two dimensions: across the rows, and along them.
class StagedBlock {
public:
  StagedBlock(KernelFrame &frame, Addresses &addresses, const CodeBuilder &code, StageOp stage);
  void copyElements(const CodeBuilder &code);
  void transpose(const CodeBuilder &code, std::int64_t lanes);

private:
  Value place(const CodeBuilder &code, Value acrossIndex, Value rowIndex);

  Type element;
  std::int64_t bytes; ///< of an element
  Value rowPitch;     ///< bytes from a row in the buffer to the next, if it has several
  Value buffer;
  Span across, row;              ///< `across` has no values where the buffer has rows alone
  Value base;                    ///< the storage's point (0, 0) of the block's dimensions
  Value acrossStride, rowStride; ///< bytes between the storage's neighbours
};
} // namespace

StagedBlock::StagedBlock(KernelFrame &frame, Addresses &addresses, const CodeBuilder &code,
                         StageOp stage) {
  auto op = stage.getBuffer().getDefiningOp<BufferOp>();
  BufferType type = op.getType();
  element = type.getElementType();
  bytes = memoryBytes(element);
  buffer = addresses.bufferRow(op, {});
  StringAttr rowDim = type.getDims().back();
  row = addresses.spanOf(rowDim);
  Place from = Place::of(stage.getMemory(), stage.getPins(), stage.getOffsets());
  RowPointer pointer = addresses.row(from, rowDim);
  base = code.moved(pointer.pointer, pointer.shift);
  rowStride = pointer.stride;
  if (type.getRank() == 1)
    return;
  rowPitch = addresses.rowPitch(op);
  StringAttr acrossDim = type.getDims().front();
  across = addresses.spanOf(acrossDim);
  if (from.type().hasDim(acrossDim) && !findPin(stage.getPins(), acrossDim))
    acrossStride = frame.strideBytes(from.storage, acrossDim);
}

/// The type that moves an element of `bytes` bytes.
static Type movedType(const CodeBuilder &code, std::int64_t bytes) {
  if (bytes <= 8)
    return code.ops.getIntegerType(8 * bytes);
  return VectorType::get({bytes / 8}, code.ops.getI64Type());
}

/// The address in the buffer of the element at a pair of coordinates.
Value StagedBlock::place(const CodeBuilder &code, Value acrossIndex, Value rowIndex) {
  Value start = buffer;
  if (acrossIndex)
    start = code.moved(start, code.mul(code.sub(acrossIndex, across.first), rowPitch));
  return code.element(start, code.sub(rowIndex, row.first), movedType(code, bytes));
}

void StagedBlock::copyElements(const CodeBuilder &code) {
  Type type = movedType(code, bytes);
  auto copy = [&](CodeBuilder &at, Value from, Value acrossIndex, Value rowIndex) {
    if (acrossIndex && acrossStride)
      from = at.moved(from, at.mul(acrossIndex, acrossStride));
    Value moved = LLVM::LoadOp::create(at.ops, at.loc, type, from, /*alignment=*/1);
    Value to = place(at, acrossIndex, rowIndex);
    LLVM::StoreOp::create(at.ops, at.loc, moved, to, /*alignment=*/1);
  };
  code.loop(row.first, row.last, 1, [&](CodeBuilder &inRow, Value rowIndex) {
    Value from = rowStride ? inRow.moved(base, inRow.mul(rowIndex, rowStride)) : base;
    if (!across.first)
      return copy(inRow, from, {}, rowIndex);
    inRow.loop(across.first, across.last, 1, [&](CodeBuilder &inAcross, Value acrossIndex) {
      copy(inAcross, from, acrossIndex, rowIndex);
    });
  });
}

/// rows[i][l] = rows[l][i], for as many rows as lanes, by exchanging blocks of
/// half the size in every step.
static void transposeInRegisters(const CodeBuilder &code, MutableArrayRef<Value> rows) {
  std::int64_t lanes = rows.size();
  for (std::int64_t half = lanes / 2; half > 0; half /= 2) {
    SmallVector<std::int32_t> low, high;
    for (std::int32_t lane = 0; lane < lanes; ++lane) {
      bool isUpper = lane & half;
      low.push_back(isUpper ? lanes + lane - half : lane);
      high.push_back(isUpper ? lanes + lane : lane + half);
    }
    for (std::int64_t row = 0; row < lanes; ++row) {
      if (row & half)
        continue;
      Value first = rows[row], second = rows[row + half];
      rows[row] = code.shuffle(first, second, low);
      rows[row + half] = code.shuffle(first, second, high);
    }
  }
}

/// Squares of as many points as lanes: vectors along the contiguous dimension
/// are loaded, one for each point of the row, and stored along the row. Points
/// beyond the row's end are read again at its last point, and lanes beyond the
/// block's end not at all.
void StagedBlock::transpose(const CodeBuilder &code, std::int64_t lanes) {
  Type moved = code.ops.getIntegerType(8 * bytes);
  auto type = VectorType::get({lanes}, moved);
  unsigned alignment = isa<ComplexType>(element) ? bytes / 2 : bytes;
  Value last = code.sub(row.last, code.number(1));
  code.loop(row.first, row.last, lanes, [&](CodeBuilder &inRow, Value rowIndex) {
    SmallVector<Value> points;
    for (std::int64_t point = 0; point < lanes; ++point) {
      Value index = inRow.minimum(inRow.add(rowIndex, inRow.number(point)), last);
      points.push_back(inRow.moved(base, inRow.mul(index, rowStride)));
    }
    inRow.loop(across.first, across.last, lanes, [&](CodeBuilder &inside, Value acrossIndex) {
      Value mask = lanesBelow(inside, inside.sub(across.last, acrossIndex), lanes);
      Value zero = inside.constant(type, 0);
      SmallVector<Value> rows;
      for (Value point : points)
        rows.push_back(LLVM::MaskedLoadOp::create(inside.ops, inside.loc, type,
                                                  inside.element(point, acrossIndex, moved), mask,
                                                  zero, alignment));
      transposeInRegisters(inside, rows);
      Value target = place(inside, acrossIndex, rowIndex);
      for (auto [number, value] : llvm::enumerate(rows))
        LLVM::StoreOp::create(inside.ops, inside.loc, value,
                              inside.moved(target, inside.mul(inside.number(number), rowPitch)),
                              bytes);
    });
  });
}

void gtcompiler::emitStage(KernelFrame &frame, Addresses &addresses, const CodeBuilder &code,
                           StageOp stage) {
  StagedBlock block(frame, addresses, code, stage);
  if (stage.getTransposed())
    block.transpose(code, *stage.getTransposed());
  else
    block.copyElements(code);
}
