//===- Operations.cpp - What the instructions of PTX do -------------------===//
//
// Arithmetic is the host's, IEEE 754 to nearest as the device's; integers wrap. Where PTX
// says more than C++ (shifts by more than a word has, conversions that saturate) it is
// spelled out.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Operations.h"

#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/Thread.h"

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <unordered_map>

namespace gtjit::detail::ptx {

namespace {

using Table = std::unordered_map<std::string, Handler>;

template <class T> constexpr bool isFloat = std::is_floating_point_v<T>;
template <class T> using Wrapped = std::make_unsigned_t<T>;

template <class R, class A, auto F> void unary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0], static_cast<R>(F(thread.get<A>(in.slots[1]))));
}
template <class R, class A, class B, auto F> void binary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0],
                static_cast<R>(F(thread.get<A>(in.slots[1]), thread.get<B>(in.slots[2]))));
}
template <class R, class A, class B, class C, auto F>
void ternary(Thread &thread, const Instruction &in) {
  thread.set<R>(in.slots[0],
                static_cast<R>(F(thread.get<A>(in.slots[1]), thread.get<B>(in.slots[2]),
                                 thread.get<C>(in.slots[3]))));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

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

template <class T> void addIntegers(Table &table, const std::string &type) {
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

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

/// The lesser, -0 below +0; a number beats NaN unless `keepsNaN`.
template <class T, bool isMax, bool keepsNaN>
constexpr auto extreme = [](T a, T b) -> T {
  if (std::isnan(a) || std::isnan(b)) {
    if (keepsNaN || (std::isnan(a) && std::isnan(b)))
      return std::numeric_limits<T>::quiet_NaN();
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) != isMax ? a : b;
  return (a < b) != isMax ? a : b;
};

template <class T> void addFloats(Table &table, const std::string &type) {
  constexpr auto sum = [](T a, T b) { return a + b; };
  constexpr auto difference = [](T a, T b) { return a - b; };
  constexpr auto product = [](T a, T b) { return a * b; };
  constexpr auto ratio = [](T a, T b) { return a / b; };
  constexpr auto fused = [](T a, T b, T c) { return std::fma(a, b, c); };
  constexpr auto root = [](T a) { return std::sqrt(a); };
  constexpr auto inverse = [](T a) { return T(1) / a; };
  constexpr auto negative = [](T a) { return -a; };
  constexpr auto magnitude = [](T a) { return std::fabs(a); };
  constexpr auto withSign = [](T sign, T a) { return std::copysign(a, sign); };
  table["add.rn." + type] = binary<T, T, T, sum>;
  table["sub.rn." + type] = binary<T, T, T, difference>;
  table["mul.rn." + type] = binary<T, T, T, product>;
  table["div.rn." + type] = binary<T, T, T, ratio>;
  table["fma.rn." + type] = ternary<T, T, T, T, fused>;
  table["sqrt.rn." + type] = unary<T, T, root>;
  table["rcp.rn." + type] = unary<T, T, inverse>;
  table["neg." + type] = unary<T, T, negative>;
  table["abs." + type] = unary<T, T, magnitude>;
  table["copysign." + type] = binary<T, T, T, withSign>;
  table["min." + type] = binary<T, T, T, extreme<T, false, false>>;
  table["max." + type] = binary<T, T, T, extreme<T, true, false>>;
  table["min.NaN." + type] = binary<T, T, T, extreme<T, false, true>>;
  table["max.NaN." + type] = binary<T, T, T, extreme<T, true, true>>;
}

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

template <class T, class F> void addComparison(Table &table, const std::string &name, F) {
  table["setp." + name] = binary<std::uint64_t, T, T, F{}>;
}

template <class T> void addComparisons(Table &table, const std::string &type) {
  addComparison<T>(table, "eq." + type, [](T a, T b) { return a == b; });
  addComparison<T>(table, "ne." + type, [](T a, T b) { return a < b || b < a; });
  addComparison<T>(table, "lt." + type, [](T a, T b) { return a < b; });
  addComparison<T>(table, "le." + type, [](T a, T b) { return a <= b; });
  addComparison<T>(table, "gt." + type, [](T a, T b) { return a > b; });
  addComparison<T>(table, "ge." + type, [](T a, T b) { return a >= b; });
  if constexpr (isFloat<T>) {
    addComparison<T>(table, "equ." + type, [](T a, T b) { return !(a < b || b < a); });
    addComparison<T>(table, "neu." + type, [](T a, T b) { return a != b; });
    addComparison<T>(table, "ltu." + type, [](T a, T b) { return !(a >= b); });
    addComparison<T>(table, "leu." + type, [](T a, T b) { return !(a > b); });
    addComparison<T>(table, "gtu." + type, [](T a, T b) { return !(a <= b); });
    addComparison<T>(table, "geu." + type, [](T a, T b) { return !(a < b); });
    addComparison<T>(table, "num." + type, [](T a, T b) { return a == a && b == b; });
    addComparison<T>(table, "nan." + type, [](T a, T b) { return a != a || b != b; });
  } else if constexpr (std::unsigned_integral<T>) {
    addComparison<T>(table, "lo." + type, [](T a, T b) { return a < b; });
    addComparison<T>(table, "ls." + type, [](T a, T b) { return a <= b; });
    addComparison<T>(table, "hi." + type, [](T a, T b) { return a > b; });
    addComparison<T>(table, "hs." + type, [](T a, T b) { return a >= b; });
  }
}

template <class T> void select(Thread &thread, const Instruction &in) {
  bool yes = thread.slot(in.slots[3]) & 1;
  thread.set<T>(in.slots[0], thread.get<T>(in.slots[yes ? 1 : 2]));
}

void addMoves(Table &table, const std::string &type, std::size_t bytes) {
  constexpr auto same = [](std::uint64_t a) { return a; };
  table["mov." + type] = unary<std::uint64_t, std::uint64_t, same>;
  table["selp." + type] = bytes == 2   ? select<std::uint16_t>
                          : bytes == 4 ? select<std::uint32_t>
                                       : select<std::uint64_t>;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Calls `visit(T(), "s8")` for each integer type.
template <class Visit> void forIntegers(Visit visit) {
  visit(std::int8_t(), "s8");
  visit(std::int16_t(), "s16");
  visit(std::int32_t(), "s32");
  visit(std::int64_t(), "s64");
  visit(std::uint8_t(), "u8");
  visit(std::uint16_t(), "u16");
  visit(std::uint32_t(), "u32");
  visit(std::uint64_t(), "u64");
}

enum class Rounding { Nearest, Zero, Down, Up };

template <Rounding rounding, class T> T rounded(T a) {
  switch (rounding) {
  case Rounding::Nearest:
    return std::nearbyint(a);
  case Rounding::Zero:
    return std::trunc(a);
  case Rounding::Down:
    return std::floor(a);
  default:
    return std::ceil(a);
  }
}

/// The nearest that there is; for NaN 0, or the highest bit where either has 64.
template <class I, class F> I saturated(F a) {
  if (std::isnan(a))
    return sizeof(I) == 8 || sizeof(F) == 8
               ? static_cast<I>(std::make_unsigned_t<I>(1) << (8 * sizeof(I) - 1))
               : I(0);
  // 2^bits is exact in every type.
  F above = std::ldexp(F(1), std::numeric_limits<I>::digits);
  if (a >= above)
    return std::numeric_limits<I>::max();
  if (a < static_cast<F>(std::numeric_limits<I>::min()))
    return std::numeric_limits<I>::min();
  return static_cast<I>(a);
}

/// A narrow integer fills its register with its sign.
template <class I> void setInteger(Thread &thread, std::uint32_t slot, I value) {
  if constexpr (std::signed_integral<I>)
    thread.slot(slot) = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  else
    thread.slot(slot) = value;
}

template <class D, class S> void convert(Thread &thread, const Instruction &in) {
  setInteger<D>(thread, in.slots[0], static_cast<D>(thread.get<S>(in.slots[1])));
}
template <class F, class I> void toFloat(Thread &thread, const Instruction &in) {
  thread.set<F>(in.slots[0], static_cast<F>(thread.get<I>(in.slots[1])));
}
template <class I, class F, Rounding rounding>
void toInteger(Thread &thread, const Instruction &in) {
  setInteger<I>(thread, in.slots[0], saturated<I>(rounded<rounding>(thread.get<F>(in.slots[1]))));
}

template <class F, Rounding rounding>
void addRounding(Table &table, const std::string &mode, const std::string &type) {
  table["cvt." + mode + "." + type + "." + type] = unary<F, F, rounded<rounding, F>>;
  forIntegers([&]<class I>(I, const char *integer) {
    table["cvt." + mode + "." + integer + "." + type] = toInteger<I, F, rounding>;
  });
}

template <class F> void addConversions(Table &table, const std::string &type) {
  addRounding<F, Rounding::Nearest>(table, "rni", type);
  addRounding<F, Rounding::Zero>(table, "rzi", type);
  addRounding<F, Rounding::Down>(table, "rmi", type);
  addRounding<F, Rounding::Up>(table, "rpi", type);
  forIntegers([&]<class I>(I, const char *integer) {
    table["cvt.rn." + type + "." + integer] = toFloat<F, I>;
  });
}

void addAllConversions(Table &table) {
  forIntegers([&]<class D>(D, const char *to) {
    forIntegers([&]<class S>(S, const char *from) {
      table[std::string("cvt.") + to + "." + from] = convert<D, S>;
    });
  });
  addConversions<float>(table, "f32");
  addConversions<double>(table, "f64");
  table["cvt.f64.f32"] = toFloat<double, float>;
  table["cvt.rn.f32.f64"] = toFloat<float, double>;
}

Table makeTable() {
  Table table;
  addIntegers<std::int16_t>(table, "s16");
  addIntegers<std::int32_t>(table, "s32");
  addIntegers<std::int64_t>(table, "s64");
  addIntegers<std::uint16_t>(table, "u16");
  addIntegers<std::uint32_t>(table, "u32");
  addIntegers<std::uint64_t>(table, "u64");
  for (const char *sign : {"s", "u"}) { // all words but the last one have none
    addCarries<std::uint32_t>(table, std::string(sign) + "32");
    addCarries<std::uint64_t>(table, std::string(sign) + "64");
  }
  addBits<std::uint16_t>(table, "b16");
  addBits<std::uint32_t>(table, "b32");
  addBits<std::uint64_t>(table, "b64");
  addBits<std::uint64_t>(table, "pred");
  addFloats<float>(table, "f32");
  addFloats<double>(table, "f64");
  forIntegers([&]<class I>(I, const char *type) { addComparisons<I>(table, type); });
  addComparisons<std::uint16_t>(table, "b16");
  addComparisons<std::uint32_t>(table, "b32");
  addComparisons<std::uint64_t>(table, "b64");
  addComparisons<float>(table, "f32");
  addComparisons<double>(table, "f64");
  for (const char *type :
       {"b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64", "pred"})
    addMoves(table, type, bytesOfType(type));
  addAllConversions(table);
  table["prmt.b32"] =
      ternary<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, permuteBytes>;
  using U = std::uint32_t;
  table["shf.l.wrap.b32"] = ternary<U, U, U, U, funnelShift<true, true>>;
  table["shf.r.wrap.b32"] = ternary<U, U, U, U, funnelShift<false, true>>;
  table["shf.l.clamp.b32"] = ternary<U, U, U, U, funnelShift<true, false>>;
  table["shf.r.clamp.b32"] = ternary<U, U, U, U, funnelShift<false, false>>;
  return table;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <class T> void load(Thread &thread, const Instruction &in) {
  const std::byte *from = thread.at(in, 4, in.count * sizeof(T));
  for (unsigned n = 0; n < in.count; ++n) {
    T value;
    std::memcpy(&value, from + n * sizeof(T), sizeof(T));
    setInteger<T>(thread, in.slots[n], value);
  }
}
template <class T> void store(Thread &thread, const Instruction &in) {
  std::byte *to = thread.at(in, 4, in.count * sizeof(T));
  for (unsigned n = 0; n < in.count; ++n) {
    T value = thread.get<T>(in.slots[n]);
    std::memcpy(to + n * sizeof(T), &value, sizeof(T));
  }
}

template <std::size_t count, std::size_t bits> void pack(Thread &thread, const Instruction &in) {
  std::uint64_t whole = 0;
  for (std::size_t n = 0; n < count; ++n)
    whole |= (thread.slot(in.slots[n + 1]) & ((std::uint64_t(1) << bits) - 1)) << (n * bits);
  thread.slot(in.slots[0]) = whole;
}
template <std::size_t count, std::size_t bits> void unpack(Thread &thread, const Instruction &in) {
  std::uint64_t whole = thread.slot(in.slots[4]);
  for (std::size_t n = 0; n < count; ++n)
    thread.slot(in.slots[n]) = whole >> (n * bits) & ((std::uint64_t(1) << bits) - 1);
}

} // namespace

Handler findOperation(std::string_view name) {
  static const Table table = makeTable();
  auto found = table.find(std::string(name));
  return found == table.end() ? nullptr : found->second;
}

std::size_t bytesOfType(std::string_view type) {
  if (type.size() < 2 || std::string_view("bsuf").find(type[0]) == std::string_view::npos)
    return 0;
  std::string_view bits = type.substr(1);
  return bits == "8" ? 1 : bits == "16" ? 2 : bits == "32" ? 4 : bits == "64" ? 8 : 0;
}

Handler findLoad(std::string_view type) {
  bool isSigned = !type.empty() && type[0] == 's';
  switch (bytesOfType(type)) {
  case 1:
    return isSigned ? load<std::int8_t> : load<std::uint8_t>;
  case 2:
    return isSigned ? load<std::int16_t> : load<std::uint16_t>;
  case 4:
    return isSigned ? load<std::int32_t> : load<std::uint32_t>;
  case 8:
    return load<std::uint64_t>;
  default:
    return nullptr;
  }
}

Handler findStore(std::string_view type) {
  switch (bytesOfType(type)) {
  case 1:
    return store<std::uint8_t>;
  case 2:
    return store<std::uint16_t>;
  case 4:
    return store<std::uint32_t>;
  case 8:
    return store<std::uint64_t>;
  default:
    return nullptr;
  }
}

Handler findPack(std::size_t count, std::size_t bits) {
  if (count == 2)
    return bits == 32 ? pack<2, 32> : bits == 16 ? pack<2, 16> : nullptr;
  return count == 4 && bits == 16 ? pack<4, 16> : nullptr;
}
Handler findUnpack(std::size_t count, std::size_t bits) {
  if (count == 2)
    return bits == 32 ? unpack<2, 32> : bits == 16 ? unpack<2, 16> : nullptr;
  return count == 4 && bits == 16 ? unpack<4, 16> : nullptr;
}

const Handler kBranch = [](Thread &thread, const Instruction &in) { thread.jump(in.target); };
const Handler kReturn = [](Thread &thread, const Instruction &) {
  thread.stop(Thread::State::Done);
};
const Handler kBarrier = [](Thread &thread, const Instruction &) {
  thread.stop(Thread::State::AtBarrier);
};
const Handler kTrap = [](Thread &, const Instruction &) {
  throw Fault{kLaunchFailed, "the kernel stopped by a trap"};
};
const Handler kNothing = [](Thread &, const Instruction &) {};
const Handler kAddWindow = [](Thread &thread, const Instruction &in) {
  thread.slot(in.slots[0]) = thread.slot(in.slots[1]) + thread.slot(in.slots[2]);
};
const Handler kSubtractWindow = [](Thread &thread, const Instruction &in) {
  thread.slot(in.slots[0]) = thread.slot(in.slots[1]) - thread.slot(in.slots[2]);
};

} // namespace gtjit::detail::ptx
