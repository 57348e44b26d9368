//===- EmulatedStreams.cpp - Streams and events that run late -------------===//
//
// Work waits until somebody waits for it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"

namespace gtjit::detail {

using namespace emulated;

static constexpr unsigned kDisableTiming = 2; // of events

CUstream_st *emulated::streamOf(Device &on, CUstream handle) {
  switch (reinterpret_cast<std::uintptr_t>(handle)) {
  case 0:
  case 1:
    return &on.legacy;
  case 2:
    return &on.perThread;
  }
  return on.streams.contains(handle) ? handle : nullptr;
}

CUresult emulated::drain(CUstream_st &stream, std::size_t left, const EventTime *event) {
  while (stream.work.size() > left && !(event && event->isDone)) {
    std::function<CUresult()> next = std::move(stream.work.front());
    stream.work.pop_front();
    CUresult result = kSuccess;
    try {
      result = next();
    } catch (const ptx::Fault &fault) {
      result = fail(fault.error, fault.message);
      if (fault.error >= kIllegalAddress)
        device().fault = fault.error;
    }
    if (result != kSuccess) {
      stream.work.clear();
      return result;
    }
  }
  return kSuccess;
}

CUresult emulated::cuStreamCreate(CUstream *stream, unsigned) {
  return inContext([&](Device &on) {
    *stream = *on.streams.insert(new CUstream_st).first;
    return kSuccess;
  });
}
CUresult emulated::cuStreamSynchronize(CUstream stream) {
  return inContext([&](Device &on) {
    CUstream_st *known = streamOf(on, stream);
    return known ? drain(*known) : fail(kInvalidHandle, "no such stream");
  });
}
CUresult emulated::cuStreamDestroy_v2(CUstream stream) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.streams.contains(stream))
      return fail(kInvalidHandle, "no such stream");
    CUresult result = drain(*stream);
    on.streams.erase(stream);
    delete stream;
    return result;
  });
}

/// Whether a stream of an event is there; null: the event was not recorded.
static bool isLive(const Device &on, CUstream_st *stream) {
  return on.streams.contains(stream) || stream == &on.legacy || stream == &on.perThread;
}

CUresult emulated::cuEventCreate(CUevent *event, unsigned flags) {
  return inContext([&](Device &on) {
    *event = *on.events.insert(new CUevent_st{(flags & kDisableTiming) == 0}).first;
    return kSuccess;
  });
}
CUresult emulated::cuEventDestroy_v2(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    on.events.erase(event);
    delete event;
    return kSuccess;
  });
}
CUresult emulated::cuEventRecord(CUevent event, CUstream stream) {
  return inContext([&](Device &on) -> CUresult {
    CUstream_st *known = streamOf(on, stream);
    if (!on.events.contains(event) || !known)
      return fail(kInvalidHandle, "no such event or stream");
    event->stream = known;
    event->at = std::make_shared<EventTime>(EventTime{false, {}});
    known->work.push_back([at = event->at] {
      *at = {true, std::chrono::steady_clock::now()};
      return kSuccess;
    });
    return kSuccess;
  });
}
CUresult emulated::cuEventQuery(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    return !on.events.contains(event) ? fail(kInvalidHandle, "no such event")
           : event->at->isDone        ? kSuccess
                                      : kNotReady;
  });
}
CUresult emulated::cuEventSynchronize(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    return isLive(on, event->stream) ? drain(*event->stream, 0, event->at.get()) : kSuccess;
  });
}
CUresult emulated::cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return inContext([&](Device &on) -> CUresult {
    for (CUevent event : {start, end}) {
      if (!on.events.contains(event) || !event->stream || !event->hasTime)
        return fail(kInvalidHandle, "no such event, or one that tells no time");
      if (!event->at->isDone)
        return kNotReady;
    }
    std::chrono::duration<float, std::milli> between = end->at->time - start->at->time;
    *milliseconds = between.count();
    return kSuccess;
  });
}
/// What follows in the stream runs behind what the event is behind, and no more is done for it.
CUresult emulated::cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  CUstream_st *before = nullptr;
  std::shared_ptr<EventTime> at;
  CUresult known = inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    before = event->stream;
    at = event->at;
    return kSuccess;
  });
  if (known != kSuccess)
    return known;
  return enqueue(stream, [before, at] {
    return isLive(device(), before) ? drain(*before, 0, at.get()) : kSuccess;
  });
}

} // namespace gtjit::detail
