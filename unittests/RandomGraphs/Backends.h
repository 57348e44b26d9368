//===- Backends.h - The ways to evaluate that must agree --------*- C++ -*-===//
//
// One reference runtime and one compiling runtime whose threads and tiles
// change between plays, so that each kernel is compiled once.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_BACKENDS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_BACKENDS_H

#include "GuardedMemory.h"
#include "Player.h"

#include <functional>

namespace gtjit::randomgraphs {

/// Runs tiles in the order that a test wants.
class TestExecutor : public Executor {
public:
  enum class Order : std::uint8_t {
    Alone,      ///< all on the caller
    TwoThreads, ///< halves, side by side
    Backwards,  ///< one tile at a time, last first
  };
  void run(std::int64_t count, Body body, void *context) override;
  int threads() const override { return order == Order::Alone ? 1 : 2; }
  Order order = Order::Alone;
};

/// Registers the preset of Memory::Own.
void registerOwnPreset(Runtime &runtime);

/// What a scenario is played on.
class Backends {
public:
  /// `isGuarded`: kernels run on memory whose neighbours fault.
  explicit Backends(bool isGuarded);
  /// Plays the scenario on all; the first disagreement, or an empty text.
  /// `seed` chooses the shape of tiny tiles.
  std::string disagreement(const Scenario &scenario, std::uint64_t seed);

  Runtime &compiling() { return jit; }
  /// The same with LLVM's own passes; every 16th scenario is played on it, too,
  /// another 16th with quick code first, and another 16th where data that would fit the caches
  /// is not there.
  Runtime &compilingWithStockPasses() { return stock; }
  Runtime &compilingForMemory() { return cold; }
  /// Played by the lazy plays before every statement; null for none.
  BeforeStatement before = nullptr;
  /// False: leaves the compiled plays out.
  bool compiles = true;

private:
  /// The same for evaluations that look for NaN and infinity.
  std::string checkedDisagreement(const Scenario &scenario);
  /// The same for expressions whose sums of products are fused.
  std::string contractedDisagreement(const Scenario &scenario);
  /// The same, several times, where code for caches finds its data in memory, and other code
  /// comes in its place.
  std::string coldDisagreement(const Scenario &scenario, const Outcome &expected);

  TestExecutor executor;
  GuardedMemory memory;
  Runtime reference;
  Runtime jit;
  Runtime stock;  ///< LLVM's own passes instead of the hand-picked ones
  Runtime tiered; ///< quick code first; what is optimised meanwhile comes in its place
  Runtime cold;   ///< whose caches soon hold something else
};

/// A smaller scenario for which `fails` still holds. Calls it often.
Scenario shrink(Scenario scenario, const std::function<bool(const Scenario &)> &fails);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_BACKENDS_H
