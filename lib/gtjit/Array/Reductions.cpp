//===- Reductions.cpp - Reductions of arrays ------------------------------===//

#include "gtjit/Array/ResultForm.h"
#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"

namespace gtjit::array {

using namespace detail;

Dims Axis::of(const Array &array, SourceLine line) const {
  Dims own = array.dims();
  if (kind == Kind::All)
    return own;
  std::vector<Dimension> taken(names.begin(), names.end());
  auto count = static_cast<std::int64_t>(own.size());
  for (std::int64_t position : positions) {
    if (position < -count || position >= count)
      throw ValueError(line, "expected an axis in [" + std::to_string(-count) + "," +
                                 std::to_string(count) + "), got " + std::to_string(position));
    taken.push_back(own.begin()[position < 0 ? position + count : position]);
  }
  for (std::size_t n = 0; n < taken.size(); ++n) {
    if (!own.contains(taken[n]))
      throw ValueError(line, "expected axes of the array, got " + std::string(taken[n].name()));
    for (std::size_t m = 0; m < n; ++m)
      if (taken[m] == taken[n])
        throw ValueError(line, "axis " + std::string(taken[n].name()) + " is named twice");
  }
  return Dims(taken);
}

namespace {

/// Applies one of the reductions of fields.
template <class Reduction> Array reduced(const Operand &a, const Axis &axis, Reduction reduction) {
  ArrayState &state = stateOf(a.array, a.line);
  Dims dims = axis.of(a.array, a.line);
  Field values = state.field(a.line);
  return makeArray(without(state.form, dims), reduction(Arg(std::move(values), a.line), dims));
}

/// Values as any() and all() see them.
Operand asBool(const Operand &a) {
  return a.array.dtype() == Bool ? a : Operand(astype(a, Bool), a.line);
}

/// Values that are averaged or multiplied: bools are the numbers 0 and 1.
Operand asNumber(const Operand &a) {
  return a.array.dtype() == Bool ? Operand(astype(a, I64), a.line) : a;
}

} // namespace

Array sum(Operand a, const Axis &axis) {
  return reduced(a, axis, [](Arg x, const Dims &d) { return gtjit::sum(std::move(x), d); });
}
Array prod(Operand a, const Axis &axis) {
  return reduced(asNumber(a), axis,
                 [](Arg x, const Dims &d) { return gtjit::prod(std::move(x), d); });
}
Array amin(Operand a, const Axis &axis) {
  if (a.array.dtype() == Bool)
    return all(a, axis);
  return reduced(a, axis, [](Arg x, const Dims &d) { return gtjit::min(std::move(x), d); });
}
Array amax(Operand a, const Axis &axis) {
  if (a.array.dtype() == Bool)
    return any(a, axis);
  return reduced(a, axis, [](Arg x, const Dims &d) { return gtjit::max(std::move(x), d); });
}
Array any(Operand a, const Axis &axis) {
  return reduced(asBool(a), axis, [](Arg x, const Dims &d) { return gtjit::any(std::move(x), d); });
}
Array all(Operand a, const Axis &axis) {
  return reduced(asBool(a), axis, [](Arg x, const Dims &d) { return gtjit::all(std::move(x), d); });
}
Array mean(Operand a, const Axis &axis) {
  return reduced(asNumber(a), axis,
                 [](Arg x, const Dims &d) { return gtjit::mean(std::move(x), d); });
}

} // namespace gtjit::array
