//===- EmulatedStreams.cpp - Streams and events that run late -------------===//
//
// Work waits until somebody waits for it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"

namespace gtjit::detail {

using namespace emulated;

CUresult emulated::drain(CUstream_st &stream) {
  while (!stream.work.empty()) {
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
    return on.streams.contains(stream) ? drain(*stream) : fail(kInvalidHandle, "no such stream");
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

CUresult emulated::cuEventCreate(CUevent *event, unsigned) {
  return inContext([&](Device &on) {
    *event = *on.events.insert(new CUevent_st).first;
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
    if (!on.events.contains(event) || !on.streams.contains(stream))
      return fail(kInvalidHandle, "no such event or stream");
    event->stream = stream;
    event->isDone = std::make_shared<bool>(false);
    stream->work.push_back([isDone = event->isDone] {
      *isDone = true;
      return kSuccess;
    });
    return kSuccess;
  });
}
CUresult emulated::cuEventQuery(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    return !on.events.contains(event) ? fail(kInvalidHandle, "no such event")
           : *event->isDone           ? kSuccess
                                      : kNotReady;
  });
}
CUresult emulated::cuEventSynchronize(CUevent event) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    return *event->isDone || !on.streams.contains(event->stream) ? kSuccess : drain(*event->stream);
  });
}
/// What follows in the stream runs behind what the event's stream had to do.
CUresult emulated::cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  CUstream_st *before = nullptr;
  std::shared_ptr<bool> isDone;
  CUresult known = inContext([&](Device &on) -> CUresult {
    if (!on.events.contains(event))
      return fail(kInvalidHandle, "no such event");
    before = event->stream;
    isDone = event->isDone;
    return kSuccess;
  });
  if (known != kSuccess)
    return known;
  return enqueue(stream, [before, isDone] {
    return *isDone || !device().streams.contains(before) ? kSuccess : drain(*before);
  });
}

} // namespace gtjit::detail
