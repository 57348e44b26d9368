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

#include <optional>

using namespace gtcompiler;
using namespace mlir;

/// To the nearest cache, which has few lines for each place, or to the second one.
static void ask(CodeBuilder &code, Value address, bool isNear) {
  LLVM::Prefetch::create(code.ops, code.loc, address, /*rw=*/0, /*hint=*/isNear ? 3 : 2,
                         /*cache=*/1);
}

/// Of many streams, memory or the same memory at other pins, little more than the next row: what
/// all of them fetch far ahead leaves L2 before a point reads it. A sum of 27 products of fields
/// with neighbours in three directions, whose 28 streams fetched 16 KiB ahead, took 1.77 of its
/// time on Sapphire Rapids, and 1.05 where 16 of them did.
std::int64_t PointEmitter::aheadOf(RowOp row) const {
  constexpr std::size_t kMostStreams = 16;
  constexpr std::int64_t kPart = 16;
  SmallVector<PrefetchOp> streams;
  for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>())
    if (!fetch.getExact() && llvm::none_of(streams, [&](PrefetchOp other) {
          return other.getMemory() == fetch.getMemory() && other.getPins() == fetch.getPins();
        }))
      streams.push_back(fetch);
  std::int64_t far = machine.getAheadBytes();
  return streams.size() > kMostStreams ? far / kPart : far;
}

/// Asks for what is at the place of `fetch`, or ahead of it: whole lines of points, so that
/// no part of one is left out at its end.
void PointEmitter::prefetch(PrefetchOp fetch, const RowPoint &point) {
  Place place = placeOf(fetch);
  bool isNear = fetch.getExact() ? bool(fetch.getWithin()) : machine.getFetchesNear();
  auto ask = [&](Value address) { ::ask(point.code, address, isNear); };
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

/// Asks for the lines of all points of a row further on, for all that the row fetches where the
/// first comes: with the last vector of a row that does not end with a whole one, where the loop
/// around goes forward in memory.
void PointEmitter::prefetchStrided(RowOp row, PrefetchOp first, const RowPoint &point) {
  auto fetches = llvm::make_filter_range(row.getBlock()->getOps<PrefetchOp>(),
                                         [](PrefetchOp fetch) { return !fetch.getExact(); });
  if (first != *fetches.begin() || !point.mask || point.stride == 0)
    return;
  CodeBuilder &entry = frame.entry();
  Value isForward = entry.constant(entry.ops.getI1Type(), 1);
  for (PrefetchOp fetch : fetches)
    if (Value step = addresses.stepOf(placeOf(fetch)))
      isForward = entry.bitAnd(isForward, entry.less(entry.number(0), step));
  Span span = addresses.spanOf(rowDim);
  auto known = std::pair(elements, starts);
  point.code.when(isForward, [&](CodeBuilder &once) {
    once.loop(span.first, span.last, point.lanes, [&](CodeBuilder &inside, Value index) {
      elements.clear();
      RowPoint there = {inside, index, {}, point.lanes};
      there.stride = point.stride;
      for (PrefetchOp fetch : fetches) {
        Place place = placeOf(fetch);
        std::int64_t bytes = point.stride * memoryBytes(place.type().getElementType());
        std::int64_t lowest = bytes < 0 ? bytes * (point.lanes - 1) : 0; // the last lane
        Value ahead =
            inside.moved(addressOf(place, there), addresses.bytesAhead(place, aheadBytes));
        for (std::int64_t at = 0; at < std::abs(bytes) * point.lanes; at += machine.getLineBytes())
          ask(inside, inside.moved(ahead, lowest + at), machine.getFetchesNear());
      }
    });
  });
  std::tie(elements, starts) = std::move(known);
}

/// How far from its points a row reads what it fetches: along itself, and how many rows in front of
/// the one that is fetched.
struct PointEmitter::Reach {
  std::int64_t least = 0, most = 0, inFront = 0;
};

/// Nothing where that is farther than rows lie from each other: what is read there is no neighbour.
std::optional<PointEmitter::Reach> PointEmitter::reachOf(RowOp row, PrefetchOp fetch) const {
  constexpr std::int64_t kFarthest = 64, kMostInFront = 16;
  Reach reach;
  std::size_t rank = fetch.getOffsets().size();
  for (GetOp get : row.getBlock()->getOps<GetOp>()) {
    if (get.getMemory() != fetch.getMemory() || get.getPins() != fetch.getPins() ||
        !get.getIndices().empty())
      continue;
    std::int64_t along = get.getOffsets().back(), inFront = 0;
    bool isFar = along < -kFarthest || along > kFarthest;
    if (rank > 1)
      isFar |= llvm::SubOverflow(fetch.getOffsets()[rank - 2], get.getOffsets()[rank - 2], inFront);
    if (isFar || inFront > kMostInFront)
      return std::nullopt;
    reach.least = std::min(reach.least, along - pointsBefore());
    reach.most = std::max(reach.most, along);
    reach.inFront = std::max(reach.inFront, inFront);
  }
  return reach;
}

/// Asks for what points read in front of a row and behind it, in the lines of points that lie
/// further on: vectors ask for no line but their own.
void PointEmitter::prefetchBeside(PrefetchOp fetch, const Reach &reach, CodeBuilder &code,
                                  Span span) {
  auto ask = [&](Value index) {
    elements.clear();
    prefetch(fetch, {code, index, {}, /*lanes=*/1});
  };
  if (reach.least < 0)
    ask(code.add(span.first, code.number(reach.least)));
  if (reach.most > 0)
    ask(code.add(span.last, code.number(reach.most - 1)));
}

/// Asks for the rows that points of a plane's first row read in front of it, where those that are
/// fetched ahead, `rows` at once, come to that plane: no row before asks for them.
void PointEmitter::prefetchInFront(PrefetchOp fetch, const Reach &reach, std::int64_t rows,
                                   CodeBuilder &code, Span span) {
  if (reach.inFront == 0)
    return;
  Place place = placeOf(fetch);
  Value isFirst = addresses.isFirstAhead(place, aheadBytes, rows);
  if (!isFirst)
    return;
  StorageType type = place.type();
  Type element = type.getElementType();
  code.when(isFirst, [&](CodeBuilder &once) {
    Value stride = frame.strideBytes(place.storage, type.getDims().drop_back().back());
    Value first = once.add(span.first, once.number(reach.least));
    Value last = once.add(span.last, once.number(reach.most));
    Value end = once.number(reach.inFront + rows);
    once.loop(once.number(1), end, 1, [&](CodeBuilder &each, Value number) {
      RowPointer ahead = fetched.lookup(fetch);
      Value back = each.sub(each.number(0), each.mul(number, stride));
      ahead.pointer = each.moved(ahead.pointer, back);
      std::int64_t line = machine.getLineBytes() / memoryBytes(element);
      each.loop(first, last, line, [&](CodeBuilder &in, Value index) {
        elements.clear();
        ask(in, addressIn(ahead, element, {in, index, {}, /*lanes=*/1}), machine.getFetchesNear());
      });
    });
  });
}

void PointEmitter::prefetchAround(RowOp row, CodeBuilder &code, Span span) {
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  std::int64_t rows = loop ? loop.getStep().value_or(1) : 1;
  llvm::SmallDenseSet<Value, 2> known; // of one storage the first one is the least ahead
  for (PrefetchOp fetch : row.getBlock()->getOps<PrefetchOp>()) {
    if (fetch.getExact())
      continue;
    bool isLeast = known.insert(fetch.getMemory()).second;
    std::optional<Reach> reach = reachOf(row, fetch);
    if (!reach)
      continue;
    prefetchBeside(fetch, *reach, code, span);
    if (isLeast)
      prefetchInFront(fetch, *reach, rows, code, span);
  }
  elements.clear();
}
