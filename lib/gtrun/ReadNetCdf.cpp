//===- ReadNetCdf.cpp - Values of netCDF variables ------------------------===//
//
// Finds the variable, reads it, unpacks it and marks what is missing.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Fault.h"
#include "gtrun/Isolated.h"
#include "gtrun/NetCdf.h"
#include "gtrun/NetCdfFile.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

namespace gtrun {

static DType typeOf(const NetCdfFile &file, int variable, const std::string &name) {
  switch (file.type(variable)) {
  case NC_BYTE:
    return DType::I8;
  case NC_UBYTE:
    return DType::U8;
  case NC_SHORT:
    return DType::I16;
  case NC_USHORT:
    return DType::U16;
  case NC_INT:
    return DType::I32;
  case NC_UINT:
    return DType::U32;
  case NC_INT64:
    return DType::I64;
  case NC_UINT64:
    return DType::U64;
  case NC_FLOAT:
    return DType::F32;
  case NC_DOUBLE:
    return DType::F64;
  default:
    file.fail("'" + name + "' holds no numbers");
  }
}

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

/// Values that stand for none.
struct MissingValues {
  double values[2];
  int count = 0;
  MissingValues(const NetCdfFile &file, int variable) {
    for (const char *attribute : {"_FillValue", "missing_value"})
      count += file.number(variable, attribute, values[count]);
  }
  bool contains(double value) const {
    for (int n = 0; n < count; ++n)
      if (value == values[n])
        return true;
    return false;
  }
};

static std::vector<double> asDoubles(const NetCdfFile &file, int variable, std::size_t count) {
  std::vector<double> values(count);
  file.check(nc_get_var_double(file.id(), variable, values.data()), "its values");
  return values;
}

template <class T> static void store(Array &array, const std::vector<double> &values) {
  array.bytes.resize(values.size() * sizeof(T));
  for (std::size_t n = 0; n < values.size(); ++n) {
    T value = static_cast<T>(values[n]);
    std::memcpy(&array.bytes[n * sizeof(T)], &value, sizeof(T));
  }
}

/// Unpacked as the CF conventions say: the type is that of the attributes.
static void readPacked(const NetCdfFile &file, int variable, Array &array, std::size_t count) {
  double scale = 1.0, offset = 0.0;
  bool scaled = file.number(variable, "scale_factor", scale);
  file.number(variable, "add_offset", offset);
  nc_type type = NC_NAT;
  file.check(nc_inq_atttype(file.id(), variable, scaled ? "scale_factor" : "add_offset", &type),
             "scale_factor");
  MissingValues missing(file, variable);
  std::vector<double> values = asDoubles(file, variable, count);
  for (double &value : values)
    value =
        missing.contains(value) ? std::numeric_limits<double>::quiet_NaN() : value * scale + offset;
  array.type = type == NC_FLOAT ? DType::F32 : DType::F64;
  if (type == NC_FLOAT)
    store<float>(array, values);
  else
    store<double>(array, values);
}

/// Missing values become NaN; integers have none.
static void markMissing(const NetCdfFile &file, int variable, Array &array, std::size_t count) {
  MissingValues missing(file, variable);
  if (missing.count == 0)
    return;
  std::vector<double> values = asDoubles(file, variable, count);
  std::size_t item = itemsize(array.type);
  for (std::size_t n = 0; n < count; ++n) {
    if (!missing.contains(values[n]))
      continue;
    if (!isFloat(array.type))
      file.fail("'" + array.origin.variable + "' has missing values, which integers cannot tell");
    float narrow = std::numeric_limits<float>::quiet_NaN();
    double wide = std::numeric_limits<double>::quiet_NaN();
    std::memcpy(&array.bytes[n * item], item == 4 ? static_cast<const void *>(&narrow) : &wide,
                item);
  }
}

static Array readVariable(const FileName &name, std::size_t rank) {
  NetCdfFile file = NetCdfFile::open(name.path);
  Array array;
  array.origin.variable = name.variable.empty() ? onlyVariable(file, rank) : name.variable;
  int variable = file.variable(array.origin.variable);
  array.type = typeOf(file, variable, array.origin.variable);
  array.shape = file.shape(variable);
  array.origin.dims = file.dimNames(variable);
  while (array.shape.size() > rank && array.shape.front() == 1) {
    array.shape.erase(array.shape.begin());
    array.origin.leading.push_back(array.origin.dims.front());
    array.origin.dims.erase(array.origin.dims.begin());
  }
  auto count = static_cast<std::size_t>(elementCount(array.shape, array.type, name.path));
  double ignored = 0;
  if (file.number(variable, "scale_factor", ignored) ||
      file.number(variable, "add_offset", ignored)) {
    readPacked(file, variable, array, count);
    return array;
  }
  array.bytes.resize(count * itemsize(array.type));
  file.check(nc_get_var(file.id(), variable, array.bytes.data()), "its values");
  markMissing(file, variable, array, count);
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
