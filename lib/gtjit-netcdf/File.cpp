//===- File.cpp - An open netCDF file -------------------------------------===//
//
// The calls into libnetcdf that ask what a file has.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/File.h"

#include <filesystem>
#include <limits>
#include <utility>

namespace gtjit::detail {

std::string NetCdfFile::message(std::string_view what) const {
  return "'" + file + "': " + std::string(what);
}

void NetCdfFile::check(int status, std::string_view what, SourceLine line) const {
  if (status != NC_NOERR)
    throw RuntimeError(
        line, message("cannot read or write " + std::string(what) + ": " + nc_strerror(status)));
}

NetCdfFile NetCdfFile::open(const std::string &path, SourceLine line) {
  NetCdfFile file(-1, path);
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    throw RuntimeError(line, file.message("it is a folder, expected a netCDF file"));
  file.check(nc_open(path.c_str(), NC_NOWRITE, &file.handle), "it", line);
  file.checkLength(line);
  return file;
}

NetCdfFile NetCdfFile::create(const std::string &path, const std::string &shown, int mode,
                              SourceLine line) {
  NetCdfFile file(-1, shown);
  file.check(nc_create(path.c_str(), NC_CLOBBER | mode, &file.handle), "it", line);
  return file;
}

NetCdfFile::NetCdfFile(NetCdfFile &&other) noexcept
    : handle(std::exchange(other.handle, -1)), file(std::move(other.file)) {}

NetCdfFile::~NetCdfFile() {
  if (handle >= 0)
    nc_close(handle);
}

void NetCdfFile::close(SourceLine line) {
  check(nc_close(std::exchange(handle, -1)), "its last values", line);
}

/// A classic file whose values are cut off reads as zeros; refuse it.
void NetCdfFile::checkLength(SourceLine line) const {
  int format = 0;
  check(nc_inq_format(handle, &format), "its format", line);
  std::error_code code;
  std::uintmax_t length = std::filesystem::file_size(file, code);
  if (format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC || code)
    return;
  std::uint64_t needed = 0;
  for (int variable : variables(line)) {
    std::size_t item = 0;
    check(nc_inq_type(handle, type(variable, line), nullptr, &item), "a type", line);
    std::uint64_t bytes = item;
    for (int dim : dims(variable, line))
      if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dimSize(dim, line)), &bytes))
        throw RuntimeError(line,
                           message("its header is damaged: a variable is larger than memory"));
    if (__builtin_add_overflow(needed, bytes, &needed))
      throw RuntimeError(line,
                         message("its header is damaged: its variables are larger than memory"));
  }
  if (length < needed)
    throw RuntimeError(
        line, message("it ends early: its variables take " + std::to_string(needed) + " bytes"));
}

int NetCdfFile::findVariable(std::string_view name) const {
  int result = -1;
  return nc_inq_varid(handle, std::string(name).c_str(), &result) == NC_NOERR ? result : -1;
}

int NetCdfFile::variable(std::string_view name, SourceLine line) const {
  int result = findVariable(name);
  if (result >= 0)
    return result;
  std::string all;
  for (int variable : variables(line))
    all += (all.empty() ? "'" : ", '") + variableName(variable, line) + "'";
  throw KeyError(line, message("it has no variable '" + std::string(name) + "'; it has " +
                               (all.empty() ? "none" : all)));
}

std::vector<int> NetCdfFile::variables(SourceLine line) const {
  int count = 0;
  check(nc_inq_nvars(handle, &count), "its variables", line);
  std::vector<int> result;
  for (int n = 0; n < count; ++n)
    result.push_back(n);
  return result;
}

std::string NetCdfFile::variableName(int variable, SourceLine line) const {
  char name[NC_MAX_NAME + 1] = {};
  check(nc_inq_varname(handle, variable, name), "a variable's name", line);
  return name;
}

std::vector<int> NetCdfFile::dims(int variable, SourceLine line) const {
  int count = 0;
  check(nc_inq_varndims(handle, variable, &count), "a variable's dimensions", line);
  std::vector<int> result(static_cast<std::size_t>(count));
  check(nc_inq_vardimid(handle, variable, result.data()), "a variable's dimensions", line);
  return result;
}

std::string NetCdfFile::dimName(int dim, SourceLine line) const {
  char name[NC_MAX_NAME + 1] = {};
  check(nc_inq_dimname(handle, dim, name), "a dimension's name", line);
  return name;
}

std::int64_t NetCdfFile::dimSize(int dim, SourceLine line) const {
  std::size_t length = 0;
  check(nc_inq_dimlen(handle, dim, &length), "a dimension's length", line);
  if (length > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()))
    throw RuntimeError(line, message("its header is damaged: a dimension is larger than memory"));
  return static_cast<std::int64_t>(length);
}

nc_type NetCdfFile::type(int variable, SourceLine line) const {
  nc_type result = NC_NAT;
  check(nc_inq_vartype(handle, variable, &result), "a variable's type", line);
  return result;
}

bool dtypeOfNetCdf(nc_type type, DType &dtype) {
  static constexpr std::pair<nc_type, DType> types[] = {
      {NC_BYTE, I8},    {NC_SHORT, I16}, {NC_INT, I32},    {NC_INT64, I64}, {NC_UBYTE, U8},
      {NC_USHORT, U16}, {NC_UINT, U32},  {NC_UINT64, U64}, {NC_FLOAT, F32}, {NC_DOUBLE, F64}};
  for (const auto &[stored, element] : types)
    if (stored == type) {
      dtype = element;
      return true;
    }
  return false;
}

nc_type netCdfType(DType type) {
  for (nc_type stored : {NC_BYTE, NC_SHORT, NC_INT, NC_INT64, NC_UBYTE, NC_USHORT, NC_UINT,
                         NC_UINT64, NC_FLOAT, NC_DOUBLE}) {
    DType element = F64;
    if (dtypeOfNetCdf(stored, element) && element == (type == Bool ? I8 : type))
      return stored;
  }
  return NC_NAT;
}

} // namespace gtjit::detail
