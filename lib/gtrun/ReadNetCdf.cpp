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

#include <cstring>
#include <filesystem>

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

/// All of a variable but leading dimensions of one entry.
static Array readVariable(const FileName &name, std::size_t rank) {
  NetCdfFile file = NetCdfFile::open(name.path);
  Array array;
  array.origin.variable = name.variable.empty() ? onlyVariable(file, rank) : name.variable;
  int variable = file.variable(array.origin.variable);
  array.shape = file.shape(variable);
  array.origin.dims = file.dimNames(variable);
  NetCdfPart part{std::vector<std::size_t>(array.shape.size(), 0),
                  {array.shape.begin(), array.shape.end()}};
  while (array.shape.size() > rank && array.shape.front() == 1) {
    array.shape.erase(array.shape.begin());
    array.origin.leading.push_back(array.origin.dims.front());
    array.origin.dims.erase(array.origin.dims.begin());
  }
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
  packer.number(static_cast<std::int64_t>(array.shape.size()));
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    packer.number(array.shape[axis]);
    packer.text(array.origin.dims[axis]);
  }
  packer.text(array.origin.variable);
  packer.number(static_cast<std::int64_t>(array.origin.leading.size()));
  for (const std::string &name : array.origin.leading)
    packer.text(name);
  packer.bytes.append(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
  return std::move(packer.bytes);
}

static Array unpack(const std::string &bytes) {
  Unpacker unpacker(bytes);
  Array array;
  array.type = static_cast<DType>(unpacker.number());
  for (std::int64_t axes = unpacker.number(); axes > 0; --axes) {
    array.shape.push_back(unpacker.number());
    array.origin.dims.push_back(unpacker.text());
  }
  array.origin.variable = unpacker.text();
  for (std::int64_t count = unpacker.number(); count > 0; --count)
    array.origin.leading.push_back(unpacker.text());
  array.bytes = unpacker.rest();
  return array;
}

Array readNetCdf(const FileName &name, std::size_t rank) {
  std::error_code ignored;
  std::uintmax_t size = std::filesystem::file_size(name.path, ignored);
  if (ignored)
    size = 0;
  Array array =
      unpack(isolated("'" + name.path + "'", size, [&] { return pack(readVariable(name, rank)); }));
  array.origin.file = name.path;
  return array;
}

} // namespace gtrun
