//===- StridedLanes.cpp - Vectors of what is not contiguous ---------------===//
//
// Neighbours and every few elements are loaded by whole vectors, which
// reach no further than the first and the last lane, and put in order; others
// are gathered, or loaded one by one. Elements between lanes that are stored are nobody's to write:
// every second element is stored as vectors where masks leave them out, and all of some values
// that lie in turn.
//
//===----------------------------------------------------------------------===//
#include "StridedLanes.h"

#include "BlockLanes.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// The addresses of all lanes. Of four of them three are an address and a
/// multiple of the stride that instructions scale themselves.
static SmallVector<Value> addressesOf(const CodeBuilder &code, const LaneStride &stride,
                                      std::int64_t lanes) {
  SmallVector<Value> addresses;
  Value base = stride.first;
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    if (lane > 0 && lane % 4 == 0)
      base = code.moved(base, code.mul(stride.bytes, code.number(4)));
    addresses.push_back(lane % 4 == 0 ? base
                        : lane % 4 == 3
                            ? code.moved(base, stride.threeTimes)
                            : code.moved(base, code.mul(stride.bytes, code.number(lane % 4))));
  }
  return addresses;
}

/// Neighbours; those of `mask` alone, if that is given.
static Value loadVector(const CodeBuilder &code, Type element, Value pointer, std::int64_t lanes,
                        Value mask = {}) {
  Type type = packedType(element, lanes);
  auto bytes = static_cast<unsigned>(memoryBytes(element));
  if (!mask)
    return LLVM::LoadOp::create(code.ops, code.loc, type, pointer, bytes);
  return LLVM::MaskedLoadOp::create(code.ops, code.loc, type, pointer, mask, code.constant(type, 0),
                                    bytes);
}

static Value reversed(const CodeBuilder &code, Value vector, std::int64_t lanes) {
  SmallVector<std::int32_t> order;
  for (auto lane = static_cast<std::int32_t>(lanes); lane-- > 0;)
    order.push_back(lane);
  return code.shuffle(vector, vector, order);
}

/// The first of neighbours that are lanes backwards.
static Value lastLane(const CodeBuilder &code, Type element, Value first, std::int64_t lanes) {
  return code.moved(first, -(lanes - 1) * memoryBytes(element));
}

/// Which places of a vector belong to lanes that are `left`: each to the lane of its number in
/// `laneAt`, or to none where `isLane` says so.
static Value placesOf(const CodeBuilder &code, Value left, ArrayRef<std::int32_t> laneAt,
                      ArrayRef<bool> isLane = {}) {
  auto type = cast<VectorType>(left.getType());
  auto number = cast<IntegerType>(type.getElementType());
  SmallVector<llvm::APInt> lanes;
  for (auto [place, lane] : llvm::enumerate(laneAt))
    lanes.push_back(isLane.empty() || isLane[place]
                        ? llvm::APInt(number.getWidth(), static_cast<std::uint64_t>(lane))
                        : llvm::APInt::getSignedMaxValue(number.getWidth()));
  Value places =
      LLVM::ConstantOp::create(code.ops, code.loc, type, DenseElementsAttr::get(type, lanes));
  return code.less(places, left);
}

namespace {
/// A vector of elements of which every `step`-th is a lane, from `begin` on.
struct PartOfLanes {
  PartOfLanes(std::int64_t lanes, std::int64_t step, std::int64_t begin) : begin(begin) {
    for (std::int64_t place = begin; place < begin + lanes; ++place) {
      laneAt.push_back(static_cast<std::int32_t>(place / step));
      isLane.push_back(place % step == 0);
    }
  }
  /// Which of its places are lanes, those that are `left` if that is given.
  Value mask(const CodeBuilder &code, Value left) const {
    if (left)
      return placesOf(code, left, laneAt, isLane);
    auto type = VectorType::get({static_cast<std::int64_t>(isLane.size())}, code.ops.getI1Type());
    return LLVM::ConstantOp::create(code.ops, code.loc, type,
                                    DenseElementsAttr::get(type, ArrayRef<bool>(isLane)));
  }
  /// Loads it; of its lanes those that are `left` alone, if that is given.
  Value load(const CodeBuilder &code, Type element, Value first, Value left) const {
    Value pointer = code.moved(first, begin * memoryBytes(element));
    return loadVector(code, element, pointer, static_cast<std::int64_t>(isLane.size()),
                      left ? mask(code, left) : Value());
  }

  std::int64_t begin; ///< in elements from the first lane's
  SmallVector<std::int32_t> laneAt;
  SmallVector<bool> isLane;
};
} // namespace

/// As many vectors as elements from lane to lane, each of which has lanes that it adds to those of
/// the vectors before. The last one ends at the last lane.
static Value loadEveryFew(const CodeBuilder &code, Type element, const LaneStride &stride,
                          std::int64_t lanes, Value left) {
  if (stride.inBlocks && !left && areBlocks(element, lanes))
    return loadBlocksOfEveryFew(code, element, stride.first, lanes, stride.elements);
  std::int64_t last = (lanes - 1) * stride.elements;
  auto width = static_cast<std::int32_t>(lanes);
  Value all;
  for (std::int64_t number = 0; number < stride.elements; ++number) {
    std::int64_t begin = std::min(number * lanes, last + 1 - lanes);
    Value vector =
        PartOfLanes(lanes, stride.elements, begin).load(code, element, stride.first, left);
    SmallVector<std::int32_t> order;
    for (std::int32_t lane = 0; lane < width; ++lane) {
      std::int64_t place = lane * stride.elements, own = place / lanes;
      order.push_back(own == number             ? width + std::int32_t(place - begin)
                      : number == 1 && own == 0 ? std::int32_t(place)
                                                : lane);
    }
    all = number == 0 ? vector : code.shuffle(all, vector, order);
  }
  return all;
}

static Value gatherVector(const CodeBuilder &code, Type element, const LaneStride &stride,
                          std::int64_t lanes) {
  auto pointers = VectorType::get({lanes}, stride.first.getType());
  Value addresses = LLVM::GEPOp::create(code.ops, code.loc, pointers, code.ops.getI8Type(),
                                        stride.first, ArrayRef<LLVM::GEPArg>{stride.distances});
  Type type = packedType(element, lanes);
  Value all = code.constant(VectorType::get({lanes}, code.ops.getI1Type()), 1);
  return LLVM::masked_gather::create(code.ops, code.loc, type, addresses, all,
                                     ValueRange{code.constant(type, 0)}, memoryBytes(element));
}

static Value loadOneByOne(const CodeBuilder &code, Type element, const LaneStride &stride,
                          std::int64_t lanes) {
  Value packed = LLVM::PoisonOp::create(code.ops, code.loc, packedType(element, lanes));
  for (auto [lane, address] : llvm::enumerate(addressesOf(code, stride, lanes))) {
    Value loaded = LLVM::LoadOp::create(code.ops, code.loc, memoryType(element), address,
                                        memoryBytes(element));
    packed = LLVM::InsertElementOp::create(code.ops, code.loc, packed, loaded, code.number(lane));
  }
  return packed;
}

Value gtcompiler::loadStrided(const CodeBuilder &code, Type element, const LaneStride &stride,
                              std::int64_t lanes, Value left) {
  Value packed;
  switch (stride.elements) {
  case 1:
    packed = loadVector(code, element, stride.first, lanes);
    break;
  case -1:
    packed = loadVector(code, element, lastLane(code, element, stride.first, lanes), lanes);
    packed = reversed(code, packed, lanes);
    break;
  case 2:
    packed = loadEveryFew(code, element, stride, lanes, left);
    break;
  default:
    packed = stride.inVectors   ? loadEveryFew(code, element, stride, lanes, left)
             : stride.distances ? gatherVector(code, element, stride, lanes)
                                : loadOneByOne(code, element, stride, lanes);
  }
  return unpack(code, element, packed);
}

static void storeEverySecond(const CodeBuilder &code, Type element, Value packed, Value first,
                             std::int64_t lanes, Value left) {
  std::int64_t bytes = memoryBytes(element);
  for (std::int64_t begin : {std::int64_t(0), lanes - 1}) {
    PartOfLanes part(lanes, /*step=*/2, begin);
    LLVM::MaskedStoreOp::create(code.ops, code.loc, code.shuffle(packed, packed, part.laneAt),
                                code.moved(first, part.begin * bytes), part.mask(code, left),
                                static_cast<unsigned>(bytes));
  }
}

void gtcompiler::storeStrided(const CodeBuilder &code, Type element, Value value,
                              const LaneStride &stride, bool hasMasks, Value left) {
  std::int64_t lanes = lanesOf(element, value), bytes = memoryBytes(element);
  Value packed = pack(code, element, value), pointer = stride.first;
  if (stride.elements == -1) {
    packed = reversed(code, packed, lanes);
    pointer = lastLane(code, element, pointer, lanes);
  }
  if (stride.elements == 1 || stride.elements == -1) {
    LLVM::StoreOp::create(code.ops, code.loc, packed, pointer, bytes);
    return;
  }
  if (stride.elements == 2 && hasMasks)
    return storeEverySecond(code, element, packed, pointer, lanes, left);
  for (auto [lane, address] : llvm::enumerate(addressesOf(code, stride, lanes))) {
    Value single = LLVM::ExtractElementOp::create(code.ops, code.loc, packed, code.number(lane));
    LLVM::StoreOp::create(code.ops, code.loc, single, address, bytes);
  }
}

std::pair<Value, Value> gtcompiler::loadPaired(const CodeBuilder &code, Type element, Value pointer,
                                               std::int64_t lanes, bool inBlocks, Value left) {
  if (inBlocks && !left && areBlocks(element, lanes)) {
    SmallVector<Value> loaded = loadBlocksInTurn(code, element, pointer, lanes, 2);
    return {unpack(code, element, loaded[0]), unpack(code, element, loaded[1])};
  }
  auto count = static_cast<std::int32_t>(lanes);
  auto load = [&](std::int32_t begin) {
    SmallVector<std::int32_t> laneAt;
    for (std::int32_t number = begin; number < begin + count; ++number)
      laneAt.push_back(number / 2);
    return loadVector(code, element, code.moved(pointer, begin * memoryBytes(element)), lanes,
                      left ? placesOf(code, left, laneAt) : Value());
  };
  Value low = load(0), high = load(count);
  SmallVector<std::int32_t> evens, odds;
  for (std::int32_t lane = 0; lane < count; ++lane) {
    evens.push_back(2 * lane);
    odds.push_back(2 * lane + 1);
  }
  return {unpack(code, element, code.shuffle(low, high, evens)),
          unpack(code, element, code.shuffle(low, high, odds))};
}

SmallVector<Value> gtcompiler::loadInTurn(const CodeBuilder &code, Type element, Value pointer,
                                          std::int64_t lanes, std::size_t count, bool inBlocks) {
  if (inBlocks && areBlocks(element, lanes))
    return llvm::map_to_vector(loadBlocksInTurn(code, element, pointer, lanes, std::int64_t(count)),
                               [&](Value packed) { return unpack(code, element, packed); });
  auto width = static_cast<std::int32_t>(lanes), values = static_cast<std::int32_t>(count);
  SmallVector<Value> vectors, loaded;
  for (std::int32_t number = 0; number < values; ++number)
    vectors.push_back(loadVector(
        code, element, code.moved(pointer, number * lanes * memoryBytes(element)), lanes));
  for (std::int32_t number = 0; number < values; ++number) {
    Value all = vectors.front();
    for (std::int32_t next = 1; next < values; ++next) {
      SmallVector<std::int32_t> order;
      for (std::int32_t lane = 0; lane < width; ++lane) {
        std::int32_t place = lane * values + number, vector = place / width;
        order.push_back(vector == next             ? width + place % width
                        : next == 1 && vector == 0 ? place
                                                   : lane);
      }
      all = code.shuffle(all, vectors[static_cast<std::size_t>(next)], order);
    }
    loaded.push_back(unpack(code, element, all));
  }
  return loaded;
}

void gtcompiler::storeInTurn(const CodeBuilder &code, Type element, ArrayRef<Value> values,
                             Value pointer, bool inBlocks, Value left) {
  auto lanes = static_cast<std::int32_t>(lanesOf(element, values.front()));
  auto count = static_cast<std::int32_t>(values.size());
  auto bytes = static_cast<unsigned>(memoryBytes(element));
  auto packed =
      llvm::map_to_vector(values, [&](Value value) { return pack(code, element, value); });
  if (inBlocks && !left && areBlocks(element, lanes))
    return storeBlocksInTurn(code, element, packed, pointer);
  for (std::int32_t begin = 0; begin < count * lanes; begin += lanes) {
    Value all = packed.front();
    SmallVector<std::int32_t> laneAt;
    for (std::int32_t place = begin; place < begin + lanes; ++place)
      laneAt.push_back(place / count);
    for (std::int32_t next = 1; next < count; ++next) {
      SmallVector<std::int32_t> order;
      for (std::int32_t n = 0; n < lanes; ++n) {
        std::int32_t of = (begin + n) % count;
        order.push_back(of == next ? lanes + laneAt[n] : next == 1 ? laneAt[n] : n);
      }
      all = code.shuffle(all, packed[next], order);
    }
    Value place = code.moved(pointer, begin * bytes);
    if (left)
      LLVM::MaskedStoreOp::create(code.ops, code.loc, all, place, placesOf(code, left, laneAt),
                                  bytes);
    else
      LLVM::StoreOp::create(code.ops, code.loc, all, place, bytes);
  }
}
