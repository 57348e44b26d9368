//===- StorePlans.cpp - Stores that are made again and again --------------===//
//
// Looks for the plan of a line's stores, runs it on their memory, and makes new ones.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/StorePlans.h"

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/MatchedStores.h"
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>
#include <unordered_map>

namespace gtjit::detail {

namespace {

/// What others may let go of: who evaluates a part of the expression meanwhile drops its leaves.
Sequence<BlockRef, 8> sharedBlocks(const StorePlan &plan, const Matched &matched) {
  Sequence<BlockRef, 8> blocks;
  if (matched.isShared)
    for (unsigned n : plan.memory)
      blocks.push_back(matched.nodes[n]->memory()->block);
  return blocks;
}

/// A frame with the memory and the numbers of the stores.
Plan::TakenFrame boundFrame(StorePlan &plan, Runtime::State &runtime,
                            const std::vector<StoreRequest> &stores, const Matched &matched) {
  Plan::TakenFrame frame = plan.plan.takeFrame(runtime, stores.front().line);
  auto bind = [&](const ArrayView &view, unsigned argument) {
    frame->place(argument, *view.block, view.offset);
  };
  for (std::size_t n = 0; n < stores.size(); ++n)
    bind(stores[n].target, plan.plan.outputs[n].argument);
  for (unsigned n : plan.memory)
    bind(*matched.nodes[n]->memory(), plan.entries[n].argument);
  for (std::size_t n = 0; n < matched.scalars.size(); ++n)
    frame->arguments.scalars[n] = matched.scalars[n];
  return frame;
}

/// Whether each storage argument is one entry, targets that start where it does, or both. A
/// function of the host, which may write other parts of what several targets share, keeps such
/// targets from a plan, and one that may fail an entry's. Then sets partners and firsts.
bool findPartners(const FlatGraph &program, StorePlan &plan) {
  Sequence<unsigned, 16> entries;
  entries.assign(program.arguments.storages.size(), StorePlan::none);
  for (unsigned n : plan.memory) {
    unsigned &entry = entries[program.order[n].argument];
    if (entry != StorePlan::none)
      return false;
    entry = n;
  }
  Sequence<unsigned, 16> firsts;
  firsts.assign(program.arguments.storages.size(), StorePlan::none);
  for (unsigned n = 0; n < program.targets.size(); ++n) {
    unsigned storage = program.targets[n].storage;
    if (program.stores[n].target.offset != program.arguments.storages[storage].offset)
      return false;
    unsigned &first = firsts[storage];
    if (first != StorePlan::none && !program.arguments.imports.empty())
      return false;
    first = std::min(first, n);
    plan.firsts.push_back(first);
    if (entries[storage] != StorePlan::none && program.arguments.mayFail())
      return false;
    plan.partners.push_back(entries[storage]);
  }
  return true;
}

/// Sets which operands lie in the blocks of targets, but for partners of all stores to a block:
/// they may be old values of a target, as partners are.
void findBlocks(const FlatGraph &program, StorePlan &plan) {
  struct Written {
    unsigned first;
    bool hasOnePartner = true, isRead = false;
  };
  std::unordered_map<const Block *, Written> blocks;
  auto blockOf = [&](std::size_t store) { return program.stores[store].target.block.get(); };
  for (unsigned n = 0; n < program.stores.size(); ++n) {
    Written &written = blocks.try_emplace(blockOf(n), Written{n}).first->second;
    written.hasOnePartner &= plan.partners[n] == plan.partners[written.first];
  }
  for (unsigned entry : plan.memory) {
    auto found = blocks.find(program.order[entry].node->memory()->block.get());
    if (found == blocks.end() ||
        (found->second.hasOnePartner && plan.partners[found->second.first] == entry))
      continue;
    found->second.isRead = true;
    plan.entries[entry].beside = found->second.first;
    plan.entries[entry].readsTarget = true;
  }
  for (std::size_t n = 0; n < program.stores.size(); ++n) {
    const Written &written = blocks.at(blockOf(n));
    plan.firstsBeside.push_back(written.isRead ? written.first : StorePlan::none);
  }
}

/// Notes which entries read those that are written.
void markReaders(StorePlan &plan, const Sequence<unsigned, 4> &written) {
  for (unsigned n : written)
    if (n != StorePlan::none)
      plan.entries[n].readsTarget = true;
  for (std::size_t n = 0; n < plan.nodeCount(); ++n)
    for (unsigned k = plan.entries[n].firstInput; k < plan.entries[n + 1].firstInput; ++k)
      plan.entries[n].readsTarget |= plan.entries[plan.inputs[k]].readsTarget;
}

bool looksIntoTables(const CompiledProgram &compiled) { return !compiled.image().tables().empty(); }

/// Adds what an evaluation has looked at. False if that has no plan.
bool addChecks(StorePlan &plan, Runtime::State &runtime, const FlatGraph &program,
               std::vector<PassedCheck> &passed) {
  NodePlaces places = passed.empty() ? NodePlaces() : placesOf(program);
  for (PassedCheck &check : passed) {
    for (PassedCheck::Input &input : check.inputs) {
      auto reader = places.find(input.reader.get());
      if (reader == places.end())
        return false;
      (check.program ? plan.looked : plan.bounded)
          .push_back({reader->second, input.number, input.allowed, std::move(input.box)});
    }
    if (!check.program)
      continue;
    std::shared_ptr<const CompiledProgram> compiled = runtime.cache->peek(check.program->key);
    if (!compiled || looksIntoTables(*compiled))
      return false;
    auto planned = plannedCheck(program, places, *check.program, std::move(compiled));
    if (!planned)
      return false;
    plan.plan.checks.push_back(std::move(*planned));
  }
  return runtime.device == nullptr || plan.plan.checks.empty();
}

void countEdges(StorePlan &plan) {
  plan.edges.assign(plan.nodeCount(), 0);
  for (unsigned input : plan.inputs)
    ++plan.edges[input];
  for (unsigned value : plan.values)
    ++plan.edges[value];
}

} // namespace

/// The plan for the stores, which becomes the first; null if there is none, or no longer one with
/// the right code.
static std::shared_ptr<StorePlan> findPlan(std::vector<std::shared_ptr<StorePlan>> &plans,
                                           const std::vector<StoreRequest> &stores,
                                           Matched &matched) {
  for (auto found = plans.begin(); found != plans.end(); ++found)
    if (matches(**found, stores, matched)) {
      if ((*found)->plan.isMisfit()) {
        plans.erase(found);
        return nullptr;
      }
      std::rotate(plans.begin(), found, found + 1);
      return plans.front();
    }
  return nullptr;
}

static bool isSameLine(SourceLine a, SourceLine b) {
  return a.line == b.line && a.column == b.column && a.file == b.file;
}

/// That of the line, or of another one in its place.
StorePlans::Slot &StorePlans::slotOf(SourceLine line) {
  auto file = reinterpret_cast<std::uintptr_t>(line.file);
  return slots[(file / 16 + line.line * 31 + line.column) % kLines];
}

StorePlans &StorePlans::of(Runtime::State &runtime) {
  if (!runtime.storePlans) {
    std::unique_ptr<StorePlans> made(new StorePlans(runtime));
    runtime.codeHolders.insert(made.get());
    runtime.storePlans = std::move(made);
  }
  return static_cast<StorePlans &>(*runtime.storePlans);
}

bool StorePlans::serve(const Runtime::State &runtime, const CodeSource *loaded) {
  return !loaded && !runtime.options.reference && !runtime.profile && !checksValues(runtime);
}

/// That of the stores' line; null, and theirs from now on, if it was another's.
StorePlans::Slot *StorePlans::slotOf(const std::vector<StoreRequest> &stores) {
  SourceLine line = stores.front().line;
  Slot &slot = slotOf(line);
  if (isSameLine(slot.line, line))
    return &slot;
  slot = {line, 0, false, {}};
  return nullptr;
}

bool StorePlans::run(const std::vector<Assignment> &assignments,
                     const std::vector<StoreRequest> &stores, GraphLock &lock, Detours &detours) {
  Slot *slot = slotOf(stores);
  if (!slot)
    return false;
  Matched matched;
  std::shared_ptr<StorePlan> plan = findPlan(slot->plans, stores, matched);
  slot->wantsPlan = !plan && slot->misses < kMostMisses;
  if (!plan) {
    ++slot->misses;
    return false;
  }
  if (matched.isAtOrigins) {
    detours = detoursOf(*plan, stores, matched);
    return false;
  }
  if (!isThere(*plan, stores, matched) || !areApart(*plan, stores, matched) ||
      !areFree(*plan, stores, matched))
    return false;
  Sequence<BlockRef, 8> held = sharedBlocks(*plan, matched);
  Plan::TakenFrame frame = boundFrame(*plan, runtime, stores, matched);
  if (!frame->leases.tryTake())
    return false;
  for (const Assignment &assignment : assignments) {
    StorageState &target = *assignment.target.get();
    target.buffer->touch();
    if (target.leaf)
      forgetLeaf(target);
  }
  return runFrame(*plan, *frame, stores, lock);
}

/// Keeps how the targets of a plan's stores came to their memory. Not where operands lie beside
/// targets: whether a target needs a detour then follows from the places of all of them.
static void noteDetours(const WriteTransaction &transaction, StorePlan &plan,
                        const Matched &matched) {
  if (std::any_of(plan.firstsBeside.begin(), plan.firstsBeside.end(),
                  [](unsigned first) { return first != StorePlan::none; }))
    return;
  Sequence<unsigned, 4> origins;
  std::vector<ArrayView> shapes;
  for (std::size_t n = 0; n < plan.values.size(); ++n) {
    shapes.push_back(transaction.origin(n));
    unsigned first = StorePlan::none; // of the operands in its memory
    matched.memory.allSharing(*shapes.back().block, [&](const Block &block, unsigned k) {
      if (&block == shapes.back().block.get())
        first = std::min(first, k);
      return true;
    });
    if (first == StorePlan::none && transaction.detours()[n] != Detour::None)
      return;
    origins.push_back(first);
    shapes.back().block = BlockRef();
  }
  plan.detours = transaction.detours();
  plan.origins = std::move(origins);
  plan.originShapes = std::move(shapes);
  markReaders(plan, plan.origins);
}

bool StorePlans::runPrepared(const WriteTransaction &transaction,
                             const std::vector<StoreRequest> &stores, GraphLock &lock) {
  Slot *slot = slotOf(stores);
  if (!slot)
    return false;
  Matched matched;
  std::shared_ptr<StorePlan> plan = findPlan(slot->plans, stores, matched);
  if (!plan || matched.isAtOrigins || !isThere(*plan, stores, matched) ||
      !areApart(*plan, stores, matched))
    return false;
  slot->wantsPlan = false;
  if (plan->detours.empty() && !transaction.detours().empty())
    noteDetours(transaction, *plan, matched);
  Sequence<BlockRef, 8> held = sharedBlocks(*plan, matched);
  Plan::TakenFrame frame = boundFrame(*plan, runtime, stores, matched);
  frame->leases.take();
  return runFrame(*plan, *frame, stores, lock);
}

/// Lets go of the mutex and runs. False, with the mutex, if the stores would read by bad values.
bool StorePlans::runFrame(StorePlan &plan, Frame &frame, const std::vector<StoreRequest> &stores,
                          GraphLock &lock) {
  runtime.counters.countPlanned(frame.kernelsRun());
  lock.unlock();
  TimelineSpan span(runtime.timeline.get(), "evaluate", stores.front().line);
  if (!frame.passesChecks()) {
    frame.leases.giveBack();
    lock.lock();
    return false;
  }
  std::int64_t status = frame.run(runtime, plan.plan);
  frame.leases.giveBack();
  if (status != 0)
    throwFailedCall(runtime, stores, plan.plan.arguments, plan.plan.compiled->image(), status);
  return true;
}

std::shared_ptr<StorePlan> StorePlans::planOf(const FlatGraph &program,
                                              std::optional<std::vector<PassedCheck>> &passed) {
  Slot &slot = slotOf(program.arguments.line);
  if (!slot.wantsPlan || !isSameLine(slot.line, program.arguments.line))
    return nullptr;
  bool isElsewhere = runtime.device && !program.isForDevice;
  auto plan = std::make_shared<StorePlan>();
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    if (program.order[n].isMemory)
      plan->memory.push_back(n);
  bool isPlanned = passed ? addChecks(*plan, runtime, program, *passed) : !program.checksValues;
  if (isElsewhere || !isPlanned || !findPartners(program, *plan)) {
    slot.misses += kMissesOfOthers;
    return nullptr;
  }
  Attributes attributes;
  for (const FlatGraph::Entry &entry : program.order) {
    StorePlan::Entry own{nullptr, DType::F64, {}, entry.firstInput, entry.argument};
    if (entry.node && !entry.isMemory) {
      own.operation = &entry.node->operation();
      own.dtype = entry.node->dtype;
      if (isPoint(own))
        own.point = pointOf(*entry.node);
      else {
        plan->others.push_back(static_cast<unsigned>(plan->entries.size()));
        attributes.add(*entry.node);
      }
    }
    plan->entries.push_back(own);
  }
  attributes.end();
  plan->inputs = program.inputs;
  plan->attributes = std::move(attributes.bytes);
  plan->ranges = std::move(attributes.ranges);
  plan->imports = std::move(attributes.imports);
  for (std::size_t n = 0; n < program.stores.size(); ++n) {
    plan->values.push_back(program.targets[n].value);
    if (program.stores[n].inPlace == InPlace::ForNumbers)
      plan->byColour.push_back(static_cast<unsigned>(n));
    plan->plan.outputs.push_back(
        {program.stores[n].target, program.stores[n].region, program.targets[n].storage});
    plan->plan.outputs.back().shape.block = BlockRef();
  }
  findBlocks(program, *plan);
  countEdges(*plan);
  markReaders(*plan, plan->partners);
  std::vector<Domain> boxes = namedBoxes(runtime, program);
  for (unsigned argument = 0; argument < boxes.size(); ++argument)
    if (!boxes[argument].empty())
      plan->plan.inputs.push_back({ArrayView(), std::move(boxes[argument]), argument});
  for (unsigned n : plan->partners)
    if (n != StorePlan::none) // read as a whole, for all that is known
      plan->plan.inputs.push_back({ArrayView(), Domain(), plan->entries[n].argument});
  plan->plan.arguments = program.arguments;
  for (ArrayView &storage : plan->plan.arguments.storages)
    storage.block = BlockRef();
  if (program.isForDevice)
    plan->plan.setDevice();
  plan->plan.rest(); // every line of a model may have one
  return plan;
}

void StorePlans::add(std::shared_ptr<StorePlan> plan,
                     std::shared_ptr<const CompiledProgram> compiled) {
  if (!compiled || looksIntoTables(*compiled))
    return;
  std::lock_guard lock(runtime.graphMutex);
  Slot &slot = slotOf(plan->plan.arguments.line);
  if (!isSameLine(slot.line, plan->plan.arguments.line))
    return; // another line has come
  bool isProvisional = compiled->isProvisional();
  for (const PlannedCheck &check : plan->plan.checks)
    isProvisional |= check.compiled->isProvisional();
  if (isProvisional) {
    slot.misses -= slot.misses > 0; // it is not the line's fault
    return;
  }
  plan->plan.compiled = std::move(compiled);
  if (slot.plans.size() == kPlansOfLine)
    slot.plans.pop_back();
  slot.plans.insert(slot.plans.begin(), std::move(plan));
}

void StorePlans::forgetCode() noexcept {
  for (Slot &slot : slots)
    slot.plans.clear();
}

} // namespace gtjit::detail
