//===- NetCdfFile.cpp - An open netCDF file -------------------------------===//
//
// The calls into libnetcdf.
//
//===----------------------------------------------------------------------===//
#include "NetCdfFile.h"

#include <array>
#include <utility>

namespace orography {

NetCdfFile NetCdfFile::open(const std::filesystem::path &path) {
  NetCdfFile file(-1, path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw file.error("it is a folder, expected a netCDF file");
  file.check(nc_open(path.c_str(), NC_NOWRITE, &file.handle), "it");
  file.checkLength();
  return file;
}

void NetCdfFile::checkLength() const {
  int format = 0, count = 0;
  check(nc_inq_format(handle, &format), "its format");
  if (format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC)
    return;
  check(nc_inq_nvars(handle, &count), "its variables");
  std::size_t needed = 0;
  for (int variable = 0; variable < count; ++variable) {
    nc_type type = NC_NAT;
    std::size_t bytes = 0;
    check(nc_inq_vartype(handle, variable, &type), "a variable's type");
    check(nc_inq_type(handle, type, nullptr, &bytes), "a type's size");
    for (std::size_t extent : shape(variable))
      bytes *= extent;
    needed += bytes;
  }
  if (std::filesystem::file_size(path) < needed)
    throw error("it ends early: its variables take " + std::to_string(needed) + " bytes");
}

NetCdfFile::NetCdfFile(NetCdfFile &&other) noexcept
    : handle(std::exchange(other.handle, -1)), path(std::move(other.path)),
      temporary(std::exchange(other.temporary, {})) {}

NetCdfFile::~NetCdfFile() {
  if (handle >= 0)
    nc_close(handle);
  std::error_code ignored;
  if (!temporary.empty())
    std::filesystem::remove(temporary, ignored);
}

static int creationMode(const NetCdfFile &original) {
  int format = 0;
  original.check(nc_inq_format(original.id(), &format), "its format");
  switch (format) {
  case NC_FORMAT_NETCDF4:
    return NC_NETCDF4;
  case NC_FORMAT_NETCDF4_CLASSIC:
    return NC_NETCDF4 | NC_CLASSIC_MODEL;
  case NC_FORMAT_CDF5:
    return NC_CDF5;
  case NC_FORMAT_64BIT_OFFSET:
    return NC_64BIT_OFFSET;
  default:
    return 0;
  }
}

static void copyDimensions(const NetCdfFile &from, const NetCdfFile &to) {
  int count = 0, unlimited = -1;
  from.check(nc_inq_ndims(from.id(), &count), "its dimensions");
  from.check(nc_inq_unlimdim(from.id(), &unlimited), "its dimensions");
  for (int dim = 0; dim < count; ++dim) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::size_t length = 0;
    from.check(nc_inq_dim(from.id(), dim, name.data(), &length), "a dimension");
    int made = 0;
    to.check(nc_def_dim(to.id(), name.data(), dim == unlimited ? NC_UNLIMITED : length, &made),
             std::string("the dimension ") + name.data());
  }
}

static void copyGlobalAttributes(const NetCdfFile &from, const NetCdfFile &to,
                                 const std::string &history) {
  int count = 0;
  from.check(nc_inq_natts(from.id(), &count), "its attributes");
  for (int n = 0; n < count; ++n) {
    std::array<char, NC_MAX_NAME + 1> name{};
    from.check(nc_inq_attname(from.id(), NC_GLOBAL, n, name.data()), "an attribute");
    to.check(nc_copy_att(from.id(), NC_GLOBAL, name.data(), to.id(), NC_GLOBAL), name.data());
  }
  std::string before = from.text(NC_GLOBAL, "history");
  std::string all = before.empty() ? history : history + "\n" + before;
  to.check(nc_put_att_text(to.id(), NC_GLOBAL, "history", all.size(), all.data()), "the history");
}

NetCdfFile NetCdfFile::createLike(const NetCdfFile &original, const std::filesystem::path &path,
                                  const std::string &history) {
  NetCdfFile copy(-1, path);
  std::filesystem::path temporary = path;
  temporary += ".part";
  copy.check(nc_create(temporary.c_str(), NC_CLOBBER | creationMode(original), &copy.handle), "it");
  copy.temporary = temporary;
  copyDimensions(original, copy);
  copyGlobalAttributes(original, copy, history);
  copy.check(nc_enddef(copy.id()), "its header");
  int count = 0;
  original.check(nc_inq_nvars(original.id(), &count), "its variables");
  for (int variable = 0; variable < count; ++variable)
    copy.check(nc_copy_var(original.id(), variable, copy.id()), original.name(variable));
  return copy;
}

int NetCdfFile::variable(const std::string &name) const {
  int result = 0;
  if (nc_inq_varid(handle, name.c_str(), &result) != NC_NOERR)
    throw error("it has no variable '" + name + "'");
  return result;
}

std::string NetCdfFile::name(int variable) const {
  std::array<char, NC_MAX_NAME + 1> result{};
  check(nc_inq_varname(handle, variable, result.data()), "a variable's name");
  return result.data();
}

std::vector<std::size_t> NetCdfFile::shape(int variable) const {
  int count = 0;
  check(nc_inq_varndims(handle, variable, &count), "a variable's dimensions");
  std::vector<int> dims(static_cast<std::size_t>(count));
  check(nc_inq_vardimid(handle, variable, dims.data()), "a variable's dimensions");
  std::vector<std::size_t> result;
  for (int dim : dims)
    check(nc_inq_dimlen(handle, dim, &result.emplace_back()), "a dimension's length");
  return result;
}

std::vector<double> NetCdfFile::values(int variable) const {
  std::size_t count = 1;
  for (std::size_t extent : shape(variable))
    count *= extent;
  std::vector<double> result(count);
  check(nc_get_var_double(handle, variable, result.data()), "the values of " + name(variable));
  return result;
}

std::string NetCdfFile::text(int variable, const char *attribute) const {
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(handle, variable, attribute, &type, &length) != NC_NOERR || type != NC_CHAR)
    return {};
  std::string result(length, '\0');
  check(nc_get_att_text(handle, variable, attribute, result.data()), attribute);
  return result.c_str();
}

double NetCdfFile::number(int variable, const char *attribute, double otherwise) const {
  std::size_t length = 0;
  double value = 0;
  if (nc_inq_attlen(handle, variable, attribute, &length) != NC_NOERR || length != 1 ||
      nc_get_att_double(handle, variable, attribute, &value) != NC_NOERR)
    return otherwise;
  return value;
}

double NetCdfFile::defaultFill(int variable) const {
  nc_type type = NC_NAT;
  check(nc_inq_vartype(handle, variable, &type), "a variable's type");
  return type == NC_SHORT ? NC_FILL_SHORT : type == NC_INT ? NC_FILL_INT : double(NC_FILL_FLOAT);
}

bool NetCdfFile::isInteger(int variable) const {
  nc_type type = NC_NAT;
  check(nc_inq_vartype(handle, variable, &type), "a variable's type");
  return type != NC_FLOAT && type != NC_DOUBLE;
}

void NetCdfFile::commit() {
  check(nc_close(std::exchange(handle, -1)), "its last values");
  std::error_code failure;
  std::filesystem::rename(temporary, path, failure);
  if (failure)
    throw error(failure.message());
  temporary.clear();
}

std::runtime_error NetCdfFile::error(const std::string &what) const {
  return std::runtime_error("'" + path.string() + "': " + what);
}

void NetCdfFile::check(int status, const std::string &what) const {
  if (status != NC_NOERR)
    throw error("cannot read or write " + what + ": " + nc_strerror(status));
}

} // namespace orography
