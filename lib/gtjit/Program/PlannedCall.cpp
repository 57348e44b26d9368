//===- PlannedCall.cpp - The short way of a call --------------------------===//
//
// Find the plan, or make it; put addresses and numbers into a frame, run. No
// graph is made for a call like one before, and no memory taken. Whatever is
// unusual goes the ordinary way, before anything has changed.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/Call.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/BlocksByAddress.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

using Kind = ProgramArgument::Kind;

/// A storage of the call; none in the place of a scalar.
struct GivenStorage {
  StorageState *storage = nullptr;
  const StorageRegion *region = nullptr; ///< of an output, if not its compute domain
};

/// Whether a storage is one that a plan is for, as an output if `isWritten`. A time loop
/// has the same few in each place.
bool fits(const GivenStorage &given, bool isWritten, PlannedStorage &planned) {
  const StorageState &storage = *given.storage;
  std::uint64_t *known = planned.knownShapes;
  if (!given.region && (storage.shapeNumber == known[0] || storage.shapeNumber == known[1]))
    return true;
  const Domain &region = given.region ? given.region->domain() : storage.compute;
  if (!isShapedAs(storage.layout, planned.shape) ||
      (isWritten && !hasSameRanges(region, planned.region)))
    return false;
  if (!given.region)
    known[1] = std::exchange(known[0], storage.shapeNumber);
  return true;
}

/// Under the graph mutex, which keeps it.
Block &blockOf(const GivenStorage &given) { return *given.storage->buffer->block; }

class PlannedCall {
public:
  PlannedCall(ProgramState &program, SourceLine line) : program(program), line(line) {}
  /// Sorts the arguments. False if they are not of the simplest kind, storages
  /// and numbers of one runtime, or if this runtime runs no plans. Throws
  /// DTypeError for a number, ValueError in a trace.
  bool take(std::span<const ProgramArgument> given);
  /// False, without an effect, if there is no plan for the storages, if somebody
  /// needs an output's old values, if an output shares memory with another
  /// argument in a way that no plan is for, or if something would be read by a bad index. Throws
  /// what kernels throw, but for what functions of the host report.
  bool run();
  /// Whether there was a plan.
  bool hasPlan() const { return plan != nullptr; }
  /// Throws what they have reported, if they have.
  void throwReported(std::span<const ProgramArgument> arguments) const;

private:
  bool takeStorage(Sequence<GivenStorage, 8> &list, const Storage &storage,
                   const StorageRegion *region);
  bool takeScalar(const ProgramArgument &given, const Variable &wanted);
  // Under the graph mutex.
  bool findPlan(); ///< moves it to the front
  bool fits(Plan &plan) const;
  bool isPlacedAs(const Plan &plan) const;
  bool isUsual() const;
  bool prepare();

  bool runKernels();
  std::int64_t status = 0; ///< that kernels have set

  ProgramState &program;
  SourceLine line;
  Sequence<GivenStorage, 8> outputs, inputs; ///< inputs by number; empty for a scalar
  Sequence<std::uint64_t, 8> scalars;        ///< by number of the argument
  std::shared_ptr<Plan> plan;
  Plan::TakenFrame frame;
};

bool PlannedCall::takeStorage(Sequence<GivenStorage, 8> &list, const Storage &storage,
                              const StorageRegion *region) {
  StorageState *state = storage.get();
  list.push_back({state, region});
  bool isWhole = !region || region->indices().empty();
  return state && state->runtime == program.runtime && isWhole;
}

/// A number, or the value of a field without dimensions.
bool PlannedCall::takeScalar(const ProgramArgument &given, const Variable &wanted) {
  std::uint64_t bits = 0;
  if (given.kind() == Kind::Real && wanted.dtype == DType::F64) {
    bits = std::bit_cast<std::uint64_t>(given.realValue());
  } else if (given.kind() == Kind::Storage) {
    const StorageState *state = given.storage().get();
    if (!state || state->runtime != program.runtime || state->layout.dtype != wanted.dtype ||
        state->layout.domain.ndim() != 0 || isComplex(wanted.dtype))
      return false;
    Lease lease = state->buffer->acquire(Access::Read, state->layout, Holder::Work, line);
    const std::byte *from = lease.first();
    if (wanted.dtype == DType::Bool)
      bits = *from != std::byte{0};
    else
      std::memcpy(&bits, from, itemsize(wanted.dtype));
  } else if (given.kind() >= Kind::Boolean) {
    bits = as<NumberNode>(*scalarOf(given, inputs.size(), wanted, line))->bits;
  } else {
    return false;
  }
  inputs.push_back({});
  scalars.push_back(bits);
  return true;
}

bool PlannedCall::take(std::span<const ProgramArgument> given) {
  refuseWhileTracing("calling a program", line);
  const Runtime::State &runtime = *program.runtime;
  bool isUnusualOnDevice = program.code.isForHost() || runtime.options.strictDevice;
  if (checksValues(runtime) || runtime.profile || runtime.options.reference ||
      (runtime.device && isUnusualOnDevice))
    return false; // the ordinary way checks, counts, evaluates and copies
  const Recipe &recipe = program.recipe;
  for (const ProgramArgument &argument : given) {
    if (argument.kind() == Kind::Output) {
      if (!takeStorage(outputs, *argument.output().storage, argument.output().region) ||
          outputs.back().storage->access != WriteAccess::Any)
        return false;
      continue;
    }
    if (inputs.size() == recipe.arguments.size())
      return false;
    const Variable &wanted = recipe.arguments[inputs.size()];
    if (wanted.dims.size() == 0) {
      if (!takeScalar(argument, wanted))
        return false;
      continue;
    }
    scalars.push_back(0);
    if (argument.kind() != Kind::Storage || !takeStorage(inputs, argument.storage(), nullptr))
      return false;
  }
  return outputs.size() == recipe.outputs.size() && inputs.size() == recipe.arguments.size();
}

bool PlannedCall::fits(Plan &candidate) const {
  for (std::size_t n = 0; n < outputs.size(); ++n)
    if (!::fits(outputs[n], /*isWritten=*/true, candidate.outputs[n]))
      return false;
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (inputs[n].storage && !::fits(inputs[n], /*isWritten=*/false, candidate.inputs[n]))
      return false;
  return isPlacedAs(candidate);
}

/// Whether the outputs that are inputs, too, are those of the plan, and others are no part of any.
bool PlannedCall::isPlacedAs(const Plan &candidate) const {
  for (auto [n, k] : candidate.inPlace)
    if (&blockOf(outputs[n]) != &blockOf(inputs[k]) ||
        outputs[n].storage->layout.offset != inputs[k].storage->layout.offset)
      return false;
  auto isInPlace = [&](unsigned n, unsigned k) {
    return std::ranges::binary_search(candidate.inPlace, std::pair(n, k));
  };
  BlocksByAddress written; // mostly one
  for (unsigned n = 0; n < outputs.size(); ++n)
    written.add(blockOf(outputs[n]), n);
  written.sort();
  for (unsigned k = 0; k < inputs.size(); ++k)
    if (inputs[k].storage &&
        !written.allSharing(blockOf(inputs[k]),
                            [&](const Block &, unsigned n) { return isInPlace(n, k); }))
      return false;
  return true;
}

bool PlannedCall::findPlan() {
  Plans &plans = program.plans;
  for (auto found = plans.begin(); found != plans.end(); ++found) {
    if (!fits(**found))
      continue;
    if ((*found)->isMisfit()) {
      plans.erase(found);
      return false;
    }
    if (found != plans.begin()) {
      plans.front()->rest();
      std::rotate(plans.begin(), found, found + 1);
      plans.front()->wake();
    }
    plan = plans.front();
    return true;
  }
  return false;
}

/// Every output has memory of its own, whose old values nobody needs.
bool PlannedCall::isUsual() const {
  if (outputs.size() == 1)
    return !isNeeded(blockOf(outputs[0]));
  BlocksByAddress written;
  for (unsigned n = 0; n < outputs.size(); ++n) {
    if (isNeeded(blockOf(outputs[n])))
      return false;
    written.add(blockOf(outputs[n]), n);
  }
  written.sort();
  for (unsigned n = 0; n < outputs.size(); ++n)
    if (!written.allSharing(blockOf(outputs[n]),
                            [&](const Block &, unsigned other) { return other == n; }))
      return false;
  return true;
}

bool PlannedCall::prepare() {
  if (!isUsual())
    return false;
  frame = plan->takeFrame(*program.runtime, line);
  LeaseGroup &leases = frame->leases;
  auto bind = [&](const GivenStorage &given, const PlannedStorage &planned) {
    unsigned n = planned.argument;
    if (n == PlannedStorage::unused)
      return;
    frame->place(n, blockOf(given), given.storage->layout.offset);
  };
  for (std::size_t n = 0; n < outputs.size(); ++n)
    bind(outputs[n], plan->outputs[n]);
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (inputs[n].storage)
      bind(inputs[n], plan->inputs[n]);
  if (!leases.tryTake()) { // work of another thread is to be waited for
    frame.reset();
    return false;
  }
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    outputs[n].storage->buffer->touch();
    if (outputs[n].storage->leaf)
      forgetLeaf(*outputs[n].storage);
  }
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (!inputs[n].storage && plan->scalars[n] != PlannedStorage::unused)
      frame->arguments.scalars[plan->scalars[n]] = scalars[n];
  program.runtime->counters.countPlanned(frame->kernelsRun());
  return true;
}

/// False, without an effect, if they would read by bad values.
bool PlannedCall::runKernels() {
  TimelineSpan span(program.runtime->timeline.get(), "evaluate", line);
  bool mayRun = frame->passesChecks();
  if (mayRun)
    status = frame->run(*program.runtime, *plan);
  frame.reset(); // its memory may be asked for what has been reported
  return mayRun;
}

bool PlannedCall::run() {
  {
    std::lock_guard lock(program.runtime->graphMutex);
    if (!findPlan() || !prepare())
      return false;
  }
  return runKernels();
}

/// Where a function had no result the graph of the call says, whose outputs have nothing that its
/// inputs have.
void PlannedCall::throwReported(std::span<const ProgramArgument> arguments) const {
  if (status == 0)
    return;
  Call call(program, line);
  call.bind(arguments);
  std::vector<NodeRef> results = call.results();
  std::lock_guard lock(program.runtime->graphMutex);
  throwFailedCall(*program.runtime, storesOf(call, results), plan->arguments,
                  plan->compiled->image(), status);
}

/// False, without an effect, if no plan serves the call; `lacksPlan`: one might.
bool runByPlan(ProgramState &program, std::span<const ProgramArgument> arguments, SourceLine line,
               bool &lacksPlan) {
  PlannedCall call(program, line);
  bool isPlain = call.take(arguments);
  bool isDone = isPlain && call.run();
  if (isDone)
    call.throwReported(arguments);
  lacksPlan = isPlain && !call.hasPlan();
  return isDone;
}

} // namespace

void detail::callWithStorages(ProgramState &program, std::span<const ProgramArgument> arguments,
                              SourceLine line) {
  bool lacksPlan = false;
  if (runByPlan(program, arguments, line, lacksPlan))
    return;
  Call call(program, line);
  call.bind(arguments);
  std::vector<NodeRef> results = call.results();
  if (lacksPlan && addPlan(program, call, results)) {
    results.clear();
    call.release();
    if (runByPlan(program, arguments, line, lacksPlan))
      return;
    call.bind(arguments); // readers of an output have come, or the memory overlaps
    results = call.results();
  }
  call.run(std::move(results)); // as any expression is assigned
}
