//===- Program.cpp - The handle of a program ------------------------------===//
//
// Life of programs, what is known of them, and errors as values.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/ProgramState.h"

#include <mutex>
#include <new>
#include <string>

using namespace gtjit;
using namespace gtjit::detail;

detail::ProgramState::ProgramState(Runtime::State &owner, Recipe made, Images images)
    : runtime(&owner), recipe(std::move(made)), code(std::move(images)) {
  std::lock_guard lock(runtime->graphMutex);
  runtime->codeHolders.insert(this); // first: there is no destructor's turn where it fails
  retain(runtime);
}

detail::ProgramState::~ProgramState() {
  {
    std::lock_guard lock(runtime->graphMutex);
    runtime->codeHolders.erase(this);
  }
  plans.clear();
  recipe = Recipe();
  release(runtime);
}

void detail::retain(ProgramState *state) noexcept {
  state->references.fetch_add(1, std::memory_order_relaxed);
}

void detail::release(ProgramState *state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete state;
}

ProgramState &detail::stateOf(const Program &program, SourceLine line) {
  if (!program.get())
    throw ValueError(line, "the handle refers to no program");
  return *program.get();
}

namespace {

ProgramVariable publicVariable(const std::vector<Variable> &all, std::size_t n, const char *what,
                               SourceLine line) {
  if (n >= all.size())
    throw IndexError(line, std::string(what) + " " + std::to_string(n) + " of a program with " +
                               std::to_string(all.size()));
  const Variable &variable = all[n];
  auto kind = variable.dims.size() ? ProgramVariable::Kind::Field : ProgramVariable::Kind::Scalar;
  return {kind, variable.dtype, variable.dims, variable.name};
}

} // namespace

void Program::call(detail::Items<ProgramArgument> arguments, SourceLine line) const {
  callProgram(stateOf(*this, line), arguments, line);
}

Status Program::tryCall(detail::Items<ProgramArgument> arguments, SourceLine line) const noexcept {
  try {
    call(arguments, line);
    return Status();
  } catch (...) {
    return Status::ofException(line);
  }
}

std::size_t Program::argumentCount(SourceLine line) const {
  return stateOf(*this, line).recipe.arguments.size();
}
std::size_t Program::outputCount(SourceLine line) const {
  return stateOf(*this, line).recipe.outputs.size();
}

ProgramVariable Program::argument(std::size_t n, SourceLine line) const {
  return publicVariable(stateOf(*this, line).recipe.arguments, n, "argument", line);
}
ProgramVariable Program::output(std::size_t n, SourceLine line) const {
  return publicVariable(stateOf(*this, line).recipe.outputs, n, "output", line);
}

Runtime &Program::runtime(SourceLine line) const {
  Runtime *handle = stateOf(*this, line).runtime->handle;
  if (!handle)
    throw ValueError(line, "runtime: the program's runtime is gone");
  return *handle;
}

void Program::setDevice(NameOrNone device, SourceLine line) {
  ProgramState &program = stateOf(*this, line);
  if (!device.value().empty() && device.value() != "gpu")
    throw ValueError(line, "expected the device 'gpu' or none, got '" +
                               std::string(device.value()) + "'");
  if (!device.value().empty())
    (void)deviceOf(*program.runtime, line);
  program.code.onHost = device.value().empty();
}

static const CallError *callErrorOf(const Error *error) {
  return dynamic_cast<const CallError *>(error);
}
static const Error *copyOf(const Error &error) noexcept {
  if (const CallError *call = callErrorOf(&error))
    return new (std::nothrow) CallError(*call);
  return new (std::nothrow) Error(error);
}

Status::Status(const Error &from) noexcept : error(copyOf(from)), outOfMemory(!error) {}
Status::Status(const Status &other) noexcept
    : error(other.error ? copyOf(*other.error) : nullptr),
      outOfMemory(other.outOfMemory || (other.error && !error)) {}
Status::~Status() { delete error; }

ErrorCode Status::code() const noexcept {
  return error ? error->code() : outOfMemory ? ErrorCode::Memory : ErrorCode::None;
}

const char *Status::message() const noexcept {
  return error ? error->what() : outOfMemory ? "error: out of memory" : "";
}

std::size_t Status::failedCount() const noexcept {
  const CallError *call = callErrorOf(error);
  return call ? call->failedCount() : 0;
}

Items<FailedPoint> Status::failed() const noexcept {
  const CallError *call = callErrorOf(error);
  return call ? call->failed() : Items<FailedPoint>();
}

Status Status::ofException(SourceLine line) noexcept {
  Status failed;
  failed.outOfMemory = true;
  try {
    try {
      throw;
    } catch (const Error &known) {
      return Status(known);
    } catch (const std::bad_alloc &) {
      return failed;
    } catch (const std::exception &other) {
      return Status(RuntimeError(line, other.what()));
    } catch (...) {
      return Status(RuntimeError(line, "an exception that is no std::exception"));
    }
  } catch (...) { // no memory for the error
    return failed;
  }
}
