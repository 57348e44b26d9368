//===- WriteNetCdf.cpp - Results as netCDF --------------------------------===//
//
// Dimensions, then variables with attributes, then the coordinates that the
// sources have, cut to the part that the results cover.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Fault.h"
#include "gtrun/Isolated.h"
#include "gtrun/NetCdf.h"
#include "gtrun/NetCdfFile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <sstream>

namespace gtrun {

static nc_type netCdfType(DType type, const NetCdfFile &file, const std::string &name) {
  switch (type) {
  case DType::Bool:
  case DType::I8:
    return NC_BYTE;
  case DType::U8:
    return NC_UBYTE;
  case DType::I16:
    return NC_SHORT;
  case DType::U16:
    return NC_USHORT;
  case DType::I32:
    return NC_INT;
  case DType::U32:
    return NC_UINT;
  case DType::I64:
    return NC_INT64;
  case DType::U64:
    return NC_UINT64;
  case DType::F32:
    return NC_FLOAT;
  case DType::F64:
    return NC_DOUBLE;
  default:
    file.fail("netCDF has no type for '" + name + "', which is " + std::string(gtjit::name(type)) +
              "; write it as .npy");
  }
}

namespace {

/// One file while it is written.
class Writer {
public:
  Writer(const std::string &path, const std::string &shown,
         const std::vector<NetCdfResult> &results)
      : file(NetCdfFile::create(path, shown)), results(results) {}
  void write();

private:
  int defineDim(const NetCdfAxis &axis);
  int defineVariable(const std::string &name, nc_type type, const std::vector<int> &dims);
  void markMissing(int variable, const NetCdfResult &result);
  void writeResult(const NetCdfResult &result);
  void copyAttributes(const NetCdfFile &from, int variable, int to, bool all);
  void copyCoordinates(const NetCdfResult &result);
  void copyPart(const NetCdfFile &from, const std::string &name, const NetCdfResult &result);

  NetCdfFile file;
  const std::vector<NetCdfResult> &results;
  std::vector<std::pair<NetCdfAxis, int>> dims;
};

} // namespace

/// The dimension of an axis, shared by results on the same part of a source.
int Writer::defineDim(const NetCdfAxis &axis) {
  for (const auto &[known, id] : dims)
    if (known.name == axis.name && known.size == axis.size && known.source == axis.source &&
        known.first == axis.first)
      return id;
  std::string name = axis.name;
  int id = 0;
  for (int n = 2; nc_inq_dimid(file.id(), name.c_str(), &id) == NC_NOERR; ++n)
    name = axis.name + "_" + std::to_string(n);
  file.check(nc_def_dim(file.id(), name.c_str(), static_cast<std::size_t>(axis.size), &id),
             "the dimension '" + name + "'");
  dims.emplace_back(axis, id);
  return id;
}

int Writer::defineVariable(const std::string &name, nc_type type, const std::vector<int> &ids) {
  int id = 0;
  file.check(
      nc_def_var(file.id(), name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &id),
      "the variable '" + name + "'");
  return id;
}

/// Attributes that still hold: those of the grid or, with `all`, every one that
/// does not tell how the values were stored or what else the file has.
void Writer::copyAttributes(const NetCdfFile &from, int variable, int to, bool all) {
  static const std::set<std::string> grid = {"coordinates", "grid_mapping"};
  static const std::set<std::string> dropped = {"_FillValue",  "missing_value", "scale_factor",
                                                "add_offset",  "valid_min",     "valid_max",
                                                "valid_range", "bounds",        "dtype"};
  int count = 0;
  from.check(nc_inq_varnatts(from.id(), variable, &count), "its attributes");
  for (int n = 0; n < count; ++n) {
    char name[NC_MAX_NAME + 1] = {};
    from.check(nc_inq_attname(from.id(), variable, n, name), "an attribute");
    if (all ? !dropped.contains(name) : grid.contains(name))
      file.check(nc_copy_att(from.id(), variable, name, file.id(), to), name);
  }
}

/// A variable of the source, cut in those of its dimensions that the result
/// has. Left out if the file has one of that name or the source has none, or if
/// the part goes beyond it.
void Writer::copyPart(const NetCdfFile &from, const std::string &name, const NetCdfResult &result) {
  int source = from.findVariable(name);
  if (source < 0 || file.findVariable(name) >= 0)
    return;
  std::vector<std::size_t> first, size;
  std::vector<int> ids;
  std::vector<std::int64_t> shape = from.shape(source);
  std::vector<std::string> names = from.dimNames(source);
  for (std::size_t d = 0; d < names.size(); ++d) {
    auto axis = std::find_if(result.axes.begin(), result.axes.end(), [&](const NetCdfAxis &a) {
      return a.name == names[d] && a.source == from.path();
    });
    if (axis == result.axes.end() || axis->first < 0 || axis->first + axis->size > shape[d])
      return;
    first.push_back(static_cast<std::size_t>(axis->first));
    size.push_back(static_cast<std::size_t>(axis->size));
    ids.push_back(defineDim(*axis));
  }
  nc_type type = from.type(source);
  std::size_t bytes = 0;
  from.check(nc_inq_type(from.id(), type, nullptr, &bytes), "a type");
  if (type == NC_STRING || type > NC_MAX_ATOMIC_TYPE)
    return;
  for (std::size_t extent : size)
    bytes *= extent;
  std::vector<std::byte> values(std::max<std::size_t>(bytes, 1));
  from.check(nc_get_vara(from.id(), source, first.data(), size.data(), values.data()), name);
  int id = defineVariable(name, type, ids);
  copyAttributes(from, source, id, true);
  file.check(nc_put_var(file.id(), id, values.data()), "the values of '" + name + "'");
}

void Writer::copyCoordinates(const NetCdfResult &result) {
  std::set<std::string> files;
  for (const NetCdfAxis &axis : result.axes)
    if (!axis.source.empty())
      files.insert(axis.source);
  for (const std::string &path : files) {
    NetCdfFile from = NetCdfFile::open(path);
    for (const NetCdfAxis &axis : result.axes)
      if (axis.source == path)
        copyPart(from, axis.name, result);
    if (path != result.sourceFile)
      continue;
    int variable = from.variable(result.sourceVariable);
    std::istringstream names(from.text(variable, "coordinates") + " " +
                             from.text(variable, "grid_mapping"));
    for (std::string name; names >> name;)
      copyPart(from, name, result);
  }
}

template <class T> static bool hasNaN(const std::vector<std::byte> &bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, &bytes[at], sizeof(T));
    if (std::isnan(value))
      return true;
  }
  return false;
}

/// Says what is missing: NaN, where there is one. Every value is written, so none
/// that is like libnetcdf's own fill value means missing.
void Writer::markMissing(int variable, const NetCdfResult &result) {
  const float narrow = std::numeric_limits<float>::quiet_NaN();
  const double wide = std::numeric_limits<double>::quiet_NaN();
  const void *fill = nullptr;
  if (result.array.type == DType::F32 && hasNaN<float>(result.array.bytes))
    fill = &narrow;
  if (result.array.type == DType::F64 && hasNaN<double>(result.array.bytes))
    fill = &wide;
  file.check(nc_def_var_fill(file.id(), variable, fill ? NC_FILL : NC_NOFILL, fill),
             "the variable '" + result.name + "'");
}

void Writer::writeResult(const NetCdfResult &result) {
  std::vector<int> ids;
  for (const NetCdfAxis &axis : result.axes)
    ids.push_back(defineDim(axis));
  nc_type type = netCdfType(result.array.type, file, result.name);
  int id = defineVariable(result.name, type, ids);
  markMissing(id, result);
  if (result.array.type == DType::Bool)
    file.check(nc_put_att_text(file.id(), id, "dtype", 4, "bool"), "an attribute");
  if (!result.sourceFile.empty()) {
    NetCdfFile from = NetCdfFile::open(result.sourceFile);
    copyAttributes(from, from.variable(result.sourceVariable), id, result.sameQuantity);
  }
  if (!result.array.bytes.empty())
    file.check(nc_put_var(file.id(), id, result.array.bytes.data()),
               "the values of '" + result.name + "'");
}

void Writer::write() {
  for (const NetCdfResult &result : results)
    writeResult(result);
  for (const NetCdfResult &result : results)
    copyCoordinates(result);
  file.close();
}

void writeNetCdf(const std::string &file, const std::string &shown,
                 const std::vector<NetCdfResult> &results) {
  std::uintmax_t bytes = 100'000'000; // coordinates, which come from the user's files
  for (const NetCdfResult &result : results)
    bytes += result.array.bytes.size();
  isolated("'" + shown + "'", bytes, [&] {
    Writer(file, shown, results).write();
    return std::string();
  });
}

} // namespace gtrun
