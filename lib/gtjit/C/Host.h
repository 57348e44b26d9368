//===- Host.h - The host application's callbacks ----------------*- C++ -*-===//
//
// Executor and allocator over C function pointers.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_C_HOST_H
#define GTJIT_C_HOST_H

#include "gtjit/C/Handles.h"

namespace gtjit::detail {

struct CHost {
  /// Throws ValueError if an executor or allocator is given in part.
  explicit CHost(const gtjitRuntimeOptions &options);

  /// Null where the host gives none.
  Executor *executor() { return threads.calls.run ? &threads : nullptr; }
  Allocator *allocator() { return memory.calls.allocate ? &memory : nullptr; }

private:
  struct Threads final : Executor {
    gtjitExecutor calls;
    void run(std::int64_t count, Body body, void *context) override {
      calls.run(calls.context, count, body, context);
    }
    int threads() const override { return calls.threads(calls.context); }
  };
  struct Memory final : Allocator {
    gtjitAllocator calls;
    void *allocate(std::size_t bytes) override { return calls.allocate(calls.context, bytes); }
    void deallocate(void *pointer, std::size_t bytes) override {
      calls.deallocate(calls.context, pointer, bytes);
    }
  };
  Threads threads;
  Memory memory;
};

inline CHost::CHost(const gtjitRuntimeOptions &options) {
  threads.calls = options.executor;
  memory.calls = options.allocator;
  if (!threads.calls.run != !threads.calls.threads)
    throw ValueError({}, "expected an executor with both 'run' and 'threads'");
  if (!memory.calls.allocate != !memory.calls.deallocate)
    throw ValueError({}, "expected an allocator with both 'allocate' and 'deallocate'");
}

} // namespace gtjit::detail

#endif // GTJIT_C_HOST_H
