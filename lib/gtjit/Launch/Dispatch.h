//===- Dispatch.h - Compiled programs on memory -----------------*- C++ -*-===//
//
// Binds a program's arguments to its kernels and runs them in order.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_DISPATCH_H
#define GTJIT_LAUNCH_DISPATCH_H

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Graph/Arguments.h"
#include "gtjit/Launch/Arena.h"
#include "gtjit/Launch/Scratch.h"
#include "gtjit/Memory/Lease.h"

namespace gtjit::detail {

struct ProgramProfile; // Observe/Profile.h

/// Where every kernel of a compiled program finds its arguments. Holds the
/// temporaries' memory; the arguments and the compiled program must outlive it,
/// and the leases of the storages must be held while it runs.
class Binding {
public:
  /// Throws CompileError if the image does not fit the arguments, MemoryError if
  /// there is no room for a temporary or for scratch memory.
  /// `leases`: of the storages, held; those without memory get it by setMemory.
  /// Runs are counted in `profile`.
  Binding(Runtime::State &runtime, const Arguments &arguments, const CompiledProgram &compiled,
          const LeaseGroup &leases, ProgramProfile *profile = nullptr);

  /// Gives storage argument `n` other memory of the same shape and strides:
  /// a block at `base` whose first element is at `first`.
  void setMemory(std::size_t n, std::byte *base, std::byte *first) {
    storages[n]->allocated = base;
    storages[n]->aligned = first;
  }

  /// Runs all kernels, on the runtime's threads where that pays. Throws
  /// MemoryError, before any kernel runs, if there is no room for the calling
  /// thread's scratch memory; passes on what the executor throws, which leaves
  /// some kernels run and others not.
  void run(SourceLine line);
  /// Bytes of the temporaries that it holds.
  std::size_t temporaryBytes() const { return sizeOfTemporaries; }
  /// Whether a kernel set the status word.
  bool reported() const { return status != 0; }

  Binding(const Binding &) = delete;

private:
  struct KernelCall {
    gtabi::Kernel kernel;
    gtabi::KernelArgs args;
    std::int64_t tiles;       ///< 0: nothing to do
    std::size_t scratchBytes; ///< of a range of tiles
    SharedScratch *scratch;   ///< where threads that share the kernel get it
    bool alone;               ///< too small to share
    std::uint64_t *scalars;   ///< those of the kernel, written before it runs
  };

  void gatherScalars(std::size_t kernel);
  void runKernel(KernelCall &call);
  void runProfiled(std::size_t kernel);
  static void runTiles(void *context, std::int64_t first, std::int64_t last);

  void bindStorages(const Arguments &arguments, const LeaseGroup &leases);
  void bindTemporaries(SourceLine line);
  void bindKernel(const Arguments &arguments, std::size_t index, KernelCall &call);
  void bindScratch(SourceLine line);
  gtabi::Bounds boundsOf(const gtabi::BoundsInfo &info) const;
  bool streams(const Arguments &arguments, const gtabi::KernelInfo &info,
               std::int64_t points) const;
  /// `points`: of all loops together.
  std::int64_t planTiles(const gtabi::KernelInfo &info, const gtabi::Bounds *bounds,
                         std::int64_t points, std::int64_t *tile, bool &alone) const;

  Runtime::State &runtime;
  const ImageView &image;
  const CompiledProgram &compiled;
  Arena arena;
  gtabi::Bounds *ranges = nullptr;
  const std::uint64_t *scalars = nullptr;
  gtabi::MemrefHead **storages = nullptr;
  const gtabi::MemrefHead **temporaries = nullptr;
  KernelCall *calls = nullptr;
  ProgramProfile *profile = nullptr; ///< null: nothing is counted
  std::vector<std::int64_t> traffic; ///< bytes of each kernel, for the profile
  std::int64_t status = 0;           ///< kernels hold its address
  std::vector<Allocation> temporaryMemory;
  std::size_t sizeOfTemporaries = 0; ///< in bytes
  SharedScratch sharedScratch;
  std::size_t ownScratch = 0; ///< bytes that the calling thread needs
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_DISPATCH_H
