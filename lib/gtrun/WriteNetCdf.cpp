//===- WriteNetCdf.cpp - Results as netCDF --------------------------------===//
//
// Results with their attributes, then the coordinates that the sources have, cut
// to the part that the results cover.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Fault.h"
#include "gtrun/Isolated.h"
#include "gtrun/NetCdf.h"

#include "gtjit/netcdf.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace gtrun {

namespace netcdf = gtjit::netcdf;

namespace {

/// One file while it is written.
class Writer {
public:
  Writer(const std::string &draft, const std::string &shown,
         const std::vector<NetCdfResult> &results)
      : file(shown, {.draft = draft}), results(results) {}
  void write();

private:
  std::string nameDim(const NetCdfAxis &axis);
  void writeResult(const NetCdfResult &result);
  void copyCoordinates(const NetCdfResult &result);
  void copyPart(const netcdf::Dataset &from, const std::string &name, const NetCdfResult &result);

  netcdf::Output file;
  const std::vector<NetCdfResult> &results;
  std::vector<std::pair<NetCdfAxis, std::string>> dims;
};

} // namespace

/// The dimension of an axis, shared by results on the same part of a source.
std::string Writer::nameDim(const NetCdfAxis &axis) {
  for (const auto &[known, name] : dims)
    if (known.name == axis.name && known.size == axis.size && known.source == axis.source &&
        known.first == axis.first)
      return name;
  std::string name = axis.name;
  for (int n = 2; file.hasDimension(name); ++n)
    name = axis.name + "_" + std::to_string(n);
  file.dimension(name, axis.size);
  dims.emplace_back(axis, name);
  return name;
}

/// Attributes of the source that still hold: those of the grid or, of the same
/// quantity, every one that does not tell how the values were stored or what else
/// the file has.
static netcdf::Attributes attributesOf(const NetCdfResult &result) {
  static const std::set<std::string> grid = {"coordinates", "grid_mapping"};
  static const std::set<std::string> dropped = {"_FillValue",  "missing_value", "scale_factor",
                                                "add_offset",  "valid_min",     "valid_max",
                                                "valid_range", "bounds",        "dtype"};
  if (result.sourceFile.empty())
    return {};
  netcdf::Attributes kept;
  for (const netcdf::Attribute &attribute :
       netcdf::open(result.sourceFile)[result.sourceVariable].attributes())
    if (result.sameQuantity ? !dropped.contains(attribute.name()) : grid.contains(attribute.name()))
      kept.push_back(attribute);
  return kept;
}

void Writer::writeResult(const NetCdfResult &result) {
  netcdf::DimNames names;
  std::vector<std::int64_t> shape;
  for (const NetCdfAxis &axis : result.axes) {
    names.emplace_back(nameDim(axis));
    shape.push_back(axis.size);
  }
  auto *first = const_cast<std::byte *>(result.array.bytes.data()); // only read
  try {
    file.add(result.name, gtjit::ArrayData(first, result.array.type, shape, {}, true), names,
             {.attributes = attributesOf(result)});
  } catch (const gtjit::DTypeError &error) {
    throw Fault(std::string(error.message()) + "; write it as .npy");
  }
}

/// A variable of the source, cut in those of its dimensions that the result
/// has. Left out if the file has one of that name or the source has none, if the
/// part goes beyond it, or if its elements are of a type of their own.
void Writer::copyPart(const netcdf::Dataset &from, const std::string &name,
                      const NetCdfResult &result) {
  if (!from.has(name) || file.has(name))
    return;
  netcdf::Variable source = from[name];
  std::vector<netcdf::Selection> part;
  std::vector<std::string> names;
  std::vector<std::int64_t> shape = source.shape();
  for (const std::string &dim : source.dims()) {
    auto axis = std::find_if(result.axes.begin(), result.axes.end(), [&](const NetCdfAxis &a) {
      return a.name == dim && a.source == from.path();
    });
    if (axis == result.axes.end() || axis->first < 0 ||
        axis->first + axis->size > shape[names.size()])
      return;
    part.push_back({dim, gtjit::Slice(axis->first, axis->first + axis->size)});
    names.push_back(nameDim(*axis));
  }
  try {
    file.add(source.isel(part), names, {"bounds"});
  } catch (const gtjit::DTypeError &) {
  }
}

void Writer::copyCoordinates(const NetCdfResult &result) {
  std::set<std::string> files;
  for (const NetCdfAxis &axis : result.axes)
    if (!axis.source.empty())
      files.insert(axis.source);
  for (const std::string &path : files) {
    netcdf::Dataset from(path);
    for (const NetCdfAxis &axis : result.axes)
      if (axis.source == path)
        copyPart(from, axis.name, result);
    if (path != result.sourceFile)
      continue;
    netcdf::Variable variable = from[result.sourceVariable];
    std::istringstream names(variable.text("coordinates") + " " + variable.text("grid_mapping"));
    for (std::string name; names >> name;)
      copyPart(from, name, result);
  }
}

void Writer::write() {
  for (const NetCdfResult &result : results)
    writeResult(result);
  for (const NetCdfResult &result : results)
    copyCoordinates(result);
  file.close();
}

void writeNetCdf(const std::string &draft, const std::string &shown,
                 const std::vector<NetCdfResult> &results) {
  std::uintmax_t bytes = 100'000'000; // coordinates, which come from the user's files
  for (const NetCdfResult &result : results)
    bytes += result.array.bytes.size();
  isolated("'" + shown + "'", bytes, [&] {
    Writer(draft, shown, results).write();
    return std::string();
  });
}

} // namespace gtrun
