//===- PlannedCall.cpp - The short way of a call --------------------------===//
//
// A call like one before: addresses and numbers go into a frame, kernels run.
// No graph is made and no memory taken. Whatever is unusual is left to the
// ordinary way, before anything has changed.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Program/Call.h"

#include <algorithm>
#include <bit>
#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

using Kind = ProgramArgument::Kind;

/// An argument of the call: a storage, or the bits of a scalar.
struct GivenStorage {
  StorageState *storage = nullptr;
  const StorageRegion *region = nullptr; ///< of an output, if not its compute domain

  /// Under the graph mutex, which keeps it.
  Block &block() const { return *storage->buffer->block; }
};

bool sameRanges(const Domain &a, const Domain &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool hasShape(const StorageState &storage, const ArrayView &shape) {
  const ArrayView &layout = storage.layout;
  return layout.dtype == shape.dtype && layout.strides == shape.strides &&
         sameRanges(layout.domain, shape.domain);
}

/// Whether somebody may still need what a write to the block overwrites.
bool isNeeded(Block &block) {
  if (mayHaveReaders(block))
    return true;
  return !block.isPinned() && (block.hostReaders.load() > 0 || block.buffers.load() > 1);
}

class PlannedCall {
public:
  PlannedCall(ProgramState &program, SourceLine line) : program(program), line(line) {}
  /// Sorts the arguments; false if they are not of the simplest kind.
  bool take(std::span<const ProgramArgument> given);
  /// Under the graph mutex: a plan for the storages, moved to the front.
  bool findPlan();
  /// Under the graph mutex: false if something is unusual.
  bool prepare();
  void run();

private:
  bool takeStorage(Sequence<GivenStorage, 8> &list, const Storage &storage,
                   const StorageRegion *region);
  bool takeScalar(const ProgramArgument &given, const Variable &wanted);
  bool fits(const Plan &plan) const;
  bool isUsual() const;

  ProgramState &program;
  SourceLine line;
  Sequence<GivenStorage, 8> outputs, inputs; ///< inputs by number; empty for a scalar
  Sequence<std::uint64_t, 8> scalars;        ///< by number of the argument
  std::shared_ptr<Plan> plan;
  Frame *frame = nullptr;
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
    Lease lease = state->buffer->acquire(Device::Host, Access::Read, state->layout);
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

bool PlannedCall::fits(const Plan &candidate) const {
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    const GivenStorage &output = outputs[n];
    const Domain &region = output.region ? output.region->domain() : output.storage->compute;
    if (!hasShape(*output.storage, candidate.outputs[n].shape) ||
        !sameRanges(region, candidate.outputs[n].region))
      return false;
  }
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (inputs[n].storage && !hasShape(*inputs[n].storage, candidate.inputs[n].shape))
      return false;
  return true;
}

bool PlannedCall::findPlan() {
  Plans &plans = program.plans;
  for (auto found = plans.begin(); found != plans.end(); ++found) {
    if (!fits(**found))
      continue;
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
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    Block &block = outputs[n].block();
    if (isNeeded(block))
      return false;
    for (std::size_t other = 0; other < n; ++other)
      if (shareMemory(block, outputs[other].block()))
        return false;
    for (const GivenStorage &input : inputs)
      if (input.storage && shareMemory(block, input.block()))
        return false;
  }
  return true;
}

bool PlannedCall::prepare() {
  if (!isUsual())
    return false;
  frame = plan->takeFrame(*program.runtime);
  LeaseGroup &leases = frame->leases;
  auto bind = [&](const GivenStorage &given, const PlannedStorage &planned) {
    unsigned n = planned.argument;
    if (n == PlannedStorage::unused)
      return;
    leases.place(n, given.block(), given.storage->layout.offset);
    frame->binding.setMemory(n, leases.first(n));
  };
  for (std::size_t n = 0; n < outputs.size(); ++n)
    bind(outputs[n], plan->outputs[n]);
  for (std::size_t n = 0; n < inputs.size(); ++n)
    if (inputs[n].storage)
      bind(inputs[n], plan->inputs[n]);
  if (!leases.tryTake()) { // work of another thread is to be waited for
    plan->giveBack(frame);
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
  return true;
}

void PlannedCall::run() {
  AtomicCounters &counters = program.runtime->counters;
  counters.evaluations.fetch_add(1, std::memory_order_relaxed);
  counters.cacheHits.fetch_add(1, std::memory_order_relaxed);
  struct GiveBack {
    Plan &plan;
    Frame *frame;
    ~GiveBack() { plan.giveBack(frame); }
  } giveBack{*plan, frame};
  frame->binding.run(line);
}

} // namespace

Planned detail::runPlanned(ProgramState &program, std::span<const ProgramArgument> arguments,
                           SourceLine line) {
  refuseWhileTracing("calling a program", line);
  if (checksValues(*program.runtime) || program.runtime->profile)
    return Planned::Unusual; // the ordinary way checks and counts
  PlannedCall call(program, line);
  if (!call.take(arguments))
    return Planned::Unusual;
  {
    std::lock_guard lock(program.runtime->graphMutex);
    if (!call.findPlan())
      return Planned::NoPlan;
    if (!call.prepare())
      return Planned::Unusual;
  }
  call.run();
  return Planned::Done;
}
