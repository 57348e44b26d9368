//===- NetCdfFile.h - An open netCDF file -----------------------*- C++ -*-===//
//
// libnetcdf's C interface with owned handles and errors that name the file.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_NETCDFFILE_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_NETCDFFILE_H

#include <netcdf.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace orography {

class NetCdfFile {
public:
  /// Opens for reading. Throws std::runtime_error, as all members do.
  static NetCdfFile open(const std::filesystem::path &path);
  /// Makes a copy of `original` with a line added to its history. It lies
  /// under a temporary name until commit() and is removed without it.
  static NetCdfFile createLike(const NetCdfFile &original, const std::filesystem::path &path,
                               const std::string &history);
  NetCdfFile(NetCdfFile &&other) noexcept;
  ~NetCdfFile();

  int id() const { return handle; }
  /// Number of the variable of that name.
  int variable(const std::string &name) const;
  std::string name(int variable) const;
  std::vector<std::size_t> shape(int variable) const;
  /// All values, converted to double, as stored.
  std::vector<double> values(int variable) const;
  /// A text attribute; empty if there is none.
  std::string text(int variable, const char *attribute) const;
  /// A numeric attribute, or `otherwise`.
  double number(int variable, const char *attribute, double otherwise) const;
  /// The value that netCDF gives to what was never written.
  double defaultFill(int variable) const;
  bool isInteger(int variable) const;

  /// Closes the copy and gives it its name.
  void commit();

  /// An error that names the file.
  std::runtime_error error(const std::string &what) const;
  /// Throws unless `status` is NC_NOERR.
  void check(int status, const std::string &what) const;

private:
  NetCdfFile(int handle, std::filesystem::path path) : handle(handle), path(std::move(path)) {}
  /// Throws if a file of the classic formats, which libnetcdf would read as
  /// zeros beyond its end, is shorter than its variables.
  void checkLength() const;

  int handle;
  std::filesystem::path path;      ///< as the user names it
  std::filesystem::path temporary; ///< of a copy that is not committed
};

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_NETCDFFILE_H
