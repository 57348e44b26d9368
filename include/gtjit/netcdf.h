//===- netcdf.h - Storages from and to netCDF files -------------*- C++ -*-===//
//
// What libgtjit-netcdf has: files, their variables and attributes, values as
// storages, index tables of meshes, and files that appear whole or not at all.
// Names are those of the netCDF interfaces and of xarray. As libnetcdf itself,
// to be called by one thread at a time.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_NETCDF_H
#define GTJIT_NETCDF_H

#include "gtjit/Creation.h"
#include "gtjit/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
class NetCdfFile;
struct NetCdfVariable;
struct NetCdfOutput;
/// A name and the line on which it is written: `[]` cannot have a default
/// argument.
struct NameAt {
  std::string_view name;
  SourceLine line;
  template <std::convertible_to<std::string_view> T>
  NameAt(const T &text, SourceLine here = SourceLine::here()) : name(text), line(here) {}
};
} // namespace detail

/// Reading and writing of netCDF files. All functions throw, at the caller's
/// line and with the file's name: RuntimeError for what the file or the system
/// refuses, KeyError for a name that the file has not, ValueError, DTypeError and
/// IndexOutOfBounds for values that cannot be what is asked for.
namespace netcdf {

/// A named text, or one or several numbers, beside a variable or a file.
class Attribute {
public:
  Attribute(std::string_view name, std::string_view text) : label(name), characters(text) {}
  Attribute(std::string_view name, const char *text) : Attribute(name, std::string_view(text)) {}
  /// Numbers of `type`, side by side.
  Attribute(std::string_view name, DType type, const void *numbers, std::size_t count);
  template <class T>
    requires requires { gtjit::detail::DTypeOf<T>::value; }
  Attribute(std::string_view name, T number) : Attribute(name, dtypeOf<T>, &number, 1) {}
  template <class T>
    requires requires { gtjit::detail::DTypeOf<T>::value; }
  Attribute(std::string_view name, const std::vector<T> &numbers)
      : Attribute(name, dtypeOf<T>, numbers.data(), numbers.size()) {}

  const std::string &name() const { return label; }
  bool isText() const { return bytes.empty(); }
  /// Empty for numbers.
  const std::string &text() const { return characters; }
  /// How many numbers; 0 for text.
  std::size_t size() const { return bytes.size() / itemsize(type); }
  /// Of numbers.
  DType dtype() const { return type; }
  /// The `n`-th number; throws IndexOutOfBounds.
  double number(std::size_t n = 0, SourceLine line = SourceLine::here()) const;
  std::int64_t integer(std::size_t n = 0, SourceLine line = SourceLine::here()) const;
  /// The numbers side by side.
  const void *data() const { return bytes.data(); }

private:
  std::string label, characters;
  DType type = F64;
  std::vector<std::byte> bytes;
};
using Attributes = std::vector<Attribute>;

/// The name of a dimension in a file, and the dimension that it is in storages:
/// {"lat", J}. A name alone stands for the dimension of that name.
struct DimName {
  std::string name;
  const gtjit::detail::DimensionTag *identity = nullptr; ///< null: by name
  DimName(std::string_view text) : name(text) {}
  DimName(const std::string &text) : name(text) {}
  DimName(const char *text) : name(text) {}
  DimName(std::string_view text, Dimension dim) : name(text), identity(dim.identity()) {}
};
using DimNames = std::vector<DimName>;

/// What isel() takes of a dimension: {"time", 3}, {"lev", -1}, {"lon", {0, 96}}.
struct Selection {
  std::string name;
  Slice slice;
};

/// How an index table is stored.
struct IndexOptions {
  /// The number of the first point; default the attribute `start_index`, else 0.
  Optional<std::int64_t> start_index = {};
  /// A number that means no point, as _FillValue and missing_value do.
  Optional<std::int64_t> skip = {};
  /// Of the table. Its type is I32 or I64; default the one that the file's fits.
  StorageOptions storage = {};
};

/// A variable of an open file, or a part of one. A handle; keeps the file open.
class Variable {
public:
  explicit Variable(std::shared_ptr<const gtjit::detail::NetCdfVariable> shared)
      : state(static_cast<std::shared_ptr<const gtjit::detail::NetCdfVariable> &&>(shared)) {}

  const std::string &name() const;
  /// Names of its dimensions in the file's order, the last contiguous there.
  std::vector<std::string> dims() const;
  /// Entries in each of them.
  std::vector<std::int64_t> shape() const;
  /// Number of values.
  std::int64_t size() const;
  /// The type of the values that read() gives: unpacked, that of scale_factor and
  /// add_offset; Bool for bytes with the attribute dtype = "bool". Throws
  /// DTypeError for text.
  DType dtype(SourceLine line = SourceLine::here()) const;
  /// True if scale_factor or add_offset make the values from smaller numbers.
  bool isPacked() const;
  /// "tas(time: 12, lat: 96)", for messages.
  std::string describe() const;

  /// All but those of types that users define.
  Attributes attributes(SourceLine line = SourceLine::here()) const;
  bool hasAttribute(std::string_view name) const;
  Attribute attribute(std::string_view name, SourceLine line = SourceLine::here()) const;
  /// The text of an attribute, or nothing.
  std::string text(std::string_view name) const;

  /// The entries of some dimensions, counted from 0 or, if negative, from the end:
  /// an index takes its dimension away, a slice is clipped and has a positive step.
  [[nodiscard]] Variable isel(std::initializer_list<Selection> entries,
                              SourceLine line = SourceLine::here()) const {
    return isel(gtjit::detail::Items<Selection>(entries), line);
  }
  [[nodiscard]] Variable isel(gtjit::detail::Items<Selection> entries,
                              SourceLine line = SourceLine::here()) const;

  /// The values as a storage whose compute domain starts at 0, with the dimensions
  /// in the order that they are named; none named: all, by their own names. One of a
  /// single entry need not be named. Values are unpacked; missing ones (_FillValue,
  /// missing_value, what was never written) are NaN in floats and a ValueError in
  /// integers. Another `dtype` converts as astype does. Unless a layout or preset is
  /// given, strides are in the file's order. A halo lies outside and is zero.
  [[nodiscard]] Storage read(const DimNames &dims = {}, const StorageOptions &options = {},
                             SourceLine line = SourceLine::here()) const;
  /// Integers as an index table from 0, with -1 where there is no point.
  [[nodiscard]] Storage readIndices(const DimNames &dims = {}, const IndexOptions &options = {},
                                    SourceLine line = SourceLine::here()) const;
  /// The values in the file's order, the last dimension contiguous; bools are read as
  /// bytes.
  template <class T>
    requires(!std::same_as<T, bool>)
  [[nodiscard]] std::vector<T> values(SourceLine line = SourceLine::here()) const {
    std::vector<T> result(static_cast<std::size_t>(size()));
    load(result.data(), dtypeOf<T>, line);
    return result;
  }
  /// The indices of a table, as readIndices() has them, in the file's order.
  [[nodiscard]] std::vector<std::int64_t> indices(const IndexOptions &options = {},
                                                  SourceLine line = SourceLine::here()) const;
  /// The values into memory for size() of them of `type`.
  void load(void *to, DType type, SourceLine line = SourceLine::here()) const;

  const gtjit::detail::NetCdfVariable &get() const { return *state; }

private:
  std::shared_ptr<const gtjit::detail::NetCdfVariable> state;
};

/// A file that is open for reading. A handle; the file is closed with the last
/// one and the last variable.
class Dataset {
public:
  struct Dim {
    std::string name;
    std::int64_t size;
    bool isUnlimited;
  };
  explicit Dataset(std::string_view path, SourceLine line = SourceLine::here());

  const std::string &path() const;
  std::vector<Dim> dims(SourceLine line = SourceLine::here()) const;
  std::vector<Variable> variables(SourceLine line = SourceLine::here()) const;
  bool has(std::string_view variable) const;
  Variable variable(std::string_view name, SourceLine line = SourceLine::here()) const;
  Variable operator[](const gtjit::detail::NameAt &name) const {
    return variable(name.name, name.line);
  }
  /// All but those of types that users define.
  Attributes attributes(SourceLine line = SourceLine::here()) const;
  bool hasAttribute(std::string_view name) const;
  Attribute attribute(std::string_view name, SourceLine line = SourceLine::here()) const;
  std::string text(std::string_view name) const;

  const gtjit::detail::NetCdfFile &get() const { return *file; }

private:
  std::shared_ptr<gtjit::detail::NetCdfFile> file;
};

[[nodiscard]] inline Dataset open(std::string_view path, SourceLine line = SourceLine::here()) {
  return Dataset(path, line);
}

/// How a variable is written.
struct VariableOptions {
  Attributes attributes = {};
  /// Stands for NaN in the file. Without it NaN does, where there is one.
  Optional<double> fill = {};
  /// 0 to 9: none, fast, small.
  int compression = 0;
};

struct OutputOptions {
  Attributes attributes = {};
  /// Starts as a copy of this file: its format, dimensions, attributes, variables.
  const Dataset *like = nullptr;
  /// Where it is written, for those who move it to its place by themselves.
  std::string_view draft = {};
};

/// A file while it is written, netCDF-4 unless it is a copy. It lies beside its
/// place under another name until close(), and is removed without it.
class Output {
public:
  explicit Output(std::string_view path, const OutputOptions &options = {},
                  SourceLine line = SourceLine::here());
  Output(Output &&) noexcept;
  ~Output();

  bool has(std::string_view variable) const;
  bool hasDimension(std::string_view name) const;
  /// Sets an attribute of the file.
  Output &attribute(const Attribute &value, SourceLine line = SourceLine::here());
  /// Defines a dimension, which add() does as well.
  Output &dimension(std::string_view name, std::int64_t size, SourceLine line = SourceLine::here());
  /// Adds a variable. `dims` are in the order of the file, the last contiguous there.
  /// Of a storage the compute domain is written; default are its dimensions, the
  /// largest stride first; a name that is none of its dimensions has one entry. Of
  /// an array each dimension is named; an array of one is a coordinate by default.
  Output &add(std::string_view name, const ArrayData &values, const DimNames &dims = {},
              const VariableOptions &options = {}, SourceLine line = SourceLine::here());
  /// Adds a variable of another file, or a part of it, as it is stored there, with
  /// its attributes but those named in `without`.
  Output &add(const Variable &variable, const std::vector<std::string> &dims = {},
              const std::vector<std::string> &without = {}, SourceLine line = SourceLine::here());
  /// Gives a variable that is there other values, packed and with missing ones
  /// marked as its attributes say.
  Output &set(std::string_view name, const ArrayData &values, const DimNames &dims = {},
              SourceLine line = SourceLine::here());
  /// Writes what is left; the file appears.
  void close(SourceLine line = SourceLine::here());

private:
  std::unique_ptr<gtjit::detail::NetCdfOutput> state;
};

/// A variable of write().
struct NewVariable {
  std::string name;
  ArrayData values;
  DimNames dims = {};
  VariableOptions options = {};
};
/// A file with these variables, each as Output::add() adds it.
void write(std::string_view path, gtjit::detail::Items<NewVariable> variables,
           const Attributes &attributes = {}, SourceLine line = SourceLine::here());
inline void write(std::string_view path, std::initializer_list<NewVariable> variables,
                  const Attributes &attributes = {}, SourceLine line = SourceLine::here()) {
  write(path, gtjit::detail::Items<NewVariable>(variables), attributes, line);
}

} // namespace netcdf

} // namespace gtjit

#endif // GTJIT_NETCDF_H
