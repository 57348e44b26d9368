//===- KernelArgs.h - What a compiled kernel is called with -----*- C++ -*-===//
//
// The memory layout of the one argument of every compiled kernel. The engine
// fills it, the code generator emits loads from it, a loaded image trusts it:
// a change here is a change of `kAbiVersion`. Plain data, standard library
// only; neither the engine's nor the compiler's types may appear here.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_KERNELARGS_H
#define GTABI_KERNELARGS_H

#include <cstdint>

namespace gtabi {

/// Version of everything in this folder; part of every key and image header.
inline constexpr std::uint32_t kAbiVersion = 5;

/// A storage as MLIR's strided memref descriptor of rank `r`: this head, then
/// `r` sizes, then `r` strides in elements, all int64, slowest dimension first
/// (the order of the `!gt.storage` type). `offset` is the element offset of
/// the point with coordinate 0 in every dimension, so that the element at
/// coordinates c is `aligned[offset + sum(c[d] * stride[d])]`; that point need
/// not exist. Dimensions that the storage lacks are not listed.
struct MemrefHead {
  void *allocated;
  void *aligned;
  std::int64_t offset;
  // int64_t sizes[rank]; int64_t strides[rank];
};

/// Loops that a kernel has inside of a tile.
inline constexpr unsigned kNestedLoops = 8;

/// Half-open range of coordinates.
struct Bounds {
  std::int64_t lo;
  std::int64_t hi;
};

/// Copies `bytes` bytes with stores that no cache keeps. The caller of the
/// kernel orders them before what comes after.
using StreamingCopy = void (*)(void *to, const void *from, std::int64_t bytes);

/// Everything a kernel reads. Arrays are indexed by the kernel's own numbering
/// (see KernelInfo in Image.h).
struct KernelArgs {
  /// One descriptor per storage that the kernel touches.
  const MemrefHead *const *storages;
  /// One per range that the kernel uses; loop dimensions first, slow to fast,
  /// then the reduced dimension, then pins.
  const Bounds *bounds;
  /// The scalars that the kernel uses, each in the low bytes of eight; a complex
  /// number of 16 bytes takes two such words.
  const std::uint64_t *scalars;
  /// Extent of a tile per loop dimension, at least 1, and 1 for dimensions slower
  /// than the fastest kNestedLoops: there are no loops for those. The number of tiles in a
  /// dimension is ceil(extent / tile); tile numbers run fastest dimension
  /// first. A kernel without loop dimensions has exactly one tile.
  const std::int64_t *tile;
  /// This thread's scratch memory, 64-byte aligned, KernelInfo::scratch bytes.
  void *scratch;
  /// Zero before the first kernel of an evaluation; kernels compiled with
  /// kCheckFinite may set it to 1, from any thread. Others do not touch it.
  std::int64_t *status;
  /// Math functions, indexed by MathFunction in MathTable.h.
  const void *const *math;
  /// Null, or the copy by which the kernel writes its results past the caches:
  /// from scratch memory, without overlap.
  StreamingCopy streamingCopy;
};

/// Where the stack pointer stands when a kernel is called: a multiple of this.
/// A vector that a kernel keeps on the stack lies in one cache line then.
inline constexpr std::int64_t kStackAlignment = 64;

/// A kernel: runs tiles [firstTile, lastTile). Reentrant; touches nothing but
/// what `args` names. Called by C++ through gtjit/Kernel/CallKernel.h.
using Kernel = void (*)(const KernelArgs *args, std::int64_t firstTile, std::int64_t lastTile);

} // namespace gtabi

#endif // GTABI_KERNELARGS_H
