//===- FloatOperations.cpp - Floating point and choices -------------------===//
//
// See OperationTable.h.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/OperationTable.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace gtjit::detail::ptx {

namespace {

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

template <class T> void addArithmetic(Table &table, const std::string &type) {
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
  if constexpr (std::is_floating_point_v<T>) {
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

} // namespace

void addFloats(Table &table) {
  addArithmetic<float>(table, "f32");
  addArithmetic<double>(table, "f64");
}

void addChoices(Table &table) {
  forIntegers([&]<class I>(I, const char *type) { addComparisons<I>(table, type); });
  addComparisons<std::uint16_t>(table, "b16");
  addComparisons<std::uint32_t>(table, "b32");
  addComparisons<std::uint64_t>(table, "b64");
  addComparisons<float>(table, "f32");
  addComparisons<double>(table, "f64");
  for (const char *bits : {"16", "32", "64"})
    for (const char *kind : {"b", "u", "s", "f"})
      addMoves(table, std::string(kind) + bits, std::stoul(bits) / 8);
  addMoves(table, "pred", 0);
}

} // namespace gtjit::detail::ptx
