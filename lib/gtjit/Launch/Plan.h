//===- Plan.h - Calls that differ by addresses alone ------------*- C++ -*-===//
//
// After the first evaluation on storages of some domains and strides everything
// about the next one is known but addresses and numbers: what is stored where,
// that it is covered, kernels, bounds, tiles, temporaries. Who keeps a plan knows
// what it is one for: a program its arguments, StorePlans an expression.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_PLAN_H
#define GTJIT_LAUNCH_PLAN_H

#include "gtjit/Launch/Binding.h"
#include "gtjit/Launch/DeviceCall.h"
#include "gtjit/Memory/Lease.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace gtjit::detail {

class Plan;
class BoundCheck;

/// Kernels that look at values by which a plan's kernels read: they set a flag if one is bad.
struct PlannedCheck {
  static constexpr unsigned none = ~0u;
  Arguments arguments; ///< without blocks
  std::shared_ptr<const CompiledProgram> compiled;
  Sequence<unsigned, 8> storages; ///< of the plan, by argument; none: the flag
  Sequence<unsigned, 8> scalars;  ///< of the plan; none: the one in `arguments`
};

/// Arguments bound to kernels, used by one call at a time.
struct Frame {
  Arguments arguments;            ///< its scalars are the kernels'
  LeaseGroup leases;              ///< by argument of the kernels; held while a call runs
  std::optional<Binding> binding; ///< none on a device
  std::vector<std::unique_ptr<BoundCheck>> checks; ///< by number of the plan's

  Frame(Runtime::State &runtime, const Plan &plan, SourceLine line);
  ~Frame();
  /// Where argument `n` of the kernels is in this call: its first point `offset` bytes from the
  /// block's start.
  void place(unsigned n, Block &block, std::int64_t offset);
  /// Whether the values by which kernels read are good; what is written is as it was. The leases
  /// are held.
  bool passesChecks();
  /// Runs the kernels, or gives them to the device; the leases are held, and the checks passed.
  /// Gives the status that kernels have set.
  std::int64_t run(Runtime::State &runtime, const Plan &plan);
  /// Of a call: those with points.
  std::int64_t kernelsRun() const;

  /// As those of Binding, for all that the frame runs.
  std::size_t temporaryBytes() const;
  void dropTemporaries() noexcept;
  void takeTemporaries();
};

/// Where a storage of a call goes.
struct PlannedStorage {
  static constexpr unsigned unused = ~0u;
  ArrayView shape;            ///< domain and strides that it must have
  Domain region;              ///< what is written or read, in the order of the domain
  unsigned argument = unused; ///< of the kernels
  /// StorageState::shapeNumber of the last two storages that were found to fit.
  /// Guarded by the graph mutex.
  std::uint64_t knownShapes[2] = {0, 0};
};

/// The same ranges of the same dimensions in one order.
inline bool hasSameRanges(const Domain &a, const Domain &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}
/// Whether kernels bound to a view of this shape run on the other one, too.
inline bool isShapedAs(const ArrayView &view, const ArrayView &shape) {
  return view.dtype == shape.dtype && view.nontemporal == shape.nontemporal &&
         view.strides == shape.strides && hasSameRanges(view.domain, shape.domain);
}

/// Immutable but for its frames and the shapes that it knows. Thread-safe.
class Plan {
public:
  /// Of temporaries; what a frame of a resting plan may keep.
  static constexpr std::size_t kRestingBytes = 64 << 10;

  std::vector<PlannedStorage> outputs;
  std::vector<PlannedStorage>
      inputs;                    ///< of a program: by number of the argument; empty for a scalar
  std::vector<unsigned> scalars; ///< by number of the argument, of the kernels' scalars
  /// Outputs and inputs of a program that are one storage, in order: no point reads what another
  /// writes.
  std::vector<std::pair<unsigned, unsigned>> inPlace;
  Arguments arguments; ///< without blocks, but for memory of the program
  std::shared_ptr<const CompiledProgram> compiled;
  std::optional<DeviceTask> device; ///< on the runtime's device; none: on processors
  std::vector<PlannedCheck> checks; ///< in order; to compute values of one, those before must pass;
                                    ///< none on a device

  /// Whether other code would serve its memory better by now.
  bool isMisfit() const;
  /// The kernels are for the device. `outputs` stay where they are from then on.
  void setDevice();

  struct GiveBack {
    Plan *plan = nullptr;
    void operator()(Frame *frame) const noexcept { plan->giveBack(frame); }
  };
  /// A frame for the call at `line`, at whose end it comes back, with its leases. The plan, and
  /// the memory that the frame is bound to, outlive it.
  using TakenFrame = std::unique_ptr<Frame, GiveBack>;
  /// Allocates only where more calls run side by side than ever before.
  TakenFrame takeFrame(Runtime::State &runtime, SourceLine line);

  /// From now on no frame keeps large temporaries between two calls. Of a program's plans all
  /// rest but the first.
  void rest() noexcept;
  /// This plan comes first again.
  void wake() noexcept { isResting.store(false); }

  Plan() = default;
  Plan(const Plan &) = delete;
  ~Plan() { delete spare.load(); }

private:
  std::unique_ptr<Frame> takeSpare();
  void giveBack(Frame *frame) noexcept;
  void shrinkFrames() noexcept;

  std::atomic<bool> isResting{false};
  std::atomic<Frame *> spare{nullptr}; ///< the one that a single thread uses
  std::mutex mutex;
  std::vector<std::unique_ptr<Frame>> others; ///< of concurrent calls; guarded
};

/// The plans of one program, the last used first; all others rest. Guarded by
/// the graph mutex.
using Plans = std::vector<std::shared_ptr<Plan>>;
inline constexpr std::size_t kPlansKept = 64;

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_PLAN_H
