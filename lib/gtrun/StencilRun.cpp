//===- StencilRun.cpp - Running programs at the stencil level -------------===//
//
// Ranges are evaluated as the runtime does it; then every reach of every kernel
// is held against the domain of its storage.
//
//===----------------------------------------------------------------------===//
#include "gtrun/StencilRun.h"

#include "gtrun/Fault.h"
#include "gtrun/IndexValues.h"
#include "gtrun/StorageBounds.h"

#include <algorithm>

using namespace gtrun;
using gtjit::Domain;
using gtjit::Range;
using gtjit::saturatingAdd;

namespace {

class Checker {
public:
  Checker(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
          Bindings &bindings)
      : listing(listing), options(options), runtime(runtime), bindings(bindings) {}
  void check();

private:
  void checkRanges() const;
  void evaluateRanges();
  Range valueOf(const ListedRange &range) const;
  bool happens(const Reach &reach) const;
  Range touched(const Reach &reach) const;
  Range available(const Reach &reach) const;
  Dimension dimOf(const Reach &reach) const;
  void makeTargets();
  void checkIndices() const;
  std::string storageName(unsigned storage) const {
    return storage < listing.arguments.size() ? "'" + listing.arguments[storage].name + "'"
                                              : "a temporary";
  }

  const Listing &listing;
  const Options &options;
  gtjit::Runtime &runtime;
  Bindings &bindings;
  std::vector<Range> values; ///< of the listing's ranges
};

} // namespace

void Checker::checkRanges() const {
  for (const Argument &argument : listing.arguments)
    if (argument.kind == Argument::Kind::Range && !bindings.ranges[listing.numberOf(argument)])
      throw Fault("the range '" + argument.name + "' is not known: give --range " + argument.name +
                  "=FIRST:END");
}

/// What a range is made of its parts, of which `all` has been looked at.
static Range join(ListedRange::Kind kind, Range all, Range part) {
  switch (kind) {
  case ListedRange::Kind::Hull:
    return hull(all, part);
  case ListedRange::Kind::Below:
    return part.empty() ? all : all & Range::below(part.lo());
  case ListedRange::Kind::Above:
    return part.empty() ? Range() : all & Range::from(part.hi());
  case ListedRange::Kind::When:
    return part.empty() ? Range() : all;
  default:
    return all & part;
  }
}

/// A range whose parts have values.
Range Checker::valueOf(const ListedRange &range) const {
  if (range.kind == ListedRange::Kind::Argument)
    return *bindings.ranges[range.argument];
  Range all = values[range.parts.front()];
  for (std::size_t n = 1; n < range.parts.size(); ++n)
    all = join(range.kind, all, values[range.parts[n]]);
  if (all.empty())
    return {};
  return Range(saturatingAdd(all.lo(), range.lower), saturatingAdd(all.hi(), range.upper));
}

void Checker::evaluateRanges() {
  for (const ListedRange &range : listing.ranges)
    values.push_back(valueOf(range));
}

/// Whether the kernel reads or writes there at all.
bool Checker::happens(const Reach &reach) const {
  const KernelRanges &kernel = listing.kernels[reach.kernel];
  bool isReadOfNothing = !reach.isWrite && kernel.along && values[*kernel.along].empty();
  return !isReadOfNothing && std::none_of(kernel.loops.begin(), kernel.loops.end(),
                                          [&](unsigned loop) { return values[loop].empty(); });
}

Range Checker::touched(const Reach &reach) const {
  Range where = values[reach.where];
  if (reach.isPinned && where.empty())
    throw Fault(lineText(reach.line) + "reads " + storageName(reach.storage) +
                " at the first point of a range of '" +
                std::string(listing.ranges[reach.where].dim.name()) + "' that is empty");
  if (reach.isPinned)
    where = Range(where.lo(), saturatingAdd(where.lo(), 1));
  return where + reach.offset;
}

Range Checker::available(const Reach &reach) const {
  if (reach.storage >= listing.arguments.size())
    return values[listing.temporaries[reach.storage - listing.arguments.size()][reach.dim]];
  return bindings.storages[reach.storage]
      ->domain()[listing.arguments[reach.storage].dims[reach.dim]];
}

Dimension Checker::dimOf(const Reach &reach) const {
  if (reach.storage < listing.arguments.size())
    return listing.arguments[reach.storage].dims[reach.dim];
  unsigned range = listing.temporaries[reach.storage - listing.arguments.size()][reach.dim];
  return listing.ranges[range].dim;
}

/// Storages that are written and not bound.
void Checker::makeTargets() {
  std::vector<std::vector<Range>> written(listing.arguments.size());
  for (const Reach &reach : listing.reaches)
    if (reach.isWrite && reach.storage < written.size() && happens(reach)) {
      auto &ranges = written[reach.storage];
      ranges.resize(listing.arguments[reach.storage].dims.size());
      ranges[reach.dim] = hull(ranges[reach.dim], touched(reach));
    }
  for (const Argument &argument : listing.arguments) {
    unsigned number = listing.numberOf(argument);
    if (argument.kind != Argument::Kind::Storage || bindings.storages[number])
      continue;
    auto reads = [&](const Reach &reach) { return reach.storage == number && !reach.isWrite; };
    bool isRead = std::any_of(listing.reaches.begin(), listing.reaches.end(), reads) ||
                  std::any_of(listing.indexReaches.begin(), listing.indexReaches.end(),
                              [&](const IndexReach &index) { return reads(index.reach); });
    if (isRead)
      throw Fault("'" + listing.name + "' reads '" + argument.name + "': give --in " +
                  argument.name + "=FILE");
    Domain domain;
    written[number].resize(argument.dims.size());
    for (std::size_t d = 0; d < argument.dims.size(); ++d)
      domain = domain.with(argument.dims[d](written[number][d]));
    bindings.storages[number] = makeStorage(argument, options, domain, argument.name, runtime);
  }
}

void Checker::check() {
  checkRanges();
  evaluateRanges();
  makeTargets();
  for (const Reach &reach : listing.reaches) {
    if (!happens(reach))
      continue;
    checkBounds({reach.line, storageName(reach.storage), reach.isWrite,
                 listing.ranges[reach.where].dim(touched(reach))},
                available(reach));
  }
  checkIndices();
}

/// An access of index values comes before what is read at them.
void Checker::checkIndices() const {
  gtjit::Runtime::Scope scope(runtime); // of coordinates, which have none
  for (const IndexReach &index : listing.indexReaches)
    if (happens(index.reach))
      checkIndexValues({listing, bindings, values}, index, dimOf(index.reach),
                       available(index.reach), storageName(index.reach.storage));
}

/// Text that has passed the checks.
static const std::string &checked(const Listing &listing, const Options &options,
                                  gtjit::Runtime &runtime, Bindings &bindings) {
  Checker(listing, options, runtime, bindings).check();
  return listing.text;
}

StencilRun::StencilRun(const Listing &listing, const Options &options, gtjit::Runtime &runtime,
                       Bindings &bindings)
    : listing(listing), options(options), runtime(runtime),
      program(runtime, checked(listing, options, runtime, bindings), listing.line) {}

void StencilRun::run(Bindings &bindings) {
  if (!isChecked)
    Checker(listing, options, runtime, bindings).check();
  isChecked = listing.indexReaches.empty();
  std::vector<gtjit::Storage> storages;
  std::vector<std::uint64_t> scalars;
  std::vector<gtjit::NamedRange> ranges;
  for (const Argument &argument : listing.arguments) {
    unsigned number = listing.numberOf(argument);
    if (argument.kind == Argument::Kind::Storage)
      storages.push_back(*bindings.storages[number]);
    else if (argument.kind == Argument::Kind::Scalar)
      scalars.push_back(*bindings.scalars[number]);
    else
      ranges.push_back(argument.dims.front()(*bindings.ranges[number]));
  }
  program.run({storages, scalars, ranges});
}
