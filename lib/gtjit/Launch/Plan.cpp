//===- Plan.cpp - Calls that differ by addresses alone --------------------===//
//
// Frames of a plan: one for every call that runs at the same time.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/Plan.h"

namespace gtjit::detail {

/// Names the memory of a frame, so that binding finds that of captures.
static void nameMemory(LeaseGroup &leases, const Arguments &arguments, const Plan &plan) {
  std::vector<const Domain *> written(arguments.storages.size()), read = written;
  std::vector<bool> isWhole(arguments.storages.size()); // what is named twice
  auto note = [&](std::vector<const Domain *> &regions, const PlannedStorage &storage) {
    if (storage.argument == PlannedStorage::unused)
      return;
    if (written[storage.argument] || read[storage.argument])
      isWhole[storage.argument] = true;
    regions[storage.argument] = &storage.region;
  };
  for (const PlannedStorage &output : plan.outputs)
    note(written, output);
  for (const PlannedStorage &input : plan.inputs)
    note(read, input);
  for (std::size_t n = 0; n < arguments.storages.size(); ++n) {
    const Domain *region = isWhole[n] ? nullptr : written[n] ? written[n] : read[n];
    leases.add(arguments.storages[n], written[n] ? Access::Write : Access::Read,
               region); // null: a capture, or what is named twice, as a whole
  }
}

/// A check of a frame.
class BoundCheck {
public:
  BoundCheck(Runtime::State &runtime, const PlannedCheck &check, const Frame &frame)
      : check(check), arguments(check.arguments),
        binding(runtime, arguments, *check.compiled, frame.leases) {}

  /// Whether a value is bad, or none has come since a function has failed.
  bool refuses(const Frame &frame);
  Binding &kernels() { return binding; }

private:
  const PlannedCheck &check;
  Arguments arguments;
  Binding binding;
  std::byte flag{};
};

bool BoundCheck::refuses(const Frame &frame) {
  arguments.line = frame.arguments.line;
  for (std::size_t n = 0; n < check.storages.size(); ++n) {
    unsigned own = check.storages[n];
    binding.setMemory(n, own == PlannedCheck::none ? &flag : frame.leases.first(own));
  }
  for (std::size_t n = 0; n < check.scalars.size(); ++n)
    if (check.scalars[n] != PlannedCheck::none)
      arguments.scalars[n] = frame.arguments.scalars[check.scalars[n]];
  binding.run();
  return flag != std::byte{0} || binding.status() != 0;
}

Frame::Frame(Runtime::State &runtime, const Plan &plan, SourceLine line)
    : arguments(plan.arguments), leases(runtime) {
  arguments.line = line;
  nameMemory(leases, arguments, plan);
  for (const PlannedCheck &check : plan.checks)
    checks.push_back(std::make_unique<BoundCheck>(runtime, check, *this));
  if (!plan.device)
    binding.emplace(runtime, arguments, *plan.compiled, leases);
}

Frame::~Frame() = default;

void Frame::place(unsigned n, Block &block, std::int64_t offset) {
  leases.place(n, block, offset);
  if (binding)
    return;
  arguments.storages[n].block = BlockRef(&block);
  arguments.storages[n].offset = offset;
}

bool Frame::passesChecks() {
  return std::ranges::none_of(checks, [&](const auto &check) { return check->refuses(*this); });
}

std::int64_t Frame::kernelsRun() const {
  std::int64_t count = binding ? binding->kernelsRun() : 0;
  for (const auto &check : checks)
    count += check->kernels().kernelsRun();
  return count;
}

std::size_t Frame::temporaryBytes() const {
  std::size_t bytes = binding ? binding->temporaryBytes() : 0;
  for (const auto &check : checks)
    bytes += check->kernels().temporaryBytes();
  return bytes;
}

void Frame::dropTemporaries() noexcept {
  if (binding)
    binding->dropTemporaries();
  for (const auto &check : checks)
    check->kernels().dropTemporaries();
}

void Frame::takeTemporaries() {
  if (binding)
    binding->takeTemporaries();
  for (const auto &check : checks)
    check->kernels().takeTemporaries();
}

std::int64_t Frame::run(Runtime::State &runtime, const Plan &plan) {
  if (binding) {
    binding->setMemory(leases);
    binding->run();
    return binding->status();
  }
  runOnDevice(runtime, arguments, *plan.compiled, leases, *plan.device);
  return 0;
}

/// Lets go of the memory of a call.
static void release(Frame &frame, const Plan &plan) noexcept {
  frame.leases.giveBack();
  if (!plan.device)
    return;
  for (std::size_t n = 0; n < frame.arguments.storages.size(); ++n)
    if (!plan.arguments.storages[n].block) // it is not memory of the program
      frame.arguments.storages[n].block = BlockRef();
}

bool Plan::isMisfit() const {
  return compiled->isMisfit() || std::ranges::any_of(checks, [](const PlannedCheck &check) {
           return check.compiled->isMisfit();
         });
}

void Plan::setDevice() {
  DeviceTask &task = device.emplace();
  for (const PlannedStorage &output : outputs)
    task.written.push_back({output.argument, &output.region});
}

/// One that no call uses; null if there is none.
std::unique_ptr<Frame> Plan::takeSpare() {
  if (Frame *frame = spare.exchange(nullptr, std::memory_order_acquire))
    return std::unique_ptr<Frame>(frame);
  std::lock_guard lock(mutex);
  if (others.empty())
    return nullptr;
  std::unique_ptr<Frame> frame = std::move(others.back());
  others.pop_back();
  return frame;
}

Plan::TakenFrame Plan::takeFrame(Runtime::State &runtime, SourceLine line) {
  if (std::unique_ptr<Frame> spareFrame = takeSpare()) {
    TakenFrame frame(spareFrame.release(), {this});
    frame->arguments.line = line;
    frame->takeTemporaries();
    return frame;
  }
  auto made = std::make_unique<Frame>(runtime, *this, line);
  std::lock_guard lock(mutex);
  others.reserve(others.capacity() + 1); // giveBack needs no memory
  return {made.release(), {this}};
}

/// Whether it waits with more memory than a resting plan may keep.
static bool isLarge(const Frame &frame) { return frame.temporaryBytes() > Plan::kRestingBytes; }

static void shrink(Frame &frame) {
  if (isLarge(frame))
    frame.dropTemporaries();
}

void Plan::giveBack(Frame *frame) noexcept {
  release(*frame, *this);
  if (isResting.load())
    shrink(*frame);
  bool mayBeLarge = isLarge(*frame);
  Frame *empty = nullptr;
  if (!spare.compare_exchange_strong(empty, frame)) {
    std::lock_guard lock(mutex);
    others.emplace_back(frame);
  }
  if (mayBeLarge && isResting.load())
    shrinkFrames();
}

void Plan::rest() noexcept {
  isResting.store(true);
  shrinkFrames();
}

/// Those that wait.
void Plan::shrinkFrames() noexcept {
  std::lock_guard lock(mutex);
  if (Frame *one = spare.exchange(nullptr, std::memory_order_acquire))
    others.emplace_back(one); // there is room, see takeFrame
  for (const std::unique_ptr<Frame> &frame : others)
    shrink(*frame);
}

} // namespace gtjit::detail
