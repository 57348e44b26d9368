//===- PointPrefetches.cpp - What rows fetch ahead ------------------------===//
//
// Of each vector its line further on, and once a row, or once a plane, what no vector
// asks for since it lies beside the points or in front of them.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <optional>

using namespace gtcompiler;
using namespace mlir;

/// Asks for what is at the place of `fetch`, or ahead of it: whole lines of points, so that
/// no part of one is left out at its end.
void PointEmitter::prefetch(PrefetchOp fetch, const RowPoint &point) {
  Place place = placeOf(fetch);
  // To the second cache: the nearest one has few lines for each place.
  const std::uint32_t hint = fetch.getWithin() ? 3 : 2;
  auto ask = [&](Value address) {
    LLVM::Prefetch::create(point.code.ops, point.code.loc, address, /*rw=*/0, hint, /*cache=*/1);
  };
  if (fetch.getExact() && isStrided(place)) {
    if (point.lanes == 1 || point.stride != 0)
      return;
    CodeBuilder &code = point.code;
    Value lane =
        code.bitAnd(addresses.indexOf(place.type().getDims().back()), code.number(point.lanes - 1));
    return ask(code.moved(addressOf(place, point),
                          code.mul(lane, frame.strideBytes(place.storage, rowDim))));
  }
  if (fetch.getExact() && fetch.getIndices().empty() && fetch.getAhead())
    return ask(point.code.moved(addressOf(place, point),
                                outer.strip->bytesAhead(frame, place.storage, *fetch.getAhead())));
  if (fetch.getExact())
    return ask(addressOf(place, point));
  ask(addressIn(fetched.lookup(fetch), place.type().getElementType(), point));
}

/// Asks for the lines at the ends of a row as well, if it streams: on Zen 5 a Laplacian of
/// 62 x 62 x 80 points from memory takes 0.92 to 0.95 of its time. Not measured on Intel's cores,
/// which ask for streams, too.
void PointEmitter::prefetchAtEnd(PrefetchOp fetch, const RowPoint &point) {
  point.code.when(point.atEnd, [&](CodeBuilder &inside) {
    auto known = std::pair(elements, starts);
    prefetch(fetch, {inside, point.index, point.mask, point.lanes});
    std::tie(elements, starts) = std::move(known);
  });
}

/// How far from its points a row reads a storage: along itself, and across in front.
struct PointEmitter::Reach {
  std::int64_t least = 0, most = 0, across = std::numeric_limits<std::int64_t>::max();
};

/// Nothing where that is farther than rows lie from each other: what is read there is no neighbour.
std::optional<PointEmitter::Reach> PointEmitter::reachOf(RowOp row, PrefetchOp fetch) const {
  constexpr std::int64_t kFarthest = 64, kMostAcross = 16;
  Reach reach;
  std::size_t rank = fetch.getOffsets().size();
  std::int64_t own = rank > 1 ? fetch.getOffsets()[rank - 2] : 0;
  for (GetOp get : row.getBlock()->getOps<GetOp>()) {
    if (get.getMemory() != fetch.getMemory() || get.getPins() != fetch.getPins() ||
        !get.getIndices().empty())
      continue;
    std::int64_t along = get.getOffsets().back();
    std::int64_t across = rank > 1 ? get.getOffsets()[rank - 2] : 0, before = 0;
    bool isFar = llvm::SubOverflow(own, across, before) || before > kMostAcross;
    if (along < -kFarthest || along > kFarthest || isFar)
      return std::nullopt;
    reach.least = std::min(reach.least, along - pointsBefore());
    reach.most = std::max(reach.most, along);
    reach.across = std::min(reach.across, across);
  }
  return reach;
}

/// Asks for what points of `row` read in front of it and behind it, in the lines of points that lie
/// further on: vectors ask for no line but their own.
void PointEmitter::prefetchBeside(RowOp row, CodeBuilder &code, Span span) {
  for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>()) {
    if (fetch.getExact())
      continue;
    std::optional<Reach> reach = reachOf(row, fetch);
    auto ask = [&](Value index) {
      elements.clear();
      prefetch(fetch, {code, index, {}, /*lanes=*/1});
    };
    if (reach && reach->least < 0)
      ask(code.add(span.first, code.number(reach->least)));
    if (reach && reach->most > 0)
      ask(code.add(span.last, code.number(reach->most - 1)));
  }
  elements.clear();
}

/// Asks for the rows that points of a plane's first row read in front of it, where those that are
/// fetched ahead come to that plane: no row before asks for them.
void PointEmitter::prefetchInFront(RowOp row, CodeBuilder &code, Span span) {
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  std::int64_t rows = loop ? loop.getStep().value_or(1) : 1;
  llvm::SmallDenseSet<Value, 2> known; // of one storage the first one is the least ahead
  for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>()) {
    if (fetch.getExact() || fetch.getOffsets().size() < 2 ||
        !known.insert(fetch.getMemory()).second)
      continue;
    std::optional<Reach> reach = reachOf(row, fetch);
    std::int64_t own = fetch.getOffsets()[fetch.getOffsets().size() - 2];
    if (!reach || reach->across >= own)
      continue;
    Place place = placeOf(fetch);
    Value isFirst = addresses.isFirstAhead(place, machine.getAheadBytes(), rows);
    if (!isFirst)
      continue;
    StorageType type = place.type();
    Type element = type.getElementType();
    code.when(isFirst, [&](CodeBuilder &once) {
      Value stride = frame.strideBytes(place.storage, type.getDims().drop_back().back());
      Value first = once.add(span.first, once.number(reach->least));
      Value last = once.add(span.last, once.number(reach->most));
      once.loop(once.number(1), once.number(own - reach->across + rows), 1,
                [&](CodeBuilder &each, Value number) {
                  RowPointer ahead = fetched.lookup(fetch);
                  ahead.pointer =
                      each.moved(ahead.pointer, each.sub(each.number(0), each.mul(number, stride)));
                  each.loop(first, last, machine.getLineBytes() / memoryBytes(element),
                            [&](CodeBuilder &in, Value index) {
                              elements.clear();
                              LLVM::Prefetch::create(in.ops, in.loc,
                                                     addressIn(ahead, element, {in, index, {}, 1}),
                                                     /*rw=*/0,
                                                     /*hint=*/2, /*cache=*/1);
                            });
                });
    });
  }
  elements.clear();
}
