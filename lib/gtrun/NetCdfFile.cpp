//===- NetCdfFile.cpp - An open netCDF file -------------------------------===//
//
// The calls into libnetcdf that reading and writing share.
//
//===----------------------------------------------------------------------===//
#include "gtrun/NetCdfFile.h"

#include "gtrun/Fault.h"

#include <array>
#include <filesystem>
#include <utility>

namespace gtrun {

void NetCdfFile::fail(const std::string &what) const { throw Fault("'" + file + "': " + what); }

void NetCdfFile::check(int status, const std::string &what) const {
  if (status != NC_NOERR)
    fail("cannot read or write " + what + ": " + nc_strerror(status));
}

NetCdfFile NetCdfFile::open(const std::string &path) {
  NetCdfFile file(-1, path);
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    file.fail("it is a folder, expected a netCDF file");
  file.check(nc_open(path.c_str(), NC_NOWRITE, &file.handle), "it");
  file.checkLength();
  return file;
}

NetCdfFile NetCdfFile::create(const std::string &path, const std::string &shown) {
  NetCdfFile file(-1, shown);
  file.check(nc_create(path.c_str(), NC_CLOBBER | NC_NETCDF4, &file.handle), "it");
  return file;
}

NetCdfFile::NetCdfFile(NetCdfFile &&other) noexcept
    : handle(std::exchange(other.handle, -1)), file(std::move(other.file)) {}

NetCdfFile::~NetCdfFile() {
  if (handle >= 0)
    nc_close(handle);
}

void NetCdfFile::close() { check(nc_close(std::exchange(handle, -1)), "its last values"); }

/// A classic file whose values are cut off reads as zeros; refuse it.
void NetCdfFile::checkLength() const {
  int format = 0, count = 0;
  check(nc_inq_format(handle, &format), "its format");
  if (format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC)
    return;
  check(nc_inq_nvars(handle, &count), "its variables");
  std::uint64_t needed = 0;
  for (int variable = 0; variable < count; ++variable) {
    std::size_t item = 0;
    check(nc_inq_type(handle, type(variable), nullptr, &item), "a type");
    std::uint64_t bytes = item;
    for (std::int64_t extent : shape(variable))
      if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes))
        fail("its header is damaged: a variable is larger than memory");
    if (__builtin_add_overflow(needed, bytes, &needed))
      fail("its header is damaged: its variables are larger than memory");
  }
  if (std::filesystem::file_size(file) < needed)
    fail("it ends early: its variables take " + std::to_string(needed) + " bytes");
}

int NetCdfFile::findVariable(const std::string &name) const {
  int result = -1;
  return nc_inq_varid(handle, name.c_str(), &result) == NC_NOERR ? result : -1;
}

int NetCdfFile::variable(const std::string &name) const {
  int result = findVariable(name);
  if (result < 0)
    fail("it has no variable '" + name + "'");
  return result;
}

std::vector<int> NetCdfFile::dims(int variable) const {
  int count = 0;
  check(nc_inq_varndims(handle, variable, &count), "a variable's dimensions");
  std::vector<int> result(static_cast<std::size_t>(count));
  check(nc_inq_vardimid(handle, variable, result.data()), "a variable's dimensions");
  return result;
}

std::vector<std::string> NetCdfFile::dimNames(int variable) const {
  std::vector<std::string> names;
  for (int dim : dims(variable)) {
    std::array<char, NC_MAX_NAME + 1> name{};
    check(nc_inq_dimname(handle, dim, name.data()), "a dimension's name");
    names.emplace_back(name.data());
  }
  return names;
}

std::vector<std::int64_t> NetCdfFile::shape(int variable) const {
  std::vector<std::int64_t> result;
  for (int dim : dims(variable)) {
    std::size_t length = 0;
    check(nc_inq_dimlen(handle, dim, &length), "a dimension's length");
    if (length > static_cast<std::size_t>(INT64_MAX))
      fail("its header is damaged: a dimension is larger than memory");
    result.push_back(static_cast<std::int64_t>(length));
  }
  return result;
}

nc_type NetCdfFile::type(int variable) const {
  nc_type result = NC_NAT;
  check(nc_inq_vartype(handle, variable, &result), "a variable's type");
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

bool NetCdfFile::number(int variable, const char *attribute, double &value) const {
  std::size_t length = 0;
  return nc_inq_attlen(handle, variable, attribute, &length) == NC_NOERR && length == 1 &&
         nc_get_att_double(handle, variable, attribute, &value) == NC_NOERR;
}

} // namespace gtrun
