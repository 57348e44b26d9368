/*===- Runtime.h - Threads and memory of the host application ---*- C -*-===//
//
// A runtime owns what evaluation needs. A host application gives its own
// threads and memory here.
//
//===--------------------------------------------------------------------===*/
#ifndef GTJIT_C_RUNTIME_H
#define GTJIT_C_RUNTIME_H

#include "gtjit-c/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A runtime. Calls on it may come from any thread. Handles are counted: give back
 *  each by gtjitRuntimeDestroy. A null handle is a ValueError of every function
 *  that takes one and returns a code. */
typedef struct gtjitRuntimeObject *gtjitRuntime;

/** The host's threads. `run` calls body(argument, first, last) with ranges that
 *  cover [0, count) once, from any threads, and returns when all are done; it
 *  may be called from several threads at once. `threads` says how many ranges
 *  run at the same time. */
typedef struct gtjitExecutor {
  void *context;
  void (*run)(void *context, int64_t count,
              void (*body)(void *argument, int64_t first, int64_t last), void *argument);
  int (*threads)(void *context);
} gtjitExecutor;

/** The host's memory. `allocate` gives `bytes` at a multiple of 64, or null.
 *  Both are called from any thread. */
typedef struct gtjitAllocator {
  void *context;
  void *(*allocate)(void *context, size_t bytes);
  void (*deallocate)(void *context, void *pointer, size_t bytes);
} gtjitAllocator;

/** How a runtime works. Filled in by gtjitDefaultRuntimeOptions; what is null or
 *  zero comes from the environment (GTJIT_THREADS, ...). */
typedef struct gtjitRuntimeOptions {
  size_t size;              /**< sizeof(gtjitRuntimeOptions), as the caller knows it */
  gtjitExecutor executor;   /**< run null: OpenMP */
  gtjitAllocator allocator; /**< allocate null: the library's pool */
  int threads;              /**< OpenMP threads; 0: OpenMP's own number */
  int reference;            /**< not 0: evaluate without a compiler */
  const char *device;       /**< "cuda", "auto", "emulated"; null: GTJIT_DEVICE's, or none */
  void *stream;             /**< a CUstream of the caller's there; null: one of the runtime's own */
  int strictDevice;         /**< not 0: a program's call with a storage that has no memory where the
                             *   program runs is GTJIT_NO_SUCH_BUFFER, instead of a copy */
} gtjitRuntimeOptions;

/** Fills in the defaults: gtjitDefaultRuntimeOptions(&options, sizeof(options)).
 *  The size makes callers and libraries fit each other whose options are not of
 *  the same length. No effect on null. */
GTJIT_C_API void gtjitDefaultRuntimeOptions(gtjitRuntimeOptions *options, size_t size);

/** Makes a runtime; `options` may be null. A ValueError for options that were not
 *  filled in, or that ask for what this library does not have. What it points to is copied, and the
 *  callbacks must work until the runtime and every storage made with it are
 *  gone. To be given back by gtjitRuntimeDestroy. */
GTJIT_C_API gtjitCode gtjitRuntimeCreate(const gtjitRuntimeOptions *options, gtjitRuntime *runtime);
/** Returns when all is done that was asked for on the runtime's device, at once on
 *  processors: calls of programs return before. A DeviceError for what went wrong. */
GTJIT_C_API gtjitCode gtjitRuntimeWait(gtjitRuntime runtime, gtjitLine line);
/** Counts one more owner of the handle and returns it; each owner gives it back
 *  by gtjitRuntimeDestroy. Null is allowed. From any thread. */
GTJIT_C_API gtjitRuntime gtjitRuntimeRetain(gtjitRuntime runtime);
/** Gives back one owner's part; the last one's ends the runtime. Storages and
 *  programs made with it live on. Null is allowed. From any thread. */
GTJIT_C_API void gtjitRuntimeDestroy(gtjitRuntime runtime);

#ifdef __cplusplus
}
#endif

#endif /* GTJIT_C_RUNTIME_H */
