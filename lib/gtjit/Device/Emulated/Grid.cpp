//===- Grid.cpp - Launches on an emulated device --------------------------===//
//
// See the header. Threads of a kernel without barriers take turns in one set of slots.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Grid.h"

#include "gtjit/Device/Emulated/DriverErrors.h"

namespace gtjit::detail::ptx {

static constexpr unsigned kWarp = 32;

namespace {

class GridRun {
public:
  GridRun(const Launch &launch, const DeviceHeap &heap)
      : launch(launch), heap(heap), shared(launch.function->sharedBytes + launch.sharedBytes) {}

  void run();

private:
  Thread makeThread() { return {*launch.function, launch.params, heap, shared}; }
  void place(Thread &thread, unsigned number) const;
  void runThread(Thread &thread);
  void runBlock();

  const Launch &launch;
  const DeviceHeap &heap;
  SharedMemory shared;
  std::vector<Thread> threads; ///< of a block; one for all without barriers
  unsigned block[3] = {0, 0, 0};
  unsigned thread[3] = {0, 0, 0}; ///< that runs
};

} // namespace

static std::string triple(const unsigned *index) {
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) + ", " +
         std::to_string(index[2]) + ")";
}

/// Tells a thread which one of the block it is.
void GridRun::place(Thread &of, unsigned number) const {
  const unsigned *size = launch.block;
  unsigned index[3] = {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
  for (unsigned axis = 0; axis < 3; ++axis) {
    auto special = [&](Special first) { return Special(std::uint32_t(first) + axis); };
    of.setSpecial(special(Special::TidX), index[axis]);
    of.setSpecial(special(Special::NtidX), size[axis]);
    of.setSpecial(special(Special::CtaidX), block[axis]);
    of.setSpecial(special(Special::NctaidX), launch.grid[axis]);
  }
  of.setSpecial(Special::LaneId, number % kWarp);
}

void GridRun::runThread(Thread &running) {
  try {
    running.run();
  } catch (Fault &fault) {
    for (unsigned axis = 0; axis < 3; ++axis)
      thread[axis] = static_cast<unsigned>(running.slot(std::uint32_t(Special::TidX) + axis));
    fault.message = "kernel '" + launch.function->name + "', block " + triple(block) + ", thread " +
                    triple(thread) + ", line " + std::to_string(running.last().line) +
                    " of the text: " + fault.message;
    throw;
  }
}

void GridRun::runBlock() {
  unsigned count = launch.block[0] * launch.block[1] * launch.block[2];
  shared.restart();
  if (!launch.function->hasBarrier) {
    for (unsigned n = 0; n < count; ++n) {
      threads[0].restart(n);
      place(threads[0], n);
      runThread(threads[0]);
    }
    return;
  }
  for (unsigned n = 0; n < count; ++n) {
    threads[n].restart(n);
    place(threads[n], n);
  }
  for (unsigned waiting = count; waiting > 0;) {
    waiting = 0;
    for (Thread &next : threads) {
      runThread(next);
      waiting += next.where() == Thread::State::AtBarrier;
    }
    if (waiting != 0 && waiting != count)
      throw Fault{kLaunchFailed, "kernel '" + launch.function->name + "', block " + triple(block) +
                                     ": " + std::to_string(waiting) + " of " +
                                     std::to_string(count) + " threads wait at a barrier"};
    shared.passBarrier();
  }
}

void GridRun::run() {
  unsigned count = launch.block[0] * launch.block[1] * launch.block[2];
  for (unsigned n = 0; n < (launch.function->hasBarrier ? count : 1); ++n)
    threads.push_back(makeThread());
  for (block[2] = 0; block[2] < launch.grid[2]; ++block[2])
    for (block[1] = 0; block[1] < launch.grid[1]; ++block[1])
      for (block[0] = 0; block[0] < launch.grid[0]; ++block[0])
        runBlock();
}

void run(const Launch &launch, const DeviceHeap &heap) { GridRun(launch, heap).run(); }

} // namespace gtjit::detail::ptx
