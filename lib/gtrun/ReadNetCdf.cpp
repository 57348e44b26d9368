//===- ReadNetCdf.cpp - Values of netCDF variables ------------------------===//
//
// Finds the variable, and brings what is read of it through a pipe.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Fault.h"
#include "gtrun/Isolated.h"
#include "gtrun/NetCdf.h"
#include "gtrun/NetCdfFile.h"
#include "gtrun/NetCdfValues.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

namespace gtrun {

/// The only variable that can be meant.
static std::string onlyVariable(const NetCdfFile &file, std::size_t rank) {
  int count = 0;
  file.check(nc_inq_nvars(file.id(), &count), "its variables");
  std::string found, all;
  int candidates = 0;
  for (int variable = 0; variable < count; ++variable) {
    char name[NC_MAX_NAME + 1] = {};
    file.check(nc_inq_varname(file.id(), variable, name), "a variable's name");
    std::vector<std::string> dims = file.dimNames(variable);
    if (dims.size() < rank || (dims.size() == 1 && dims[0] == name))
      continue;
    ++candidates;
    found = name;
    all += (all.empty() ? "'" : ", '") + found + "'";
  }
  if (candidates != 1)
    file.fail(candidates == 0 ? "it has no variable with " + std::to_string(rank) + " dimensions"
                              : "choose a variable with FILE.nc:VARIABLE: it has " + all);
  return found;
}

/// "'tas' has time[12], lat[96]".
static std::string whatItHas(const Array &array) {
  std::string text = "'" + array.origin.variable + "' has ";
  for (std::size_t d = 0; d < array.shape.size(); ++d)
    text += (d ? ", " : "") + array.origin.dims[d] + "[" + std::to_string(array.shape[d]) + "]";
  return array.shape.empty() ? text + "no dimensions" : text;
}

/// For each dimension of a variable the one entry to take, or nothing for all.
using Entries = std::vector<std::optional<std::int64_t>>;

static Entries givenEntries(const NetCdfFile &file, const Array &whole, const DimList &index) {
  const std::vector<std::string> &dims = whole.origin.dims;
  Entries entries(dims.size());
  for (const DimEntry &entry : index) {
    auto d =
        static_cast<std::size_t>(std::find(dims.begin(), dims.end(), entry.dim) - dims.begin());
    if (d == dims.size())
      file.fail("--index '" + entry.dim + "': " + whatItHas(whole));
    if (entries[d])
      file.fail("--index names '" + entry.dim + "' twice");
    std::int64_t size = whole.shape[d], at = entry.numbers.front();
    if (at >= size || at < -size)
      file.fail("--index '" + entry.dim + ":" + std::to_string(at) + "': " + whatItHas(whole) +
                ", the first is 0");
    entries[d] = at < 0 ? at + size : at;
  }
  return entries;
}

/// Takes the entry of dimensions that have one, while there are more than `rank`.
static void dropSingle(const std::vector<std::int64_t> &shape, std::size_t rank, Entries &entries) {
  auto axes = static_cast<std::size_t>(std::count(entries.begin(), entries.end(), std::nullopt));
  for (std::size_t d = 0; axes > rank && (entries[d] || shape[d] == 1); ++d)
    if (!entries[d]) {
      entries[d] = 0;
      --axes;
    }
  Entries without = entries;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (!without[d] && shape[d] == 1)
      without[d] = 0;
  auto left = static_cast<std::size_t>(std::count(without.begin(), without.end(), std::nullopt));
  if (axes > rank && left == rank)
    entries = without;
}

static Array readVariable(const FileName &name, std::size_t rank, const DimList &index) {
  NetCdfFile file = NetCdfFile::open(name.path);
  Array whole, array;
  whole.origin.variable = name.variable.empty() ? onlyVariable(file, rank) : name.variable;
  int variable = file.variable(whole.origin.variable);
  whole.shape = file.shape(variable);
  whole.origin.dims = file.dimNames(variable);
  Entries entries = givenEntries(file, whole, index);
  dropSingle(whole.shape, rank, entries);
  array.origin.variable = whole.origin.variable;
  NetCdfPart part;
  for (std::size_t d = 0; d < entries.size(); ++d) {
    part.first.push_back(static_cast<std::size_t>(entries[d].value_or(0)));
    part.size.push_back(static_cast<std::size_t>(entries[d] ? 1 : whole.shape[d]));
    if (entries[d]) {
      array.origin.entries.push_back({whole.origin.dims[d], *entries[d]});
      continue;
    }
    array.shape.push_back(whole.shape[d]);
    array.origin.dims.push_back(whole.origin.dims[d]);
  }
  if (array.shape.size() > rank)
    file.fail(whatItHas(whole) + ", expected " + std::to_string(rank) +
              " dimensions: choose an entry of another with --index NAME=DIM:NUMBER");
  readValues(file, variable, part, array);
  return array;
}

namespace {

/// An array on its way through a pipe.
class Packer {
public:
  std::string bytes;
  void number(std::int64_t value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void text(const std::string &value) {
    number(static_cast<std::int64_t>(value.size()));
    bytes += value;
  }
};

class Unpacker {
public:
  explicit Unpacker(const std::string &bytes) : bytes(bytes) {}
  std::int64_t number() {
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof(value));
    at += sizeof(value);
    return value;
  }
  std::string text() {
    auto size = static_cast<std::size_t>(number());
    at += size;
    return bytes.substr(at - size, size);
  }
  std::vector<std::byte> rest() const {
    auto *first = reinterpret_cast<const std::byte *>(bytes.data());
    return {first + at, first + bytes.size()};
  }

private:
  const std::string &bytes;
  std::size_t at = 0;
};

} // namespace

static std::string pack(const Array &array) {
  Packer packer;
  packer.number(static_cast<std::int64_t>(array.type));
  packer.number(array.isUnpacked);
  packer.number(static_cast<std::int64_t>(array.shape.size()));
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    packer.number(array.shape[axis]);
    packer.text(array.origin.dims[axis]);
  }
  packer.text(array.origin.variable);
  packer.number(static_cast<std::int64_t>(array.origin.entries.size()));
  for (const auto &[dim, index] : array.origin.entries) {
    packer.text(dim);
    packer.number(index);
  }
  packer.bytes.append(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
  return std::move(packer.bytes);
}

static Array unpack(const std::string &bytes) {
  Unpacker unpacker(bytes);
  Array array;
  array.type = static_cast<DType>(unpacker.number());
  array.isUnpacked = unpacker.number() != 0;
  for (std::int64_t axes = unpacker.number(); axes > 0; --axes) {
    array.shape.push_back(unpacker.number());
    array.origin.dims.push_back(unpacker.text());
  }
  array.origin.variable = unpacker.text();
  for (std::int64_t count = unpacker.number(); count > 0; --count) {
    std::string dim = unpacker.text();
    array.origin.entries.push_back({dim, unpacker.number()});
  }
  array.bytes = unpacker.rest();
  return array;
}

Array readNetCdf(const FileName &name, std::size_t rank, const DimList &index) {
  std::error_code ignored;
  std::uintmax_t size = std::filesystem::file_size(name.path, ignored);
  if (ignored)
    size = 0;
  Array array = unpack(
      isolated("'" + name.path + "'", size, [&] { return pack(readVariable(name, rank, index)); }));
  array.origin.file = name.path;
  return array;
}

} // namespace gtrun
