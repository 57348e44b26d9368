//===- PointEmitter.cpp - What happens at a point -------------------------===//
//
// See the header. What happens is straight-line code, so one walk does it.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "FiniteCheck.h"
#include "Gathers.h"
#include "StridedLanes.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// Emits operations at a point of a row, or among loops where `rowDim` is null.
class PointEmitter {
public:
  PointEmitter(KernelFrame &kernel, Addresses &open, OuterValues &around, MachineAttr target = {},
               StringAttr dim = {})
      : frame(kernel), addresses(open), outer(around), machine(target), rowDim(dim) {}

  /// Emits what all points of `row` share: pointers to rows, and copies of outer
  /// values in all lanes. `code` is in front of the row.
  void prepare(RowOp row, std::int64_t lanes, CodeBuilder &code);
  /// Whether and from where on `row` streams; nothing if it never does.
  std::optional<RowStream> streamOf(RowOp row, const CodeBuilder &code, Value first);
  /// The strides that code is made for, with their conditions.
  SmallVector<KnownStride> stridesOf(RowOp row);
  /// Emits the row's operations.
  void emitAll(RowOp row, const RowPoint &point);
  /// Emits the loop of a row with `vectors`.
  CodeBuilder::State emitInRegisters(RowOp row, CodeBuilder &code, RegisterPartials &partials,
                                     const CodeBuilder::State &values);
  void emit(Operation &op, const RowPoint &point);

private:
  Value value(Value original, const RowPoint &point);
  Value scalarOf(Value original);
  void chooseReloaded(RowOp row);
  Value addressOf(const Place &place, const RowPoint &point);
  Value inBuffer(Value buffer, const RowPoint &point);
  Place placeOf(GetOp get);
  Value coordinateOf(Value index);
  bool isOfPoint(GetOp get, Value index) const;
  bool isGathered(GetOp get) const;
  bool isStrided(const Place &place) const;
  LaneStride strideOf(const Place &place, const RowPoint &point);
  Value distance(Value index, Value stride, const RowPoint &point);
  Value gather(GetOp get, const RowPoint &point);
  std::optional<std::int64_t> alongRow(Value index) const;
  Value source(GetOp get, const RowPoint &point);
  Value coordinate(IndexOp index, const RowPoint &point);
  void prefetch(PrefetchOp fetch, const RowPoint &point);
  void accumulate(AccumulateOp op, const RowPoint &point);
  void emitVectors(RowOp row, CodeBuilder &code, Value start, Value last);
  Value evaluate(Operation &op, const RowPoint &point);

  KernelFrame &frame;
  Addresses &addresses;
  OuterValues &outer;
  MachineAttr machine; ///< of rows
  StringAttr rowDim;
  llvm::DenseSet<Value> reloaded;           ///< scalars that no register is kept for
  llvm::DenseMap<Value, Value> splats;      ///< outer values in all lanes
  llvm::DenseMap<Value, Value> coordinates; ///< index values of the whole row, as i64
  llvm::DenseMap<Value, Value> bufferRows;  ///< index 0 of a row in a buffer
  llvm::DenseMap<Value, Value> values;      ///< at the point
  llvm::DenseMap<Value, Value> elements;    ///< addresses, by row pointer
  llvm::DenseMap<Value, Value> wide;        ///< indices at the point, as i64
  llvm::DenseMap<std::pair<Value, Value>, Value> distances; ///< by index and stride
  llvm::DenseMap<Value, Value> sums;                        ///< by buffer, of the point so far
  llvm::DenseMap<Value, AccumulateOp> lastSums;             ///< by buffer, of the row
  RegisterPartials *inRegisters = nullptr;                  ///< of a row with vectors
  MutableArrayRef<Value> registers;                         ///< what is in them
};
} // namespace

//===----------------------------------------------------------------------===//
// Values from outside
//===----------------------------------------------------------------------===//

/// Whether `value` is the program's, and not the kernel's.
static bool isOutsideKernel(Value value) {
  return isa<ProgramOp>(value.getParentBlock()->getParentOp());
}

Value PointEmitter::scalarOf(Value original) {
  auto found = outer.find(original);
  return found != outer.end() ? found->second.first : frame.scalar(original);
}

Value PointEmitter::value(Value original, const RowPoint &point) {
  if (Value known = values.lookup(original))
    return known;
  if (reloaded.contains(original))
    return splatLanes(point.code, original.getType(), frame.reload(point.code, original),
                      point.lanes);
  if (Value splat = splats.lookup(original))
    return splat;
  return scalarOf(original);
}

/// Of the scalars from outside the kernel, as many stay in registers as leave
/// enough for the point's values; those that are read most. The others are
/// loaded from memory to all lanes where they are read, which instructions of
/// arithmetic do themselves on AVX-512.
void PointEmitter::chooseReloaded(RowOp row) {
  llvm::MapVector<Value, unsigned> uses;
  for (Operation &op : *row.getBlock())
    for (Value operand : op.getOperands())
      if (isElementType(operand.getType()) && isOutsideKernel(operand) && !isa<GetOp>(op))
        ++uses[operand];
  std::size_t keptScalars = machine.getKeptScalars();
  if (uses.size() <= keptScalars)
    return;
  auto order = uses.takeVector();
  llvm::stable_sort(order, [](auto &a, auto &b) { return a.second > b.second; });
  for (auto &[value, count] : ArrayRef(order).drop_front(keptScalars))
    if (KernelFrame::isReloadable(value.getType()))
      reloaded.insert(value);
}

void PointEmitter::prepare(RowOp row, std::int64_t lanes, CodeBuilder &code) {
  for (Operation &op : *row.getBlock()) {
    if (auto get = dyn_cast<GetOp>(op)) {
      if (isa<StorageType>(get.getMemory().getType()))
        addresses.row(placeOf(get), rowDim);
      else if (Value &place = bufferRows[get.getMemory()]; !place)
        place = addresses.bufferRow(code, get.getMemory(), rowDim);
    } else if (auto fetch = dyn_cast<PrefetchOp>(op)) {
      addresses.row(Place::of(fetch.getMemory(), fetch.getPins(), fetch.getOffsets()), rowDim);
    } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
      lastSums[accumulate.getBuffer()] = accumulate;
      if (Value &place = bufferRows[accumulate.getBuffer()]; !place)
        place = addresses.bufferRow(code, accumulate.getBuffer(), rowDim);
    } else if (auto keep = dyn_cast<KeepOp>(op)) {
      if (Value &place = bufferRows[keep.getBuffer()]; !place)
        place = addresses.bufferRow(code, keep.getBuffer(), rowDim);
    }
  }
  if (lanes == 1)
    return;
  chooseReloaded(row);
  for (Operation &op : *row.getBlock())
    for (Value operand : op.getOperands()) {
      Type type = operand.getType();
      if (!isElementType(type) || operand.getParentBlock() == row.getBlock() || isa<GetOp>(op) ||
          reloaded.contains(operand) || splats.contains(operand))
        continue;
      auto known = outer.find(operand);
      CodeBuilder &place = known != outer.end() ? *known->second.second : frame.entry();
      Value scalar = scalarOf(operand);
      splats[operand] = splatLanes(place, type, scalar, lanes);
    }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// How many bytes an index at the point moves an address.
Value PointEmitter::distance(Value index, Value stride, const RowPoint &point) {
  Value &known = distances[{index, stride}];
  if (!known) {
    bool isVector = isa<VectorType>(index.getType());
    known = point.code.mul(index, isVector ? point.code.splat(stride, point.lanes) : stride);
  }
  return known;
}

Value PointEmitter::addressOf(const Place &place, const RowPoint &point) {
  RowPointer row = addresses.row(place, rowDim);
  if (!row.stride || !point.index)
    return point.code.moved(row.pointer, row.shift);
  StorageType type = place.type();
  bool isUnit = type.getUnit() && type.getDims().back() == rowDim;
  Value &element = elements[row.pointer]; // neighbours in memory share it
  Type inMemory = memoryType(type.getElementType());
  if (!element && isUnit)
    element = point.code.element(row.pointer, point.start ? point.start : point.index, inMemory);
  else if (!element && point.stride != 0)
    element = point.code.element(
        row.pointer, point.code.mul(point.index, point.code.number(point.stride)), inMemory);
  else if (!element)
    element = point.code.moved(row.pointer, distance(point.index, row.stride, point));
  std::int64_t ahead = isUnit ? point.ahead * memoryBytes(type.getElementType()) : 0;
  return point.code.moved(element, row.shift + ahead);
}

Value PointEmitter::inBuffer(Value buffer, const RowPoint &point) {
  if (!rowDim)
    return addresses.bufferRow(point.code, buffer, {});
  auto type = cast<BufferType>(buffer.getType());
  Value row = bufferRows.lookup(buffer);
  if (!type.hasDim(rowDim))
    return row;
  return point.code.element(row, point.index, memoryType(type.getElementType()));
}

Value PointEmitter::source(GetOp get, const RowPoint &point) {
  if (isa<BufferType>(get.getMemory().getType()))
    return inBuffer(get.getMemory(), point);
  return addressOf(placeOf(get), point);
}

/// Whether `index` is known where `get` is, and not yet where addresses of rows are
/// computed: in a part of a loop, which opens none.
bool PointEmitter::isOfPoint(GetOp get, Value index) const {
  if (rowDim && index.getParentBlock() == get->getBlock())
    return true;
  auto known = outer.find(index);
  if (known == outer.end())
    return false;
  const CodeBuilder *place = known->second.second;
  return place != &frame.entry() && !addresses.isOpen(*place);
}

bool PointEmitter::isGathered(GetOp get) const {
  return llvm::any_of(get.getIndices(), [&](Value index) { return isOfPoint(get, index); });
}

/// Whether the row moves the place, and not to neighbours in memory.
bool PointEmitter::isStrided(const Place &place) const {
  StorageType type = place.type();
  for (auto [number, dim] : llvm::enumerate(type.getDims()))
    if (dim == rowDim && place.followsLoops(number))
      return !type.getUnit() || number + 1 != type.getDims().size();
  return false;
}

LaneStride PointEmitter::strideOf(const Place &place, const RowPoint &point) {
  return {addressOf(place, point), frame.strideBytes(place.storage, rowDim),
          frame.shiftBytes(place.storage, rowDim, 3), point.stride};
}

SmallVector<KnownStride> PointEmitter::stridesOf(RowOp row) {
  llvm::SetVector<Value> storages;
  for (Operation &op : *row.getBlock()) {
    auto get = dyn_cast<GetOp>(op);
    if (get && isa<StorageType>(get.getMemory().getType()) && isStrided(placeOf(get)))
      storages.insert(get.getMemory());
    if (auto put = dyn_cast<PutOp>(op); put && isStrided(Place::at(put.getStorage())))
      storages.insert(put.getStorage());
  }
  CodeBuilder &entry = frame.entry();
  SmallVector<KnownStride> strides;
  ArrayRef<std::int64_t> wanted = *row.getStrides();
  for (std::int64_t elements : wanted) {
    Value all = entry.constant(entry.ops.getI1Type(), 1);
    for (Value storage : storages) {
      std::int64_t bytes =
          elements * memoryBytes(cast<StorageType>(storage.getType()).getElementType());
      Value is = LLVM::ICmpOp::create(entry.ops, entry.loc, LLVM::ICmpPredicate::eq,
                                      frame.strideBytes(storage, rowDim), entry.number(bytes));
      all = entry.bitAnd(all, is);
    }
    strides.push_back({elements, all});
  }
  return strides;
}

/// An index value that all points of a row share, or the only point has.
Value PointEmitter::coordinateOf(Value index) {
  Value &known = coordinates[index];
  if (!known)
    known = asCoordinate(addresses.code(), scalarOf(index));
  return known;
}

Place PointEmitter::placeOf(GetOp get) {
  Place place = Place::of(get.getMemory(), get.getPins(), get.getOffsets());
  for (auto [number, dim] : llvm::enumerate(place.type().getDims())) {
    Value index = get.getIndex(dim);
    if (index && isOfPoint(get, index))
      place.gathered[number] = true;
    else if (index)
      place.indices[number] = coordinateOf(index);
  }
  return place;
}

/// How far from the row's coordinate `index` is, if that is so far for all points.
std::optional<std::int64_t> PointEmitter::alongRow(Value index) const {
  std::int64_t offset = 0;
  if (auto sum = index.getDefiningOp<AddOp>())
    if (auto number = sum.getRhs().getDefiningOp<ConstantOp>()) {
      offset = cast<IntegerAttr>(number.getValue()).getInt();
      index = sum.getLhs();
    }
  auto coordinate = index.getDefiningOp<IndexOp>();
  if (!coordinate || coordinate.getPin() || coordinate.getDimAttr() != rowDim)
    return std::nullopt;
  return offset + static_cast<std::int64_t>(coordinate.getOffset());
}

/// The values at the points' own indices. Those that go with the row, as where a
/// dimension has another name, are neighbours.
Value PointEmitter::gather(GetOp get, const RowPoint &point) {
  CodeBuilder &code = point.code;
  Place place = placeOf(get);
  RowPointer row = addresses.row(place, rowDim);
  StorageType type = place.type();
  Type element = type.getElementType();
  GatherAddress address{code.moved(row.pointer, row.shift), {}, {}};
  StringAttr unit = type.getUnit() && llvm::count(place.gathered, true) == 1 && !row.stride
                        ? type.getDims().back()
                        : StringAttr();
  if (unit && place.gathered.back())
    if (auto offset = alongRow(get.getIndex(unit))) {
      Value first = code.add(point.index, code.number(*offset));
      return loadLanes(code, element, code.element(address.base, first, memoryType(element)),
                       point.lanes, point.mask);
    }
  for (auto [number, dim] : llvm::enumerate(type.getDims())) {
    bool isUnit = type.getUnit() && number + 1 == type.getDims().size();
    if (!place.gathered[number])
      continue;
    Value index = value(get.getIndex(dim), point);
    if (point.lanes > 1 && !isa<VectorType>(index.getType()))
      index = code.splat(index, point.lanes);
    if (isUnit && point.lanes > 1) { // gathers take narrow ones
      address.elements = index;
      continue;
    }
    Value &coordinate = wide[index];
    if (!coordinate)
      coordinate = asCoordinate(code, index);
    if (isUnit)
      address.elements = coordinate;
    else
      address.add(code, distance(coordinate, frame.strideBytes(place.storage, dim), point));
  }
  if (row.stride) { // a dimension that follows the row, too
    Value along = code.splat(point.index, point.lanes);
    if (point.lanes > 1)
      along = code.add(along, code.numbering(code.ops.getI64Type(), point.lanes));
    address.add(code, distance(along, row.stride, point));
  }
  return gatherLanes(code, element, address, point);
}

/// The number of the partial result that `op` accumulates to.
static std::size_t partialOf(AccumulateOp op, PairwiseOp pairwise) {
  OperandRange partials = pairwise.getPartials();
  return llvm::find(partials, op.getBuffer()) - partials.begin();
}

/// What a point accumulates to the same element is loaded and stored once.
void PointEmitter::accumulate(AccumulateOp op, const RowPoint &point) {
  CodeBuilder &code = point.code;
  auto pairwise = op->getParentOfType<PairwiseOp>();
  std::size_t number = partialOf(op, pairwise);
  if (inRegisters)
    return inRegisters->add(code, registers, number, point.ahead / point.lanes,
                            value(op.getValue(), point), point.mask);
  Type type = op.getValue().getType();
  Value place = inBuffer(op.getBuffer(), point);
  Value &sum = sums[op.getBuffer()];
  if (!sum)
    sum = loadLanes(code, type, place, point.lanes, point.mask);
  sum = combine(code, pairwise.getKind(number), type, sum, value(op.getValue(), point));
  if (AccumulateOp last = lastSums.lookup(op.getBuffer()); !last || last == op)
    storeLanes(code, type, sum, place, point.mask);
}

/// As many vectors as go at once, from the coordinate `start` on; those behind `last`, if
/// there is such an end, are masked.
void PointEmitter::emitVectors(RowOp row, CodeBuilder &code, Value start, Value last) {
  std::int64_t lanes = row.getLanes();
  for (std::int64_t vector = 0; vector < std::int64_t(*row.getVectors()); ++vector) {
    Value index = code.add(start, code.number(vector * lanes));
    Value mask = last ? lanesBelow(code, code.sub(last, index), lanes) : Value();
    emitAll(row, {code, index, mask, lanes, /*streams=*/false, start, vector * lanes});
  }
}

/// for (whole groups of vectors) ...; if (points are left) the same with masks.
CodeBuilder::State PointEmitter::emitInRegisters(RowOp row, CodeBuilder &code,
                                                 RegisterPartials &partials,
                                                 const CodeBuilder::State &values) {
  Span span = addresses.spanOf(row.getDimAttr());
  std::int64_t points = std::int64_t(row.getLanes()) * std::int64_t(*row.getVectors());
  Value whole =
      code.add(span.first, code.bitAnd(code.sub(span.last, span.first), code.number(-points)));
  inRegisters = &partials;
  CodeBuilder::State state{span.first};
  state.append(values);
  for (Value last : {whole, span.last})
    state = code.repeat(
        state,
        [&](CodeBuilder &test, const CodeBuilder::State &at) { return test.less(at[0], last); },
        [&](CodeBuilder &inside, const CodeBuilder::State &at) {
          CodeBuilder::State next = at;
          registers = MutableArrayRef(next).drop_front();
          emitVectors(row, inside, at[0], last == whole ? Value() : last);
          next[0] = inside.add(at[0], inside.number(points));
          return next;
        });
  return CodeBuilder::State(ArrayRef(state).drop_front());
}

//===----------------------------------------------------------------------===//
// Streaming
//===----------------------------------------------------------------------===//

/// A row streams if the call does and one point is where the vectors of all that
/// is streamed are aligned.
std::optional<RowStream> PointEmitter::streamOf(RowOp row, const CodeBuilder &code, Value first) {
  std::optional<RowStream> stream;
  for (PutOp put : row.getBlock()->getOps<PutOp>()) {
    if (!put.getStreaming())
      continue;
    std::int64_t bytes = memoryBytes(put.getValue().getType());
    Value begin = addresses.row(Place::at(put.getStorage()), rowDim).pointer;
    Value number = LLVM::PtrToIntOp::create(code.ops, code.loc, code.ops.getI64Type(), begin);
    Value size = code.number(bytes), misaligned = code.number(row.getLanes() * bytes - 1);
    number = code.add(number, code.mul(first, size));
    if (!stream) {
      Value head = code.bitAnd(code.sub(code.number(0), number), misaligned);
      head = code.shiftRight(head, code.number(llvm::Log2_64(bytes)));
      stream = RowStream{frame.streams(), head};
    }
    Value rest = code.bitAnd(code.add(number, code.mul(stream->head, size)), misaligned);
    stream->isOn = code.bitAnd(stream->isOn, code.less(rest, code.number(1)));
  }
  return stream;
}

/// Asks for what lies ahead of `fetch`: whole lines of points, so that no part of
/// one is left out at its end.
void PointEmitter::prefetch(PrefetchOp fetch, const RowPoint &point) {
  Place place = Place::of(fetch.getMemory(), fetch.getPins(), fetch.getOffsets());
  std::int64_t least = machine.getAheadBytes();
  ArrayRef<StringAttr> dims = place.type().getDims();
  Value distance = dims.size() > 1 ? frame.linesAhead(place.storage, dims.drop_back().back(), least)
                                   : frame.entry().number(least);
  Value address = point.code.moved(addressOf(place, point), distance);
  LLVM::Prefetch::create(point.code.ops, point.code.loc, address, /*rw=*/0, /*hint=*/2,
                         /*cache=*/1);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The coordinates of the point's lanes.
Value PointEmitter::coordinate(IndexOp index, const RowPoint &point) {
  CodeBuilder &code = point.code;
  bool isAlongRow = !index.getPin() && index.getDimAttr() == rowDim;
  Value base = index.getPin() ? frame.bounds(index.getPin()).first
               : isAlongRow   ? point.index
                              : addresses.indexOf(index.getDimAttr());
  Value first = code.add(base, code.number(index.getOffset()));
  if (point.lanes == 1 || !isAlongRow)
    return code.splat(first, point.lanes);
  Value numbering = code.numbering(code.ops.getI64Type(), point.lanes);
  return code.add(code.splat(first, point.lanes), numbering);
}

Value PointEmitter::evaluate(Operation &op, const RowPoint &point) {
  if (auto get = dyn_cast<GetOp>(op)) {
    if (isGathered(get))
      return gather(get, point);
    Type type = get.getType();
    if (point.lanes > 1 && isa<StorageType>(get.getMemory().getType()))
      if (Place place = placeOf(get); isStrided(place))
        return loadStrided(point.code, type, strideOf(place, point), point.lanes);
    Value address = source(get, point);
    bool isAlongRow =
        !rowDim || (llvm::is_contained(getMemoryDims(get.getMemory().getType()), rowDim) &&
                    !findPin(get.getPins(), rowDim) && !get.getIndex(rowDim));
    if (isAlongRow)
      return loadLanes(point.code, type, address, point.lanes, point.mask);
    return splatLanes(point.code, type, loadLanes(point.code, type, address, 1, {}), point.lanes);
  }
  if (auto index = dyn_cast<IndexOp>(op))
    return coordinate(index, point);
  auto pointOp = dyn_cast<PointOp>(op);
  if (!pointOp) { // a constant
    TypedAttr number = cast<ConstantOp>(op).getValue();
    return splatLanes(point.code, number.getType(), constantLane(point.code, number), point.lanes);
  }
  auto operands =
      llvm::map_to_vector(op.getOperands(), [&](Value operand) { return value(operand, point); });
  return lowerPointOp(point.code, pointOp, operands, [&](auto function, auto variant) {
    return frame.mathAddress(function, variant);
  });
}

void PointEmitter::emit(Operation &op, const RowPoint &point) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](PutOp put) {
        Place place = Place::at(put.getStorage());
        Value stored = value(put.getValue(), point);
        if (point.lanes > 1 && isStrided(place))
          storeStrided(point.code, put.getValue().getType(), stored, strideOf(place, point));
        else if (put.getStreaming() && point.streams)
          streamLanes(point.code, put.getValue().getType(), stored, addressOf(place, point));
        else
          storeLanes(point.code, put.getValue().getType(), stored, addressOf(place, point),
                     point.mask);
      })
      .Case([&](PrefetchOp fetch) {
        if (point.streams)
          prefetch(fetch, point);
      })
      .Case([&](KeepOp keep) {
        Value kept = value(keep.getValue(), point);
        storeLanes(point.code, keep.getValue().getType(), kept, inBuffer(keep.getBuffer(), point),
                   point.mask);
      })
      .Case([&](AccumulateOp reduced) { accumulate(reduced, point); })
      .Case([&](CheckFiniteOp check) {
        emitFiniteCheck(frame, check, point, [&](Value checked) { return value(checked, point); });
      })
      .Default([&](Operation *) {
        Value result = evaluate(op, point);
        if (rowDim)
          values[op.getResult(0)] = result;
        else
          outer[op.getResult(0)] = {result, &point.code};
      });
}

void PointEmitter::emitAll(RowOp row, const RowPoint &point) {
  values.clear();
  elements.clear();
  wide.clear();
  distances.clear();
  sums.clear();
  Location kernelLine = point.code.loc;
  for (Operation &op : *row.getBlock()) {
    point.code.loc = op.getLoc(); // for line tables
    emit(op, point);
  }
  point.code.loc = kernelLine;
}

void gtcompiler::emitAmongLoops(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                                Operation &op, CodeBuilder &code) {
  PointEmitter(frame, addresses, outer).emit(op, {code, {}, {}, 1});
}

void gtcompiler::emitRow(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                         CodeBuilder &code, MachineAttr machine) {
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  Span span = addresses.spanOf(row.getDimAttr());
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, lanes, code);
  auto body = [&](const RowPoint &point) { emitter.emitAll(row, point); };
  if (row.getStrides()) {
    PointEmitter single(frame, addresses, outer, machine, row.getDimAttr());
    single.prepare(row, /*lanes=*/1, code);
    return emitStridedRow(code, span, lanes, emitter.stridesOf(row), body,
                          [&](const RowPoint &point) { single.emitAll(row, point); });
  }
  if (std::optional<RowStream> stream = emitter.streamOf(row, code, span.first))
    return emitStreamingRow(code, span, lanes, *stream, body);
  emitRow(code, span, lanes, body);
}

CodeBuilder::State gtcompiler::emitRowInRegisters(KernelFrame &frame, Addresses &addresses,
                                                  OuterValues &outer, RowOp row, CodeBuilder &code,
                                                  MachineAttr machine, RegisterPartials &partials,
                                                  const CodeBuilder::State &values) {
  PointEmitter emitter(frame, addresses, outer, machine, row.getDimAttr());
  emitter.prepare(row, static_cast<std::int64_t>(row.getLanes()), code);
  return emitter.emitInRegisters(row, code, partials, values);
}
