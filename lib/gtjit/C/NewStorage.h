//===- NewStorage.h - How the C API makes storages --------------*- C++ -*-===//
#ifndef GTJIT_C_NEWSTORAGE_H
#define GTJIT_C_NEWSTORAGE_H

#include "gtjit/C/Axes.h"
#include "gtjit/C/Handles.h"

#include <memory>
#include <utility>

namespace gtjit::detail {

/// Whose memory a storage is made around, and what gives it back; nobody's.
struct Owner {
  gtjitReleaseFunction release = nullptr;
  void *owner = nullptr;
};

/// A storage of the runtime's own as it is described, but for strides, filled with zeros.
inline Storage zerosOf(gtjitRuntime runtime, gtjitDType type, Description &wanted,
                       SourceLine line) {
  wanted.options.strides.clear();
  wanted.options.runtime = &runtime->runtime;
  return zeros(wanted.domain, checkedType(type, line), wanted.options, line);
}

/// Puts what `make(Description, SourceLine)` gives into `*storage`. A call that fails gives the
/// owner's memory back.
template <class Make>
gtjitCode newStorage(gtjitRuntime runtime, const gtjitAxis *axes, std::size_t axisCount,
                     const Owner &owner, gtjitLine line, gtjitStorage *storage, Make make) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    std::shared_ptr<void> kept;
    if (owner.release)
      kept.reset(owner.owner, owner.release);
    requirePointer(storage, "a place for the storage", here);
    requirePointer(runtime, "a runtime", here);
    Description wanted = readAxes(axes, axisCount, here);
    if (owner.release)
      wanted.options.keepAlive = std::move(kept);
    *storage = new gtjitStorageObject{runtime->host, make(wanted, here)};
  });
}

} // namespace gtjit::detail

#endif // GTJIT_C_NEWSTORAGE_H
