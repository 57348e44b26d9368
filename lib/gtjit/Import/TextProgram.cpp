//===- TextProgram.cpp - Programs that the compiler gets as they are ------===//
//
// Compiled text, bound to storages that somebody else has checked.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Compilation.h"
#include "gtjit/Device/Chips.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Import/GraphImport.h"
#include "gtjit/Launch/Binding.h"
#include "gtjit/Launch/DeviceCall.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/Timeline.h"

namespace gtjit::detail {

std::string ptxOf(Runtime &runtime, std::string_view text, std::string_view chip, SourceLine line) {
  if (!capabilityOf(chip))
    throw ValueError(line, "expected a GPU as sm_90, got '" + std::string(chip) + "'");
  auto compiled = findCodeOfText(runtime.get(), std::string(text), std::string(chip), line);
  return reinterpret_cast<const char *>(compiled->image().code().data()); // ends with a zero
}

struct TextProgram::State {
  Runtime::State &runtime;
  std::shared_ptr<const CompiledProgram> compiled;
  SourceLine line;
};

/// The functions that are known by the symbols of an image, which says of their prototypes
/// no more than whether they are the same.
static std::vector<ImportArgument> importsOf(const ImageView &image, SourceLine line) {
  std::vector<ImportArgument> imports;
  for (const gtabi::ImportInfo &import : image.imports()) {
    std::string symbol(image.text(import.symbol));
    imports.push_back({symbol, &Imports::process().find(symbol, import.prototype, line)});
  }
  return imports;
}

TextProgram::TextProgram(Runtime &runtime, std::string_view text, SourceLine line)
    : state(new State{runtime.get(), {}, line}) {
  bool forDevice = state->runtime.device != nullptr;
  state->compiled = findCodeOfText(state->runtime, std::string(text),
                                   codeTarget(state->runtime, forDevice), line);
}
TextProgram::~TextProgram() = default;

/// What a gt.check_finite of the text has seen.
static void reportChecked(bool hasReported, SourceLine line) {
  if (hasReported)
    throw FloatingPointError(line, "a value that the program checks is NaN or infinite");
}

void TextProgram::run(const Arguments &arguments) const {
  TimelineSpan span(state->runtime.timeline.get(), "evaluate", state->line);
  detail::Arguments bound;
  bound.line = state->line;
  for (const Storage &storage : arguments.storages) {
    StorageState &target = stateOf(storage, state->line);
    prepareWrite(target, target.layout.domain, true, state->line);
    ArrayView view = target.view();
    for (unsigned position : view.strideOrder())
      bound.strideOrder.push_back(position);
    bound.storages.push_back(std::move(view));
  }
  for (std::uint64_t bits : arguments.scalars)
    bound.scalars.push_back(bits);
  for (const NamedRange &range : arguments.ranges)
    bound.ranges.push_back(range);
  Runtime::State &runtime = state->runtime;
  bound.imports = importsOf(state->compiled->image(), state->line);
  LeaseGroup leases(runtime, Holder::Work, state->line);
  for (const ArrayView &view : bound.storages)
    leases.add(view, Access::Write);
  leases.take();
  ProgramProfile *profile =
      runtime.profile ? &runtime.profile->kernelsOf({}, *state->compiled) : nullptr;
  if (!runtime.device) {
    Binding binding(runtime, bound, *state->compiled, leases, profile);
    binding.run();
    if (isFailedCall(binding.status()))
      throwFailedCall(bound, state->compiled->image(), binding.status());
    return reportChecked(binding.status() != 0, state->line);
  }
  DeviceTask task{.written = {}, .profile = profile, .mayReport = true}; // the text may look
  for (std::size_t n = 0; n < bound.storages.size(); ++n)
    task.written.push_back({n, nullptr});
  reportChecked(runOnDevice(runtime, bound, *state->compiled, leases, task), state->line);
}

Text TextProgram::explain() const {
  const ImageView &image = state->compiled->image();
  std::string text = std::to_string(image.kernels().size()) + " kernels:\n";
  for (const gtabi::KernelInfo &kernel : image.kernels())
    text += "  kernel '" + std::string(image.text(kernel.name)) + "', " +
            std::to_string(kernel.vectorLanes) + " lanes\n";
  return Text(text + linesOf(state->compiled->stages()));
}

} // namespace gtjit::detail
