//===- Error.h - What goes wrong, told in the user's lines ------*- C++ -*-===//
//
// The exceptions of the library. Each names the operation, the user's source
// line, what was expected and what came, and is thrown before any effect.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ERROR_H
#define GTJIT_ERROR_H

#include "gtjit/SourceLine.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
struct ErrorState;
}

/// Which class an error is of.
enum class ErrorCode : std::uint8_t {
  None,
  Type,
  DType,
  Value,
  Layout,
  Index,
  Domain,
  IndexOutOfBounds,
  NonContiguousDomain,
  Key,
  Memory,
  Runtime,
  Device,
  Compile,
  NotImplemented,
  FloatingPoint,
};

/// Base of all errors. `what()` is the whole text as a compiler would print
/// it: "file:line: error: message", then a line for every note. Copies share
/// the text; copying does not throw.
class Error : public std::exception {
public:
  Error(ErrorCode code, SourceLine line, std::string_view message);
  Error(const Error &other) noexcept;
  Error &operator=(const Error &other) noexcept;
  ~Error() override;

  const char *what() const noexcept override;
  ErrorCode code() const noexcept;
  /// The message alone, without place or notes.
  std::string_view message() const noexcept;
  SourceLine line() const noexcept;
  std::size_t noteCount() const noexcept;
  std::string_view note(std::size_t n) const noexcept;
  /// Appends a note; line 0 prints it without a place.
  void addNote(SourceLine line, std::string_view message);

private:
  detail::ErrorState *state;
};

#define GTJIT_ERROR(NAME, BASE, CODE)                                                              \
  class NAME : public BASE {                                                                       \
  public:                                                                                          \
    NAME(SourceLine line, std::string_view message) : BASE(ErrorCode::CODE, line, message) {}      \
                                                                                                   \
  protected:                                                                                       \
    NAME(ErrorCode code, SourceLine line, std::string_view message) : BASE(code, line, message) {} \
  }
GTJIT_ERROR(TypeError, Error, Type);
GTJIT_ERROR(DTypeError, TypeError, DType);
GTJIT_ERROR(ValueError, Error, Value);
GTJIT_ERROR(LayoutError, ValueError, Layout);
GTJIT_ERROR(NonContiguousDomain, ValueError, NonContiguousDomain);
GTJIT_ERROR(IndexError, Error, Index);
GTJIT_ERROR(DomainError, IndexError, Domain);
GTJIT_ERROR(IndexOutOfBounds, DomainError, IndexOutOfBounds);
GTJIT_ERROR(KeyError, Error, Key);
GTJIT_ERROR(MemoryError, Error, Memory);
GTJIT_ERROR(RuntimeError, Error, Runtime);
GTJIT_ERROR(DeviceError, RuntimeError, Device);
GTJIT_ERROR(CompileError, RuntimeError, Compile);
GTJIT_ERROR(FloatingPointError, RuntimeError, FloatingPoint);
GTJIT_ERROR(NotImplementedError, Error, NotImplemented);
#undef GTJIT_ERROR

} // namespace gtjit

#endif // GTJIT_ERROR_H
