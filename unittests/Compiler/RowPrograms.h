//===- RowPrograms.h - Programs of one operation in a test ------*- C++ -*-===//
//
// Applies operations of the dialect to arrays of any element type, in every way
// of compiling.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_COMPILER_ROWPROGRAMS_H
#define GTJIT_UNITTESTS_COMPILER_ROWPROGRAMS_H

#include "CompiledImage.h"

#include "gtjit/Float16.h"
#include "gtjit/Math/Math.h"

namespace gtcompiler::testing {

/// How the dialect spells a C++ element type.
template <class T> const char *elementName() {
  using gtjit::BFloat16, gtjit::Float16;
  if (std::is_same_v<T, Float16>)
    return "f16";
  if (std::is_same_v<T, BFloat16>)
    return "bf16";
  if (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? "f32" : "f64";
  static const char *names[2][4] = {{"i8", "i16", "i32", "i64"}, {"ui8", "ui16", "ui32", "ui64"}};
  unsigned size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_same_v<T, bool> ? "i1" : names[std::is_unsigned_v<T>][size];
}

/// `body` computes %r of type Out from %a and %b of type In, at every point.
template <class Out, class In>
std::vector<Out> computeRow(const std::string &body, std::vector<In> a, std::vector<In> b,
                            const Way &way = allWays()[0]) {
  std::string in = elementName<In>(), out = elementName<Out>();
  auto storage = [](const std::string &type) { return "!gt.storage<[I], " + type + ", unit>"; };
  CompiledImage image(
      "gt.program @p(%s: " + storage(in) + ", %t: " + storage(in) + ", %o: " + storage(out) +
          ", %i: !gt.range<I>) {\n" + "gt.stencil over %i : !gt.range<I> {\n%a = gt.access %s : " +
          storage(in) + " -> " + in + "\n%b = gt.access %t : " + storage(in) + " -> " + in + "\n" +
          body + "\ngt.write %r to %o : " + out + ", " + storage(out) + "\n}\n}\n",
      way);
  std::vector<Out> result(a.size());
  if (!image)
    return result;
  auto size = static_cast<std::int64_t>(a.size());
  RunInputs inputs;
  inputs.math = gtjit::detail::mathTable();
  inputs.storages = {
      {a.data(), 0, {size}, {1}}, {b.data(), 0, {size}, {1}}, {result.data(), 0, {size}, {1}}};
  inputs.ranges = {{0, size}};
  image.run(inputs);
  return result;
}

/// `mnemonic` of two operands and a result of type T.
template <class T>
std::vector<T> computeBinary(const std::string &mnemonic, std::vector<T> a, std::vector<T> b,
                             const Way &way = allWays()[0]) {
  std::string type = elementName<T>();
  return computeRow<T>("%r = gt." + mnemonic + " %a, %b : (" + type + ", " + type + ") -> " + type,
                       a, b, way);
}

/// a converted to type Out.
template <class Out, class In>
std::vector<Out> convertRow(const std::vector<In> &a, const Way &way = allWays()[0]) {
  std::string text =
      std::string("%r = gt.cast %a : (") + elementName<In>() + ") -> " + elementName<Out>();
  return computeRow<Out>(text, a, a, way);
}

} // namespace gtcompiler::testing

#endif // GTJIT_UNITTESTS_COMPILER_ROWPROGRAMS_H
