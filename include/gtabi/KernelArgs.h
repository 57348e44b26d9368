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

#include <cstddef>
#include <cstdint>

namespace gtabi {

/// Version of everything in this folder; part of every key and image header.
inline constexpr std::uint32_t kAbiVersion = 13;

/// A storage as kernels reach it: the element at coordinates c begins at byte
/// `origin + sum(c[d] * strides[d])`. That at coordinate 0 in every dimension, at
/// `origin`, need not exist. Dimensions that the storage lacks are not listed.
struct StorageAddress {
  std::byte *origin;
  // std::int64_t strides[rank]; in bytes, slowest dimension first (the order of
  // the `!gt.storage` type)
};

/// Loops that a kernel has inside of a tile, those of the fastest dimensions. The slower ones are
/// walked by the engine: a tile has one index of each.
inline constexpr unsigned kNestedLoops = 8;

/// How many of a kernel's loops, the first ones, the engine walks.
constexpr std::size_t walkedLoops(std::size_t loops) {
  return loops > kNestedLoops ? loops - kNestedLoops : 0;
}

/// Half-open range of coordinates.
struct Bounds {
  std::int64_t lo;
  std::int64_t hi;
};

/// Everything a kernel reads. Arrays are indexed by the kernel's own numbering
/// (see KernelInfo in Image.h).
struct KernelArgs {
  /// One per storage that the kernel touches.
  const StorageAddress *const *storages;
  /// One per range that the kernel uses; loop dimensions first, slow to fast,
  /// then the reduced dimension, then pins.
  const Bounds *bounds;
  /// The scalars that the kernel uses, each in the low bytes of eight; a complex
  /// number of 16 bytes takes two such words.
  const std::uint64_t *scalars;
  /// This thread's scratch memory, as large as KernelInfo::scratch and its terms say,
  /// at a multiple of kScratchAlignment.
  void *scratch;
  /// Zero before the first kernel of an evaluation. Kernels compiled with kCheckFinite
  /// may set it to kNotFinite, those that call a function which reports, to a
  /// failedCall (Prototype.h), from any thread. Others do not touch it.
  std::int64_t *status;
  /// Math functions, indexed by MathFunction in MathTable.h.
  const void *const *math;
  /// 1: the kernel writes its results past the caches, with stores that the caller
  /// orders before what comes after; else 0.
  std::int64_t streams;
  /// The functions that the image imports, in the order of its table.
  const void *const *imports;
  /// How many loops the engine walks for the kernel: a number here, so that kernels of any number
  /// are the same code.
  std::int64_t walked;
};

/// Where scratch memory begins: a multiple of this, a cache line.
inline constexpr std::int64_t kScratchAlignment = 64;

/// Where the stack pointer stands when a kernel is called: a multiple of this.
/// A vector that a kernel keeps on the stack lies in one cache line then.
inline constexpr std::int64_t kStackAlignment = 64;

/// A kernel: runs the points of one tile, which are a half-open range of each loop
/// dimension, slow to fast, none empty. Reentrant; touches nothing but what `args`
/// and `tile` name. Called by C++ through gtjit/Kernel/CallKernel.h.
using Kernel = void (*)(const KernelArgs *args, const Bounds *tile);

} // namespace gtabi

#endif // GTABI_KERNELARGS_H
