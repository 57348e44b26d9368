//===- Array.cpp - Arrays and their operations ----------------------------===//

#include "gtjit/Array/ArrayState.h"
#include "gtjit/Array/NumpyTypes.h"
#include "gtjit/Array/ResultForm.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Storage/Views.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>

using gtjit::array::Array, gtjit::array::Operand;

namespace gtjit {

namespace detail {

void retain(ArrayState *state) noexcept {
  state->references.fetch_add(1, std::memory_order_relaxed);
}
void release(ArrayState *state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete state;
}

ArrayState &stateOf(const array::Array &array, SourceLine line) {
  if (!array.get())
    throw ValueError(line, "expected an array, got an empty handle");
  return *array.get();
}

array::Array makeArray(ArrayForm form, Field pending, bool number) {
  Ref<ArrayState> state(new ArrayState);
  state->form = std::move(form);
  state->pending = std::move(pending);
  state->number = number;
  return array::Array(std::move(state));
}

/// The storage with buffer indices for coordinates.
static Storage byIndex(const Storage &storage, SourceLine line) {
  Domain origin;
  for (const NamedRange &range : storage.domain())
    origin = origin.with(range.dim(0, 1));
  return viewFrom(storage, origin, line);
}

Field ArrayState::field(SourceLine line) {
  std::lock_guard lock(mutex);
  return memory.get() ? Field(byIndex(memory, line), line) : pending;
}

DType ArrayState::dtype() {
  std::lock_guard lock(mutex);
  return memory.get() ? memory.dtype() : pending.dtype();
}

namespace {

ArrayForm formOf(const Storage &storage) {
  ArrayForm form;
  Domain whole = storage.domain();
  auto halo = storage.halo();
  auto aligned = storage.aligned_index();
  for (std::size_t d = 0; d < whole.ndim(); ++d)
    form.axes.push_back({whole[d].dim, whole[d].size(), halo[d], aligned[d]});
  for (unsigned d : storage.get()->layout.strideOrder())
    form.slowToFast.push_back(form.axes[d].dim);
  form.alignment = storage.alignment();
  return form;
}

/// Coordinates of the memory of a result: 0 is the first compute point.
Domain computeDomain(const ArrayForm &form) {
  std::vector<NamedRange> ranges;
  for (const ArrayAxis &axis : form.axes)
    ranges.push_back(axis.dim(0, axis.extent - axis.halo.lo - axis.halo.hi));
  return Domain(ranges);
}

StorageOptions optionsFor(const ArrayForm &form) {
  StorageOptions options;
  std::vector<Halo::Entry> halo;
  options.layout.kind = Layout::Kind::Ranks;
  for (const ArrayAxis &axis : form.axes) {
    halo.emplace_back(axis.dim, axis.halo);
    options.aligned_index.push_back(axis.alignedIndex);
    auto rank = std::find(form.slowToFast.begin(), form.slowToFast.end(), axis.dim);
    options.layout.ranks.push_back(rank - form.slowToFast.begin());
  }
  options.halo = Halo(halo);
  options.alignment = form.alignment;
  return options;
}

/// All that the memory of a pending array is to be but its address. Throws TypeError for
/// operands on the host alone beside some on the device alone.
Blueprint inferMemory(const ArrayState &array, SourceLine line) {
  const NodeRef &node = array.pending.ref();
  Runtime::State &runtime = node->runtime ? *node->runtime : Runtime::current().get();
  TimelineSpan span(runtime.timeline.get(), "infer", line);
  Blueprint blueprint =
      blueprintOf(computeDomain(array.form), node->dtype, optionsFor(array.form), line);
  blueprint.runtime = &runtime;
  if (!runtime.device)
    return blueprint;
  std::lock_guard lock(runtime.graphMutex);
  if (!blueprint.whole.empty())
    (void)runsOnDevice(runtime, {{node, ArrayView(), node->domain, line}}, nullptr);
  blueprint.kind = kindOfValues(runtime, node);
  return blueprint;
}

/// "add" for messages.
std::string_view nameOf(PointOp op) { return pointOpInfo(op).mnemonic; }

/// The values of an operand for a result, in the type of the computation. Numbers
/// stay weak where they are of the right kind already.
Field converted(const array::Operand &operand, const ArrayForm &form, DType type) {
  Field values = fitted(operand, form);
  bool weak = stateOf(operand.array, operand.line).number;
  if (weak &&
      (isFloat(type) || isComplex(type) ||
       (values.dtype() != Bool && !isFloat(values.dtype()) && type != Bool)) &&
      values.dtype() != Bool)
    return values;
  return values.dtype() == type ? values : astype(Arg(std::move(values), operand.line), type);
}

Field build(PointOp op, std::span<Field> values, std::span<array::Operand *const> operands) {
  std::vector<Operand> built;
  for (std::size_t n = 0; n < values.size(); ++n)
    built.push_back({values[n].ref(), operands[n]->line});
  return Field(buildWritten(op, built));
}

} // namespace

array::Array applyArray(PointOp op, std::initializer_list<array::Operand *> list) {
  std::span<array::Operand *const> operands(list.begin(), list.size());
  SourceLine line = operands.back()->line;
  bool isSelection = op == PointOp::Where;
  std::vector<NumpyOperand> types;
  bool allNumbers = true;
  for (const array::Operand *operand : operands.subspan(isSelection)) {
    ArrayState &state = stateOf(operand->array, operand->line);
    types.push_back({state.dtype(), state.number});
    allNumbers = allNumbers && state.number;
  }
  ArrayForm form = resultForm(operands, nameOf(op));
  std::vector<Field> values;
  if (allNumbers && !isSelection) { // as C++ numbers among fields
    for (const array::Operand *operand : operands)
      values.push_back(fitted(*operand, form));
    return makeArray(form, build(op, values, operands), true);
  }
  if (op == PointOp::Not && types[0].dtype != Bool) {
    array::Operand zero(0, line);
    return applyArray(PointOp::Eq, {operands[0], &zero});
  }
  NumpyRule rule = numpyRule(op, types, line);
  for (const array::Operand *operand : operands) {
    bool isCondition = isSelection && operand == operands[0];
    values.push_back(converted(*operand, form, isCondition ? Bool : rule.operands));
  }
  return makeArray(form, rule.identity ? values[0] : build(rule.op, values, operands));
}

} // namespace detail

namespace array {

using namespace detail;

Array::Array(const Storage &storage, SourceLine line) {
  if (!storage.get())
    throw ValueError(line, "the storage is empty: a Storage that nothing was assigned to");
  Ref<ArrayState> made(new ArrayState);
  made->form = formOf(storage);
  made->memory = storage;
  state = std::move(made);
}

Array Array::ofNumber(bool value, SourceLine line) {
  return makeArray({}, Field(value, line), true);
}
Array Array::ofNumber(std::int64_t value, SourceLine line) {
  return makeArray({}, Field(value, line), true);
}
Array Array::ofNumber(std::uint64_t value, SourceLine line) {
  return makeArray({}, Field(value, line), true);
}
Array Array::ofNumber(double value, SourceLine line) {
  return makeArray({}, Field(value, line), true);
}

DType Array::dtype(SourceLine line) const { return stateOf(*this, line).dtype(); }

Dims Array::dims(SourceLine line) const {
  std::vector<Dimension> dims;
  for (const ArrayAxis &axis : stateOf(*this, line).form.axes)
    dims.push_back(axis.dim);
  return Dims(dims);
}

Sequence<std::int64_t> Array::shape(SourceLine line) const {
  Sequence<std::int64_t> extents;
  for (const ArrayAxis &axis : stateOf(*this, line).form.axes)
    extents.push_back(axis.extent);
  return extents;
}

Sequence<HaloWidth> Array::halo(SourceLine line) const {
  Sequence<HaloWidth> halo;
  for (const ArrayAxis &axis : stateOf(*this, line).form.axes)
    halo.push_back(axis.halo);
  return halo;
}

Sequence<std::int64_t> Array::domain_shape(SourceLine line) const {
  Sequence<std::int64_t> extents;
  for (const ArrayAxis &axis : stateOf(*this, line).form.axes)
    extents.push_back(axis.extent - axis.halo.lo - axis.halo.hi);
  return extents;
}

Sequence<std::int64_t> Array::aligned_index(SourceLine line) const {
  Sequence<std::int64_t> index;
  for (const ArrayAxis &axis : stateOf(*this, line).form.axes)
    index.push_back(axis.alignedIndex);
  return index;
}

std::int64_t Array::alignment(SourceLine line) const { return stateOf(*this, line).form.alignment; }

Field Array::field(SourceLine line) const { return stateOf(*this, line).field(line); }

Storage Array::storage(SourceLine line) const {
  ArrayState &array = stateOf(*this, line);
  std::lock_guard lock(array.mutex);
  if (array.memory.get())
    return array.memory;
  Storage memory = allocate(inferMemory(array, line), line);
  byIndex(memory, line)[whole] = Arg(array.pending, line);
  array.memory = memory;
  array.pending = Field();
  return memory;
}

const Array &Array::assign(const Array &value, SourceLine line) const {
  Storage target = storage(line);
  ArrayState &source = stateOf(value, line);
  const ArrayForm &form = stateOf(*this, line).form;
  if (!source.number && !isSameKindCast(source.dtype(), target.dtype()))
    throw TypeError(line, "assign: expected a type that converts to " +
                              std::string(name(target.dtype())) + " within its kind, got " +
                              std::string(name(source.dtype())) + "; use astype");
  for (const ArrayAxis &axis : source.form.axes) {
    const ArrayAxis *own = form.find(axis.dim);
    if (!own || (axis.extent != own->extent && axis.extent != 1))
      throw ValueError(
          line,
          "assign: expected " +
              (own ? std::to_string(own->extent) + " points in " : std::string("no dimension ")) +
              std::string(axis.dim.name()) + ", got " + std::to_string(axis.extent));
  }
  Field values = fitted(Operand(value, line), form);
  if (values.dtype() != target.dtype())
    values = gtjit::astype(Arg(std::move(values), line), target.dtype());
  byIndex(target, line)[whole] = Arg(std::move(values), line);
  return *this;
}

Array astype(Operand a, DType type) {
  ArrayState &state = stateOf(a.array, a.line);
  return makeArray(state.form, gtjit::astype(Arg(state.field(a.line), a.line), type));
}

#define GTJIT_IN_PLACE(OP)                                                                         \
  const Array &operator OP## = (const Array &a, Operand b) {                                       \
    SourceLine line = b.line;                                                                      \
    return a.assign(Operand(a, line) OP b, line);                                                  \
  }
GTJIT_IN_PLACE(+)
GTJIT_IN_PLACE(-)
GTJIT_IN_PLACE(*)
GTJIT_IN_PLACE(/)
GTJIT_IN_PLACE(%)
GTJIT_IN_PLACE(&)
GTJIT_IN_PLACE(|)
GTJIT_IN_PLACE(^)
#undef GTJIT_IN_PLACE

} // namespace array
} // namespace gtjit

#include "gtjit-generated/ArrayFunctionDefinitions.inc"
#include "gtjit/Graph/StorageState.h"
