//===- Error.h - What goes wrong, told in the user's lines ------*- C++ -*-===//
//
// The exceptions of the library. Each names the operation, the user's source
// line, what was expected and what came, and is thrown before any effect. Each is
// also the standard's exception of its kind.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ERROR_H
#define GTJIT_ERROR_H

#include "gtjit/SourceLine.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
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
  NoSuchBuffer,
};

/// Base of all errors. `what()` is the whole text as a compiler would print
/// it: "file:line: error: message", then a line for every note. Copies share
/// the text; copying does not throw. What is thrown is always of a class below,
/// and with it a std::exception.
class Error {
public:
  Error(const Error &other) noexcept;
  Error &operator=(const Error &other) noexcept;
  virtual ~Error();

  virtual const char *what() const noexcept;
  ErrorCode code() const noexcept;
  /// The message alone, without place or notes.
  std::string_view message() const noexcept;
  SourceLine line() const noexcept;
  std::size_t noteCount() const noexcept;
  std::string_view note(std::size_t n) const noexcept;
  /// Appends a note; line 0 prints it without a place.
  void addNote(SourceLine line, std::string_view message);

protected:
  [[gnu::cold]] Error(ErrorCode code, SourceLine line, std::string_view message);

private:
  detail::ErrorState *state;
};

/// A class right below Error, and the class of the standard that it is too.
#define GTJIT_STANDARD_ERROR(NAME, CODE, STANDARD, ...)                                            \
  class NAME : public Error, public STANDARD {                                                     \
  public:                                                                                          \
    NAME(SourceLine line, std::string_view message) : NAME(ErrorCode::CODE, line, message) {}      \
    const char *what() const noexcept override { return Error::what(); }                           \
                                                                                                   \
  protected:                                                                                       \
    NAME(ErrorCode code, SourceLine line, std::string_view message)                                \
        : Error(code, line, message), STANDARD(__VA_ARGS__) {}                                     \
  }
GTJIT_STANDARD_ERROR(TypeError, Type, std::invalid_argument, "");
GTJIT_STANDARD_ERROR(ValueError, Value, std::invalid_argument, "");
GTJIT_STANDARD_ERROR(IndexError, Index, std::out_of_range, "");
GTJIT_STANDARD_ERROR(KeyError, Key, std::out_of_range, "");
GTJIT_STANDARD_ERROR(MemoryError, Memory, std::bad_alloc, );
GTJIT_STANDARD_ERROR(RuntimeError, Runtime, std::runtime_error, "");
GTJIT_STANDARD_ERROR(NotImplementedError, NotImplemented, std::runtime_error, "");
#undef GTJIT_STANDARD_ERROR

#define GTJIT_ERROR(NAME, BASE, CODE)                                                              \
  class NAME : public BASE {                                                                       \
  public:                                                                                          \
    NAME(SourceLine line, std::string_view message) : BASE(ErrorCode::CODE, line, message) {}      \
                                                                                                   \
  protected:                                                                                       \
    NAME(ErrorCode code, SourceLine line, std::string_view message) : BASE(code, line, message) {} \
  }
GTJIT_ERROR(DTypeError, TypeError, DType);
GTJIT_ERROR(LayoutError, ValueError, Layout);
GTJIT_ERROR(NonContiguousDomain, ValueError, NonContiguousDomain);
GTJIT_ERROR(DomainError, IndexError, Domain);
GTJIT_ERROR(IndexOutOfBounds, DomainError, IndexOutOfBounds);
GTJIT_ERROR(DeviceError, RuntimeError, Device);
GTJIT_ERROR(CompileError, RuntimeError, Compile);
GTJIT_ERROR(NoSuchBufferError, DeviceError, NoSuchBuffer);
GTJIT_ERROR(FloatingPointError, RuntimeError, FloatingPoint);
#undef GTJIT_ERROR

} // namespace gtjit

#endif // GTJIT_ERROR_H
