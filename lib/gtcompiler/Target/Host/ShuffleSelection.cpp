//===- ShuffleSelection.cpp - Lanes of one or two vectors in another order --===//
//
// See VectorSelection.h.
//
//===----------------------------------------------------------------------===//
#include "VectorSelection.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace gtcompiler;
using namespace llvm;

/// Lanes of two vectors one behind the other, from number `first` on.
bool VectorSelection::emitFollowing(Register result, Register low, Register high, Lanes lanes,
                                    unsigned first) {
  if (!result || !low || !high || (lanes.bits != 64 && lanes.bits != 32))
    return false;
  bool isDouble = lanes.isFloat && lanes.bits == 64;
  auto shift = [&](Register from, Register behind, unsigned number) { // in each half
    if (isDouble)
      return emitSimple("VSHUFPD" + width(lanes) + "rri", result, {from, behind},
                        lanes.size() == 256 ? 5 : 1);
    return emitSimple("VPALIGNR" + width(lanes) + "rri", result, {behind, from},
                      number * lanes.bits / 8);
  };
  if (lanes.size() == 128)
    return shift(low, high, first);
  unsigned half = lanes.count / 2;
  Type *integer = Type::getIntNTy(info.Fn->getContext(), lanes.bits);
  Register middle = first == half ? result : create(FixedVectorType::get(integer, lanes.count));
  constexpr std::int64_t kHighAndLow = 0x21;
  if (!emitSimple(lanes.isFloat ? "VPERM2F128rri" : "VPERM2I128rri", middle, {low, high},
                  kHighAndLow))
    return false;
  if (first == half)
    return true;
  return first < half ? shift(low, middle, first) : shift(middle, high, first - half);
}

/// Lanes of one vector in the order of numbers below their count.
Register VectorSelection::emitPermuted(Register from, Lanes lanes, ArrayRef<int> order,
                                       Type *type) {
  if (all_of(enumerate(order), [](auto each) { return each.value() == int(each.index()); }))
    return from;
  Register result = create(type);
  std::string name = ("VPERM" + letters(lanes) + width(lanes)).str();
  if (lanes.bits == 64) {
    std::int64_t places = 0;
    for (auto [lane, number] : enumerate(order))
      places |= std::int64_t(number) << (2 * lane);
    return emitSimple(name + "ri", result, {from}, places) ? result : Register();
  }
  auto places = map_to_vector(order, [](int number) { return std::uint32_t(number); });
  Constant *numbers = ConstantDataVector::get(info.Fn->getContext(), places);
  Register index = create(numbers->getType());
  return emitPooled(*lanesOf(numbers->getType()), *numbers, index) &&
                 emitSimple(name + "rr", result, {index, from})
             ? result
             : Register();
}

/// Any lanes of two vectors of 256 bits: those of each where they come to be, then both.
bool VectorSelection::selectAnyShuffle(const ShuffleVectorInst &shuffle, Lanes lanes) {
  if (lanes.size() != 256 || lanes.bits < 32)
    return false;
  SmallVector<int> orders[2];
  std::int64_t fromSecond = 0;
  bool usesSecond = false, usesFirst = false;
  for (auto [lane, number] : enumerate(shuffle.getShuffleMask())) {
    bool isSecond = number >= int(lanes.count);
    for (auto [operand, order] : enumerate(orders))
      order.push_back(number >= 0 && isSecond == bool(operand) ? number % int(lanes.count)
                                                               : int(lane));
    fromSecond |= std::int64_t(isSecond) << lane;
    (isSecond ? usesSecond : usesFirst) |= number >= 0;
  }
  Register result = of(&shuffle), parts[2];
  for (unsigned operand : {0u, 1u}) {
    if (!(operand ? usesSecond : usesFirst))
      continue;
    Register from = of(shuffle.getOperand(operand));
    parts[operand] = from ? emitPermuted(from, lanes, orders[operand], shuffle.getType()) : from;
    if (!parts[operand])
      return false;
  }
  if (!result)
    return false;
  if (!usesFirst || !usesSecond) {
    copy(result, parts[usesSecond]);
    return true;
  }
  StringRef name = lanes.bits == 64 ? "VBLENDPDYrri" : "VBLENDPSYrri";
  return emitSimple(name, result, {parts[0], parts[1]}, fromSecond);
}

/// Two vectors one behind the other.
bool VectorSelection::selectJoined(const ShuffleVectorInst &shuffle, Lanes lanes) {
  const Value *high = shuffle.getOperand(1);
  Address address;
  const LoadInst *load = loadFor(high, shuffle, address);
  Register result = of(&shuffle), low = of(shuffle.getOperand(0));
  Register joined = load ? joinLoaded(low, *load, address, lanes, shuffle.getType())
                         : join(low, of(high), lanes, shuffle.getType());
  if (!result || !joined)
    return false;
  copy(result, joined);
  return true;
}

/// How a shuffle picks what stays in each 128 bits: elements of the first vector in front of some
/// of the second, as "VSHUFP" is told. Nothing if it picks others.
static std::optional<std::int64_t> pickedInBlocks(ArrayRef<int> lanes, unsigned bits) {
  int count = int(lanes.size()), block = int(128 / bits), half = block / 2;
  std::int64_t places = 0;
  for (auto [lane, number] : enumerate(lanes)) {
    int begin = int(lane) / block * block, own = int(lane) - begin;
    int place = number - begin - (own < half ? 0 : count);
    if (place < 0 || place >= block)
      return std::nullopt;
    if (bits == 64)
      places |= std::int64_t(place) << lane;
    else if (begin == 0)
      places |= std::int64_t(place) << (2 * own);
    else if (place != (places >> (2 * own) & 3)) // the same in all blocks
      return std::nullopt;
  }
  return places;
}

/// How a shuffle picks halves of two vectors of 256 bits, as "VPERM2F128" is told. Nothing if it
/// picks others.
static std::optional<std::int64_t> pickedHalves(ArrayRef<int> lanes) {
  int half = int(lanes.size() / 2);
  for (auto [lane, number] : enumerate(lanes))
    if (number < 0 || number % half != int(lane) % half ||
        number / half != lanes[int(lane) / half * half] / half)
      return std::nullopt;
  return lanes.front() / half | lanes.back() / half << 4;
}

/// The first of consecutive numbers.
static std::optional<int> firstOf(ArrayRef<int> numbers) {
  for (auto [place, number] : enumerate(numbers))
    if (number != numbers.front() + int(place))
      return std::nullopt;
  return numbers.front();
}

bool VectorSelection::selectShuffle(const ShuffleVectorInst &shuffle) {
  std::optional<Lanes> from = lanesOf(shuffle.getOperand(0)->getType());
  std::optional<Lanes> to = lanesOf(shuffle.getType());
  if (!from || !to)
    return false;
  ArrayRef<int> lanes = shuffle.getShuffleMask();
  if (const Value *scalar = scalarOf(&shuffle))
    return to->isMask() ? selectMaskSplat(shuffle, scalar) : selectBroadcast(shuffle, scalar);
  std::optional<int> first = firstOf(lanes);
  if (to->isMask())
    return hasMasks && first && *first >= 0 && selectMaskHalf(shuffle, *from, *first);
  if (first == 0 && to->count == 2 * from->count && from->size() >= 128)
    return selectJoined(shuffle, *to);
  if (to->count == from->count && (to->bits == 64 || to->bits == 32))
    if (std::optional<std::int64_t> places = pickedInBlocks(lanes, to->bits))
      return emitSimple("VSHUFP" + Twine(to->bits == 64 ? "D" : "S") + width(*to) + "rri", shuffle,
                        {shuffle.getOperand(0), shuffle.getOperand(1)}, *places);
  if (!hasMasks && to->count == from->count && to->size() == 256 && !first)
    if (std::optional<std::int64_t> halves = pickedHalves(lanes)) {
      bool staysInPlace = *halves == 0x30;
      StringRef name = staysInPlace ? (to->isFloat ? "VBLENDPSYrri" : "VPBLENDDYrri")
                                    : (to->isFloat ? "VPERM2F128rri" : "VPERM2I128rri");
      return emitSimple(name, shuffle, {shuffle.getOperand(0), shuffle.getOperand(1)},
                        staysInPlace ? 0xf0 : *halves);
    }
  if (!hasMasks && to->count == from->count && (!first || *first <= 0))
    return selectAnyShuffle(shuffle, *to);
  if (!first || *first < 0)
    return false;
  Register result = of(&shuffle), low = of(shuffle.getOperand(0));
  if (!result || !low)
    return false;
  if (to->count == from->count && !hasMasks)
    return emitFollowing(result, low, of(shuffle.getOperand(1)), *to, *first);
  if (to->count == from->count && hasMasks && (to->bits == 64 || to->bits == 32))
    return emitSimple("VALIGN" + Twine(to->bits == 64 ? "Q" : "D") + width(*to) + "rri", result,
                      {of(shuffle.getOperand(1)), low}, *first);
  if (2 * to->count != from->count)
    return false;
  if (*first == 0) {
    copy(result, low, part(to->size() == 256 ? "sub_ymm" : "sub_xmm"));
    return true;
  }
  StringRef kind = to->isFloat ? "VEXTRACTF" : "VEXTRACTI";
  StringRef parts = to->size() == 256 ? "64X4Zrri" : hasMasks ? "32X4Z256rri" : "128rri";
  return *first == int(to->count) && emitSimple(kind + parts, result, {low}, 1);
}
