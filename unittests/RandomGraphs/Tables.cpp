//===- Tables.cpp - Tables of indices in random scenarios -----------------===//

#include "Tables.h"

#include "Random.h"

#include "gtjit/Creation.h"
#include "gtjit/Runtime.h"

#include <memory>

using namespace gtjit;
using namespace gtjit::randomgraphs;

std::vector<std::int64_t> randomgraphs::indicesOf(const TableSpec &spec) {
  Random random(spec.values);
  std::vector<std::int64_t> indices;
  std::int64_t rows = spec.domain[0].range.size();
  std::int64_t width = spec.domain.size() > 1 ? spec.domain[1].range.size() : 1;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t n = 0; n < width; ++n) {
      std::int64_t index = random.between(spec.image.lo(), spec.image.hi() - 1);
      if (spec.skips && random.chance(25))
        index = missingIndex;
      bool isOutside = row < spec.before || row >= rows - spec.after;
      indices.push_back(isOutside ? spec.image.hi() + 1000 : index);
    }
  return indices;
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
  std::vector<std::int64_t> indices = indicesOf(spec);
  auto memory = std::make_shared<std::vector<T>>(indices.begin(), indices.end());
  return Runtime::current().wrap(memory->data(), Domain(spec.domain), {.keepAlive = memory});
}

Connectivity randomgraphs::connectivityOf(const TableSpec &spec) {
  Storage table = spec.wide ? tableOf<std::int64_t>(spec) : tableOf<std::int32_t>(spec);
  return spec.skips ? Connectivity(table, spec.to, Skip{missingIndex})
                    : Connectivity(table, spec.to);
}

std::optional<Domain> randomgraphs::gatheredPart(const TableSpec &spec, Range range) {
  std::vector<std::int64_t> indices = indicesOf(spec);
  std::int64_t width = spec.domain.size() > 1 ? spec.domain[1].range.size() : 1;
  std::int64_t rows = spec.domain[0].range.size();
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
  Domain part(spec.domain[0].dim(row + spec.domain[0].range.lo()));
  return spec.domain.size() > 1 ? part.with(spec.domain[1].dim(column + spec.domain[1].range.lo()))
                                : part;
}
