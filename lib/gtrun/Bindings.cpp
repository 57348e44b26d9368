//===- Bindings.cpp - What the arguments of a program are -----------------===//
//
// Options meet the program's arguments here: names, ranks, types, domains.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Bindings.h"

#include "gtjit/Import/GraphImport.h"
#include "gtjit/Import/ImportValues.h"
#include "gtrun/Fault.h"
#include "gtrun/NetCdf.h"
#include "gtrun/Npy.h"

#include <algorithm>

namespace gtrun {

using gtjit::Domain;
using gtjit::NamedRange;
using gtjit::Range;
using gtjit::Storage;

static std::string argumentList(const Listing &listing, Argument::Kind kind) {
  std::string list;
  for (const Argument &argument : listing.arguments)
    if (argument.kind == kind)
      list += (list.empty() ? "'" : ", '") + argument.name + "'";
  return list.empty() ? "none" : list;
}

const Argument &argumentNamed(const Listing &listing, const std::string &name, Argument::Kind kind,
                              const char *option) {
  const Argument *argument = listing.find(name);
  if (argument && argument->kind == kind)
    return *argument;
  throw Fault(std::string(option) + " " + name + ": '" + listing.name + "' has no " +
              kindText(kind) + " of that name; it has " + argumentList(listing, kind));
}

/// Throws Fault unless `list` names dimensions of the argument, each once.
static void checkDims(const Argument &argument, const DimList &list, const std::string &where) {
  for (std::size_t n = 0; n < list.size(); ++n) {
    bool known = std::any_of(argument.dims.begin(), argument.dims.end(),
                             [&](Dimension dim) { return dim.name() == list[n].dim; });
    if (!known)
      throw Fault(where + ": '" + argument.name + "' has no dimension '" + list[n].dim + "'");
    for (std::size_t m = 0; m < n; ++m)
      if (list[m].dim == list[n].dim)
        throw Fault(where + " names '" + list[n].dim + "' twice");
  }
}

/// The numbers for a dimension, or null.
static const std::vector<std::int64_t> *entryOf(const std::map<std::string, DimList> &lists,
                                                const std::string &name, Dimension dim) {
  auto found = lists.find(name);
  if (found != lists.end())
    for (const DimEntry &entry : found->second)
      if (entry.dim == dim.name())
        return &entry.numbers;
  return nullptr;
}

std::vector<Dimension> axesOf(const Argument &argument, const Options &options) {
  auto given = options.axes.find(argument.name);
  if (given == options.axes.end())
    return argument.dims;
  std::vector<Dimension> axes;
  for (const std::string &name : given->second)
    for (Dimension dim : argument.dims)
      if (dim.name() == name && std::find(axes.begin(), axes.end(), dim) == axes.end())
        axes.push_back(dim);
  if (axes.size() != given->second.size() || axes.size() != argument.dims.size())
    throw Fault("--axes " + argument.name + ": expected each dimension of '" + argument.name +
                "' once");
  return axes;
}

Storage makeStorage(const Argument &argument, const Options &options, const Domain &domain,
                    const std::string &haloOf, gtjit::Runtime &runtime) {
  std::vector<NamedRange> ranges; // slow to fast, so that C order is the program's
  std::vector<gtjit::Halo::Entry> widths;
  for (Dimension dim : argument.dims) {
    ranges.push_back(dim(domain[dim]));
    if (const auto *width = entryOf(options.halos, haloOf, dim))
      widths.emplace_back(dim, gtjit::HaloWidth(width->front(), width->back()));
  }
  gtjit::StorageOptions how;
  how.layout = gtjit::cOrder;
  how.halo = gtjit::Halo(std::span<const gtjit::Halo::Entry>(widths));
  how.runtime = &runtime;
  SourceLine line = argument.line;
  return gtjit::zeros(Domain(std::span<const NamedRange>(ranges), line), argument.type, how, line)
      .named(argument.name);
}

namespace {

/// Fills a Bindings from the options.
class Binder {
public:
  Binder(const Listing &listing, const Options &options, gtjit::Runtime &runtime)
      : listing(listing), options(options), runtime(runtime) {}
  Bindings bind();

private:
  void bindScalar(const std::string &name, const std::string &text);
  void bindRange(const std::string &name, std::int64_t lower, std::int64_t upper);
  void bindInput(const std::string &name, const FileName &file);
  Array readInput(const Argument &argument, const FileName &file, std::size_t rank) const;
  void bindDomain(const std::string &name, const DimList &list);
  void checkIndex() const;
  void checkNames() const;
  Domain domainOf(const Argument &argument, const Array &array,
                  const std::vector<Dimension> &axes) const;

  const Listing &listing;
  const Options &options;
  gtjit::Runtime &runtime;
  Bindings result;
};

} // namespace

void Binder::bindScalar(const std::string &name, const std::string &text) {
  const Argument &argument = argumentNamed(listing, name, Argument::Kind::Scalar, "--scalar");
  std::uint64_t bits = 0;
  if (!gtjit::detail::parseScalar(text, argument.type, bits))
    throw Fault("--scalar " + name + ": expected a number of type " +
                std::string(gtjit::name(argument.type)) + ", got '" + text + "'");
  result.scalars[listing.numberOf(argument)] = bits;
}

/// Coordinates of memory lie between it and its negative.
static constexpr std::int64_t kFarthest = std::int64_t(1) << 62;

/// The points that an array has, from --at on.
Domain Binder::domainOf(const Argument &argument, const Array &array,
                        const std::vector<Dimension> &axes) const {
  std::vector<NamedRange> ranges;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const auto *at = entryOf(options.at, argument.name, axes[axis]);
    std::int64_t first = at ? at->front() : 0, last = 0;
    if (__builtin_add_overflow(first, array.shape[axis], &last) || first < -kFarthest ||
        last > kFarthest)
      throw Fault("--at " + argument.name + ": the coordinates are too large");
    ranges.push_back(axes[axis](first, last));
  }
  return Domain(std::span<const NamedRange>(ranges), SourceLine{});
}

Array Binder::readInput(const Argument &argument, const FileName &file, std::size_t rank) const {
  checkInput(file);
  auto index = options.index.find(argument.name);
  bool isGiven = index != options.index.end();
  if (file.isNetCdf())
    return readNetCdf(file, rank, isGiven ? index->second : DimList());
  if (isGiven)
    throw Fault("--index " + argument.name + ": '" + file.path + "' is no netCDF file");
  return readNpy(file.path);
}

void Binder::bindRange(const std::string &name, std::int64_t lower, std::int64_t upper) {
  const Argument &argument = argumentNamed(listing, name, Argument::Kind::Range, "--range");
  if (lower >= upper)
    note("--range " + name + "=" + std::to_string(lower) + ":" + std::to_string(upper) +
         " is empty");
  result.ranges[listing.numberOf(argument)] = Range(lower, upper);
}

void Binder::bindInput(const std::string &name, const FileName &file) {
  const Argument &argument = argumentNamed(listing, name, Argument::Kind::Storage, "--in");
  unsigned number = listing.numberOf(argument);
  if (result.storages[number])
    throw Fault("--in names '" + argument.name + "' twice");
  std::vector<Dimension> axes = axesOf(argument, options);
  Array array = readInput(argument, file, axes.size());
  if (array.shape.size() != axes.size())
    throw Fault("'" + file.path + "': it has " + std::to_string(array.shape.size()) + " axes, '" +
                argument.name + "' has " + std::to_string(axes.size()) + " dimensions");
  std::string what = "'" + file.path + "'";
  if (array.isUnpacked && isFloat(argument.type) &&
      itemsize(argument.type) < itemsize(array.type)) {
    note(what + ": '" + array.origin.variable + "' is unpacked to " +
         std::string(gtjit::name(array.type)) + " and rounded to " +
         std::string(gtjit::name(argument.type)));
    array = rounded(std::move(array), argument.type, what);
  }
  array = converted(std::move(array), argument.type, what);
  Domain domain = domainOf(argument, array, axes);
  Storage storage = makeStorage(argument, options, domain, argument.name, runtime);
  gtjit::detail::importValues(storage, domain, array.bytes.data());
  result.storages[number] = storage;
  result.sources.push_back({number, array.origin, axes, domain});
}

void Binder::bindDomain(const std::string &name, const DimList &list) {
  const Argument &argument = argumentNamed(listing, name, Argument::Kind::Storage, "--domain");
  unsigned number = listing.numberOf(argument);
  if (result.storages[number])
    throw Fault("--domain " + name + ": its points are those of its file; use --at and --halo");
  Domain domain;
  for (const DimEntry &entry : list)
    domain = domain.with({Dimension(entry.dim), Range(entry.numbers[0], entry.numbers[1])});
  if (domain.ndim() != argument.dims.size())
    throw Fault("--domain " + name + ": expected a range for each dimension of '" + name + "'");
  result.storages[number] = makeStorage(argument, options, domain, argument.name, runtime);
}

/// Entries are those of files.
void Binder::checkIndex() const {
  for (const auto &[name, list] : options.index) {
    const Argument &argument = argumentNamed(listing, name, Argument::Kind::Storage, "--index");
    bool isRead = std::any_of(options.inputs.begin(), options.inputs.end(), [&](const auto &input) {
      return listing.find(input.first) == &argument;
    });
    if (!isRead)
      throw Fault("--index " + name + ": give --in " + name + "=FILE.nc");
  }
}

/// Every option that names a storage names one of the program, in its dimensions.
void Binder::checkNames() const {
  auto check = [&](const std::map<std::string, DimList> &lists, const char *option) {
    for (const auto &[name, list] : lists)
      checkDims(argumentNamed(listing, name, Argument::Kind::Storage, option), list,
                option + (" " + name));
  };
  check(options.at, "--at");
  check(options.halos, "--halo");
  check(options.domains, "--domain");
  for (const auto &[name, entries] : options.fills) {
    const Argument &argument = argumentNamed(listing, name, Argument::Kind::Storage, "--fill");
    for (const FillEntry &entry : entries)
      checkDims(argument, {{entry.dim, {}}}, "--fill " + name);
  }
  checkIndex();
  for (const auto &axes : options.axes)
    argumentNamed(listing, axes.first, Argument::Kind::Storage, "--axes");
  for (const auto &[name, file] : options.outputs)
    argumentNamed(listing, name, Argument::Kind::Storage, "--out");
}

Bindings Binder::bind() {
  result.storages.resize(listing.arguments.size());
  result.scalars.resize(listing.arguments.size());
  result.ranges.resize(listing.arguments.size());
  checkNames();
  for (const auto &[name, text] : options.scalars)
    bindScalar(name, text);
  for (const Argument &argument : listing.arguments)
    if (argument.kind == Argument::Kind::Scalar && !result.scalars[listing.numberOf(argument)])
      throw Fault("'" + listing.name + "' needs the scalar '" + argument.name +
                  "': give --scalar " + argument.name + "=VALUE");
  for (const auto &[name, bounds] : options.ranges)
    bindRange(name, bounds.first, bounds.second);
  for (const auto &[name, file] : options.inputs)
    bindInput(name, file);
  for (const auto &[name, list] : options.domains)
    bindDomain(name, list);
  return std::move(result);
}

Bindings bindArguments(const Listing &listing, const Options &options, gtjit::Runtime &runtime) {
  return Binder(listing, options, runtime).bind();
}

void fillHalos(const Listing &listing, const Options &options, Bindings &bindings) {
  for (const auto &[name, entries] : options.fills) {
    const Argument *argument = listing.find(name);
    const auto &storage = bindings.storages[listing.numberOf(*argument)];
    if (!storage)
      continue;
    std::vector<gtjit::HaloFill> fills;
    for (const FillEntry &entry : entries) {
      Dimension dim(entry.dim);
      if (storage->domain()[dim].size() == storage->compute_domain()[dim].size())
        throw Fault("--fill " + name + ": '" + name + "' has no halo in '" + entry.dim +
                    "': give --halo " + name + "=" + entry.dim + ":WIDTH");
      fills.push_back({entry.kind, dim, entry.value, argument->line});
    }
    gtjit::detail::fillHalo(*storage, fills);
  }
}

} // namespace gtrun
