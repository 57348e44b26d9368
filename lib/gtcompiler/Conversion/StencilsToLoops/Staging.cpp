//===- Staging.cpp - Rows of a kernel, put together in scratch ------------===//
//
// See the header. A block lies in scratch row after row, each of kRowPoints
// elements whatever part of it is in use, and a line between them: rows at a
// power of two would share few sets of the cache.
//
//===----------------------------------------------------------------------===//
#include "Staging.h"

#include "Elements.h"
#include "RowLoop.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// Bytes of a cache line.
static constexpr std::int64_t kLine = 64;
/// Bytes of the blocks of all accesses, if there can be so many.
static constexpr std::int64_t kBlockBytes = 44 * 1024;

/// Bytes from a row in scratch to the next.
static std::int64_t rowPitch(std::int64_t elementBytes) {
  return Staging::kRowPoints * elementBytes + kLine;
}

std::int64_t Staging::Source::bytes() const { return memoryBytes(element); }

std::int64_t Staging::acrossPoints(const KernelFacts &facts) {
  if (!facts.acrossDim)
    return 1;
  std::int64_t line = 1, pointBytes = 0; // a line of the narrowest elements: whole vectors of all
  for (AccessOp access : facts.staged) {
    std::int64_t bytes = memoryBytes(access.getType());
    line = std::max(line, kLine / bytes);
    pointBytes += rowPitch(bytes);
  }
  return line * std::max<std::int64_t>(1, kBlockBytes / (line * pointBytes));
}

std::int64_t Staging::scratchBytes(const KernelFacts &facts) {
  std::int64_t bytes = 0;
  for (AccessOp access : facts.staged)
    bytes += acrossPoints(facts) * rowPitch(memoryBytes(access.getType()));
  return bytes;
}

Staging::Staging(KernelFrame &kernel, Addresses &addresses) : frame(kernel) {
  const KernelFacts &facts = frame.facts();
  std::int64_t scratch = 0;
  for (AccessOp access : facts.staged) {
    Place place = Place::of(access);
    Source source;
    source.element = access.getType();
    RowPointer row = addresses.row(place);
    source.base = row.pointer;
    source.rowStride = row.stride;
    bool changes = facts.acrossDim && dependsOn(access, facts.acrossDim);
    source.acrossStride = changes ? frame.strideBytes(place.storage, facts.acrossDim) : Value();
    source.isUnitAcross =
        changes && place.type().getUnit() && place.type().getDims().back() == facts.acrossDim;
    source.scratch = scratch;
    scratch += acrossPoints(facts) * rowPitch(source.bytes());
    sources.push_back(source);
  }
}

/// The type that moves an element of `bytes` bytes.
static Type movedType(const CodeBuilder &code, std::int64_t bytes) {
  if (bytes <= 8)
    return code.ops.getIntegerType(8 * bytes);
  return VectorType::get({bytes / 8}, code.ops.getI64Type());
}

/// The address in scratch of the element at a pair of coordinates of the block.
Value Staging::place(const CodeBuilder &code, const Source &source, Span across, Span row,
                     Value acrossIndex, Value rowIndex) {
  Value start = frame.scratch(source.scratch);
  if (acrossIndex)
    start = code.moved(start, code.mul(code.sub(acrossIndex, across.first),
                                       code.number(rowPitch(source.bytes()))));
  return code.element(start, code.sub(rowIndex, row.first), movedType(code, source.bytes()));
}

Value Staging::rowOf(const CodeBuilder &code, unsigned number, Span across, Span row, Value index) {
  const Source &source = sources[number];
  Value first = place(code, source, across, row, index, row.first);
  return code.moved(first, code.mul(row.first, code.number(-source.bytes())));
}

void Staging::fill(const CodeBuilder &code, Span across, Span row) {
  for (const Source &source : sources) {
    bool hasLanes = frame.facts().vectorBytes >= 32;
    if (source.isUnitAcross && hasLanes && (source.bytes() == 4 || source.bytes() == 8))
      transpose(code, source, across, row);
    else
      copyElements(code, source, across, row);
  }
}

void Staging::copyElements(const CodeBuilder &code, const Source &source, Span across, Span row) {
  Type type = movedType(code, source.bytes());
  auto copy = [&](CodeBuilder &at, Value from, Value acrossIndex, Value rowIndex) {
    if (acrossIndex && source.acrossStride)
      from = at.moved(from, at.mul(acrossIndex, source.acrossStride));
    Value element = LLVM::LoadOp::create(at.ops, at.loc, type, from, /*alignment=*/1);
    Value to = place(at, source, across, row, acrossIndex, rowIndex);
    LLVM::StoreOp::create(at.ops, at.loc, element, to, /*alignment=*/1);
  };
  code.loop(row.first, row.last, 1, [&](CodeBuilder &inRow, Value rowIndex) {
    Value from = inRow.moved(source.base, inRow.mul(rowIndex, source.rowStride));
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
void Staging::transpose(const CodeBuilder &code, const Source &source, Span across, Span row) {
  std::int64_t bytes = source.bytes(), lanes = frame.facts().vectorBytes / bytes;
  Type element = code.ops.getIntegerType(8 * bytes);
  auto type = VectorType::get({lanes}, element);
  unsigned alignment = isa<ComplexType>(source.element) ? bytes / 2 : bytes;
  Value last = code.sub(row.last, code.number(1));
  code.loop(row.first, row.last, lanes, [&](CodeBuilder &inRow, Value rowIndex) {
    SmallVector<Value> points;
    for (std::int64_t point = 0; point < lanes; ++point) {
      Value index = inRow.minimum(inRow.add(rowIndex, inRow.number(point)), last);
      points.push_back(inRow.moved(source.base, inRow.mul(index, source.rowStride)));
    }
    inRow.loop(across.first, across.last, lanes, [&](CodeBuilder &inside, Value acrossIndex) {
      Value mask = lanesBelow(inside, inside.sub(across.last, acrossIndex), lanes);
      Value zero = inside.constant(type, 0);
      SmallVector<Value> rows;
      for (Value point : points)
        rows.push_back(LLVM::MaskedLoadOp::create(inside.ops, inside.loc, type,
                                                  inside.element(point, acrossIndex, element), mask,
                                                  zero, alignment));
      transposeInRegisters(inside, rows);
      Value target = place(inside, source, across, row, acrossIndex, rowIndex);
      for (auto [number, value] : llvm::enumerate(rows))
        LLVM::StoreOp::create(inside.ops, inside.loc, value,
                              inside.moved(target, std::int64_t(number) * rowPitch(bytes)), bytes);
    });
  });
}
