//===- OutputCopies.cpp - What comes from other files ---------------------===//
//
// Variables as another file stores them, and other values for those that a copy
// has.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Output.h"
#include "gtjit-netcdf/Values.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <cmath>

namespace gtjit {

using detail::NetCdfFile;
using detail::NetCdfPart;
using detail::NetCdfValues;
using detail::NetCdfVariable;

/// Brings the elements of a part from one file to another; strings are owned by
/// libnetcdf meanwhile.
static void copyElements(const NetCdfVariable &from, const NetCdfFile &to, int variable,
                         SourceLine line) {
  const NetCdfFile &file = *from.file;
  NetCdfPart part(from);
  std::size_t count = part.size(line), bytes = 0;
  nc_type type = file.type(from.id, line);
  file.check(nc_inq_type(file.id(), type, nullptr, &bytes), "a type", line);
  if (count == 0)
    return;
  std::vector<std::byte> values(count * bytes);
  std::string what = "the values of '" + from.name + "'";
  file.check(nc_get_vars(file.id(), from.id, part.first.data(), part.count.data(), part.step.data(),
                         values.data()),
             what, line);
  int status = nc_put_var(to.id(), variable, values.data());
  if (type == NC_STRING)
    nc_free_string(count, reinterpret_cast<char **>(values.data()));
  to.check(status, what, line);
}

static void copyAttributes(const NetCdfVariable &from, const NetCdfFile &to, int variable,
                           const std::vector<std::string> &without, SourceLine line) {
  const NetCdfFile &file = *from.file;
  for (std::size_t n = 0; n < file.attributeCount(from.id, line); ++n) {
    std::string name = file.attributeName(from.id, n, line);
    if (std::find(without.begin(), without.end(), name) == without.end())
      to.check(nc_copy_att(file.id(), from.id, name.c_str(), to.id(), variable), name, line);
  }
}

netcdf::Output &netcdf::Output::add(const Variable &variable, const std::vector<std::string> &dims,
                                    const std::vector<std::string> &without, SourceLine line) {
  const NetCdfFile &file = state->open(line);
  const NetCdfVariable &from = variable.get();
  std::vector<std::string> names = dims.empty() ? variable.dims() : dims;
  std::vector<std::int64_t> shape = variable.shape();
  if (names.size() != shape.size())
    throw ValueError(line,
                     file.message("'" + variable.name() + "' has " + std::to_string(shape.size()) +
                                  " dimensions, got " + std::to_string(names.size()) + " names"));
  nc_type type = from.file->type(from.id, line);
  if (type > NC_MAX_ATOMIC_TYPE)
    throw DTypeError(
        line, from.file->message("'" + variable.name() + "' holds neither numbers nor text"));
  std::vector<int> ids;
  for (std::size_t d = 0; d < names.size(); ++d)
    ids.push_back(state->dimension(names[d], shape[d], line));
  int id = state->define(variable.name(), type, ids, line);
  int isUnfilled = 0;
  if (nc_inq_var_fill(from.file->id(), from.id, &isUnfilled, nullptr) == NC_NOERR && isUnfilled)
    nc_def_var_fill(file.id(), id, NC_NOFILL, nullptr);
  copyAttributes(from, file, id, without, line);
  state->startWriting();
  copyElements(from, file, id, line);
  return *this;
}

/// The values as the variable stores them, for libnetcdf to convert from double.
static std::vector<double> packed(const NetCdfFile &file, int variable, const NetCdfValues &values,
                                  SourceLine line) {
  double scale, offset;
  Optional<double> fill = detail::fillValue(file, variable, line);
  detail::isPacked(file, variable, scale, offset);
  DType stored = F64;
  bool isWhole = detail::dtypeOfNetCdf(file.type(variable, line), stored) && isInteger(stored);
  std::vector<double> result(values.count);
  detail::withType(values.type, [&]<class T>(T *) {
    if constexpr (detail::Real<T>)
      for (std::size_t n = 0; n < values.count; ++n) {
        double value =
            detail::convertValue<double>(detail::loadValue<T>(values.first + n * sizeof(T)));
        double inFile = (value - offset) / scale;
        if (std::isnan(value) && !fill.given())
          throw ValueError(line,
                           file.message("'" + values.name + "' has no number for missing values"));
        result[n] = std::isnan(value) ? fill.value() : isWhole ? std::nearbyint(inFile) : inFile;
      }
    else
      throw DTypeError(line, file.message("netCDF has no type for '" + values.name +
                                          "', which is " + std::string(gtjit::name(values.type))));
  });
  return result;
}

/// Throws ValueError unless the values have the variable's dimensions.
static void checkShape(const NetCdfFile &file, int variable, const NetCdfValues &values,
                       SourceLine line) {
  std::string has, got;
  for (int dim : file.dims(variable, line))
    has += (has.empty() ? "" : ", ") + file.dimName(dim, line) + ": " +
           std::to_string(file.dimSize(dim, line));
  for (const NetCdfValues::Dim &dim : values.dims)
    got += (got.empty() ? "" : ", ") + dim.name + ": " + std::to_string(dim.size);
  if (has != got)
    throw ValueError(line, file.message("expected values for " + values.name + "(" + has +
                                        "), got (" + got + ")"));
}

netcdf::Output &netcdf::Output::set(std::string_view name, const ArrayData &given,
                                    const DimNames &dims, SourceLine line) {
  const NetCdfFile &file = state->open(line);
  int id = file.variable(name, line);
  NetCdfValues values = detail::valuesToWrite(file, name, given, dims, line);
  checkShape(file, id, values, line);
  double scale, offset;
  bool isSame = !detail::isPacked(file, id, scale, offset) && !detail::hasNaN(values) &&
                detail::netCdfType(values.type) == file.type(id, line);
  std::string what = "the values of '" + values.name + "'";
  state->startWriting();
  if (isSame)
    file.check(nc_put_var(file.id(), id, values.first), what, line);
  else
    file.check(nc_put_var_double(file.id(), id, packed(file, id, values, line).data()), what, line);
  return *this;
}

} // namespace gtjit
