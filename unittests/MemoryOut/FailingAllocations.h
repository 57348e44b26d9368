//===- FailingAllocations.h - When an allocation fails ----------*- C++ -*-===//
//
// Every allocation of a piece of work fails once, in turn: it ends with an error, changes
// nothing, and succeeds when it is tried again. Its code is compiled before, since the
// compiler ends with the process where memory is out.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_MEMORYOUT_FAILINGALLOCATIONS_H
#define GTJIT_UNITTESTS_MEMORYOUT_FAILINGALLOCATIONS_H

#include "../Backends.h"

#include <cstdint>
#include <functional>
#include <string>

namespace gtjit {

/// Lets an allocation of the calling thread fail: the one that comes after `n` others, within
/// the block.
class FailingAllocation {
public:
  explicit FailingAllocation(std::int64_t n);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation &) = delete;
  bool hasFailed() const;
};

class MemoryOut : public BackendTest {
protected:
  MemoryOut();
  /// `work` may leave `values` as they were where it fails, or as they are after it, the same
  /// each time.
  struct Scene {
    std::function<void()> work;
    std::function<Values()> values;
  };
  /// Makes the scene, and plays it with one allocation of its work failing, for each of them.
  void failInTurn(const std::function<Scene()> &make);
  /// The same of a function that tells by its result whether it has failed; it is called until
  /// no allocation fails. `check` is called after each call.
  void failCallsInTurn(const std::function<bool()> &call, const std::function<void(bool)> &check);
  /// Nothing of the work that failed is held any more, no memory either.
  void TearDown() override;

private:
  long holders; ///< of the runtime: the test, and each block of memory
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_MEMORYOUT_FAILINGALLOCATIONS_H
