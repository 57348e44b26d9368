//===- ReadStorage.cpp - Variables as storages ----------------------------===//
//
// Names of a file's dimensions meet those of storages; index tables count from 0.
//
//===----------------------------------------------------------------------===//
#include "gtjit-netcdf/Values.h"

#include "gtjit/Import/ImportValues.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace gtjit::netcdf {

namespace {

using gtjit::detail::NetCdfVariable;

/// Where the dimensions of a variable are in a storage.
struct Placement {
  std::vector<NamedRange> inFile;    ///< slowest first
  std::vector<NamedRange> inStorage; ///< as they are named
};

class Placer {
public:
  Placer(const Variable &variable, const DimNames &names, SourceLine line)
      : names(variable.dims()), shape(variable.shape()), variable(variable), given(names),
        line(line) {}
  Placement place();

private:
  std::string message(const std::string &what) const {
    return variable.get().file->message(what + ": there is " + variable.describe());
  }
  void takeGiven(Placement &placement);

  std::vector<std::string> names;
  std::vector<std::int64_t> shape;
  const Variable &variable;
  const DimNames &given;
  SourceLine line;
};

} // namespace

static Dimension dimensionOf(const DimName &name, SourceLine line) {
  return name.identity ? Dimension(name.identity) : Dimension(name.name, line);
}

void Placer::takeGiven(Placement &placement) {
  for (const DimName &name : given) {
    auto at = std::find(names.begin(), names.end(), name.name);
    if (at == names.end())
      throw KeyError(line, message("no dimension '" + name.name + "'"));
    Dimension dim = dimensionOf(name, line);
    placement.inStorage.push_back(dim(0, shape[static_cast<std::size_t>(at - names.begin())]));
  }
  for (std::size_t d = 0; d < names.size(); ++d) {
    auto at = std::find_if(given.begin(), given.end(),
                           [&](const DimName &name) { return name.name == names[d]; });
    if (at != given.end())
      placement.inFile.push_back(placement.inStorage[static_cast<std::size_t>(at - given.begin())]);
    else if (shape[d] != 1)
      throw ValueError(line, message("name '" + names[d] + "', or take one entry with isel"));
  }
}

Placement Placer::place() {
  Placement placement;
  if (!given.empty()) {
    takeGiven(placement);
    return placement;
  }
  for (std::size_t d = 0; d < names.size(); ++d)
    placement.inFile.push_back(Dimension(names[d], line)(0, shape[d]));
  placement.inStorage = placement.inFile;
  return placement;
}

/// A storage of these dimensions, strides in the file's order unless told.
static Storage makeStorage(const Placement &placement, DType type, StorageOptions options,
                           SourceLine line) {
  if (options.layout.kind == Layout::Kind::Preset && options.preset.empty()) {
    options.layout = Layout(Layout::Kind::Ranks);
    for (const NamedRange &range : placement.inStorage)
      options.layout.ranks.push_back(
          std::find(placement.inFile.begin(), placement.inFile.end(), range) -
          placement.inFile.begin());
  }
  Domain domain(gtjit::detail::Items<NamedRange>(placement.inStorage), line);
  return options.halo.entries().empty() ? empty(domain, type, options, line)
                                        : zeros(domain, type, options, line);
}

static void fill(const Storage &storage, const Placement &placement,
                 const std::vector<std::byte> &values, SourceLine line) {
  gtjit::detail::importValues(
      storage, Domain(gtjit::detail::Items<NamedRange>(placement.inFile), line), values.data());
}

Storage Variable::read(const DimNames &dims, const StorageOptions &options, SourceLine line) const {
  Placement placement = Placer(*this, dims, line).place();
  DType type = options.dtype.given() ? options.dtype.value() : dtype(line);
  Storage storage = makeStorage(placement, type, options, line);
  std::vector<std::byte> values(static_cast<std::size_t>(size()) * itemsize(type));
  load(values.data(), type, line);
  fill(storage, placement, values, line);
  return storage.named(name(), line);
}

/// The type that holds all numbers of a type of integers.
static DType indexType(DType stored) { return itemsize(stored) < 4 || stored == I32 ? I32 : I64; }

/// The position of an element in the file's order, as "(5, 1)".
static std::string positionText(const std::vector<std::int64_t> &shape, std::size_t element) {
  std::string text;
  auto rest = static_cast<std::int64_t>(element);
  for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d])
    text = std::to_string(rest % shape[d]) + (text.empty() ? "" : ", ") + text;
  return "(" + text + ")";
}

std::vector<std::int64_t> Variable::indices(const IndexOptions &options, SourceLine line) const {
  const gtjit::detail::NetCdfFile &file = *state->file;
  if (DType stored = dtype(line); !isInteger(stored))
    throw DTypeError(line,
                     file.message("'" + name() + "' holds " + std::string(gtjit::name(stored)) +
                                  ", expected integers: indices of points"));
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  std::vector<std::int64_t> table(static_cast<std::size_t>(size()));
  gtjit::detail::readValues(*state, {.type = I64, .missing = none}, table.data(), line);
  std::int64_t start = options.start_index.given()   ? options.start_index.value()
                       : hasAttribute("start_index") ? attribute("start_index", line).integer()
                                                     : 0;
  for (std::size_t n = 0; n < table.size(); ++n) {
    std::int64_t &index = table[n];
    bool isSkip = index == none || (options.skip.given() && index == options.skip.value());
    if (!isSkip && index < start)
      throw ValueError(line, file.message("'" + name() + "' holds " + std::to_string(index) +
                                          " at " + positionText(shape(), n) + ", no index from " +
                                          std::to_string(start) +
                                          " on and no missing value: .skip names one"));
    index = isSkip ? -1 : index - start;
  }
  return table;
}

Storage Variable::readIndices(const DimNames &dims, const IndexOptions &options,
                              SourceLine line) const {
  const gtjit::detail::NetCdfFile &file = *state->file;
  Placement placement = Placer(*this, dims, line).place();
  DType type =
      options.storage.dtype.given() ? options.storage.dtype.value() : indexType(dtype(line));
  if (type != I32 && type != I64)
    throw DTypeError(line,
                     "an index table is of i32 or i64, got " + std::string(gtjit::name(type)));
  std::vector<std::int64_t> table = indices(options, line);
  std::vector<std::byte> values(table.size() * itemsize(type));
  for (std::size_t n = 0; n < table.size(); ++n) {
    auto narrow = static_cast<std::int32_t>(table[n]);
    if (type == I32 && narrow != table[n])
      throw ValueError(line,
                       file.message("'" + name() + "' holds the index " + std::to_string(table[n]) +
                                    " at " + positionText(shape(), n) + ", which is no i32"));
    std::memcpy(&values[n * itemsize(type)],
                type == I32 ? static_cast<const void *>(&narrow) : &table[n], itemsize(type));
  }
  Storage storage = makeStorage(placement, type, options.storage, line);
  fill(storage, placement, values, line);
  return storage.named(name(), line);
}

} // namespace gtjit::netcdf
