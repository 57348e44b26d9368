//===- Bands.cpp - Points that read rims in a regular way -------*- C++ -*-===//
//
// Where concatenations are read at neighbouring points, most points read first parts
// alone: the core. Right beside it, in each dimension, lie bands of points of which the
// outermost neighbours are in other parts: a field with a halo has one for each point
// that the stencil reaches. Kernels for these and for where they meet at the corners
// leave points to what is in memory that a program may have, but hardly any does.
//
// Nothing is known of the ranges: which part a neighbour is in is a guess, and a band has
// the points where it is right. It counts if it goes on from the core, or from the band
// before it; else it has no points, and these are among the rest.
//
//===----------------------------------------------------------------------===//

#include "Ranges.h"

using namespace mlir;
using namespace gtcompiler;

/// Kernels of core, bands and corners: code for each has to be made.
static constexpr size_t kMostPlaces = 9;

namespace {

struct Band {
  BandPlace place;
  Choices choices;            ///< what it reads
  SmallVector<Clip, 4> clips; ///< its points
  Value range;                ///< these, if the band counts
};

/// What lies around the core in one dimension.
struct Row {
  StringAttr dim;
  SmallVector<Band, 4> bands;
  Value range; ///< core and bands
};

} // namespace

namespace gtcompiler {

class BandSplitter {
public:
  BandSplitter(ConeCollector &cones, Read root, Operation *computed, const ConePart &whole,
               const ConePart &core)
      : cones(cones), root(root), computed(computed), whole(whole), core(core) {}

  /// Makes parts of bands and corners. `box`, the points of the core, becomes that of all.
  std::vector<ConePart> run(SmallVectorImpl<Clip> &box);

private:
  std::optional<ConePart> partOf(ArrayRef<BandPlace> places);
  int64_t reachOf(StringAttr dim, bool isAbove);
  Row findBands(StringAttr dim);
  SmallVector<Row, 3> findRows();
  std::optional<ConePart> partOf(ArrayRef<Row> rows, size_t number);
  std::optional<std::vector<ConePart>> partsOf(ArrayRef<Row> rows);

  ConeCollector &cones;
  Read root;
  Operation *computed;
  const ConePart &whole, &core;
};

} // namespace gtcompiler

static SmallVector<Clip, 4> clipsOf(ArrayRef<Clip> clips, StringAttr dim) {
  return llvm::filter_to_vector<4>(clips, [&](const Clip &clip) { return clip.dim == dim; });
}

/// Whether points that `clips` hold are held by `wanted`, too.
static bool imply(ArrayRef<Clip> clips, ArrayRef<Clip> wanted) {
  SmallVector<Clip, 4> both(clips);
  for (const Clip &clip : wanted)
    addClip(both, clip);
  return ArrayRef<Clip>(both) == clips;
}

std::optional<ConePart> BandSplitter::partOf(ArrayRef<BandPlace> places) {
  ConePart part = whole;
  part.clips.clear();
  if (!cones.chooseAt(root, computed, places, part))
    return std::nullopt;
  return part;
}

/// How far beyond a point of the core its neighbours lie.
int64_t BandSplitter::reachOf(StringAttr dim, bool isAbove) {
  int64_t reach = 0;
  for (const auto &[key, chosen] : core.cone.choices)
    if (cast<ConcatOp>(key.first).getCutDims().size() == 1 && isChoice(key.first)) {
      int64_t offset = cones.positions.get(key.second, dim).offset;
      reach = std::max(reach, isAbove ? offset : -offset);
    }
  return reach;
}

Row BandSplitter::findBands(StringAttr dim) {
  Row row{dim, {}, cones.ranges->common(dim, core.clips)};
  for (bool isAbove : {false, true}) {
    for (int64_t depth = std::min<int64_t>(reachOf(dim, isAbove), kMostPlaces); depth-- > 0;) {
      BandPlace place{dim, depth, isAbove};
      std::optional<ConePart> part = partOf(place);
      if (!part)
        break;
      auto isKnown = [&](const Band &known) { return known.choices == part->cone.choices; };
      if (part->cone.choices == core.cone.choices || llvm::any_of(row.bands, isKnown))
        continue;
      Band band{place, std::move(part->cone.choices), clipsOf(part->clips, dim), {}};
      band.range = cones.ranges->attached(cones.ranges->common(dim, band.clips), row.range);
      row.range = cones.ranges->hull(row.range, band.range);
      row.bands.push_back(std::move(band));
    }
  }
  return row;
}

/// Those of few dimensions, the fastest first: kernels of a point or two in it are dear.
SmallVector<Row, 3> BandSplitter::findRows() {
  SmallVector<Row, 3> rows;
  size_t places = 1;
  for (StringAttr dim : llvm::reverse(*cones.dims)) {
    int64_t bands = reachOf(dim, false) + reachOf(dim, true);
    if (clipsOf(core.clips, dim).empty() || bands == 0)
      continue;
    if (places * (bands + 1) > kMostPlaces)
      break;
    rows.push_back(findBands(dim));
    places *= rows.back().bands.size() + 1;
  }
  return rows;
}

/// The part of a place: of each row a digit of `number`, 0 for the core.
std::optional<ConePart> BandSplitter::partOf(ArrayRef<Row> rows, size_t number) {
  SmallVector<BandPlace, 3> places;
  SmallVector<StringAttr, 2> narrow;
  SmallVector<Clip, 4> points(core.clips), counted(core.clips);
  for (const Row &row : rows) {
    size_t digit = number % (row.bands.size() + 1);
    number /= row.bands.size() + 1;
    if (digit == 0)
      continue;
    const Band &band = row.bands[digit - 1];
    places.push_back(band.place);
    narrow.push_back(row.dim);
    for (SmallVector<Clip, 4> *clips : {&points, &counted})
      llvm::erase_if(*clips, [&](const Clip &clip) { return clip.dim == row.dim; });
    points.append(band.clips);
    counted.push_back({row.dim, band.range, 0});
  }
  std::optional<ConePart> part = partOf(places);
  if (!part || !imply(points, part->clips))
    return std::nullopt;
  part->clips = counted;
  part->narrow = narrow;
  for (const Clip &clip : whole.clips)
    addClip(part->clips, clip);
  return part;
}

/// The parts of all places but the core; none if one of them lacks points.
std::optional<std::vector<ConePart>> BandSplitter::partsOf(ArrayRef<Row> rows) {
  size_t places = 1;
  for (const Row &row : rows)
    places *= row.bands.size() + 1;
  std::vector<ConePart> parts;
  for (size_t number = 1; number < places; ++number) {
    std::optional<ConePart> part = partOf(rows, number);
    if (!part)
      return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return parts;
}

std::vector<ConePart> BandSplitter::run(SmallVectorImpl<Clip> &box) {
  for (SmallVector<Row, 3> rows = findRows(); !rows.empty(); rows.pop_back()) {
    std::optional<std::vector<ConePart>> parts = partsOf(rows);
    if (!parts)
      continue;
    for (const Row &row : rows) {
      llvm::erase_if(box, [&](const Clip &clip) { return clip.dim == row.dim; });
      box.push_back({row.dim, row.range, 0});
    }
    return std::move(*parts);
  }
  return {};
}

/// Appends what reads first parts alone, what reads others in a regular way beside it, and
/// what lies around these points.
void ConeCollector::splitRim(Read root, Operation *computed, ConePart rest,
                             std::vector<ConePart> &parts) {
  rest.isSplit = true;
  ConePart core = rest;
  core.clips.clear();
  chooseAt(root, computed, {}, core);
  rest.box = core.clips;
  std::vector<ConePart> bands;
  if (ranges)
    bands = BandSplitter(*this, root, computed, rest, core).run(rest.box);
  for (const Clip &clip : rest.clips)
    addClip(core.clips, clip);
  for (ConePart &band : bands)
    band.box.clear();
  parts.push_back(std::move(rest));
  llvm::append_range(parts, std::move(bands));
  parts.push_back(std::move(core));
}
