//===- ResultForm.cpp - The form of a result ------------------------------===//

#include "gtjit/Array/ResultForm.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"

#include <algorithm>
#include <numeric>

#undef I

namespace gtjit::detail {

namespace {

std::string text(std::int64_t number) { return std::to_string(number); }
std::string text(Dimension dim) { return std::string(dim.name()); }

bool sameDims(const ArrayForm &a, const ArrayForm &b) {
  return std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const ArrayAxis &x, const ArrayAxis &y) { return x.dim == y.dim; });
}

/// Place of a dimension in a union: I, J, K, then as they come.
int placeOf(Dimension dim) {
  const Dimension spatial[] = {I, J, K};
  return static_cast<int>(std::find(spatial, spatial + 3, dim) - spatial);
}

std::vector<Dimension> unionOfDims(std::span<ArrayForm *const> forms) {
  std::vector<Dimension> dims;
  bool same = true;
  for (const ArrayForm *form : forms) {
    same = same && sameDims(*form, *forms[0]);
    for (const ArrayAxis &axis : form->axes)
      if (std::find(dims.begin(), dims.end(), axis.dim) == dims.end())
        dims.push_back(axis.dim);
  }
  if (!same)
    std::stable_sort(dims.begin(), dims.end(),
                     [](Dimension a, Dimension b) { return placeOf(a) < placeOf(b); });
  return dims;
}

/// True if the strides fall in the order of the indices.
bool isInOrderOfIndices(const ArrayForm &form) {
  for (std::size_t d = 0; d < form.axes.size(); ++d)
    if (!(form.axes[d].dim == form.slowToFast[d]))
      return false;
  return true;
}

std::vector<Dimension> extendedOrder(const ArrayForm &first, const std::vector<Dimension> &dims) {
  std::vector<Dimension> missing;
  for (Dimension dim : dims)
    if (!first.find(dim))
      missing.push_back(dim);
  std::vector<Dimension> order = first.slowToFast;
  if (missing.empty())
    return order;
  if (isInOrderOfIndices(first)) // C order: so is the result
    return dims;
  std::reverse(missing.begin(), missing.end());
  order.insert(order.begin(), missing.begin(), missing.end());
  return order;
}

/// One dimension of the result; `line` is that of the operand looked at.
ArrayAxis joinedAxis(Dimension dim, std::span<array::Operand *const> operands,
                     std::string_view operation) {
  ArrayAxis result{dim, 1, {}, 0};
  for (const array::Operand *operand : operands) {
    const ArrayAxis *axis = stateOf(operand->array, operand->line).form.find(dim);
    if (!axis || axis->extent == 1)
      continue;
    if (result.extent != 1 && result.extent != axis->extent)
      throw ValueError(operand->line, std::string(operation) + ": expected " + text(result.extent) +
                                          " points in " + text(dim) + " or one, got " +
                                          text(axis->extent));
    result.extent = axis->extent;
  }
  for (const array::Operand *operand : operands) {
    const ArrayAxis *axis = stateOf(operand->array, operand->line).form.find(dim);
    if (!axis || axis->extent != result.extent)
      continue;
    result.halo.lo = std::max(result.halo.lo, axis->halo.lo);
    result.halo.hi = std::max(result.halo.hi, axis->halo.hi);
    result.alignedIndex = std::max(result.alignedIndex, axis->alignedIndex);
  }
  result.halo.lo = std::min(result.halo.lo, result.extent);
  result.halo.hi = std::min(result.halo.hi, result.extent - result.halo.lo);
  return result;
}

} // namespace

const ArrayAxis *ArrayForm::find(Dimension dim) const {
  for (const ArrayAxis &axis : axes)
    if (axis.dim == dim)
      return &axis;
  return nullptr;
}

ArrayForm resultForm(std::span<array::Operand *const> operands, std::string_view operation) {
  std::vector<ArrayForm *> forms;
  for (const array::Operand *operand : operands)
    if (ArrayState &state = stateOf(operand->array, operand->line); !state.number)
      forms.push_back(&state.form);
  ArrayForm result;
  if (forms.empty())
    return result;
  std::vector<Dimension> dims = unionOfDims(forms);
  for (Dimension dim : dims)
    result.axes.push_back(joinedAxis(dim, operands, operation));
  result.slowToFast = extendedOrder(*forms[0], dims);
  for (const ArrayForm *form : forms)
    result.alignment = std::lcm(result.alignment, form->alignment);
  return result;
}

Field fitted(const array::Operand &operand, const ArrayForm &form) {
  ArrayState &state = stateOf(operand.array, operand.line);
  Field field = state.field(operand.line);
  for (const ArrayAxis &axis : state.form.axes) {
    const ArrayAxis *wanted = form.find(axis.dim);
    if (axis.extent == 1 && wanted && wanted->extent != 1)
      field = field.at(Region(axis.dim(0), operand.line), operand.line);
  }
  return field;
}

ArrayForm without(const ArrayForm &form, const Dims &dims) {
  ArrayForm result = form;
  std::erase_if(result.axes, [&](const ArrayAxis &axis) { return dims.contains(axis.dim); });
  std::erase_if(result.slowToFast, [&](Dimension dim) { return dims.contains(dim); });
  return result;
}

} // namespace gtjit::detail
