//===- File.h - An open netCDF file -----------------------------*- C++ -*-===//
//
// libnetcdf's handles with owners, and its status codes as errors of gtjit.
// Knows nothing of storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_NETCDF_FILE_H
#define GTJIT_NETCDF_FILE_H

#include "gtjit/Error.h"
#include "gtjit/netcdf.h"

#include <netcdf.h>

namespace gtjit::detail {

/// Closes the file at its end. Every message begins with the file's name.
class NetCdfFile {
public:
  /// Opens a file for reading. Throws RuntimeError, also if its size does not fit
  /// its header.
  static NetCdfFile open(const std::string &path, SourceLine line);
  /// Makes a file at `path`, of the format that `mode` says; messages call it
  /// `shown`.
  static NetCdfFile create(const std::string &path, const std::string &shown, int mode,
                           SourceLine line);
  NetCdfFile(NetCdfFile &&other) noexcept;
  NetCdfFile(const NetCdfFile &) = delete;
  ~NetCdfFile();

  int id() const { return handle; }
  const std::string &path() const { return file; }
  /// The variable of this name, or -1.
  int findVariable(std::string_view name) const;
  /// The same; throws KeyError that says which there are.
  int variable(std::string_view name, SourceLine line) const;
  std::string variableName(int variable, SourceLine line) const;
  std::vector<int> dims(int variable, SourceLine line) const;
  std::string dimName(int dim, SourceLine line) const;
  std::int64_t dimSize(int dim, SourceLine line) const;
  nc_type type(int variable, SourceLine line) const;
  std::vector<int> variables(SourceLine line) const;

  std::size_t attributeCount(int variable, SourceLine line) const;
  std::string attributeName(int variable, std::size_t n, SourceLine line) const;
  bool hasAttribute(int variable, std::string_view name) const;
  /// Throws KeyError, or DTypeError for types that users define.
  netcdf::Attribute attribute(int variable, std::string_view name, SourceLine line) const;
  /// A text attribute, or nothing.
  std::string text(int variable, std::string_view name) const;
  /// A number attribute of one entry; false if there is none.
  bool number(int variable, const char *name, double &value) const;
  void putAttribute(int variable, const netcdf::Attribute &attribute, SourceLine line) const;

  /// Writes what is left and closes.
  void close(SourceLine line);

  /// Throws RuntimeError unless `status` is NC_NOERR.
  void check(int status, std::string_view what, SourceLine line) const;
  /// "'file': what".
  std::string message(std::string_view what) const;

private:
  NetCdfFile(int handle, std::string path) : handle(handle), file(std::move(path)) {}
  void checkLength(SourceLine line) const;
  int handle;
  std::string file;
};

/// The element type that numbers of a type of netCDF are; false if they are none.
bool dtypeOfNetCdf(nc_type type, DType &dtype);
/// The type of netCDF, or NC_NAT; bools are bytes.
nc_type netCdfType(DType type);

/// A variable, and which of its entries are meant.
struct NetCdfVariable {
  /// In one dimension of the file.
  struct Axis {
    std::string name;
    std::int64_t first = 0, count = 0, step = 1;
    bool isIndex = false; ///< no dimension of the part
  };
  std::shared_ptr<const NetCdfFile> file;
  int id = -1;
  std::string name;
  std::vector<Axis> axes;
};

} // namespace gtjit::detail

#endif // GTJIT_NETCDF_FILE_H
