//===- Error.cpp - The text of errors -------------------------------------===//
//
// An error's text is rendered when it is made or gets a note, so that what()
// only hands it out.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"

#include "gtjit/Types/DomainText.h"

#include <atomic>
#include <string>
#include <vector>

namespace gtjit {

namespace {
struct Note {
  SourceLine line;
  std::string message;
};

void render(std::string &text, SourceLine line, std::string_view kind, std::string_view message) {
  std::string place = detail::toString(line);
  if (!place.empty())
    text.append(place).append(": ");
  text.append(kind).append(": ").append(message);
}
} // namespace

struct detail::ErrorState {
  std::atomic<long> references{1};
  ErrorCode code;
  SourceLine line;
  std::string message;
  std::vector<Note> notes;
  std::string text;

  ErrorState(ErrorCode code, SourceLine line, std::string_view message)
      : code(code), line(line), message(message) {
    render(text, line, "error", message);
  }
  ErrorState(const ErrorState &other)
      : code(other.code), line(other.line), message(other.message), notes(other.notes),
        text(other.text) {}
};

namespace {
void releaseState(detail::ErrorState *state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete state;
}
} // namespace

Error::Error(ErrorCode code, SourceLine line, std::string_view message)
    : state(new detail::ErrorState(code, line, message)) {}

Error::Error(const Error &other) noexcept : state(other.state) {
  state->references.fetch_add(1, std::memory_order_relaxed);
}

Error &Error::operator=(const Error &other) noexcept {
  other.state->references.fetch_add(1, std::memory_order_relaxed);
  releaseState(state);
  state = other.state;
  return *this;
}

Error::~Error() { releaseState(state); }

const char *Error::what() const noexcept { return state->text.c_str(); }
ErrorCode Error::code() const noexcept { return state->code; }
std::string_view Error::message() const noexcept { return state->message; }
SourceLine Error::line() const noexcept { return state->line; }
std::size_t Error::noteCount() const noexcept { return state->notes.size(); }

std::string_view Error::note(std::size_t n) const noexcept {
  return n < state->notes.size() ? std::string_view(state->notes[n].message) : std::string_view();
}

void Error::addNote(SourceLine line, std::string_view message) {
  if (state->references.load(std::memory_order_acquire) > 1) {
    auto *own = new detail::ErrorState(*state);
    releaseState(state);
    state = own;
  }
  std::string text = state->text + "\n";
  render(text, line, "note", message);
  state->notes.push_back({line, std::string(message)});
  state->text = std::move(text);
}

} // namespace gtjit
