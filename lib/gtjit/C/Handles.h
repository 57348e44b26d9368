//===- Handles.h - What the handles of the C API point to -------*- C++ -*-===//
//
// The objects behind the opaque pointers, and the border that no exception
// crosses. Sees the public C++ API only.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_C_HANDLES_H
#define GTJIT_C_HANDLES_H

#include "gtjit-c/gtjit.h"
#include "gtjit/gtjit.h"

#include <atomic>
#include <memory>
#include <new>

namespace gtjit::detail {

/// The host's callbacks as the runtime sees them; outlives every storage.
struct CHost;

/// Keeps the calling thread's failure.
void setError(const Error &error) noexcept;
/// The same for one of which there is a text alone.
void setErrorText(const char *text) noexcept;

inline SourceLine sourceLine(gtjitLine line) {
  return {line.file ? line.file : "", line.file ? line.line : 0, 0};
}

/// Runs `body`; its exception becomes a code and the thread's error text.
template <class Body> gtjitCode guarded(Body &&body) noexcept {
  try {
    body();
    return GTJIT_OK;
  } catch (const Error &error) {
    setError(error);
    return static_cast<gtjitCode>(error.code());
  } catch (const std::bad_alloc &) {
    setErrorText("error: out of memory");
    return GTJIT_MEMORY_ERROR;
  } catch (const std::exception &error) {
    setErrorText(error.what());
    return GTJIT_UNKNOWN_ERROR;
  } catch (...) {
    setErrorText("error: an exception of unknown type");
    return GTJIT_UNKNOWN_ERROR;
  }
}

/// Throws ValueError if `pointer` is null.
void requirePointer(const void *pointer, const char *what, SourceLine line);

/// Whether a structure is one of `size` bytes, as its caller knows it, that tell what this library
/// has no members for: those of later libraries are zero unless they are used.
template <class Structure> bool asksForMore(const Structure &given) noexcept {
  const auto *bytes = reinterpret_cast<const unsigned char *>(&given);
  for (std::size_t n = sizeof(Structure); n < given.size; ++n)
    if (bytes[n] != 0)
      return true;
  return false;
}

/// One more owner of what a handle points to; null is no object.
template <class Object> Object *retained(Object *object) noexcept {
  if (object)
    object->owners.fetch_add(1, std::memory_order_relaxed);
  return object;
}
/// One owner less; the last one's deletes the object.
template <class Object> void released(Object *object) noexcept {
  if (object && object->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete object;
}

} // namespace gtjit::detail

// The host is declared first: it goes last.
struct gtjitRuntimeObject {
  std::shared_ptr<gtjit::detail::CHost> host;
  gtjit::Runtime runtime;
  std::atomic<std::size_t> owners{1};
};
struct gtjitStorageObject {
  std::shared_ptr<gtjit::detail::CHost> host;
  gtjit::Storage storage;
  std::atomic<std::size_t> owners{1};
};

#endif // GTJIT_C_HANDLES_H
