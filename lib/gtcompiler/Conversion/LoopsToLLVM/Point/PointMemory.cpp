//===- PointMemory.cpp - Where the values of a point lie ------------------===//
//
// Addresses of storages and buffers at a point, and values at indices of its own.
//
//===----------------------------------------------------------------------===//
#include "Gathers.h"
#include "PointEmitter.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace gtcompiler;
using namespace mlir;

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
  return addressIn(addresses.row(place, rowDim), place.type().getElementType(), point);
}

/// The same in a row of elements of `type`.
Value PointEmitter::addressIn(const RowPointer &row, Type type, const RowPoint &point) {
  if (!row.stride || !point.index)
    return point.code.moved(row.pointer, row.shift);
  // Neighbours in memory share it.
  Value &element = (row.isUnit && point.start ? starts : elements)[row.pointer];
  Type inMemory = memoryType(type);
  if (!element && row.isUnit)
    element = point.code.element(row.pointer, point.start ? point.start : point.index, inMemory);
  else if (!element && point.stride != 0)
    element = point.code.element(
        row.pointer, point.code.mul(point.index, point.code.number(point.stride)), inMemory);
  else if (!element)
    element = point.code.moved(row.pointer, distance(point.index, row.stride, point));
  std::int64_t ahead = row.isUnit ? point.ahead * memoryBytes(type) : 0;
  return point.code.moved(element, row.shift + ahead);
}

Value PointEmitter::inBuffer(Value buffer, const RowPoint &point) {
  if (!rowDim)
    return addresses.bufferRow(buffer, {});
  auto type = cast<BufferType>(buffer.getType());
  Value row = point.mask ? rowEnds.lookup(buffer) : Value();
  if (!row)
    row = bufferRows.lookup(buffer);
  if (!type.hasDim(rowDim))
    return row;
  Type inMemory = memoryType(type.getElementType());
  if (point.start)
    return point.code.moved(point.code.element(row, point.start, inMemory),
                            point.ahead * memoryBytes(type.getElementType()));
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
  if (isLinear(index))
    return false;
  if (rowDim && index.getParentBlock() == get->getBlock())
    return true;
  auto known = outer.values.find(index);
  if (known == outer.values.end())
    return false;
  const CodeBuilder *place = known->second.second;
  return place != &frame.entry() && !addresses.isOpen(*place);
}

bool PointEmitter::isGathered(GetOp get) const {
  return llvm::any_of(get.getIndices(), [&](Value index) { return isOfPoint(get, index); });
}

/// Whether the row moves the place, and not to neighbours in memory.
bool PointEmitter::isStrided(const Place &place) const {
  return rowDim && place.movesAlong(rowDim) && !place.isUnitAlong(rowDim);
}

LaneStride PointEmitter::strideOf(const Place &place, const RowPoint &point) {
  Value bytes = addresses.row(place, rowDim).stride;
  return {addressOf(place, point), bytes, frame.times(bytes, 3), point.stride, /*distances=*/{}};
}

/// Whether the elements of `count` puts, one after the other, that the row moves by as many
/// elements lie behind each other, or of gets where nothing is put so, if these are pairs: all
/// memory between the first and the last lane is theirs. Null if there are no such groups. Notes
/// those of gets.
Value PointEmitter::lieInTurn(RowOp row, std::size_t count, const CodeBuilder &code) {
  SmallVector<std::pair<Place, Type>> accesses;
  for (PutOp put : row.getBlock()->getOps<PutOp>())
    if (isStrided(Place::of(put)))
      accesses.emplace_back(Place::of(put), put.getValue().getType());
  SmallVector<GetOp> gets;
  if (accesses.empty() && count == 2)
    for (GetOp get : row.getBlock()->getOps<GetOp>())
      if (isa<StorageType>(get.getMemory().getType()) && !isGathered(get) &&
          isStrided(placeOf(get)))
        gets.push_back(get);
  for (GetOp get : gets)
    accesses.emplace_back(placeOf(get), get.getType());
  if (accesses.empty() || accesses.size() % count != 0)
    return {};
  for (std::size_t number = 0; number < gets.size(); number += 2)
    seconds[gets[number]] = gets[number + 1];
  auto addressOfRow = [&](const Place &place) -> Value {
    RowPointer pointer = addresses.row(place, rowDim);
    return LLVM::PtrToIntOp::create(code.ops, code.loc, code.ops.getI64Type(),
                                    code.moved(pointer.pointer, pointer.shift));
  };
  Value all;
  for (std::size_t number = 0; number < accesses.size(); ++number) {
    if (number % count == 0)
      continue;
    auto &[before, type] = accesses[number - 1];
    auto &[next, other] = accesses[number];
    if (type != other)
      return {};
    Value distance = code.sub(addressOfRow(next), addressOfRow(before));
    Value bytes = code.number(memoryBytes(type));
    Value isNext =
        LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq, distance, bytes);
    all = all ? code.bitAnd(all, isNext) : isNext;
  }
  return all;
}

/// Finds the gets of three or four components that lie side by side, in their order.
void PointEmitter::findComponents(RowOp row) {
  llvm::MapVector<Value, SmallVector<GetOp, 4>> byStorage;
  for (GetOp get : row.getBlock()->getOps<GetOp>())
    if (auto type = dyn_cast<StorageType>(get.getMemory().getType());
        type && type.getUnit() && get.getIndices().empty() && isStrided(placeOf(get)) &&
        findPin(get.getPins(), type.getDims().back()))
      byStorage[get.getMemory()].push_back(get);
  auto componentOf = [](GetOp get) { return get.getOffsets().back(); };
  for (auto &[storage, gets] : byStorage) {
    llvm::sort(gets, [&](GetOp a, GetOp b) { return componentOf(a) < componentOf(b); });
    bool areAll = llvm::all_of(llvm::enumerate(gets), [&](auto numbered) {
      GetOp first = gets.front(), get = numbered.value();
      return get.getPins() == first.getPins() &&
             get.getOffsets().drop_back() == first.getOffsets().drop_back() &&
             componentOf(get) - componentOf(first) == std::int64_t(numbered.index());
    });
    if (areAll && (gets.size() == 3 || gets.size() == 4))
      for (GetOp get : gets)
        components[get] = gets;
  }
}

/// Whether whole vectors are loaded of which each third or fourth element is taken, whatever moves
/// it: lanes are neither gathered nor loaded one by one.
bool PointEmitter::loadsVectors() const {
  return machine.getHasMasks() && !machine.getHasGathers();
}

/// The range that picks the component of a get, if the program says it.
static BlockArgument componentOf(GetOp get) {
  auto type = cast<StorageType>(get.getMemory().getType());
  return dyn_cast_or_null<BlockArgument>(findPin(get.getPins(), type.getDims().back()));
}

/// What the call's ranges of three components tell of their order, known at the entry.
PointEmitter::Turn PointEmitter::turnOf(ArrayRef<GetOp> gets, std::int64_t lanes) {
  CodeBuilder &entry = frame.entry();
  // Without masks what chooses is as wide as what is chosen.
  GetOp one = gets.front();
  bool isWide = !machine.getHasMasks() && memoryBytes(one.getType()) == 8;
  Type element = isWide ? entry.ops.getI64Type() : entry.ops.getI32Type();
  auto number = VectorType::get({lanes}, element);
  auto firsts =
      llvm::map_to_vector<3>(gets, [&](GetOp get) { return frame.bounds(componentOf(get)).first; });
  Value least = entry.minimum(entry.minimum(firsts[0], firsts[1]), firsts[2]);
  Turn turn{SmallVector<GetOp, 3>(gets), {}, {}, {}, {}};
  Value sum = entry.number(0), squares = sum;
  for (Value first : firsts) {
    Value place = entry.sub(first, least);
    sum = entry.add(sum, place);
    squares = entry.add(squares, entry.mul(place, place));
    if (!isWide)
      place = LLVM::TruncOp::create(entry.ops, entry.loc, element, place);
    Value all = entry.splat(place, lanes);
    turn.inFront.push_back(entry.less(all, entry.constant(number, 1)));
    turn.notLast.push_back(entry.less(all, entry.constant(number, 2)));
  }
  // Of numbers of which the least is 0 only 0, 1 and 2 have these two sums.
  turn.isOrder = entry.bitAnd(entry.isEqual(sum, 3), entry.isEqual(squares, 5));
  turn.back = entry.mul(entry.sub(least, firsts[0]),
                        entry.number(memoryBytes(turn.gets.front().getType())));
  return turn;
}

/// Of vectors whose lanes are chosen from three that are loaded: shorter ones are scalars as soon.
static constexpr std::int64_t kLeastTurnedBytes = 32;

/// Finds the gets of three components that differ in the component's range alone, where they are
/// loaded by whole vectors. Storages that have the same ranges share what is known
/// of their order.
void PointEmitter::findTurns(RowOp row) {
  if (machine.getVectorBytes() < kLeastTurnedBytes || !llvm::is_contained(*row.getStrides(), 3))
    return;
  llvm::MapVector<Value, SmallVector<GetOp, 3>> byStorage;
  for (GetOp get : row.getBlock()->getOps<GetOp>())
    if (auto type = dyn_cast<StorageType>(get.getMemory().getType());
        type && type.getUnit() && get.getIndices().empty() && isStrided(placeOf(get)) &&
        !components.contains(get) && componentOf(get) && get.getType().isIntOrFloat() &&
        memoryBytes(get.getType()) >= 4)
      byStorage[get.getMemory()].push_back(get);
  for (auto &[storage, gets] : byStorage) {
    llvm::sort(gets, [](GetOp a, GetOp b) {
      return componentOf(a).getArgNumber() < componentOf(b).getArgNumber();
    });
    bool areAlike = llvm::all_of(gets, [&](GetOp get) {
      return get.getOffsets() == gets.front().getOffsets() &&
             get.getPins().drop_back() == gets.front().getPins().drop_back();
    });
    if (gets.size() != 3 || !areAlike)
      continue;
    auto hasSame = [&](const Turn &turn) {
      return llvm::all_of(llvm::seq<std::size_t>(0, 3), [&](std::size_t number) {
        GetOp one = turn.gets[number], other = gets[number];
        return componentOf(one) == componentOf(other) && one.getType() == other.getType();
      });
    };
    const Turn *same = llvm::find_if(turns, hasSame);
    Turn turn = same != turns.end() ? *same : turnOf(gets, row.getLanes());
    turn.gets = gets;
    turns.push_back(std::move(turn));
  }
}

/// All three where the first of them comes.
Value PointEmitter::getInOrder(GetOp get, const RowPoint &point) {
  const Turn *turn =
      llvm::find_if(turns, [&](const Turn &some) { return llvm::is_contained(some.gets, get); });
  if (point.stride != 3 || turn == turns.end())
    return {};
  CodeBuilder &code = point.code;
  GetOp first = turn->gets.front();
  Value pointer = code.moved(addressOf(placeOf(first), point), turn->back);
  SmallVector<Value> loaded =
      loadInTurn(code, first.getType(), pointer, point.lanes, 3, !machine.getHasMasks());
  for (std::size_t number = 0; number < 3; ++number) {
    GetOp one = turn->gets[number];
    Value behind = code.select(turn->notLast[number], loaded[1], loaded[2]);
    values[one.getResult()] = code.select(turn->inFront[number], loaded[0], behind);
  }
  return values.lookup(get.getResult());
}

/// Whether of a value that is every third or fourth in memory whole vectors are loaded, where its
/// row has code for that.
bool PointEmitter::isOfVectors(Type element) const {
  return loadsVectors() || (machine.getHasMasks() && memoryBytes(element) < 8);
}

SmallVector<KnownStride> PointEmitter::stridesOf(RowOp row, const CodeBuilder &code) {
  findComponents(row);
  findTurns(row);
  llvm::SetVector<std::pair<Value, std::int64_t>> known; // and the bytes of an element
  auto note = [&](const Place &place) {
    if (isStrided(place))
      known.insert(
          {addresses.row(place, rowDim).stride, memoryBytes(place.type().getElementType())});
  };
  bool areOfVectors = components.empty() && turns.empty(); // all that is strided
  for (Operation &op : *row.getBlock()) {
    if (auto get = dyn_cast<GetOp>(op); get && isa<StorageType>(get.getMemory().getType())) {
      note(placeOf(get));
      areOfVectors &= !isStrided(placeOf(get)) || isOfVectors(get.getType());
    }
    if (auto put = dyn_cast<PutOp>(op)) {
      note(Place::of(put));
      areOfVectors &= !isStrided(Place::of(put));
    }
  }
  CodeBuilder &entry = frame.entry();
  SmallVector<KnownStride> strides;
  ArrayRef<std::int64_t> wanted = *row.getStrides();
  for (std::int64_t elements : wanted) {
    Value all = entry.constant(entry.ops.getI1Type(), 1);
    for (auto [stride, bytes] : known) {
      Value is = LLVM::ICmpOp::create(entry.ops, entry.loc, LLVM::ICmpPredicate::eq, stride,
                                      entry.number(elements * bytes));
      all = entry.bitAnd(all, is);
    }
    for (const Turn &turn : turns)
      if (elements == 3)
        all = entry.bitAnd(all, turn.isOrder);
    bool isMasked = machine.getHasMasks() && (elements == 2 || (elements > 2 && areOfVectors));
    Value inTurn =
        elements >= 2 ? lieInTurn(row, static_cast<std::size_t>(elements), code) : Value();
    if (inTurn)
      strides.push_back(
          {elements, code.bitAnd(all, inTurn), /*isInTurn=*/true, isMasked && elements == 2});
    bool isForComponents = llvm::any_of(components, [&](const auto &group) {
      return static_cast<std::int64_t>(group.second.size()) == elements;
    });
    bool areTurned = elements == 3 && !turns.empty();
    bool inVectors = isForComponents || areTurned || areOfVectors || loadsVectors();
    if (elements <= 2 || (inVectors && !inTurn))
      strides.push_back({elements, all, /*isInTurn=*/false, isMasked});
  }
  return strides;
}

/// Loads the lanes of a value; of values that lie side by side all when the first one comes.
Value PointEmitter::getStrided(GetOp get, const RowPoint &point) {
  if (Value known = values.lookup(get))
    return known;
  SmallVector<GetOp, 4> all = components.lookup(get);
  if (point.stride > 2 && static_cast<std::int64_t>(all.size()) == point.stride) {
    SmallVector<Value> loaded =
        loadInTurn(point.code, get.getType(), addressOf(placeOf(all.front()), point), point.lanes,
                   all.size(), !machine.getHasMasks());
    for (auto [component, value] : llvm::zip_equal(all, loaded))
      values[component.getResult()] = value;
    return values.lookup(get.getResult());
  }
  if (Value ordered = getInOrder(get, point))
    return ordered;
  Place place = placeOf(get);
  LaneStride stride = strideOf(place, point);
  std::int64_t bytes = memoryBytes(get.getType());
  if (machine.getHasGathers() && point.stride != 1 && point.stride != 2 && point.stride != -1 &&
      (bytes == 4 || bytes == 8))
    stride.distances = frame.laneDistances(stride.bytes, point.lanes);
  stride.inVectors = point.stride > 2 && isOfVectors(get.getType());
  stride.inBlocks = !machine.getHasMasks();
  GetOp other = point.isInTurn && point.stride == 2 ? seconds.lookup(get) : GetOp();
  if (!other)
    return loadStrided(point.code, get.getType(), stride, point.lanes, point.left);
  auto [first, second] =
      loadPaired(point.code, get.getType(), stride.first, point.lanes, stride.inBlocks, point.left);
  values[other] = second;
  return first;
}

/// Stores the lanes of a value; of some that lie in turn when the last one comes.
void PointEmitter::putStrided(PutOp put, Value stored, const RowPoint &point) {
  Type element = put.getValue().getType();
  LaneStride stride = strideOf(Place::of(put), point);
  if (!point.isInTurn)
    return storeStrided(point.code, element, stored, stride, machine.getHasMasks(), point.left);
  if (waiting.empty())
    waitingAt = stride.first;
  waiting.push_back(stored);
  if (static_cast<std::int64_t>(waiting.size()) < point.stride)
    return;
  storeInTurn(point.code, element, waiting, waitingAt, !machine.getHasMasks(), point.left);
  waiting.clear();
}

/// Stores a value at some indices of a loop around, or at one.
void PointEmitter::putAt(PutOp put, Value stored, const RowPoint &point) {
  CodeBuilder &code = point.code;
  Place place = Place::of(put);
  Type element = put.getValue().getType();
  StringAttr dim = put.getAt().getType().getDim();
  Value index = addresses.indexOf(dim);
  Span span = frame.bounds(put.getAt());
  Value isThere =
      LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq, index, span.first);
  if (put.getStorage().getType().hasDim(dim)) // as a distance that has no sign
    isThere = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ult,
                                   code.sub(index, span.first), code.sub(span.last, span.first));
  if (point.lanes > 1 && isStrided(place)) {
    LaneStride stride = strideOf(place, point); // in front of the branch: others use it, too
    code.when(isThere, [&](CodeBuilder &there) {
      storeStrided(there, element, stored, stride, machine.getHasMasks(), point.left);
    });
    return;
  }
  Value address = addressOf(place, point);
  code.when(isThere,
            [&](CodeBuilder &there) { storeLanes(there, element, stored, address, point.mask); });
}

namespace {
/// An index as one that others may share, and a number of points from there.
struct SplitIndex {
  Value index;
  std::int64_t more;
};
} // namespace

/// A coordinate and a number are as far from memory's beginning together as one after the other,
/// also where their sum leaves i64.
static SplitIndex split(Value index) {
  auto sum = index.getDefiningOp<AddOp>();
  if (!sum || !index.getType().isInteger(64))
    return {index, 0};
  auto number = sum.getRhs().getDefiningOp<ConstantOp>();
  std::int64_t more = number ? cast<IntegerAttr>(number.getValue()).getInt() : 0;
  return llvm::isInt<32>(more) && more != 0 ? SplitIndex{sum.getLhs(), more} : SplitIndex{index, 0};
}

Place PointEmitter::placeOf(GetOp get) {
  Place place = Place::of(get.getMemory(), get.getPins(), get.getOffsets());
  for (auto [number, dim] : llvm::enumerate(place.type().getDims())) {
    Value index = get.getIndex(dim);
    if (index && isLinear(index)) {
      place.linear[number] = index;
    } else if (index && isOfPoint(get, index)) {
      place.gathered[number] = true;
      std::int64_t &offset = place.offsets[number];
      (void)llvm::AddOverflow(offset, split(index).more, offset);
    } else if (index) {
      place.indices[number] = addresses.coordinate(scalarOf(index));
    }
  }
  return place;
}

Place PointEmitter::placeOf(PrefetchOp fetch) {
  Place place = Place::of(fetch.getMemory(), fetch.getPins(), fetch.getOffsets());
  for (auto [number, dim] : llvm::enumerate(place.type().getDims()))
    if (Value index = fetch.getIndex(dim); index && fetch.getExact())
      place.indices[number] = outer.ahead.lookup(index);
    else if (index)
      place.linear[number] = index;
  return place;
}

/// An index as a coordinate, made once.
Value PointEmitter::coordinateOf(CodeBuilder &code, Value index) {
  Value &coordinate = wide[index];
  if (!coordinate)
    coordinate = asCoordinate(code, index);
  return coordinate;
}

/// The values at the points' own indices, or at places of any stride.
Value PointEmitter::gather(GetOp get, const RowPoint &point) {
  CodeBuilder &code = point.code;
  Place place = placeOf(get);
  RowPointer row = addresses.row(place, rowDim);
  StorageType type = place.type();
  Type element = type.getElementType();
  GatherAddress address{addressIn(row, element, point), {}, {}};
  for (auto [number, dim] : llvm::enumerate(type.getDims())) {
    bool isUnit = type.getUnit() && number + 1 == type.getDims().size();
    if (!place.gathered[number])
      continue;
    Value index = value(split(get.getIndex(dim)).index, point);
    if (point.lanes > 1 && !isa<VectorType>(index.getType()))
      index = code.splat(index, point.lanes);
    if (isUnit)
      address.elements = index;
    else
      address.add(
          code, distance(coordinateOf(code, index), frame.strideBytes(place.storage, dim), point));
  }
  if (address.elements && point.lanes == 1)
    address.elements = coordinateOf(code, address.elements);
  if (row.stride && point.lanes > 1) // a dimension that follows the row, too
    address.add(code, frame.laneDistances(row.stride, point.lanes));
  const bool areMany = point.lanes > 1 && (memoryBytes(element) < 8 || machine.getExtractsLanes());
  if (address.elements && address.bytes && areMany) { // one number a lane
    Value &both = distances[{address.bytes, address.elements}];
    if (!both) {
      Value places = coordinateOf(code, address.elements);
      Value shift = code.constant(places.getType(), llvm::Log2_64(memoryBytes(element)));
      both = code.add(address.bytes, LLVM::ShlOp::create(code.ops, code.loc, places, shift));
    }
    address = {address.base, {}, both};
  }
  return gatherLanes(code, element, address, point);
}
