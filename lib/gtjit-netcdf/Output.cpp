//===- Output.cpp - A netCDF file while it is written ---------------------===//
//
// Dimensions, variables with attributes, values; then the file's place.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Output.h"

#include "gtjit/Types/Elements.h"

#include <limits>

namespace gtjit {

using detail::NetCdfFile;
using detail::NetCdfOutput;
using detail::NetCdfValues;

const NetCdfFile &NetCdfOutput::open(SourceLine line) const {
  if (!file)
    throw ValueError(line, "a netCDF file is written after its close()");
  return *file;
}

int NetCdfOutput::dimension(const std::string &name, std::int64_t size, SourceLine line) {
  int id = 0;
  if (nc_inq_dimid(file->id(), name.c_str(), &id) == NC_NOERR) {
    if (file->dimSize(id, line) != size)
      throw ValueError(line, file->message("the dimension '" + name + "' has " +
                                           std::to_string(file->dimSize(id, line)) +
                                           " entries, got " + std::to_string(size)));
    return id;
  }
  startDefining();
  file->check(nc_def_dim(file->id(), name.c_str(), static_cast<std::size_t>(size), &id),
              "the dimension '" + name + "'", line);
  return id;
}

int NetCdfOutput::define(const std::string &name, nc_type type, const std::vector<int> &dims,
                         SourceLine line) {
  if (file->findVariable(name) >= 0)
    throw ValueError(line, file->message("it has a variable '" + name + "' already"));
  int id = 0;
  startDefining();
  file->check(
      nc_def_var(file->id(), name.c_str(), type, static_cast<int>(dims.size()), dims.data(), &id),
      "the variable '" + name + "'", line);
  return id;
}

namespace netcdf {

Output::Output(std::string_view path, const OutputOptions &options, SourceLine line)
    : state(std::make_unique<NetCdfOutput>()) {
  std::string shown(path), written(options.draft);
  int mode = options.like ? detail::creationMode(options.like->get(), line) : NC_NETCDF4;
  if (written.empty()) {
    if (std::string refusal = state->draft.make(shown); !refusal.empty())
      throw RuntimeError(line, "'" + shown + "': cannot be written: " + refusal);
    written = state->draft.path();
  }
  state->file.emplace(NetCdfFile::create(written, shown, mode, line));
  if (options.like)
    detail::copyFile(options.like->get(), *state->file, line);
  for (const Attribute &attribute : options.attributes)
    this->attribute(attribute, line);
}

Output::Output(Output &&) noexcept = default;
Output::~Output() = default;

bool Output::has(std::string_view variable) const {
  return state->open({}).findVariable(variable) >= 0;
}

bool Output::hasDimension(std::string_view name) const {
  int id = 0;
  return nc_inq_dimid(state->open({}).id(), std::string(name).c_str(), &id) == NC_NOERR;
}

Output &Output::attribute(const Attribute &value, SourceLine line) {
  const NetCdfFile &file = state->open(line);
  state->startDefining();
  file.putAttribute(NC_GLOBAL, value, line);
  return *this;
}

Output &Output::dimension(std::string_view name, std::int64_t size, SourceLine line) {
  state->open(line);
  state->dimension(std::string(name), size, line);
  return *this;
}

/// Says what is missing: `fill` or else NaN, where there is one. Every value is
/// written, so none that is like libnetcdf's own fill value means missing.
static void markMissing(const NetCdfFile &file, int variable, NetCdfValues &values,
                        const Optional<double> &given, SourceLine line) {
  double fill = given.given() ? given.value() : std::numeric_limits<double>::quiet_NaN();
  bool isMarked = detail::hasNaN(values) || given.given();
  if (given.given())
    detail::replaceMissing(values, fill);
  detail::withType(values.type, [&]<class T>(T *) {
    if constexpr (detail::Real<T>) {
      T value = detail::convertValue<T>(fill);
      file.check(nc_def_var_fill(file.id(), variable, isMarked ? NC_FILL : NC_NOFILL,
                                 isMarked ? &value : nullptr),
                 "the variable '" + values.name + "'", line);
    }
  });
}

static void compress(const NetCdfFile &file, int variable, const NetCdfValues &values, int level,
                     SourceLine line) {
  if (level < 0 || level > 9)
    throw ValueError(line, file.message("'" + values.name +
                                        "': expected a compression of 0 to 9"
                                        ", got " +
                                        std::to_string(level)));
  if (level > 0 && !values.dims.empty())
    file.check(nc_def_var_deflate(file.id(), variable, 1, 1, level),
               "the compression of '" + values.name + "'", line);
}

Output &Output::add(std::string_view name, const ArrayData &given, const DimNames &dims,
                    const VariableOptions &options, SourceLine line) {
  const NetCdfFile &file = state->open(line);
  NetCdfValues values = detail::valuesToWrite(file, name, given, dims, line);
  nc_type type = detail::netCdfType(values.type);
  if (type == NC_NAT)
    throw DTypeError(line, file.message("netCDF has no type for '" + values.name + "', which is " +
                                        std::string(gtjit::name(values.type))));
  std::vector<int> ids;
  for (const NetCdfValues::Dim &dim : values.dims)
    ids.push_back(state->dimension(dim.name, dim.size, line));
  int id = state->define(values.name, type, ids, line);
  markMissing(file, id, values, options.fill, line);
  compress(file, id, values, options.compression, line);
  if (values.type == Bool)
    file.putAttribute(id, Attribute("dtype", "bool"), line);
  for (const Attribute &attribute : options.attributes)
    file.putAttribute(id, attribute, line);
  state->startWriting();
  if (values.count)
    file.check(nc_put_var(file.id(), id, values.first), "the values of '" + values.name + "'",
               line);
  return *this;
}

void Output::close(SourceLine line) {
  const NetCdfFile &file = state->open(line);
  std::string shown = file.path();
  NetCdfFile last = static_cast<NetCdfFile &&>(*state->file);
  state->file.reset();
  last.close(line);
  if (state->draft.path().empty())
    return;
  if (std::string refusal = state->draft.commit(); !refusal.empty())
    throw RuntimeError(line, "'" + shown + "': cannot be written: " + refusal);
}

void write(std::string_view path, gtjit::detail::Items<NewVariable> variables,
           const Attributes &attributes, SourceLine line) {
  Output output(path, {.attributes = attributes}, line);
  for (const NewVariable &variable : variables)
    output.add(variable.name, variable.values, variable.dims, variable.options, line);
  output.close(line);
}

} // namespace netcdf

} // namespace gtjit
