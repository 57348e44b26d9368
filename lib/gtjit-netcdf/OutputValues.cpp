//===- OutputValues.cpp - Values on their way into a file -----------------===//
//
// Which dimension of the file each dimension of the values is.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/OutputValues.h"

#include "gtjit/Import/ImportValues.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace gtjit::detail {

using netcdf::DimName;
using netcdf::DimNames;

void NetCdfValues::ownElements() {
  if (own.empty() && count)
    own.assign(first, first + count * itemsize(type));
  first = own.data();
}

/// The dimensions of a storage by decreasing stride; equal ones as they are.
static std::vector<NamedRange> byStride(const Storage &storage, SourceLine line) {
  auto strides = storage.strides(line);
  std::vector<std::size_t> order(strides.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return std::abs(strides[a]) > std::abs(strides[b]); });
  Domain domain = storage.compute_domain(line);
  std::vector<NamedRange> ranges;
  for (std::size_t d : order)
    ranges.push_back(domain[static_cast<std::int64_t>(d)]);
  return ranges;
}

/// Which dimension of the storage a name stands for, if one.
static const NamedRange *rangeOf(const Domain &domain, const DimName &name) {
  for (const NamedRange &range : domain)
    if (name.identity ? range.dim == Dimension(name.identity) : range.dim.name() == name.name)
      return &range;
  return nullptr;
}

/// Names the dimensions of a storage; gives its ranges in the file's order.
static std::vector<NamedRange> place(const NetCdfFile &file, const Storage &storage,
                                     const DimNames &dims, NetCdfValues &result, SourceLine line) {
  if (dims.empty()) {
    std::vector<NamedRange> ranges = byStride(storage, line);
    for (const NamedRange &range : ranges)
      result.dims.push_back({std::string(range.dim.name()), range.size()});
    return ranges;
  }
  Domain domain = storage.compute_domain(line);
  std::vector<NamedRange> ranges;
  for (const DimName &name : dims) {
    const NamedRange *range = rangeOf(domain, name);
    if (!range && name.identity)
      throw KeyError(line, file.message("'" + result.name + "' has no dimension " +
                                        std::string(Dimension(name.identity).name())));
    result.dims.push_back({name.name, range ? range->size() : 1});
    if (range)
      ranges.push_back(*range);
  }
  for (const NamedRange &range : domain)
    if (std::find(ranges.begin(), ranges.end(), range) == ranges.end())
      throw ValueError(line,
                       file.message("'" + result.name + "': the dimension " +
                                    std::string(range.dim.name()) + " has no name in the file"));
  return ranges;
}

static void takeStorage(const NetCdfFile &file, const Storage &storage, const DimNames &dims,
                        NetCdfValues &result, SourceLine line) {
  Domain part(Items<NamedRange>(place(file, storage, dims, result, line)), line);
  result.type = storage.dtype(line);
  result.count = static_cast<std::size_t>(part.size(line));
  result.own.resize(result.count * itemsize(result.type));
  exportValues(storage, part, result.own.data());
  result.first = result.own.data();
}

/// Elements side by side are left where they are.
static void takeArray(const NetCdfFile &file, const ArrayData &array, const DimNames &dims,
                      NetCdfValues &result, SourceLine line) {
  const auto &shape = array.shape();
  std::size_t named = dims.empty() && shape.size() == 1 ? 1 : dims.size();
  if (named != shape.size())
    throw ValueError(line,
                     file.message("'" + result.name + "' has " + std::to_string(shape.size()) +
                                  " dimensions, got " + std::to_string(named) + " names"));
  result.type = array.dtype();
  result.count = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    result.dims.push_back({dims.empty() ? result.name : dims[d].name, shape[d]});
    result.count *= static_cast<std::size_t>(shape[d]);
  }
  result.first = static_cast<const std::byte *>(array.data());
  if (array.strides().empty() || result.count == 0)
    return;
  Storage around = as_storage(array, {}, line);
  result.own.resize(result.count * itemsize(result.type));
  exportValues(around, around.compute_domain(line), result.own.data());
  result.first = result.own.data();
}

NetCdfValues valuesToWrite(const NetCdfFile &file, std::string_view name, const ArrayData &values,
                           const DimNames &dims, SourceLine line) {
  NetCdfValues result;
  result.name = name;
  if (values.storage().get())
    takeStorage(file, values.storage(), dims, result, line);
  else
    takeArray(file, values, dims, result, line);
  return result;
}

/// Calls `action` with the elements, if they are floats, until it is true.
template <class Action> static bool anyFloat(NetCdfValues &values, Action action) {
  auto visit = [&]<class T>(T) {
    for (std::size_t n = 0; n < values.count; ++n) {
      T value;
      std::memcpy(&value, values.first + n * sizeof(T), sizeof(T));
      if (std::isnan(value) && action(n, T()))
        return true;
    }
    return false;
  };
  return values.type == F32 ? visit(float()) : values.type == F64 && visit(double());
}

bool hasNaN(const NetCdfValues &values) {
  return anyFloat(const_cast<NetCdfValues &>(values), [](std::size_t, auto) { return true; });
}

bool replaceMissing(NetCdfValues &values, double fill) {
  if (!hasNaN(values))
    return false;
  values.ownElements();
  anyFloat(values, [&]<class T>(std::size_t n, T) {
    T value = static_cast<T>(fill);
    std::memcpy(&values.own[n * sizeof(T)], &value, sizeof(T));
    return false;
  });
  return true;
}

} // namespace gtjit::detail
