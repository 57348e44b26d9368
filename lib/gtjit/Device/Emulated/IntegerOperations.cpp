//===- IntegerOperations.cpp - Integers and bits --------------------------===//
//
// See OperationTable.h.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/OperationTable.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gtjit::detail::ptx {

namespace {

template <std::integral T> struct Wide;
template <> struct Wide<std::int16_t> {
  using Type = std::int32_t;
};
template <> struct Wide<std::uint16_t> {
  using Type = std::uint32_t;
};
template <> struct Wide<std::int32_t> {
  using Type = std::int64_t;
};
template <> struct Wide<std::uint32_t> {
  using Type = std::uint64_t;
};
template <> struct Wide<std::int64_t> {
  using Type = __int128;
};
template <> struct Wide<std::uint64_t> {
  using Type = unsigned __int128;
};

template <class T>
constexpr auto wrappingAdd = [](T a, T b) {
  return static_cast<T>(static_cast<Wrapped<T>>(a) + static_cast<Wrapped<T>>(b));
};
template <class T>
constexpr auto wrappingSub = [](T a, T b) {
  return static_cast<T>(static_cast<Wrapped<T>>(a) - static_cast<Wrapped<T>>(b));
};
template <class T>
constexpr auto lowProduct = [](T a, T b) {
  using W = typename Wide<T>::Type;
  return static_cast<T>(W(a) * W(b)); // its low bits, whatever the sign
};
template <class T>
constexpr auto highProduct = [](T a, T b) {
  using W = typename Wide<T>::Type;
  return static_cast<T>((W(a) * W(b)) >> (8 * sizeof(T)));
};
template <class T>
constexpr auto wideProduct = [](T a, T b) {
  using W = typename Wide<T>::Type;
  return static_cast<W>(W(a) * W(b));
};
// All bits for a quotient by 0, which PTX does not define, and no fault of the host's.
template <class T>
constexpr auto quotient = [](T a, T b) -> T {
  if (b == 0)
    return static_cast<T>(-1);
  if constexpr (std::signed_integral<T>)
    if (b == -1)
      return wrappingSub<T>(0, a);
  return static_cast<T>(a / b);
};
template <class T>
constexpr auto remainder = [](T a, T b) -> T {
  if (b == 0)
    return a;
  if constexpr (std::signed_integral<T>)
    if (b == -1)
      return 0;
  return static_cast<T>(a % b);
};
template <class T>
constexpr auto shiftLeft =
    [](T a, std::uint32_t by) -> T { return by >= 8 * sizeof(T) ? T(0) : static_cast<T>(a << by); };
template <class T>
constexpr auto shiftRight = [](T a, std::uint32_t by) -> T {
  constexpr std::uint32_t bits = 8 * sizeof(T);
  if (by >= bits)
    return static_cast<T>(std::signed_integral<T> && a < T(0) ? -1 : 0);
  return static_cast<T>(a >> by);
};
/// `length` bits from `start` on; signed: the last of them fills the rest.
template <class T>
constexpr auto bitField = [](T a, std::uint32_t start, std::uint32_t length) -> T {
  constexpr std::uint32_t bits = 8 * sizeof(T);
  start &= 255;
  length &= 255;
  if (length == 0)
    return 0;
  std::uint32_t last = std::min(start + length - 1, bits - 1);
  T sign = std::signed_integral<T> ? static_cast<T>((a >> last) & 1) : T(0);
  Wrapped<T> field =
      start >= bits ? 0 : static_cast<Wrapped<T>>(static_cast<Wrapped<T>>(a) >> start);
  if (length < bits) {
    Wrapped<T> mask = static_cast<Wrapped<T>>((Wrapped<T>(1) << length) - 1);
    std::uint32_t valid = start >= bits ? 0 : std::min(length, bits - start);
    Wrapped<T> own = valid >= bits ? static_cast<Wrapped<T>>(-1)
                                   : static_cast<Wrapped<T>>((Wrapped<T>(1) << valid) - 1);
    field &= mask & own;
    if (sign)
      field |= static_cast<Wrapped<T>>(~own);
  }
  return static_cast<T>(field);
};
template <class T> void insertBits(Thread &thread, const Instruction &in) {
  auto field = thread.get<T>(in.slots[1]), into = thread.get<T>(in.slots[2]);
  std::uint32_t start = thread.get<std::uint32_t>(in.slots[3]) & 255,
                length = thread.get<std::uint32_t>(in.slots[4]) & 255;
  for (std::uint32_t bit = 0; bit < length && start + bit < 8 * sizeof(T); ++bit) {
    T mask = static_cast<T>(T(1) << (start + bit));
    into = static_cast<T>((into & ~mask) | ((field >> bit & 1) ? mask : 0));
  }
  thread.set<T>(in.slots[0], into);
}
constexpr auto permuteBytes = [](std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  std::uint64_t both = std::uint64_t(b) << 32 | a;
  std::uint32_t result = 0;
  for (unsigned n = 0; n < 4; ++n) {
    std::uint32_t choice = selector >> (4 * n) & 15;
    std::uint32_t byte = both >> (8 * (choice & 7)) & 255;
    if (choice & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * n);
  }
  return result;
};
template <bool isLeft, bool wraps>
constexpr auto funnelShift = [](std::uint32_t low, std::uint32_t high, std::uint32_t by) {
  by = wraps ? by & 31 : std::min(by, 32u);
  std::uint64_t both = std::uint64_t(high) << 32 | low;
  return static_cast<std::uint32_t>(isLeft ? both << by >> 32 : both >> by);
};
template <class T>
constexpr auto reverseBits = [](T a) {
  T result = 0;
  for (std::size_t bit = 0; bit < 8 * sizeof(T); ++bit)
    result = static_cast<T>(result << 1 | (a >> bit & 1));
  return result;
};

template <class T> void addArithmetic(Table &table, const std::string &type) {
  constexpr auto lesser = [](T a, T b) { return a < b ? a : b; };
  constexpr auto greater = [](T a, T b) { return a < b ? b : a; };
  constexpr auto madLow = [](T a, T b, T c) { return wrappingAdd<T>(lowProduct<T>(a, b), c); };
  table["add." + type] = binary<T, T, T, wrappingAdd<T>>;
  table["sub." + type] = binary<T, T, T, wrappingSub<T>>;
  table["mul.lo." + type] = binary<T, T, T, lowProduct<T>>;
  table["mul.hi." + type] = binary<T, T, T, highProduct<T>>;
  table["mad.lo." + type] = ternary<T, T, T, T, madLow>;
  table["div." + type] = binary<T, T, T, quotient<T>>;
  table["rem." + type] = binary<T, T, T, remainder<T>>;
  table["min." + type] = binary<T, T, T, lesser>;
  table["max." + type] = binary<T, T, T, greater>;
  table["shr." + type] = binary<T, T, std::uint32_t, shiftRight<T>>;
  if constexpr (sizeof(T) < 8) {
    using W = typename Wide<T>::Type;
    constexpr auto madWide = [](T a, T b, W c) { return wrappingAdd<W>(wideProduct<T>(a, b), c); };
    table["mul.wide." + type] = binary<W, T, T, wideProduct<T>>;
    table["mad.wide." + type] = ternary<W, T, T, W, madWide>;
  }
  if constexpr (sizeof(T) >= 4)
    table["bfe." + type] = ternary<T, T, std::uint32_t, std::uint32_t, bitField<T>>;
  if constexpr (std::signed_integral<T>) {
    constexpr auto negative = [](T a) { return wrappingSub<T>(0, a); };
    constexpr auto magnitude = [](T a) { return a < 0 ? wrappingSub<T>(0, a) : a; };
    table["neg." + type] = unary<T, T, negative>;
    table["abs." + type] = unary<T, T, magnitude>;
  }
}

/// Sums and differences of integers of several words: `reads` and `writes` the carry.
template <class T, bool reads, bool writes>
void addWithCarry(Thread &thread, const Instruction &in) {
  T a = thread.get<T>(in.slots[1]), b = thread.get<T>(in.slots[2]), sum = 0;
  bool carries = __builtin_add_overflow(a, b, &sum);
  if (reads)
    carries |= __builtin_add_overflow(sum, T(thread.carry), &sum);
  if (writes)
    thread.carry = carries;
  thread.set<T>(in.slots[0], sum);
}
template <class T, bool reads, bool writes>
void subtractWithBorrow(Thread &thread, const Instruction &in) {
  T a = thread.get<T>(in.slots[1]), b = thread.get<T>(in.slots[2]), rest = 0;
  bool borrows = __builtin_sub_overflow(a, b, &rest);
  if (reads)
    borrows |= __builtin_sub_overflow(rest, T(thread.carry), &rest);
  if (writes)
    thread.carry = borrows;
  thread.set<T>(in.slots[0], rest);
}
template <class T> void addCarries(Table &table, const std::string &type) {
  table["add.cc." + type] = addWithCarry<T, false, true>;
  table["addc.cc." + type] = addWithCarry<T, true, true>;
  table["addc." + type] = addWithCarry<T, true, false>;
  table["sub.cc." + type] = subtractWithBorrow<T, false, true>;
  table["subc.cc." + type] = subtractWithBorrow<T, true, true>;
  table["subc." + type] = subtractWithBorrow<T, true, false>;
}

template <class T> void addBits(Table &table, const std::string &type) {
  constexpr auto both = [](T a, T b) { return a & b; };
  constexpr auto any = [](T a, T b) { return a | b; };
  constexpr auto one = [](T a, T b) { return a ^ b; };
  constexpr auto none = [](T a) { return static_cast<T>(~a); };
  table["and." + type] = binary<T, T, T, both>;
  table["or." + type] = binary<T, T, T, any>;
  table["xor." + type] = binary<T, T, T, one>;
  table["not." + type] = unary<T, T, none>;
  if (type == "pred")
    return;
  table["shl." + type] = binary<T, T, std::uint32_t, shiftLeft<T>>;
  table["shr." + type] = binary<T, T, std::uint32_t, shiftRight<T>>;
  if constexpr (sizeof(T) >= 4) {
    constexpr auto count = [](T a) { return static_cast<std::uint32_t>(std::popcount(a)); };
    constexpr auto zeros = [](T a) { return static_cast<std::uint32_t>(std::countl_zero(a)); };
    table["popc." + type] = unary<std::uint32_t, T, count>;
    table["clz." + type] = unary<std::uint32_t, T, zeros>;
    table["brev." + type] = unary<T, T, reverseBits<T>>;
    table["bfi." + type] = insertBits<T>;
  }
}

} // namespace

void addIntegers(Table &table) {
  addArithmetic<std::int16_t>(table, "s16");
  addArithmetic<std::int32_t>(table, "s32");
  addArithmetic<std::int64_t>(table, "s64");
  addArithmetic<std::uint16_t>(table, "u16");
  addArithmetic<std::uint32_t>(table, "u32");
  addArithmetic<std::uint64_t>(table, "u64");
  for (const char *sign : {"s", "u"}) { // all words but the last one have none
    addCarries<std::uint32_t>(table, std::string(sign) + "32");
    addCarries<std::uint64_t>(table, std::string(sign) + "64");
  }
  addBits<std::uint16_t>(table, "b16");
  addBits<std::uint32_t>(table, "b32");
  addBits<std::uint64_t>(table, "b64");
  addBits<std::uint64_t>(table, "pred");
  using U = std::uint32_t;
  table["prmt.b32"] = ternary<U, U, U, U, permuteBytes>;
  table["shf.l.wrap.b32"] = ternary<U, U, U, U, funnelShift<true, true>>;
  table["shf.r.wrap.b32"] = ternary<U, U, U, U, funnelShift<false, true>>;
  table["shf.l.clamp.b32"] = ternary<U, U, U, U, funnelShift<true, false>>;
  table["shf.r.clamp.b32"] = ternary<U, U, U, U, funnelShift<false, false>>;
}

} // namespace gtjit::detail::ptx
