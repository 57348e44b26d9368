//===- Dataset.cpp - What a file has --------------------------------------===//
//
// Files, and their variables by name.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/File.h"

namespace gtjit::netcdf {

using gtjit::detail::NetCdfFile;
using gtjit::detail::NetCdfVariable;

Dataset::Dataset(std::string_view path, SourceLine line)
    : file(std::make_shared<NetCdfFile>(NetCdfFile::open(std::string(path), line))) {}

const std::string &Dataset::path() const { return file->path(); }

std::vector<Dataset::Dim> Dataset::dims(SourceLine line) const {
  int count = 0, unlimitedCount = 0;
  file->check(nc_inq_ndims(file->id(), &count), "its dimensions", line);
  std::vector<int> unlimited(static_cast<std::size_t>(count));
  file->check(nc_inq_unlimdims(file->id(), &unlimitedCount, unlimited.data()), "its dimensions",
              line);
  std::vector<Dim> result;
  for (int dim = 0; dim < count; ++dim) {
    bool isUnlimited = false;
    for (int n = 0; n < unlimitedCount; ++n)
      isUnlimited |= unlimited[static_cast<std::size_t>(n)] == dim;
    result.push_back({file->dimName(dim, line), file->dimSize(dim, line), isUnlimited});
  }
  return result;
}

static Variable wholeVariable(const std::shared_ptr<NetCdfFile> &file, int id, SourceLine line) {
  NetCdfVariable variable{file, id, file->variableName(id, line), {}};
  for (int dim : file->dims(id, line))
    variable.axes.push_back({file->dimName(dim, line), 0, file->dimSize(dim, line)});
  return Variable(std::make_shared<const NetCdfVariable>(std::move(variable)));
}

std::vector<Variable> Dataset::variables(SourceLine line) const {
  std::vector<Variable> result;
  for (int id : file->variables(line))
    result.push_back(wholeVariable(file, id, line));
  return result;
}

bool Dataset::has(std::string_view variable) const { return file->findVariable(variable) >= 0; }

Variable Dataset::variable(std::string_view name, SourceLine line) const {
  return wholeVariable(file, file->variable(name, line), line);
}

static Attributes attributesOf(const NetCdfFile &file, int variable, SourceLine line) {
  Attributes result;
  for (std::size_t n = 0; n < file.attributeCount(variable, line); ++n) {
    std::string name = file.attributeName(variable, n, line);
    nc_type type = NC_NAT;
    file.check(nc_inq_atttype(file.id(), variable, name.c_str(), &type), name, line);
    if (type <= NC_MAX_ATOMIC_TYPE)
      result.push_back(file.attribute(variable, name, line));
  }
  return result;
}

Attributes Dataset::attributes(SourceLine line) const {
  return attributesOf(*file, NC_GLOBAL, line);
}
bool Dataset::hasAttribute(std::string_view name) const {
  return file->hasAttribute(NC_GLOBAL, name);
}
Attribute Dataset::attribute(std::string_view name, SourceLine line) const {
  return file->attribute(NC_GLOBAL, name, line);
}
std::string Dataset::text(std::string_view name) const { return file->text(NC_GLOBAL, name); }

Attributes Variable::attributes(SourceLine line) const {
  return attributesOf(*state->file, state->id, line);
}
bool Variable::hasAttribute(std::string_view name) const {
  return state->file->hasAttribute(state->id, name);
}
Attribute Variable::attribute(std::string_view name, SourceLine line) const {
  return state->file->attribute(state->id, name, line);
}
std::string Variable::text(std::string_view name) const {
  return state->file->text(state->id, name);
}

} // namespace gtjit::netcdf
