//===- Image.h - A closed image: kernels and how to run them ----*- C++ -*-===//
//
// The bytes that a compilation leaves: position-independent code with no
// external symbol, and the description from which the engine runs it without
// any compiler. An image holds the kernels of one evaluation in order, with
// the temporaries between them.
//
// Byte layout, all integers little-endian, every table 8-byte aligned:
//   ImageHeader | kernels | storages | bounds | terms | ... (offsets in header)
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

/// One part of a range expression: program range `range`, grown to
/// [lo + lower, hi + upper).
struct BoundsTerm {
  std::uint32_t range;
  std::uint32_t reserved;
  std::int64_t lower;
  std::int64_t upper;
};

/// A range that a kernel or temporary needs: the hull of its terms
/// (Slice of the `terms` table). A hull ignores empty terms.
struct BoundsInfo {
  Slice terms;
};

/// A storage as a kernel sees it: number `index` of the program's storage
/// arguments, or of the image's temporaries.
struct StorageUse {
  std::uint32_t index;
  std::uint8_t isTemporary;
  std::uint8_t isRead;
  std::uint8_t isWritten;
  std::uint8_t reserved;
};

/// Memory that lives from its first write to the last kernel of the image;
/// dimensions slow to fast, one range each (Slice of `bounds`), rows padded
/// to 64 bytes.
struct TemporaryInfo {
  ElementType type;
  std::uint32_t reserved;
  Slice bounds;
};

/// One kernel of the image. Kernels that differ in what they are called with
/// alone have the same entry.
struct KernelInfo {
  std::uint64_t entry;    ///< offset of its code from ImageHeader::codeOffset
  Slice storages;         ///< StorageUse, the order of KernelArgs::storages
  Slice bounds;           ///< BoundsInfo, the order of KernelArgs::bounds
  Slice scalars;          ///< `scalars` table, the order of KernelArgs::scalars
  std::uint32_t loopDims; ///< leading bounds that are loop dimensions
  std::uint32_t hasFold;  ///< 1: bounds[loopDims] is the reduced dimension
  std::uint64_t scratch;  ///< bytes that a thread needs, whatever the bounds
  std::uint32_t flopsPerPoint;
  std::uint32_t vectorLanes; ///< 1: the kernel runs point by point
  /// The loop whose neighbours a kernel copies to scratch together and that is
  /// therefore better not cut into tiles; loopDims if there is none.
  std::uint32_t acrossLoop;
  std::uint32_t reserved;
  Slice name; ///< bytes of the `text` table, for traces
};

/// What became of one intermediate, for explain(): its text is
/// "<source line>: <operation>: <placement>: <reason>".
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
  char magic[8];              ///< "gtimage" and a zero
  std::uint32_t abiVersion;   ///< kAbiVersion
  std::uint32_t headerSize;   ///< sizeof(ImageHeader)
  std::uint64_t imageSize;    ///< bytes in all
  std::uint64_t checksum;     ///< XXH3 of all bytes after this field
  std::uint64_t codeOffset;   ///< a multiple of 4096
  std::uint64_t codeSize;     ///< bytes
  std::uint32_t storageCount; ///< storage arguments of the program
  std::uint32_t scalarCount;  ///< words of eight bytes of its scalar arguments
  std::uint32_t rangeCount;   ///< range arguments of the program
  std::uint32_t reserved;
  Table kernels;     ///< KernelInfo, in the order to run them
  Table temporaries; ///< TemporaryInfo
  Table storages;    ///< StorageUse
  Table bounds;      ///< BoundsInfo
  Table terms;       ///< BoundsTerm
  Table scalars;     ///< std::uint32_t, numbers of words of the program's scalars
  Table remarks;     ///< RemarkInfo
  Table text;        ///< bytes
  /// Bytes of an ELF object for debuggers, or none: the code's, whose loaded
  /// sections (SHF_ALLOC) have their offset in the code as their address.
  Table debugObject;
};

} // namespace gtabi

#endif // GTABI_IMAGE_H
