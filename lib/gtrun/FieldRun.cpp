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
                  gtjit::detail::ImportedOperation &operation);
  void givePosition(const Step &step, gtjit::detail::ImportedOperation &operation);
  void givePieces(const Step &step, gtjit::detail::ImportedOperation &operation);
  void findStoreRanges();
  Range candidate(const Step &store, std::size_t position);
  void makeTargets();
  gtjit::Storage makeTarget(unsigned number);
  Domain regionOf(const Step &store);
  Dimension dimOf(unsigned range) const { return listing.arguments[range].dims.front(); }
  std::string unknownRange(unsigned range) const {
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
  unsigned number = step.operands.front();
  if (!bindings.storages[number]) {
    const std::string &name = listing.arguments[number].name;
    throw Fault("'" + listing.name + "' reads '" + name + "': give --in " + name + "=FILE");
  }
  return Field(*bindings.storages[number], step.operation.line);
}

/// Over what the user says, or over what the operands are defined on.
void Builder::giveRanges(const Step &step, const std::vector<Field> &operands,
                         gtjit::detail::ImportedOperation &operation) {
  for (unsigned range : step.ranges) {
    Dimension dim = dimOf(range);
    if (!bindings.ranges[range]) {
      Range all = Range::all();
      for (const Field &operand : operands)
        all = all & operand.compute_domain().rangeOr(dim);
      bindings.ranges[range] = all;
    }
    if (!bindings.ranges[range]->isFinite())
      throw Fault(unknownRange(range));
    operation.part.push_back(dim(*bindings.ranges[range]));
  }
}

/// A remap reads where the user says, or wherever the operand is defined.
static std::vector<gtjit::Region::Item> partOf(const Field &operand,
                                               const std::vector<NamedRange> &given) {
  std::vector<gtjit::Region::Item> part;
  for (const NamedRange &range : given)
    part.push_back(range.dim(range.range & operand.domain()[range.dim]));
  return part;
}

/// A pin is a part of one point.
void Builder::givePosition(const Step &step, gtjit::detail::ImportedOperation &operation) {
  unsigned range = step.ranges.front();
  const auto &where = bindings.ranges[range];
  if (!where)
    throw Fault(unknownRange(range));
  std::int64_t offset = operation.offsets.front();
  if (offset == 0 ? where->size() != 1 : offset >= where->size())
    throw Fault("--range " + listing.arguments[range].name + ": 'gt.pin' needs " +
                (offset == 0 ? "one point" : "more than " + std::to_string(offset) + " points") +
                ", got " + std::to_string(where->size()));
  operation.name = "part";
  operation.part.push_back(dimOf(range)(where->lo() + offset));
}

/// Where the parts of a concatenation are only the user can say.
void Builder::givePieces(const Step &step, gtjit::detail::ImportedOperation &operation) {
  for (unsigned range : step.ranges) {
    if (!bindings.ranges[range])
      throw Fault(unknownRange(range));
    operation.part.push_back(dimOf(range)(*bindings.ranges[range]));
  }
}

std::vector<Field> Builder::fieldsOf(const Step &step) {
  if (step.operation.name == "load")
    return {load(step)};
  std::vector<Field> operands;
  for (unsigned operand : step.operands)
    operands.push_back(values[operand]);
  gtjit::detail::ImportedOperation operation = step.operation;
  if (operation.name == "reduce")
    giveRanges(step, operands, operation);
  if (operation.name == "scan")
    giveRanges(step, operands, operation);
  if (operation.name == "pin")
    givePosition(step, operation);
  if (operation.name == "remap") {
    std::vector<NamedRange> given;
    for (unsigned range : step.ranges)
      given.push_back(dimOf(range)(bindings.ranges[range].value_or(Range::all())));
    operation.part = partOf(operands.front(), given);
  }
  if (operation.name == "concat")
    givePieces(step, operation);
  return importOperation(operation, operands);
}

/// Where a store can write in one dimension: where its value is on the grid,
/// and the target, if there is one, has its grid.
Range Builder::candidate(const Step &store, std::size_t position) {
  Dimension dim = dimOf(store.ranges[position]);
  Range range = values[store.operands[0]].compute_domain().rangeOr(dim);
  if (const auto &target = bindings.storages[store.operands[1]])
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
      throw Fault(unknownRange(range));
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
    if (!step.isStore() || step.operands[1] != number)
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
    if (step.isStore() && !bindings.storages[step.operands[1]])
      bindings.storages[step.operands[1]] = makeTarget(step.operands[1]);
}

/// Where a store writes: points of its target.
Domain Builder::regionOf(const Step &store) {
  unsigned target = store.operands[1];
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
    stores.push_back({*bindings.storages[step.operands[1]], regionOf(step),
                      values[step.operands[0]], step.operation.line});
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
