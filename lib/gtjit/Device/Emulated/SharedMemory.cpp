//===- SharedMemory.cpp - What the threads of a block share ---------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/SharedMemory.h"

#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/Thread.h"

#include <algorithm>

namespace gtjit::detail::ptx {

void SharedMemory::restart() {
  std::fill(bytes.begin(), bytes.end(), kFreshByte);
  passBarrier();
}

std::byte *SharedMemory::reach(std::size_t first, std::size_t count, std::uint32_t thread,
                               bool isStore) {
  for (std::size_t n = first; n < first + count; ++n) {
    Mark &mark = marks[n];
    if (mark.phase != phase)
      mark = {phase, kNobody, kNobody};
    bool isOthers = mark.writer != kNobody && mark.writer != thread;
    if (isStore)
      isOthers |= mark.reader != kNobody && mark.reader != thread;
    if (isOthers)
      throw Fault{kLaunchFailed, "no barrier stands between two threads that reach byte " +
                                     std::to_string(n) + " of shared memory"};
    if (isStore)
      mark.writer = thread;
    else
      mark.reader = mark.reader == kNobody || mark.reader == thread ? thread : kSeveral;
  }
  return bytes.data() + first;
}

} // namespace gtjit::detail::ptx
