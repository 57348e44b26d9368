//===- EmulatedDevice.h - State of the emulated device ----------*- C++ -*-===//
//
// What the functions of the emulated driver share. One mutex guards all that the device
// has; work of a stream runs in the thread that waits for it, with the mutex held.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_EMULATEDDEVICE_H
#define GTJIT_DEVICE_EMULATED_EMULATEDDEVICE_H

#include "gtjit/Device/Driver.h"
#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/Thread.h"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <set>

namespace gtjit::detail {

// What the handles of the table point to.
struct CUctx_st {};
struct CUfunc_st {
  const ptx::Function *function;
};
struct CUmod_st {
  ptx::Module module;
  std::vector<std::uint64_t> variables; ///< in the device's memory
  std::set<CUfunc_st *> functions;
};
struct CUlinkState_st {
  std::vector<char> code;
};
struct CUstream_st {
  std::deque<std::function<CUresult()>> work;
};
/// When a stream came to an event.
struct EventTime {
  bool isDone = true;
  std::chrono::steady_clock::time_point time;
};
struct CUevent_st {
  bool hasTime;                                                  ///< was made to tell it
  CUstream_st *stream = nullptr;                                 ///< null: not recorded
  std::shared_ptr<EventTime> at = std::make_shared<EventTime>(); ///< of the last record
};

namespace emulated {

// The functions of the driver, by their names in the table.
#define GTJIT_EMULATED_FUNCTION(NAME, ARGUMENTS) CUresult NAME ARGUMENTS;
GTJIT_DRIVER_FUNCTIONS(GTJIT_EMULATED_FUNCTION)
#undef GTJIT_EMULATED_FUNCTION

/// Memory of the host that the device reads and writes when it comes to it.
struct PinnedPiece {
  std::unique_ptr<std::byte[]> memory;
  std::size_t size;
};

struct Device {
  std::mutex mutex;
  DeviceHeap heap;
  CUctx_st context;
  std::set<CUstream_st *> streams;
  CUstream_st legacy, perThread; ///< the default streams
  std::set<CUmod_st *> modules;
  std::set<CUevent_st *> events;
  std::set<CUlinkState_st *> links;
  std::map<std::uintptr_t, PinnedPiece> pinned; ///< memory of the host, by address
  std::map<int, std::string> texts;             ///< of the last error of each number
  int users = 0;                                ///< of the context
  int version = 12000;                          ///< of the driver
  std::size_t completedLinks = 0;
  CUresult fault = 0; ///< of a kernel: then the context does nothing any more
};
Device &device();

/// What a stream's handle means: the default streams have numbers, of which 0 is the legacy one's;
/// that of each thread is one for all here. Null for a handle of none.
CUstream_st *streamOf(Device &on, CUstream handle);
/// Whether the calling thread has a current context.
bool hasContext();
/// Keeps the text of an error, and gives its number.
CUresult fail(CUresult error, std::string text);
/// Runs what a stream has to do, or so much of it that `left` pieces are left, or the event has
/// been come to; what follows an error is dropped.
CUresult drain(CUstream_st &stream, std::size_t left = 0, const EventTime *event = nullptr);
/// Pieces of work that a stream has room for: who adds more waits for the first ones.
inline constexpr std::size_t kMostWork = 4096;
/// The PTX of what a link made, by this version of the driver; a Fault for another's. What is
/// none is PTX itself.
const char *textOf(const Device &on, const void *image);
/// Whether a module that is loaded has this kernel.
bool isKernel(const Device &on, CUfunction function);
/// `bytes` of the device's memory; a Fault if they are not all in one allocation.
std::byte *memoryAt(CUdeviceptr address, std::size_t bytes);

/// Calls `body` with the device; errors that it throws become results.
template <class Body> CUresult guarded(Body body) {
  try {
    std::lock_guard lock(device().mutex);
    return body(device());
  } catch (const ptx::Fault &fault) {
    return fail(fault.error, fault.message);
  } catch (const ptx::TextError &error) {
    return fail(kInvalidPtx, error.message);
  } catch (const std::bad_alloc &) {
    return kOutOfMemory;
  } catch (const std::exception &error) {
    return fail(kInvalidPtx, error.what());
  }
}

template <class Body> CUresult inContext(Body body) {
  if (!hasContext())
    return kInvalidContext;
  return guarded([&](Device &on) { return on.fault != kSuccess ? on.fault : body(on); });
}

/// Adds work to a stream.
template <class Work> CUresult enqueue(CUstream handle, Work work) {
  return inContext([&](Device &on) -> CUresult {
    CUstream_st *stream = streamOf(on, handle);
    if (!stream)
      return fail(kInvalidHandle, "no such stream");
    CUresult result = drain(*stream, kMostWork - 1);
    if (result == kSuccess)
      stream->work.push_back(std::move(work));
    return result;
  });
}

} // namespace emulated
} // namespace gtjit::detail

#endif // GTJIT_DEVICE_EMULATED_EMULATEDDEVICE_H
