//===- NetCdfFile.h - An open netCDF file -----------------------*- C++ -*-===//
//
// libnetcdf's handles with owners and errors.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_NETCDFFILE_H
#define GTRUN_NETCDFFILE_H

#include "gtjit/DType.h"

#include <netcdf.h>
#include <string>
#include <vector>

namespace gtrun {

/// Closes the file at its end. Methods throw Fault with the file's name.
class NetCdfFile {
public:
  /// Opens a file for reading; its size fits its header.
  static NetCdfFile open(const std::string &path);
  /// Makes a file in the netCDF-4 format, which has every integer type;
  /// messages call it `shown`.
  static NetCdfFile create(const std::string &path, const std::string &shown);
  NetCdfFile(NetCdfFile &&other) noexcept;
  NetCdfFile(const NetCdfFile &) = delete;
  ~NetCdfFile();

  int id() const { return handle; }
  const std::string &path() const { return file; }
  /// The variable of this name.
  int variable(const std::string &name) const;
  /// The same, or -1.
  int findVariable(const std::string &name) const;
  std::vector<int> dims(int variable) const;
  std::vector<std::string> dimNames(int variable) const;
  std::vector<std::int64_t> shape(int variable) const;
  nc_type type(int variable) const;
  /// A text attribute, or nothing.
  std::string text(int variable, const char *attribute) const;
  /// A number attribute of one entry; false if there is none.
  bool number(int variable, const char *attribute, double &value) const;
  /// Writes what is left and closes.
  void close();

  /// Throws Fault unless `status` is NC_NOERR.
  void check(int status, const std::string &what) const;
  [[noreturn]] void fail(const std::string &what) const;

private:
  NetCdfFile(int handle, std::string path) : handle(handle), file(std::move(path)) {}
  void checkLength() const;
  int handle;
  std::string file;
};

} // namespace gtrun

#endif // GTRUN_NETCDFFILE_H
