//===- ReadNetCdf.cpp - Values of netCDF variables ------------------------===//
//
// Finds the variable, and brings what is read of it through a pipe.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Fault.h"
#include "gtrun/Isolated.h"
#include "gtrun/NetCdf.h"

#include "gtjit/netcdf.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

namespace gtrun {

using gtjit::netcdf::Dataset;
using gtjit::netcdf::Selection;
using gtjit::netcdf::Variable;

[[noreturn]] static void fail(const Dataset &file, const std::string &what) {
  throw Fault("'" + file.path() + "': " + what);
}

/// The only variable that can be meant.
static Variable onlyVariable(const Dataset &file, std::size_t rank) {
  std::string all;
  std::vector<Variable> candidates;
  for (const Variable &variable : file.variables()) {
    std::vector<std::string> dims = variable.dims();
    if (dims.size() < rank || (dims.size() == 1 && dims[0] == variable.name()))
      continue;
    candidates.push_back(variable);
    all += (all.empty() ? "'" : ", '") + variable.name() + "'";
  }
  if (candidates.size() != 1)
    fail(file, candidates.empty()
                   ? "it has no variable with " + std::to_string(rank) + " dimensions"
                   : "choose a variable with FILE.nc:VARIABLE: it has " + all);
  return candidates.front();
}

/// "'tas' has time[12], lat[96]".
static std::string whatItHas(const Variable &variable) {
  std::string text = "'" + variable.name() + "' has ";
  std::vector<std::string> dims = variable.dims();
  std::vector<std::int64_t> shape = variable.shape();
  for (std::size_t d = 0; d < shape.size(); ++d)
    text += (d ? ", " : "") + dims[d] + "[" + std::to_string(shape[d]) + "]";
  return shape.empty() ? text + "no dimensions" : text;
}

/// For each dimension of a variable the one entry to take, or nothing for all.
using Entries = std::vector<std::optional<std::int64_t>>;

static Entries givenEntries(const Dataset &file, const Variable &whole, const DimList &index) {
  const std::vector<std::string> dims = whole.dims();
  const std::vector<std::int64_t> shape = whole.shape();
  Entries entries(dims.size());
  for (const DimEntry &entry : index) {
    auto d =
        static_cast<std::size_t>(std::find(dims.begin(), dims.end(), entry.dim) - dims.begin());
    if (d == dims.size())
      fail(file, "--index '" + entry.dim + "': " + whatItHas(whole));
    if (entries[d])
      fail(file, "--index names '" + entry.dim + "' twice");
    std::int64_t size = shape[d], at = entry.numbers.front();
    if (at >= size || at < -size)
      fail(file, "--index '" + entry.dim + ":" + std::to_string(at) + "': " + whatItHas(whole) +
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
  Dataset file(name.path);
  Variable whole = name.variable.empty() ? onlyVariable(file, rank) : file.variable(name.variable);
  Entries entries = givenEntries(file, whole, index);
  dropSingle(whole.shape(), rank, entries);
  Array array;
  std::vector<Selection> selections;
  for (std::size_t d = 0; d < entries.size(); ++d)
    if (entries[d]) {
      selections.push_back({whole.dims()[d], gtjit::Slice(*entries[d])});
      array.origin.entries.push_back({whole.dims()[d], *entries[d]});
    }
  Variable part = whole.isel(selections);
  array.origin.variable = part.name();
  array.origin.dims = part.dims();
  array.shape = part.shape();
  if (array.shape.size() > rank)
    fail(file, whatItHas(whole) + ", expected " + std::to_string(rank) +
                   " dimensions: choose an entry of another with --index NAME=DIM:NUMBER");
  // Bytes that are bools are bytes until the program says what it takes.
  array.type = part.dtype() == DType::Bool ? DType::I8 : part.dtype();
  array.isUnpacked = part.isPacked();
  auto count = static_cast<std::size_t>(elementCount(array.shape, array.type, file.path()));
  if (part.hasAttribute("start_index")) { // a table of a mesh
    std::vector<std::int64_t> table = part.indices();
    array.type = DType::I64;
    auto *first = reinterpret_cast<const std::byte *>(table.data());
    array.bytes.assign(first, first + table.size() * sizeof(std::int64_t));
    return array;
  }
  array.bytes.resize(count * itemsize(array.type));
  part.load(array.bytes.data(), array.type);
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
