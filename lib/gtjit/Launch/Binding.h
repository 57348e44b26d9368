//===- Binding.h - Compiled programs on memory ------------------*- C++ -*-===//
//
// Binds a program's arguments to its kernels and runs them in order.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_BINDING_H
#define GTJIT_LAUNCH_BINDING_H

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Graph/Arguments.h"
#include "gtjit/Launch/Arena.h"
#include "gtjit/Launch/BoundArguments.h"
#include "gtjit/Launch/KernelCall.h"
#include "gtjit/Launch/KernelChain.h"
#include "gtjit/Launch/KernelGroup.h"
#include "gtjit/Launch/TouchedMemory.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Types/Timeline.h"

namespace gtjit::detail {

struct ProgramProfile; // Observe/Profile.h
struct SharedPass;

/// Where every kernel of a compiled program finds its arguments. Holds the
/// temporaries' memory; the arguments and the compiled program must outlive it,
/// and the leases of the storages must be held while it runs.
class Binding {
public:
  /// Throws CompileError if the image does not fit the arguments, MemoryError if
  /// there is no room for a temporary or for scratch memory.
  /// `leases`: of the storages; those without memory, or all if it is not held yet, get it by
  /// setMemory.
  /// Runs are counted in `profile`.
  Binding(Runtime::State &runtime, const Arguments &arguments, const CompiledProgram &compiled,
          const LeaseGroup &leases, ProgramProfile *profile = nullptr);

  /// Gives storage arguments the memory, of the same shapes and strides, that they have in
  /// `leases`, which are held.
  void setMemory(const LeaseGroup &leases);
  /// The first point of one of them, which somebody keeps as leases do.
  void setMemory(std::size_t storage, const std::byte *first) {
    bound.storages[storage].setFirst(first);
  }

  /// Runs all kernels, on the runtime's threads where that pays; the caller counts them. Scalars,
  /// and the line that errors name, are what the arguments have then. Throws,
  /// before any kernel runs, MemoryError if there is no room for the calling thread's scratch
  /// memory and IndexOutOfBounds if a table holds what it may not; passes on what the executor
  /// throws, which leaves some kernels run and others not.
  void run();
  /// Number of kernels that a run runs: those with points.
  std::int64_t kernelsRun() const { return kernelCount; }
  /// Bytes of the temporaries that it holds, and of the scratch memory that threads share.
  std::size_t temporaryBytes() const { return sizeOfTemporaries + sharedScratch.bytes(); }
  /// Lets go of them.
  void dropTemporaries() noexcept;
  /// Takes what is not there, before the next run. Throws MemoryError.
  void takeTemporaries();
  /// What kernels of the last run have set the status word to (KernelArgs::status).
  std::int64_t status() const { return reported; }

  Binding(const Binding &) = delete;

private:
  void gatherScalars(std::size_t kernel);
  void runGroup(KernelGroup &group);
  void runKernel(std::size_t kernel);
  TimelineEvent eventOf(std::size_t first, std::size_t end) const;

  bool overlaps(std::size_t first, std::size_t end) const;
  void takeTemporary(std::size_t number);
  bool isDense(const gtabi::StorageUse &use, std::uint32_t inner, std::int64_t points) const;
  void mergeLoops(const gtabi::KernelInfo &info, gtabi::Bounds *loops) const;
  void bindKernel(std::size_t index, KernelCall &call, bool mayMerge);
  void bindScratch();
  void bindGroups();
  void bindGroup(KernelGroup &group);
  bool partsMayStream(const KernelGroup &group) const;
  bool isLargeFold(std::size_t kernel) const;
  bool mayWritePast(const gtabi::KernelInfo &info, const gtabi::Bounds *ranges) const;
  bool hasWholeRows(const KernelGroup &group, const KernelCall &call) const;
  std::size_t countCutStreams(const SharedPass &pass, std::size_t first,
                              const std::int64_t *tile) const;
  bool cutPass(const SharedPass &pass, std::size_t first, KernelGroup &group);
  void bindPass(const SharedPass &pass, KernelGroup &group);
  void bindChain(KernelChain &chain);
  void bindTouched();
  void noteTouched();
  const gtabi::KernelInfo &infoOf(const KernelCall &call) const {
    return image.kernels()[&call - calls];
  }
  std::size_t rankOf(const gtabi::StorageUse &use) const;
  const std::int64_t *stridesOf(const gtabi::StorageUse &use) const;
  std::int64_t bytesOfElement(const gtabi::StorageUse &use) const;
  std::int64_t bytesOfPoint(const gtabi::KernelInfo &info) const;
  /// Bits of the addresses of rows, all of them together.
  struct ShortRows {
    bool any = false;
    std::uintptr_t distances = 0; ///< from each other
    std::uintptr_t addresses = 0; ///< of one, without these; where memory is set
  };
  ShortRows shortRowsOf(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds) const;
  bool rowsMayBeginOnLines(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds) const;
  bool exceeds(std::int64_t bytes, const gtabi::KernelInfo &info,
               const gtabi::Bounds *kernelBounds) const;
  bool streams(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds) const;
  bool hasLargeKernel() const;
  bool isSmall(std::int64_t points, std::int64_t flops) const;
  bool readsShared(const gtabi::KernelInfo &info, const KernelCall &call) const;
  bool writesNontemporal(const gtabi::KernelInfo &info) const;
  std::int64_t rowsOfPlanes(const gtabi::KernelInfo &info, const gtabi::Bounds *loops) const;
  std::int64_t rowsOfGathered(const gtabi::KernelInfo &info, const gtabi::Bounds *loops) const;
  bool runsInBlocks(const gtabi::KernelInfo &info, const gtabi::Bounds *loops) const;
  /// `points`: of all loops together.
  void planTiles(const gtabi::KernelInfo &info, std::int64_t points, std::int64_t *tile,
                 KernelCall &call) const;
  std::size_t scratchOf(const gtabi::KernelInfo &info, const gtabi::Bounds *kernelBounds,
                        const std::int64_t *tile) const;

  Runtime::State &runtime;
  const ImageView &image;
  const Arguments &arguments;
  const CompiledProgram &compiled;
  Arena arena;
  BoundArguments bound;
  const std::uint64_t *scalars;
  KernelCall *calls = nullptr;
  KernelGroup *groups = nullptr; ///< in the order of their kernels
  std::size_t groupCount = 0;
  std::vector<KernelChain *> chains; ///< in the order of their kernels
  std::int64_t kernelCount = 0;      ///< with points
  std::int64_t smallDomain = 0;      ///< of the program's kernels
  ProgramProfile *profile = nullptr; ///< null: nothing is counted
  std::vector<std::int64_t> traffic; ///< bytes of each kernel, for the profile
  std::int64_t reported = 0;         ///< kernels hold its address
  std::vector<Allocation> temporaryMemory;
  std::size_t sizeOfTemporaries = 0; ///< in bytes
  TouchedMemory touched;
  std::int64_t streamed = 0; ///< kernels that write past the caches in every run
  /// Those that may write short rows past them, and whether they do in every run in which all of
  /// these begin on lines.
  std::vector<std::pair<KernelCall *, bool>> withShortRows;
  SharedScratch sharedScratch;
  std::size_t ownScratch = 0; ///< bytes that the calling thread needs
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_BINDING_H
