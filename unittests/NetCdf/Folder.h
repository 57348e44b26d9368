//===- Folder.h - Files of one test -----------------------------*- C++ -*-===//
//
// A folder that is gone with the test, and files in it made with libnetcdf.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_NETCDF_FOLDER_H
#define GTJIT_UNITTESTS_NETCDF_FOLDER_H

#include "gtjit/gtjit.h"
#include "gtjit/netcdf.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <netcdf.h>
#include <stdlib.h>

namespace gtjit::test {

class Folder : public testing::Test {
protected:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "gtjit-netcdf-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  ~Folder() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const { return (folder / name).string(); }
  std::size_t fileCount() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  /// The file "x.nc" with a variable x of these dimensions and values; `define`
  /// adds attributes to it.
  template <class T, class Define>
  netcdf::Dataset make(const std::vector<std::pair<const char *, std::size_t>> &dims, nc_type type,
                       const std::vector<T> &values, Define define, int mode = NC_NETCDF4) const {
    int file = 0, x = 0;
    std::vector<int> ids;
    std::filesystem::remove(path("x.nc")); // an earlier one may be open
    EXPECT_EQ(nc_create(path("x.nc").c_str(), NC_CLOBBER | mode, &file), NC_NOERR);
    for (const auto &[name, size] : dims)
      nc_def_dim(file, name, size, &ids.emplace_back());
    EXPECT_EQ(nc_def_var(file, "x", type, static_cast<int>(ids.size()), ids.data(), &x), NC_NOERR);
    define(file, x);
    nc_enddef(file);
    if (!values.empty()) {
      EXPECT_EQ(nc_put_var(file, x, values.data()), NC_NOERR);
    }
    EXPECT_EQ(nc_close(file), NC_NOERR);
    return netcdf::open(path("x.nc"));
  }
  template <class T>
  netcdf::Dataset make(const std::vector<std::pair<const char *, std::size_t>> &dims, nc_type type,
                       const std::vector<T> &values) const {
    return make(dims, type, values, [](int, int) {});
  }

  static void put(int file, int variable, const char *name, double value,
                  nc_type type = NC_DOUBLE) {
    EXPECT_EQ(nc_put_att_double(file, variable, name, type, 1, &value), NC_NOERR);
  }
  static void put(int file, int variable, const char *name, const std::string &text) {
    nc_put_att_text(file, variable, name, text.size(), text.data());
  }

  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};

private:
  std::filesystem::path folder;
};

/// Values of a storage with one or two dimensions, the last fastest.
template <class T> std::vector<T> valuesOf(const Storage &storage) {
  HostView<const T> view = storage.read<T>();
  std::vector<T> values;
  std::vector<std::int64_t> index(view.ndim(), 0);
  for (std::int64_t n = 0;; ++n) {
    std::int64_t rest = n;
    for (std::size_t d = view.ndim(); d-- > 0; rest /= view.shape()[d])
      index[d] = rest % view.shape()[d];
    if (rest > 0)
      return values;
    values.push_back(view.at(index));
  }
}

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_NETCDF_FOLDER_H
