//===- FieldRun.cpp - Running programs at the field level -----------------===//
//
// Fields in the order of the steps; then the ranges of the stores; then their
// targets.
//
//===----------------------------------------------------------------------===//
#include "gtrun/FieldRun.h"

#include "gtrun/Fault.h"
#include "gtrun/StorageBounds.h"

#include <algorithm>

using namespace gtrun;
using gtjit::Domain;
using gtjit::Field;
using gtjit::NamedRange;
using gtjit::Range;

namespace {

/// One pass over a listing.
class Builder {
public:
  Builder(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
          Bindings &bindings)
      : listing(listing), options(options), runtime(runtime), bindings(bindings) {}
  std::vector<gtjit::detail::ImportedStore> build();

private:
  void bindScalars();
  std::vector<Field> fieldsOf(const Step &step);
  Field load(const Step &step);
  void giveRanges(const Step &step, const std::vector<Field> &operands,
                  gtjit::detail::WrittenOperation &operation);
  void findStoreRanges();
  Range candidate(const Step &store, std::size_t position);
  void makeTargets();
  gtjit::Storage makeTarget(unsigned number);
  Domain regionOf(const Step &store);
  Dimension dimOf(unsigned range) const { return listing.arguments[range].dims.front(); }
  std::string unknownRangeText(unsigned range) const {
    const std::string &name = listing.arguments[range].name;
    return "the range '" + name + "' is not known: give --range " + name + "=FIRST:END";
  }

  const Listing &listing;
  const Options &options;
  gtjit::Runtime &runtime;
  Bindings &bindings;
  std::vector<Field> values; ///< by value number
};

} // namespace

void Builder::bindScalars() {
  values.resize(listing.arguments.size());
  for (const Argument &argument : listing.arguments) {
    unsigned number = listing.numberOf(argument);
    if (argument.kind == Argument::Kind::Scalar)
      values[number] = gtjit::detail::importScalar(argument.type, *bindings.scalars[number],
                                                   argument.name, argument.line);
  }
}

Field Builder::load(const Step &step) {
  unsigned number = step.operation.operands.front();
  if (!bindings.storages[number]) {
    const std::string &name = listing.arguments[number].name;
    throw Fault("'" + listing.name + "' reads '" + name + "': give --in " + name + "=FILE");
  }
  return Field(*bindings.storages[number], step.operation.line);
}

/// Where the operands are on their grids.
static Range common(const std::vector<Field> &operands, Dimension dim) {
  Range all = Range::all();
  for (const Field &operand : operands)
    all = all & operand.compute_domain().rangeOr(dim);
  return all;
}

/// What the user says, or what the operation does if nobody says it.
void Builder::giveRanges(const Step &step, const std::vector<Field> &operands,
                         gtjit::detail::WrittenOperation &operation) {
  using gtjit::detail::UnknownRange;
  UnknownRange unknown = unknownRange(operation);
  for (unsigned range : step.ranges) {
    Dimension dim = dimOf(range);
    std::optional<Range> &given = bindings.ranges[range];
    if (!given && unknown == UnknownRange::Common)
      given = common(operands, dim);
    Range points = given.value_or(Range::all());
    if (unknown == UnknownRange::AllOfFirst)
      points = points & operands.front().domain()[dim];
    else if (!given || (unknown == UnknownRange::Common && !points.isFinite()))
      throw Fault(unknownRangeText(range));
    operation.entries.emplace_back(dim(points)).offset = step.offset;
  }
}

std::vector<Field> Builder::fieldsOf(const Step &step) {
  if (step.operation.name == "load")
    return {load(step)};
  std::vector<Field> operands;
  for (unsigned operand : step.operation.operands)
    operands.push_back(values[operand]);
  gtjit::detail::WrittenOperation operation = step.operation;
  giveRanges(step, operands, operation);
  return importOperation(operation, operands);
}

/// Where a store can write in one dimension: where its value is on the grid,
/// and the target, if there is one, has its grid.
Range Builder::candidate(const Step &store, std::size_t position) {
  Dimension dim = dimOf(store.ranges[position]);
  Range range = values[store.operation.operands[0]].compute_domain().rangeOr(dim);
  if (const auto &target = bindings.storages[store.operation.operands[1]])
    range = range & target->compute_domain()[dim];
  return range;
}

void Builder::findStoreRanges() {
  std::vector<std::optional<Range>> found(bindings.ranges.size());
  for (const Step &step : listing.steps)
    for (std::size_t d = 0; step.isStore() && d < step.ranges.size(); ++d) {
      Range range = candidate(step, d);
      auto &all = found[step.ranges[d]];
      all = all ? *all & range : range;
    }
  for (unsigned range = 0; range < found.size(); ++range) {
    if (!found[range] || bindings.ranges[range])
      continue;
    if (!found[range]->isFinite())
      throw Fault(unknownRangeText(range));
    bindings.ranges[range] = found[range];
  }
}

/// An output without file: like the storage that it is fed to, else what the
/// stores write.
gtjit::Storage Builder::makeTarget(unsigned number) {
  const Argument &argument = listing.arguments[number];
  for (const auto &[from, to] : options.feeds)
    if (const Argument *other = listing.find(to); listing.find(from) == &argument && other)
      if (const auto &source = bindings.storages[listing.numberOf(*other)])
        return makeStorage(argument, options, source->compute_domain(), other->name, runtime);
  Domain domain;
  for (const Step &step : listing.steps) {
    if (!step.isStore() || step.operation.operands[1] != number)
      continue;
    for (unsigned range : step.ranges) {
      Range written = *bindings.ranges[range];
      Dimension dim = dimOf(range);
      domain = domain.with(dim(domain.has(dim) ? hull(domain[dim], written) : written));
    }
  }
  return makeStorage(argument, options, domain, argument.name, runtime);
}

void Builder::makeTargets() {
  for (const Step &step : listing.steps)
    if (step.isStore() && !bindings.storages[step.operation.operands[1]])
      bindings.storages[step.operation.operands[1]] = makeTarget(step.operation.operands[1]);
}

/// Where a store writes: points of its target.
Domain Builder::regionOf(const Step &store) {
  unsigned target = store.operation.operands[1];
  std::vector<NamedRange> region;
  for (unsigned range : store.ranges) {
    region.push_back(dimOf(range)(*bindings.ranges[range]));
    checkBounds(
        {store.operation.line, "'" + listing.arguments[target].name + "'", true, region.back()},
        bindings.storages[target]->domain()[region.back().dim]);
  }
  return Domain(std::span<const NamedRange>(region), store.operation.line);
}

std::vector<gtjit::detail::ImportedStore> Builder::build() {
  bindScalars();
  for (const Step &step : listing.steps)
    if (!step.isStore())
      for (Field &field : fieldsOf(step))
        values.push_back(std::move(field));
  findStoreRanges();
  makeTargets();
  std::vector<gtjit::detail::ImportedStore> stores;
  for (const Step &step : listing.steps) {
    if (!step.isStore())
      continue;
    stores.push_back({*bindings.storages[step.operation.operands[1]], regionOf(step),
                      values[step.operation.operands[0]], step.operation.line});
  }
  return stores;
}

FieldRun::FieldRun(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
                   Bindings &bindings)
    : stores(Builder(listing, options, runtime, bindings).build()) {}

std::string FieldRun::explain() const {
  std::string text;
  for (const auto &store : stores)
    text += std::string(gtjit::explain(gtjit::Arg(store.value, store.line)));
  return text;
}
