//===- CopyBodies.cpp - The innermost loops of copies ---------------------===//
//
// Rows of a few elements, as halos have them, are the rule and not the
// exception: what depends on the length of a row is decided before the loops.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/CopyBodies.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gtjit::detail {

namespace {

/// Elements are moved as bits, whatever type they are accessed as elsewhere.
using Bits8 [[gnu::may_alias]] = std::uint8_t;
using Bits16 [[gnu::may_alias]] = std::uint16_t;
using Bits32 [[gnu::may_alias]] = std::uint32_t;
using Bits64 [[gnu::may_alias]] = std::uint64_t;
struct [[gnu::may_alias]] Bits128 {
  std::uint64_t low, high;
};

/// Bytes that are moved together, at any address.
using Chunk16 [[gnu::vector_size(16)]] = std::uint8_t;

template <class Chunk> Chunk load(const std::byte *from) {
  Chunk chunk;
  __builtin_memcpy(&chunk, from, sizeof chunk);
  return chunk;
}
template <class Chunk> void store(std::byte *to, const Chunk &chunk) {
  __builtin_memcpy(to, &chunk, sizeof chunk);
}

/// A function of the numbers below `Count`, one after the other without a loop.
template <int Count, class Call> void forEach(Call call) {
  [&]<int... Number>(std::integer_sequence<int, Number...>) {
    (call(std::integral_constant<int, Number>()), ...);
  }(std::make_integer_sequence<int, Count>());
}

//===----------------------------------------------------------------------===//
// Rows: made of the loop, called with the first addresses of each
//===----------------------------------------------------------------------===//

/// Contiguous on both sides: chunks from its begin, and one that ends where it ends and may
/// overlap them.
template <class Chunk, int Count> struct ShortRow {
  ShortRow(const StridedLoop &row, std::int64_t item)
      : last(row.extent * item - static_cast<std::int64_t>(sizeof(Chunk))) {}
  void operator()(std::byte *to, const std::byte *from) const {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Chunk));
    Chunk chunks[Count + 1];
    forEach<Count>([&](auto n) { chunks[n] = load<Chunk>(from + n * size); });
    chunks[Count] = load<Chunk>(from + last);
    forEach<Count>([&](auto n) { store(to + n * size, chunks[n]); });
    store(to + last, chunks[Count]);
  }
  std::int64_t last; ///< where the last chunk begins
};

/// Contiguous on both sides.
struct LongRow {
  LongRow(const StridedLoop &row, std::int64_t item)
      : bytes(static_cast<std::size_t>(row.extent * item)) {}
  void operator()(std::byte *to, const std::byte *from) const { std::memcpy(to, from, bytes); }
  std::size_t bytes;
};

/// A known number of elements, any strides.
template <class Bits, int Count> struct FewElements {
  FewElements(const StridedLoop &row, std::int64_t) : row(row) {}
  void operator()(std::byte *to, const std::byte *from) const {
    Bits values[Count];
    forEach<Count>(
        [&](auto n) { values[n] = *reinterpret_cast<const Bits *>(from + n * row.from); });
    forEach<Count>([&](auto n) { *reinterpret_cast<Bits *>(to + n * row.to) = values[n]; });
  }
  StridedLoop row;
};

/// Any number of elements, any strides.
template <class Bits> struct ElementRow {
  ElementRow(const StridedLoop &row, std::int64_t) : row(row) {}
  void operator()(std::byte *to, const std::byte *from) const {
    for (std::int64_t n = 0; n < row.extent; ++n)
      *reinterpret_cast<Bits *>(to + n * row.to) =
          *reinterpret_cast<const Bits *>(from + n * row.from);
  }
  StridedLoop row;
};

/// The element again and again, in all of a chunk that is a multiple of it.
template <class Chunk, class Bits> Chunk filledWith(const Bits &element) {
  Chunk chunk;
  Bits elements[sizeof(Chunk) / sizeof(Bits)];
  for (Bits &one : elements)
    one = element;
  __builtin_memcpy(&chunk, elements, sizeof chunk);
  return chunk;
}

/// One element again and again, contiguous where it is written: at least one
/// chunk, the last of which may overlap the one before.
template <class Bits> struct FilledRow {
  FilledRow(const StridedLoop &row, std::int64_t item)
      : last(row.extent * item - static_cast<std::int64_t>(sizeof(Chunk16))) {}
  void operator()(std::byte *to, const std::byte *from) const {
    const Chunk16 chunk = filledWith<Chunk16>(*reinterpret_cast<const Bits *>(from));
    for (std::int64_t at = 0; at < last; at += static_cast<std::int64_t>(sizeof chunk))
      store(to + at, chunk);
    store(to + last, chunk);
  }
  std::int64_t last; ///< where the last chunk begins
};

/// One element again and again, contiguous where it is written: chunks from its begin, and one that
/// ends where it ends and may overlap them.
template <class Bits, class Chunk, int Count> struct ShortFilledRow {
  ShortFilledRow(const StridedLoop &row, std::int64_t item)
      : last(row.extent * item - static_cast<std::int64_t>(sizeof(Chunk))) {}
  void operator()(std::byte *to, const std::byte *from) const {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Chunk));
    const Chunk chunk = filledWith<Chunk>(*reinterpret_cast<const Bits *>(from));
    forEach<Count>([&](auto n) { store(to + n * size, chunk); });
    store(to + last, chunk);
  }
  std::int64_t last; ///< where the last chunk begins
};

/// A chunk whose elements are in the opposite order. Of narrow ones the halves are put so in
/// integer registers: the least x86-64 permutes no bytes of vectors, and one by one they take
/// longer than rows of single elements.
template <class Bits, class Chunk> Chunk reversed(Chunk chunk) {
  if constexpr (sizeof(Bits) < 4 && sizeof(Chunk) > sizeof(std::uint64_t)) {
    std::uint64_t halves[2];
    __builtin_memcpy(halves, &chunk, sizeof chunk);
    const std::uint64_t turned[2] = {reversed<Bits>(halves[1]), reversed<Bits>(halves[0])};
    __builtin_memcpy(&chunk, turned, sizeof chunk);
  } else if constexpr (sizeof(Bits) == 1) {
    chunk = __builtin_bswap64(chunk);
  } else {
    constexpr int lanes = sizeof(Chunk) / sizeof(Bits);
    using Lanes [[gnu::vector_size(sizeof(Chunk))]] = Bits;
    Lanes given;
    __builtin_memcpy(&given, &chunk, sizeof chunk);
    given = [&]<int... Lane>(std::integer_sequence<int, Lane...>) {
      return __builtin_shufflevector(given, given, (lanes - 1 - Lane)...);
    }(std::make_integer_sequence<int, lanes>());
    __builtin_memcpy(&chunk, &given, sizeof chunk);
  }
  return chunk;
}

/// From one to two chunks of elements, contiguous on both sides, which the source runs through
/// backwards.
template <class Bits, class Chunk> struct ShortReversedRow {
  ShortReversedRow(const StridedLoop &row, std::int64_t item)
      : last(row.extent * item - static_cast<std::int64_t>(sizeof(Chunk))) {}
  void operator()(std::byte *to, const std::byte *from) const {
    const std::byte *end = from + sizeof(Bits) - sizeof(Chunk);
    const Chunk first = reversed<Bits>(load<Chunk>(end));
    const Chunk second = reversed<Bits>(load<Chunk>(end - last));
    store(to, first);
    store(to + last, second);
  }
  std::int64_t last; ///< where the last chunk begins
};

/// Rows ahead whose lines are fetched: short rows touch a line each, far apart. Not beyond the last
/// one: lines there may be another thread's, who would have to fetch them back.
constexpr std::int64_t kRowsAhead = 16;

template <class Row>
void runRows(std::byte *to, const std::byte *from, const StridedLoop *loops, std::int64_t item) {
  const StridedLoop outer = loops[0], middle = loops[1];
  const Row row(loops[2], item);
  const bool isAcross = middle.extent < kRowsAhead;
  const StridedLoop &along = isAcross ? outer : middle;
  const std::int64_t steps =
      isAcross ? (kRowsAhead + middle.extent - 1) / middle.extent : kRowsAhead;
  const std::int64_t last = along.extent - steps, ahead = steps * along.to;
  if (middle.extent == 2) { // both sides of a halo
    for (std::int64_t a = 0; a < outer.extent; ++a) {
      std::byte *target = to + a * outer.to;
      const std::byte *source = from + a * outer.from;
      const std::byte *fetched = a < last ? target + ahead : target;
      __builtin_prefetch(fetched, 1);
      __builtin_prefetch(fetched + middle.to, 1);
      row(target, source);
      row(target + middle.to, source + middle.from);
    }
    return;
  }
  for (std::int64_t a = 0; a < outer.extent; ++a)
    for (std::int64_t b = 0; b < middle.extent; ++b) {
      std::byte *target = to + a * outer.to + b * middle.to;
      __builtin_prefetch((isAcross ? a : b) < last ? target + ahead : target, 1);
      row(target, from + a * outer.from + b * middle.from);
    }
}

/// A square of elements that fills as many vectors as it has rows.
template <class Bits> struct Square {
  static constexpr int size = sizeof(Chunk16) / sizeof(Bits);
  using Lanes [[gnu::vector_size(16)]] = Bits;

  /// Element n of row m becomes element m of row n.
  void transpose() {
    // Rows are interleaved with those half of the square away until each has met all.
    for (int met = 1; met < size; met *= 2) {
      Lanes next[size];
      forEach<size / 2>([&](auto n) {
        interleave(rows[n], rows[n + size / 2], next[2 * n], next[2 * n + 1],
                   std::make_integer_sequence<int, size>());
      });
      forEach<size>([&](auto n) { rows[n] = next[n]; });
    }
  }
  template <int... Lane>
  static void interleave(Lanes a, Lanes b, Lanes &low, Lanes &high,
                         std::integer_sequence<int, Lane...>) {
    low = __builtin_shufflevector(a, b, (Lane / 2 + Lane % 2 * size)...);
    high = __builtin_shufflevector(a, b, (size / 2 + Lane / 2 + Lane % 2 * size)...);
  }

  Lanes rows[size];
};

/// Elements of two loops one by one.
template <class Bits>
void copyElementwise(std::byte *to, const std::byte *from, const StridedLoop &across,
                     const StridedLoop &row) {
  const ElementRow<Bits> elements(row, sizeof(Bits));
  for (std::int64_t n = 0; n < across.extent; ++n)
    elements(to + n * across.to, from + n * across.from);
}

/// As many squares as there are, of which both sides run forwards.
template <class Bits>
void copySquares(std::byte *to, const std::byte *from, const StridedLoop &across,
                 const StridedLoop &row) {
  using Tile = Square<Bits>;
  constexpr std::int64_t item = sizeof(Bits), size = Tile::size;
  for (std::int64_t a = 0; a + size <= across.extent; a += size)
    for (std::int64_t r = 0; r + size <= row.extent; r += size) {
      const std::byte *source = from + a * item + r * row.from;
      std::byte *target = to + a * across.to + r * item;
      Tile square;
      forEach<Tile::size>(
          [&](auto n) { square.rows[n] = load<typename Tile::Lanes>(source + n * row.from); });
      square.transpose();
      forEach<Tile::size>([&](auto n) { store(target + n * across.to, square.rows[n]); });
    }
}

/// A tile: squares, and its edges one by one.
template <class Bits>
void copyTile(std::byte *to, const std::byte *from, const StridedLoop &across,
              const StridedLoop &row) {
  constexpr std::int64_t item = sizeof(Bits);
  std::int64_t acrossEnd = 0, rowEnd = row.extent; // of the squares
  if constexpr (sizeof(Bits) < sizeof(Chunk16)) {
    if (across.from == item && row.to == item) {
      copySquares<Bits>(to, from, across, row);
      acrossEnd = across.extent - across.extent % Square<Bits>::size;
      rowEnd = row.extent - row.extent % Square<Bits>::size;
    }
  }
  if (rowEnd < row.extent)
    copyElementwise<Bits>(to + rowEnd * row.to, from + rowEnd * row.from,
                          {acrossEnd, across.to, across.from},
                          {row.extent - rowEnd, row.to, row.from});
  if (acrossEnd < across.extent)
    copyElementwise<Bits>(to + acrossEnd * across.to, from + acrossEnd * across.from,
                          {across.extent - acrossEnd, across.to, across.from}, row);
}

/// Two loops of which one is contiguous where it is written and the other
/// where it is read: in tiles of one cache line by eight. The side whose lines
/// lie farther apart, maybe all in one set of the cache, touches eight of them
/// and runs along each.
template <class Bits>
void copyTiles(std::byte *to, const std::byte *from, const StridedLoop *loops, std::int64_t) {
  constexpr std::int64_t line = 64 / sizeof(Bits), most = 128;
  constexpr std::int64_t lines = std::max(line, std::min(8 * line, most));
  const StridedLoop outer = loops[0], across = loops[1], row = loops[2];
  const bool farReads = std::abs(row.from) > std::abs(across.to);
  const std::int64_t rowTile = farReads ? line : lines;
  const std::int64_t acrossTile = farReads ? lines : line;
  for (std::int64_t n = 0; n < outer.extent; ++n)
    for (std::int64_t a = 0; a < across.extent; a += acrossTile)
      for (std::int64_t r = 0; r < row.extent; r += rowTile)
        copyTile<Bits>(to + n * outer.to + a * across.to + r * row.to,
                       from + n * outer.from + a * across.from + r * row.from,
                       {std::min(acrossTile, across.extent - a), across.to, across.from},
                       {std::min(rowTile, row.extent - r), row.to, row.from});
}

/// What choose() returns for a null pointer to the bits of an element of this size.
template <class Choose> CopyBody withBits(std::int64_t item, Choose choose) {
  switch (item) {
  case 1:
    return choose(static_cast<Bits8 *>(nullptr));
  case 2:
    return choose(static_cast<Bits16 *>(nullptr));
  case 4:
    return choose(static_cast<Bits32 *>(nullptr));
  case 8:
    return choose(static_cast<Bits64 *>(nullptr));
  default:
    return choose(static_cast<Bits128 *>(nullptr));
  }
}

CopyBody contiguousBody(std::int64_t bytes) {
  if (bytes > 64)
    return runRows<LongRow>;
  if (bytes > 48)
    return runRows<ShortRow<Chunk16, 3>>;
  if (bytes > 32)
    return runRows<ShortRow<Chunk16, 2>>;
  if (bytes > 16)
    return runRows<ShortRow<Chunk16, 1>>;
  if (bytes == 16)
    return runRows<ShortRow<Chunk16, 0>>;
  if (bytes > 8)
    return runRows<ShortRow<std::uint64_t, 1>>;
  if (bytes == 8)
    return runRows<ShortRow<std::uint64_t, 0>>;
  if (bytes > 4)
    return runRows<ShortRow<std::uint32_t, 1>>;
  if (bytes == 4)
    return runRows<ShortRow<std::uint32_t, 0>>;
  return bytes > 2    ? runRows<ShortRow<std::uint16_t, 1>>
         : bytes == 2 ? runRows<ShortRow<std::uint16_t, 0>>
                      : runRows<ShortRow<std::uint8_t, 0>>;
}

template <class Bits> CopyBody elementBody(const StridedLoop &row) {
  switch (row.extent) {
  case 1:
    return runRows<FewElements<Bits, 1>>;
  case 2:
    return runRows<FewElements<Bits, 2>>;
  case 3:
    return runRows<FewElements<Bits, 3>>;
  case 4:
    return runRows<FewElements<Bits, 4>>;
  default:
    return runRows<ElementRow<Bits>>;
  }
}

/// Null where single elements are as good.
template <class Bits> CopyBody filledBody(std::int64_t bytes) {
  if (bytes > 32)
    return runRows<FilledRow<Bits>>;
  if (bytes > 16)
    return runRows<ShortFilledRow<Bits, Chunk16, 1>>;
  if (bytes == 16)
    return runRows<ShortFilledRow<Bits, Chunk16, 0>>;
  if constexpr (sizeof(Bits) < 8)
    if (bytes >= 8)
      return runRows<ShortFilledRow<Bits, std::uint64_t, 1>>;
  return nullptr;
}

/// The same; null where there is none, too.
template <class Bits> CopyBody reversedBody(std::int64_t bytes) {
  if (bytes <= static_cast<std::int64_t>(2 * sizeof(Bits)))
    return nullptr;
  if constexpr (sizeof(Bits) < 16)
    if (bytes >= 16 && bytes <= 32)
      return runRows<ShortReversedRow<Bits, Chunk16>>;
  if constexpr (sizeof(Bits) < 8)
    if (bytes >= 8 && bytes < 16)
      return runRows<ShortReversedRow<Bits, std::uint64_t>>;
  return nullptr;
}

} // namespace

CopyBody rowBody(const StridedLoop &row, std::int64_t item) {
  if (row.to == item && row.from == item)
    return contiguousBody(row.extent * item);
  return withBits(item, [&]<class Bits>(Bits *) {
    CopyBody body = nullptr;
    if (row.to == item && row.from == 0)
      body = filledBody<Bits>(row.extent * item);
    else if (row.to == item && row.from == -item)
      body = reversedBody<Bits>(row.extent * item);
    return body ? body : elementBody<Bits>(row);
  });
}

CopyBody tiledBody(std::int64_t item) {
  return withBits(item, []<class Bits>(Bits *) -> CopyBody { return copyTiles<Bits>; });
}

} // namespace gtjit::detail
