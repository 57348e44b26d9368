//===- Error.cpp - Codes and texts of the C API ---------------------------===//

#include "gtjit/C/Handles.h"

#include <optional>
#include <string>
#include <vector>

namespace gtjit::detail {

namespace {
thread_local std::string errorText;
thread_local std::optional<CallError> failedCalls;

// The codes are the C++ classes' in their order.
static_assert(GTJIT_TYPE_ERROR == static_cast<int>(ErrorCode::Type));
static_assert(GTJIT_LAYOUT_ERROR == static_cast<int>(ErrorCode::Layout));
static_assert(GTJIT_DOMAIN_ERROR == static_cast<int>(ErrorCode::Domain));
static_assert(GTJIT_INDEX_OUT_OF_BOUNDS == static_cast<int>(ErrorCode::IndexOutOfBounds));
static_assert(GTJIT_MEMORY_ERROR == static_cast<int>(ErrorCode::Memory));
static_assert(GTJIT_COMPILE_ERROR == static_cast<int>(ErrorCode::Compile));
static_assert(GTJIT_NOT_IMPLEMENTED == static_cast<int>(ErrorCode::NotImplemented));
static_assert(GTJIT_FLOATING_POINT_ERROR == static_cast<int>(ErrorCode::FloatingPoint));
static_assert(GTJIT_NO_SUCH_BUFFER == static_cast<int>(ErrorCode::NoSuchBuffer));

constexpr const char *codeNames[] = {
    "OK",
    "TypeError",
    "DTypeError",
    "ValueError",
    "LayoutError",
    "IndexError",
    "DomainError",
    "IndexOutOfBounds",
    "NonContiguousDomain",
    "KeyError",
    "MemoryError",
    "RuntimeError",
    "DeviceError",
    "CompileError",
    "NotImplementedError",
    "FloatingPointError",
    "NoSuchBufferError",
};
} // namespace

void setError(const Error &error) noexcept {
  setErrorText(error.what());
  if (const auto *calls = dynamic_cast<const CallError *>(&error))
    failedCalls.emplace(*calls);
}

void setErrorText(const char *text) noexcept {
  failedCalls.reset();
  try {
    errorText = text;
  } catch (...) { // no room for the text: the code still tells
    errorText.clear();
  }
}

void requirePointer(const void *pointer, const char *what, SourceLine line) {
  if (!pointer)
    throw ValueError(line, std::string("expected ") + what + ", got null");
}

} // namespace gtjit::detail

int gtjitVersion(void) { return GTJIT_VERSION; }

gtjitLine gtjitLineOf(const char *file, unsigned line) {
  gtjitLine place = {nullptr, 0};
  gtjit::detail::guarded([&] { // without memory for the name the place is unknown
    if (file)
      place = {gtjit::SourceLine::of(file, line).file, line};
  });
  return place;
}

const char *gtjitErrorText(void) { return gtjit::detail::errorText.c_str(); }

size_t gtjitFailedCount(void) {
  return gtjit::detail::failedCalls ? gtjit::detail::failedCalls->failedCount() : 0;
}

int gtjitFailedPointAt(size_t n, gtjitFailedPoint *point) try {
  thread_local std::vector<const char *> dimensions;
  thread_local std::vector<int64_t> coordinates;
  if (!point || !gtjit::detail::failedCalls || n >= gtjit::detail::failedCalls->failed().size())
    return 0;
  const gtjit::FailedPoint &failed = gtjit::detail::failedCalls->failed()[n];
  std::vector<const char *> names; // which end with a zero, as symbols do
  std::vector<int64_t> at;
  for (const gtjit::NamedRange &range : failed.point) {
    names.push_back(range.dim.name().data());
    at.push_back(range.range.lo());
  }
  dimensions = std::move(names);
  coordinates = std::move(at);
  *point = {failed.symbol.data(), failed.status, dimensions.size(), dimensions.data(),
            coordinates.data()};
  return 1;
} catch (const std::bad_alloc &) {
  return 0;
}

const char *gtjitCodeName(gtjitCode code) {
  auto number = static_cast<unsigned>(code);
  return number < std::size(gtjit::detail::codeNames) ? gtjit::detail::codeNames[number]
                                                      : "UnknownError";
}

gtjitCode gtjitFail(gtjitCode code, gtjitLine line, const char *message) {
  gtjitCode made = gtjit::detail::guarded([&] {
    // The code is the caller's to return; of the error the text alone is kept.
    gtjit::RuntimeError error(gtjit::detail::sourceLine(line), message ? message : "");
    gtjit::detail::setError(error);
  });
  return made == GTJIT_OK ? code : made;
}
