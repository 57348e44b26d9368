//===- Image.h - A closed image: kernels and how to run them ----*- C++ -*-===//
//
// The bytes that a compilation leaves: position-independent code with no
// external symbol, and the description from which the engine runs it without
// any compiler. An image holds the kernels of one evaluation in order, with
// the temporaries between them.
//
// Byte layout, all integers little-endian, every table 8-byte aligned:
//   ImageHeader | kernels | storages | bounds | ... (offsets in header)
//   code, at a multiple of the page size, so that the file can be mapped.
// Offsets count from the start of the image. All tables are plain arrays of
// the structs below; references are indices into those arrays.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_IMAGE_H
#define GTABI_IMAGE_H

#include "gtabi/KernelArgs.h"

namespace gtabi {

/// Element types, numbered as in `gtjit::DType`.
enum class ElementType : std::uint32_t {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128
};

/// [first, first + count) of the table named in the comment of the user.
struct Slice {
  std::uint32_t first;
  std::uint32_t count;
};

/// A storage argument of the program: what a call must give.
struct StorageArgument {
  ElementType type;
  std::uint32_t rank;
  std::uint32_t isUnit; ///< 1: neighbours in the fastest dimension are neighbours in memory
  std::uint32_t reserved;
};

/// What a range is made of.
enum class BoundsKind : std::uint32_t { Range, Hull, Intersection, Below, Above, When };

/// A range that the engine computes: a range argument of the program, or the
/// hull or the intersection of bounds that stand before it in the table, or what of
/// one lies below or above another, or one when none of others, of any dimensions, is
/// empty; grown to [lo + lower, hi + upper). A hull
/// ignores empty parts, an intersection with one is empty, all of a range lies below
/// an empty one, and an empty range stays empty.
struct BoundsInfo {
  BoundsKind kind;
  std::uint32_t range; ///< of a Range: its number
  Slice parts;         ///< of others: `boundsUses`, at least one; two of Below, Above
  std::int64_t lower;
  std::int64_t upper;
};

/// Which coordinates of a storage's dimension a kernel touches for a point: from `lower` to `upper`
/// around its coordinate in loop number `loop`, or loopDims: in the range that is reduced.
struct ReachInfo {
  std::uint32_t loop;
  std::uint32_t reserved;
  std::int64_t lower;
  std::int64_t upper;
};

/// A storage as a kernel sees it: number `index` of the program's storage
/// arguments, or of the image's temporaries.
struct StorageUse {
  std::uint32_t index;
  std::uint8_t isTemporary;
  std::uint8_t isRead;
  std::uint8_t isWritten;
  /// 1: the last dimensions of the storage are the kernel's merging loops, in their order; else it
  /// has none of these.
  std::uint8_t isMerging;
  /// ReachInfo, one for each dimension, slow to fast, of a storage that one kernel writes and
  /// another one touches, or of whose planes the kernel fetches rows ahead; none where the kernel's
  /// points touch it in no such way.
  Slice reach;
};

/// Memory that lives from its first write to the last kernel of the image;
/// dimensions slow to fast, one range each (Slice of `boundsUses`), rows padded
/// to 64 bytes.
struct TemporaryInfo {
  ElementType type;
  std::uint32_t reserved;
  Slice bounds;
};

/// A storage argument that holds coordinates: the engine computes the range of its
/// values, which must lie in bounds, before any kernel runs.
struct TableInfo {
  std::uint32_t storage; ///< of integers
  std::uint32_t bounds;
};

/// A function that kernels find in KernelArgs::imports.
struct ImportInfo {
  Slice symbol;            ///< bytes of the `text` table
  std::uint64_t prototype; ///< hash of the prototype that it must have
};

/// The target that the engine runs on the machine's own processors.
inline constexpr char kHostTarget[] = "host";

/// The code of a kernel for one target.
struct EntryInfo {
  Slice target;         ///< its name: bytes of the `text` table
  std::uint64_t offset; ///< of the code from ImageHeader::codeOffset
};

/// In which order the points of a loop run. What is not parallel is not cut for
/// threads, and tiles of one index run in this order.
enum class LoopOrder : std::uint32_t { Parallel, Forward, Backward };

/// Bytes of scratch that grow with a tile: a factor times extents of the kernel's
/// bounds, by their numbers; of a loop, the extent of a tile.
struct ScratchTerm {
  std::uint64_t factor;
  Slice extents; ///< `extents` table
};

/// One kernel of the image. Kernels that differ in what they are called with
/// alone have the same entries.
struct KernelInfo {
  Slice entries;          ///< EntryInfo, one for each target
  Slice storages;         ///< StorageUse, the order of KernelArgs::storages
  Slice bounds;           ///< `boundsUses`, the order of KernelArgs::bounds
  Slice scalars;          ///< `scalars` table, the order of KernelArgs::scalars
  std::uint32_t loopDims; ///< leading bounds that are loop dimensions
  std::uint32_t hasFold;  ///< 1: bounds[loopDims] is reduced, and so are loops in order
  Slice orders;           ///< LoopOrder of each loop; none: all are parallel
  std::uint64_t scratch;  ///< bytes that a thread needs, whatever the tile
  Slice scratchTerms;     ///< ScratchTerm, to be added
  std::uint32_t flopsPerPoint;
  std::uint32_t vectorLanes; ///< 1: the kernel runs point by point
  /// The loop whose neighbours a kernel copies to scratch together, or along which its points
  /// read at indices, and that is therefore better not cut into tiles; loopDims if there is none.
  std::uint32_t acrossLoop;
  /// Partial results of a kernel whose threads reduce together (ThreadArgs.h); 0: they do not.
  std::uint32_t partials;
  std::uint32_t blockPoints; ///< of the reduced range, that make one value
  std::uint32_t blockLanes;  ///< threads that do
  /// Points that a thread runs of the last loop, and of the one before (ThreadArgs.h).
  std::uint32_t pointsX, pointsY;
  /// The last so many loops may be run as one over all of their points, where each merging storage
  /// has these one behind the other; 0: none.
  std::uint32_t mergingLoops;
  std::uint32_t reserved;
  Slice name; ///< bytes of the `text` table, for traces
};

/// What became of one intermediate, or what is special in the schedule of a kernel, for explain():
/// its text is "<source line>: <operation>: <placement, or what>: <reason, or how>".
struct RemarkInfo {
  Slice text; ///< bytes of the `text` table
};

/// Position of a table: offset in bytes from the image's start, entries.
struct Table {
  std::uint64_t offset;
  std::uint64_t count;
};

/// Starts every image.
struct ImageHeader {
  char magic[8];             ///< "gtimage" and a zero
  std::uint32_t abiVersion;  ///< kAbiVersion
  std::uint32_t headerSize;  ///< sizeof(ImageHeader)
  std::uint64_t imageSize;   ///< bytes in all
  std::uint64_t checksum;    ///< XXH3 of all bytes after this field
  std::uint64_t codeOffset;  ///< a multiple of 4096
  std::uint64_t codeSize;    ///< bytes
  std::uint32_t scalarCount; ///< words of eight bytes of the program's scalar arguments
  std::uint32_t rangeCount;  ///< range arguments of the program
  Table arguments;           ///< StorageArgument, those of the program
  Table kernels;             ///< KernelInfo, in the order to run them
  Table temporaries;         ///< TemporaryInfo
  Table storages;            ///< StorageUse
  Table reaches;             ///< ReachInfo
  Table bounds;              ///< BoundsInfo
  Table boundsUses;          ///< std::uint32_t, numbers of bounds
  Table scalars;             ///< std::uint32_t, numbers of words of the program's scalars
  Table tables;              ///< TableInfo
  Table imports;             ///< ImportInfo
  Table entries;             ///< EntryInfo
  Table orders;              ///< LoopOrder
  Table scratch;             ///< ScratchTerm
  Table extents;             ///< std::uint32_t, numbers of a kernel's own bounds
  Table remarks;             ///< RemarkInfo
  Table text;                ///< bytes
  /// Bytes of an ELF object for debuggers, or none: the code's, whose loaded
  /// sections (SHF_ALLOC) have their offset in the code as their address.
  Table debugObject;
};

} // namespace gtabi

#endif // GTABI_IMAGE_H
