//===- Values.cpp - The numbers of a netCDF variable ----------------------===//
//
// Numbers are compared and converted here and not by libnetcdf, so that none of
// 64 bits is rounded on the way.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Values.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gtjit::detail {

NetCdfPart::NetCdfPart(const NetCdfVariable &variable) {
  for (const NetCdfVariable::Axis &axis : variable.axes) {
    first.push_back(static_cast<std::size_t>(axis.first));
    count.push_back(static_cast<std::size_t>(axis.count));
    step.push_back(axis.step);
  }
}

std::size_t NetCdfPart::size(SourceLine line) const {
  if (std::find(count.begin(), count.end(), 0) != count.end())
    return 0;
  std::size_t all = 1;
  for (std::size_t extent : count)
    if (__builtin_mul_overflow(all, extent, &all))
      throw MemoryError(line, "a variable has more values than there is memory");
  return all;
}

bool isPacked(const NetCdfFile &file, int variable, double &scale, double &offset) {
  scale = 1.0, offset = 0.0;
  bool isScaled = file.number(variable, "scale_factor", scale);
  return file.number(variable, "add_offset", offset) || isScaled;
}

DType valueType(const NetCdfVariable &variable, SourceLine line) {
  const NetCdfFile &file = *variable.file;
  DType stored = F64;
  double scale, offset;
  if (!dtypeOfNetCdf(file.type(variable.id, line), stored))
    throw DTypeError(line, file.message("'" + variable.name + "' holds no numbers"));
  if (isPacked(file, variable.id, scale, offset)) {
    nc_type type = NC_NAT;
    if (nc_inq_atttype(file.id(), variable.id, "scale_factor", &type) != NC_NOERR)
      nc_inq_atttype(file.id(), variable.id, "add_offset", &type);
    return type == NC_FLOAT ? F32 : F64;
  }
  return stored == I8 && file.text(variable.id, "dtype") == "bool" ? Bool : stored;
}

namespace {

/// Reads variables whose elements are of the C++ type T.
template <class T> class Reader {
public:
  Reader(const NetCdfVariable &variable, const NetCdfReading &how, SourceLine line)
      : file(*variable.file), variable(variable), how(how), line(line), part(variable) {}
  void read(void *to);

private:
  void findMissing();
  void addAttribute(const char *attribute);
  void get(T *to) const;
  bool isMissing(T value) const {
    return std::find(missing.begin(), missing.end(), value) != missing.end();
  }
  template <class To> To missingAs() const;
  template <class To> void convert(std::byte *to) const;
  template <class To> void unpack(std::byte *to) const;

  const NetCdfFile &file;
  const NetCdfVariable &variable;
  const NetCdfReading &how;
  SourceLine line;
  NetCdfPart part;
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
  if (nc_inq_att(file.id(), variable.id, attribute, &type, &length) != NC_NOERR || length != 1)
    return;
  if (type == file.type(variable.id, line)) {
    file.check(nc_get_att(file.id(), variable.id, attribute, &value), attribute, line);
    missing.push_back(value);
  } else if (file.number(variable.id, attribute, wide)) {
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
  if (sizeof(T) == 1 || file.hasAttribute(variable.id, "_FillValue"))
    return;
  int isUnfilled = 0;
  T fill{};
  file.check(nc_inq_var_fill(file.id(), variable.id, &isUnfilled, &fill), "its fill value", line);
  if (!isUnfilled)
    missing.push_back(fill);
}

template <class T> template <class To> To Reader<T>::missingAs() const {
  if constexpr (std::is_same_v<To, bool> || std::integral<To>) {
    if (!how.missing.given())
      throw ValueError(line, file.message("'" + variable.name +
                                          "' has missing values, which integers cannot tell"));
    return static_cast<To>(how.missing.value());
  } else {
    return static_cast<To>(std::numeric_limits<float>::quiet_NaN());
  }
}

template <class T> template <class To> void Reader<T>::convert(std::byte *to) const {
  for (std::size_t n = 0; n < values.size(); ++n)
    storeValue(to + n * sizeof(To),
               isMissing(values[n]) ? missingAs<To>() : convertValue<To>(values[n]));
}

/// Values are computed in double and are of the type of the attributes.
template <class T> template <class To> void Reader<T>::unpack(std::byte *to) const {
  bool isNarrow = valueType(variable, line) == F32;
  for (std::size_t n = 0; n < values.size(); ++n) {
    double value = static_cast<double>(values[n]) * scale + offset;
    storeValue(to + n * sizeof(To), isMissing(values[n]) ? missingAs<To>()
                                    : isNarrow ? convertValue<To>(static_cast<float>(value))
                                               : convertValue<To>(value));
  }
}

template <class T> void Reader<T>::get(T *to) const {
  bool isDense = std::all_of(part.step.begin(), part.step.end(), [](auto n) { return n == 1; });
  file.check(isDense ? nc_get_vara(file.id(), variable.id, part.first.data(), part.count.data(), to)
                     : nc_get_vars(file.id(), variable.id, part.first.data(), part.count.data(),
                                   part.step.data(), to),
             "the values of '" + variable.name + "'", line);
}

template <class T> void Reader<T>::read(void *to) {
  std::size_t size = part.size(line);
  findMissing();
  bool packed = isPacked(file, variable.id, scale, offset);
  if (size == 0)
    return;
  if (!packed && how.type == dtypeOf<T>) {
    T *values = static_cast<T *>(to);
    get(values);
    for (std::size_t n = 0; n < size; ++n)
      if (isMissing(values[n]))
        values[n] = missingAs<T>();
    return;
  }
  values.resize(size);
  get(values.data());
  withType(how.type, [&]<class To>(To *) {
    if constexpr (Real<To>) {
      auto *bytes = static_cast<std::byte *>(to);
      packed ? unpack<To>(bytes) : convert<To>(bytes);
    } else {
      throw DTypeError(line, file.message("'" + variable.name + "' has no complex numbers"));
    }
  });
}

/// Calls `action` with a value of the C++ type of the variable's elements.
template <class Action>
static auto withStored(const NetCdfVariable &variable, SourceLine line, Action action) {
  DType stored = F64;
  if (!dtypeOfNetCdf(variable.file->type(variable.id, line), stored))
    throw DTypeError(line, variable.file->message("'" + variable.name + "' holds no numbers"));
  return withType(stored, [&]<class T>(T *) {
    if constexpr (std::integral<T> || std::floating_point<T>)
      if constexpr (!std::is_same_v<T, bool>)
        action(T());
  });
}

void readValues(const NetCdfVariable &variable, const NetCdfReading &how, void *values,
                SourceLine line) {
  withStored(variable, line, [&]<class T>(T) { Reader<T>(variable, how, line).read(values); });
}

Optional<double> fillValue(const NetCdfFile &file, int variable, SourceLine line) {
  double value = 0.0;
  if (file.number(variable, "_FillValue", value) || file.number(variable, "missing_value", value))
    return value;
  Optional<double> result;
  withStored({std::shared_ptr<const NetCdfFile>(std::shared_ptr<void>(), &file),
              variable,
              file.variableName(variable, line),
              {}},
             line, [&]<class T>(T fill) {
               int isUnfilled = 0;
               file.check(nc_inq_var_fill(file.id(), variable, &isUnfilled, &fill),
                          "its fill value", line);
               if (sizeof(T) > 1 && !isUnfilled)
                 result = static_cast<double>(fill);
             });
  return result;
}

} // namespace gtjit::detail
