//===- Tables.cpp - Tables of indices in random scenarios -----------------===//

#include "Tables.h"

#include "Random.h"

#include "gtjit/Creation.h"
#include "gtjit/Runtime.h"

#include <algorithm>
#include <memory>

using namespace gtjit;
using namespace gtjit::randomgraphs;

std::array<TableSpec, 2> randomgraphs::partsOf(const TableSpec &spec) {
  TableSpec below = spec;
  below.cut = 0;
  TableSpec above = below;
  above.values += 1;
  return {below, above};
}

/// Of the storage that the table is, neighbours that are not taken included.
static std::vector<std::int64_t> allIndices(const TableSpec &spec) {
  if (spec.cut > 0) {
    auto [below, above] = partsOf(spec);
    std::vector<std::int64_t> indices = allIndices(below), others = allIndices(above);
    auto width = static_cast<std::int64_t>(indices.size()) / spec.domain[0].range.size();
    std::copy(others.begin() + spec.cut * width, others.end(), indices.begin() + spec.cut * width);
    return indices;
  }
  Random random(spec.values);
  std::vector<std::int64_t> indices;
  std::int64_t rows = spec.domain[0].range.size();
  std::int64_t width = spec.domain.size() > 1 ? spec.domain[1].range.size() : 1;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t n = 0; n < width; ++n) {
      std::int64_t index = spec.step ? spec.start() + *spec.step * row
                                     : random.between(spec.image.lo(), spec.image.hi() - 1);
      if (spec.skips && random.chance(25))
        index = missingIndex;
      bool isOutside = row < spec.before || row >= rows - spec.after;
      indices.push_back(isOutside ? spec.image.hi() + 1000 : index);
    }
  return indices;
}

std::vector<std::int64_t> randomgraphs::indicesOf(const TableSpec &spec) {
  std::vector<std::int64_t> all = allIndices(spec), taken;
  if (spec.one < 0)
    return all;
  auto width = static_cast<std::size_t>(spec.domain[1].range.size());
  for (auto at = static_cast<std::size_t>(spec.one); at < all.size(); at += width)
    taken.push_back(all[at]);
  return taken;
}

Domain randomgraphs::positionsOf(const TableSpec &spec) {
  if (spec.one >= 0)
    return Domain({spec.domain[0]});
  std::vector<NamedRange> domain = spec.domain;
  if (spec.level > 0)
    domain[1].dim = wrapDim(domain[1].dim, spec.level);
  return Domain(domain);
}

Dimension randomgraphs::neighborDimension() { return Dimension("L", DimensionKind::Local); }
Dimension randomgraphs::meshDimension() { return Dimension("M", DimensionKind::Horizontal); }

bool randomgraphs::isStaggered(Dimension dim) { return dim.name().ends_with("_half"); }
Dimension randomgraphs::twinOf(Dimension dim) {
  return isStaggered(dim) ? Dimension(dim.name().substr(0, dim.name().size() - 5), dim.kind())
                          : half(dim);
}

/// Memory that is written before a storage has it: a traced callable writes none.
template <class T> static Storage tableOf(const TableSpec &spec) {
  std::vector<std::int64_t> indices = allIndices(spec);
  auto memory = std::make_shared<std::vector<T>>(indices.begin(), indices.end());
  return Runtime::current().wrap(memory->data(), Domain(spec.domain), {.keepAlive = memory});
}

Connectivity randomgraphs::connectivityOf(const TableSpec &spec) {
  Storage table = spec.wide ? tableOf<std::int64_t>(spec) : tableOf<std::int32_t>(spec);
  Connectivity all =
      spec.skips ? Connectivity(table, spec.to, Skip{missingIndex}) : Connectivity(table, spec.to);
  if (spec.level > 0)
    all = all.withLocal(wrapDim(all.local(), spec.level));
  return spec.one < 0 ? all : all[spec.one];
}

std::optional<Domain> randomgraphs::gatheredPart(const TableSpec &spec, Range range) {
  std::vector<std::int64_t> indices = indicesOf(spec);
  Domain positions = positionsOf(spec);
  std::int64_t rows = positions[0].range.size();
  std::int64_t width = positions.ndim() > 1 ? positions[1].range.size() : 1;
  Range row, column;
  auto at = [&](std::int64_t r, std::int64_t c) { return indices[std::size_t(r * width + c)]; };
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < width; ++c)
      if (range.contains(at(r, c))) {
        row = hull(row, Range(r, r + 1));
        column = hull(column, Range(c, c + 1));
      }
  if (row.empty())
    return std::nullopt;
  for (std::int64_t r = row.lo(); r < row.hi(); ++r)
    for (std::int64_t c = column.lo(); c < column.hi(); ++c)
      if (at(r, c) != missingIndex && !range.contains(at(r, c)))
        return std::nullopt;
  Domain part(positions[0].dim(row + positions[0].range.lo()));
  return positions.ndim() > 1 ? part.with(positions[1].dim(column + positions[1].range.lo()))
                              : part;
}
