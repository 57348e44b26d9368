//===- Results.cpp - Writing what a program computed ----------------------===//
//
// A result on the grid of an input carries that input's names.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Results.h"

#include "gtjit/Import/ImportValues.h"
#include "gtrun/Fault.h"
#include "gtrun/NetCdf.h"
#include "gtrun/Npy.h"
#include "gtrun/OutputFile.h"

#include <algorithm>

using namespace gtrun;
using gtjit::Domain;

namespace {

class ResultWriter {
public:
  ResultWriter(const Listing &listing, const Options &options, const Bindings &bindings)
      : listing(listing), options(options), bindings(bindings) {}
  void write();

private:
  std::vector<Dimension> axesOfResult(const Argument &argument) const;
  Domain partOf(const Argument &argument, const std::vector<Dimension> &axes) const;
  Array arrayOf(const Argument &argument, const Domain &part) const;
  NetCdfResult netCdfResult(const Argument &argument, const FileName &file) const;
  void takeGrid(const Argument &argument, const Domain &part, NetCdfResult &result) const;
  const Bindings::Source *sourceOf(const Argument &argument, const Domain &part) const;
  bool isFed(const Argument &from, unsigned to) const;

  const Listing &listing;
  const Options &options;
  const Bindings &bindings;
};

} // namespace

bool ResultWriter::isFed(const Argument &from, unsigned to) const {
  return std::any_of(options.feeds.begin(), options.feeds.end(), [&](const auto &feed) {
    return listing.find(feed.first) == &from && listing.find(feed.second) &&
           listing.numberOf(*listing.find(feed.second)) == to;
  });
}

/// The netCDF input whose grid the result is on: its own, else one that it is
/// fed to, else the first with all of its dimensions.
const Bindings::Source *ResultWriter::sourceOf(const Argument &argument, const Domain &part) const {
  const Bindings::Source *found = nullptr;
  for (const Bindings::Source &source : bindings.sources) {
    bool hasAll = !source.origin.file.empty() &&
                  std::all_of(part.begin(), part.end(),
                              [&](const auto &range) { return source.domain.has(range.dim); });
    if (!hasAll)
      continue;
    if (source.storage == listing.numberOf(argument) || isFed(argument, source.storage))
      return &source;
    found = found ? found : &source;
  }
  return found;
}

std::vector<Dimension> ResultWriter::axesOfResult(const Argument &argument) const {
  if (options.axes.contains(argument.name))
    return axesOf(argument, options);
  for (const Bindings::Source &source : bindings.sources) {
    bool isSame =
        source.axes.size() == argument.dims.size() &&
        std::is_permutation(source.axes.begin(), source.axes.end(), argument.dims.begin());
    if (isSame && (source.storage == listing.numberOf(argument) ||
                   isFed(argument, source.storage) || !source.origin.file.empty()))
      return source.axes;
  }
  return argument.dims;
}

Domain ResultWriter::partOf(const Argument &argument, const std::vector<Dimension> &axes) const {
  const auto &storage = bindings.storages[listing.numberOf(argument)];
  if (!storage)
    throw Fault("--out " + argument.name + ": '" + listing.name + "' does not write it");
  Domain compute = storage->compute_domain(), part;
  for (Dimension dim : axes)
    part = part.with(dim(compute[dim]));
  return part;
}

Array ResultWriter::arrayOf(const Argument &argument, const Domain &part) const {
  Array array;
  array.type = argument.type;
  for (const auto &range : part)
    array.shape.push_back(range.range.size());
  auto count = static_cast<std::size_t>(elementCount(array.shape, array.type, argument.name));
  array.bytes.resize(count * itemsize(array.type));
  gtjit::detail::exportValues(*bindings.storages[listing.numberOf(argument)], part,
                              array.bytes.data());
  return array;
}

/// Names and places of the axes from the inputs.
void ResultWriter::takeGrid(const Argument &argument, const Domain &part,
                            NetCdfResult &result) const {
  const Bindings::Source *own = sourceOf(argument, part);
  for (const auto &range : part) {
    NetCdfAxis axis{std::string(range.dim.name()), range.range.size(), {}, 0};
    auto take = [&](const Bindings::Source &source) {
      for (std::size_t n = 0; n < source.axes.size(); ++n)
        if (!source.origin.file.empty() && source.axes[n] == range.dim && axis.source.empty())
          axis = {source.origin.dims[n], axis.size, source.origin.file,
                  range.range.lo() - source.domain[range.dim].lo()};
    };
    if (own)
      take(*own);
    for (const Bindings::Source &source : bindings.sources)
      take(source);
    result.axes.push_back(std::move(axis));
  }
  if (!own)
    return;
  result.sourceFile = own->origin.file;
  result.sourceVariable = own->origin.variable;
  result.sameQuantity = own->storage == listing.numberOf(argument) || isFed(argument, own->storage);
  if (own->axes.size() == part.ndim())
    for (std::size_t n = own->origin.entries.size(); n-- > 0;)
      result.axes.insert(result.axes.begin(), {own->origin.entries[n].dim, 1, own->origin.file,
                                               own->origin.entries[n].index});
}

NetCdfResult ResultWriter::netCdfResult(const Argument &argument, const FileName &file) const {
  Domain part = partOf(argument, axesOfResult(argument));
  NetCdfResult result;
  result.array = arrayOf(argument, part);
  takeGrid(argument, part, result);
  result.name = !file.variable.empty() ? file.variable
                : result.sameQuantity  ? result.sourceVariable
                                       : argument.name;
  return result;
}

void ResultWriter::write() {
  OutputFiles files;
  std::vector<std::pair<std::string, std::vector<NetCdfResult>>> netCdf;
  for (const auto &[name, file] : options.outputs) {
    const Argument &argument = *listing.find(name);
    if (!file.isNetCdf()) {
      writeNpy(files.add(file.path), file.path,
               arrayOf(argument, partOf(argument, axesOfResult(argument))));
      continue;
    }
    auto known = std::find_if(netCdf.begin(), netCdf.end(),
                              [&](const auto &entry) { return entry.first == file.path; });
    if (known == netCdf.end())
      known = netCdf.insert(known, {file.path, {}});
    known->second.push_back(netCdfResult(argument, file));
  }
  for (const auto &[path, results] : netCdf)
    writeNetCdf(files.add(path), path, results);
  files.commit();
}

void gtrun::writeResults(const Listing &listing, const Options &options, const Bindings &bindings) {
  ResultWriter(listing, options, bindings).write();
}
