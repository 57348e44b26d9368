//===- NetCdfValues.cpp - The numbers of a netCDF variable ----------------===//
//
// Numbers are compared and converted here and not by libnetcdf, so that none of
// 64 bits is rounded on the way.
//
//===----------------------------------------------------------------------===//
#include "gtrun/NetCdfValues.h"

#include "gtrun/Fault.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

namespace gtrun {

namespace {

/// Reads variables whose elements are of the C++ type T.
template <class T> class Reader {
public:
  Reader(const NetCdfFile &file, int variable, Array &array)
      : file(file), variable(variable), array(array) {}
  void read(const NetCdfPart &part);

private:
  void findMissing();
  void addAttribute(const char *attribute);
  bool isMissing(T value) const {
    return std::find(missing.begin(), missing.end(), value) != missing.end();
  }
  bool isPacked();
  void unpack();
  void markMissing();
  template <class To> void store();

  const NetCdfFile &file;
  int variable;
  Array &array;
  std::vector<T> values, missing;
  double scale = 1.0, offset = 0.0;
};

} // namespace

/// A number attribute, in the variable's type if it has a value there.
template <class T> void Reader<T>::addAttribute(const char *attribute) {
  nc_type type = NC_NAT;
  std::size_t length = 0;
  T value{};
  double wide = 0.0;
  if (nc_inq_att(file.id(), variable, attribute, &type, &length) != NC_NOERR || length != 1)
    return;
  if (type == file.type(variable)) {
    file.check(nc_get_att(file.id(), variable, attribute, &value), attribute);
    missing.push_back(value);
  } else if (file.number(variable, attribute, wide)) {
    double end = std::floating_point<T> ? static_cast<double>(std::numeric_limits<T>::max())
                                        : std::ldexp(1.0, std::numeric_limits<T>::digits);
    bool isInside = wide >= static_cast<double>(std::numeric_limits<T>::lowest()) && wide <= end &&
                    (std::floating_point<T> || (wide < end && std::trunc(wide) == wide));
    if (isInside)
      missing.push_back(static_cast<T>(wide));
  }
}

template <class T> void Reader<T>::findMissing() {
  addAttribute("_FillValue");
  addAttribute("missing_value");
  int found = 0;
  if (sizeof(T) == 1 || nc_inq_attid(file.id(), variable, "_FillValue", &found) == NC_NOERR)
    return;
  int isUnfilled = 0;
  T fill{};
  file.check(nc_inq_var_fill(file.id(), variable, &isUnfilled, &fill), "its fill value");
  if (!isUnfilled)
    missing.push_back(fill);
}

template <class T> bool Reader<T>::isPacked() {
  bool isScaled = file.number(variable, "scale_factor", scale);
  return file.number(variable, "add_offset", offset) || isScaled;
}

template <class T> template <class To> void Reader<T>::store() {
  array.bytes.resize(values.size() * sizeof(To));
  for (std::size_t n = 0; n < values.size(); ++n) {
    double value = isMissing(values[n]) ? std::numeric_limits<double>::quiet_NaN()
                                        : static_cast<double>(values[n]) * scale + offset;
    To result = static_cast<To>(value);
    std::memcpy(&array.bytes[n * sizeof(To)], &result, sizeof(To));
  }
}

/// The type of unpacked values is that of the attributes.
template <class T> void Reader<T>::unpack() {
  nc_type type = NC_NAT;
  if (nc_inq_atttype(file.id(), variable, "scale_factor", &type) != NC_NOERR)
    file.check(nc_inq_atttype(file.id(), variable, "add_offset", &type), "add_offset");
  array.type = type == NC_FLOAT ? DType::F32 : DType::F64;
  array.isUnpacked = true;
  if (type == NC_FLOAT)
    store<float>();
  else
    store<double>();
}

template <class T> void Reader<T>::markMissing() {
  for (T &value : values) {
    if (!isMissing(value))
      continue;
    if constexpr (!std::floating_point<T>)
      file.fail("'" + array.origin.variable + "' has missing values, which integers cannot tell");
    value = std::numeric_limits<T>::quiet_NaN();
  }
}

template <class T> void Reader<T>::read(const NetCdfPart &part) {
  array.type = gtjit::dtypeOf<T>;
  values.resize(static_cast<std::size_t>(elementCount(array.shape, array.type, file.path())));
  file.check(nc_get_vara(file.id(), variable, part.first.data(), part.size.data(), values.data()),
             "its values");
  findMissing();
  if (isPacked())
    return unpack();
  markMissing();
  array.bytes.resize(values.size() * sizeof(T));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
}

void readValues(const NetCdfFile &file, int variable, const NetCdfPart &part, Array &array) {
  auto read = [&]<class T>(T) { Reader<T>(file, variable, array).read(part); };
  switch (file.type(variable)) {
  case NC_BYTE:
    return read(std::int8_t());
  case NC_UBYTE:
    return read(std::uint8_t());
  case NC_SHORT:
    return read(std::int16_t());
  case NC_USHORT:
    return read(std::uint16_t());
  case NC_INT:
    return read(std::int32_t());
  case NC_UINT:
    return read(std::uint32_t());
  case NC_INT64:
    return read(std::int64_t());
  case NC_UINT64:
    return read(std::uint64_t());
  case NC_FLOAT:
    return read(float());
  case NC_DOUBLE:
    return read(double());
  default:
    file.fail("'" + array.origin.variable + "' holds no numbers");
  }
}

} // namespace gtrun
