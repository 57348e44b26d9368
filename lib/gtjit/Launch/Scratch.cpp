//===- Scratch.cpp - Scratch memory of kernels ----------------------------===//

#include "gtjit/Launch/Scratch.h"

#include "gtabi/KernelArgs.h"
#include "gtjit/Types/DenseStrides.h"

#include <new>

namespace gtjit::detail {

static constexpr std::size_t kAlignment = gtabi::kScratchAlignment;

void SharedScratch::plan(std::size_t bytes, int parts) {
  step = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  count = static_cast<std::size_t>(parts);
}

void SharedScratch::takeMemory(Runtime::State &runtime, SourceLine line) {
  if (count == 0 || memory.address())
    return;
  std::int64_t whole =
      saturatingProduct(static_cast<std::int64_t>(step), static_cast<std::int64_t>(count));
  free.reserve(count);
  memory = Allocation(runtime, static_cast<std::size_t>(whole), line, kAlignment, Purpose::Work);
  for (std::size_t n = count; n-- > 0;)
    free.push_back(memory.address() + n * step);
}

void SharedScratch::dropMemory() noexcept {
  free.clear();
  memory = Allocation();
}

std::byte *SharedScratch::take() {
  std::unique_lock lock(mutex);
  returned.wait(lock, [this] { return !free.empty(); });
  std::byte *part = free.back();
  free.pop_back();
  return part;
}

void SharedScratch::giveBack(std::byte *part) {
  std::lock_guard lock(mutex);
  free.push_back(part);
  returned.notify_one();
}

namespace {

class ThreadScratch {
public:
  ~ThreadScratch() { free(); }
  void *of(std::size_t bytes) {
    if (bytes > size) {
      free();
      memory = ::operator new(bytes, std::align_val_t{kAlignment}, std::nothrow);
      size = memory ? bytes : 0;
    }
    return memory;
  }

private:
  void free() {
    if (memory)
      ::operator delete(memory, std::align_val_t{kAlignment});
    memory = nullptr;
    size = 0;
  }
  void *memory = nullptr;
  std::size_t size = 0;
};

thread_local ThreadScratch scratchOfThread;

} // namespace

void *threadScratch(std::size_t bytes) { return scratchOfThread.of(bytes); }

} // namespace gtjit::detail
