//===- TouchedMemory.h - What a binding's kernels touch ---------*- C++ -*-===//
//
// Tells the model of the caches what each run touches, and kernels whose results would
// have left the caches before anybody reads them to write past these.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TOUCHEDMEMORY_H
#define GTJIT_LAUNCH_TOUCHEDMEMORY_H

#include "gtjit/Graph/Arguments.h"
#include "gtjit/Kernel/ImageView.h"
#include "gtjit/Launch/BoundArguments.h"
#include "gtjit/Launch/KernelCall.h"
#include "gtjit/Memory/CacheModel.h"

#include <vector>

namespace gtjit::detail {

/// Of one binding, whose parts outlive it.
class TouchedMemory {
public:
  TouchedMemory(const ImageView &image, const Arguments &arguments, const BoundArguments &bound)
      : image(image), arguments(arguments), bound(bound) {}

  /// Adds what the kernel `info` touches, which `call` is bound to. `mayStream`: it does not yet
  /// write past the caches, and can.
  void add(const gtabi::KernelInfo &info, KernelCall &call, bool mayStream);

  /// Says of a kernel that was added as one that can write past the caches, whether it may do so
  /// in the next runs.
  void allow(const KernelCall &call, bool mayStream);

  /// What a run found.
  struct Found {
    std::int64_t fromCaches = 0, fromMemory = 0; ///< bytes; the first use of memory is neither
    std::int64_t streamed = 0;                   ///< kernels that are to write past the caches
  };
  /// Notes a run that begins.
  Found note(CacheModel &model);

private:
  struct Piece {
    const BoundStorage *storage;
    CacheModel::Use use;                    ///< but for its address
    bool mayStream = true, streams = false; ///< in the run that begins
    bool isFar = false;                     ///< its values are in memory then
    /// A cache holds it.
    bool isWindow() const { return !storage->address->origin; }
  };
  struct Writer {
    KernelCall *call;
    std::vector<std::size_t> written, read; ///< numbers of pieces
    bool mayStream = true;                  ///< as far as the call is concerned
  };
  static constexpr std::size_t none = ~std::size_t(0);
  std::size_t pieceOf(const gtabi::StorageUse &use);
  bool decide(const Writer &writer) const;
  std::int64_t bytesOf(const gtabi::StorageUse &use, std::int64_t points) const;

  const ImageView &image;
  const Arguments &arguments;
  const BoundArguments &bound;
  std::vector<Piece> pieces;
  std::vector<std::size_t> numbers; ///< in `pieces`, of arguments and then temporaries; or none
  std::vector<Writer> writers;      ///< that may go past the caches
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TOUCHEDMEMORY_H
