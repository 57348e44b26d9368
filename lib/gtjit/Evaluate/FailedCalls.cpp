//===- FailedCalls.cpp - Functions that report a status -------------------===//
//
// The reference evaluator calls the same functions on the same bits, so it finds the same
// points; those of functions with effects are not called once more.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/FailedCalls.h"

#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/ValueText.h"

#include "gtabi/Prototype.h"

#include <algorithm>

namespace gtjit::detail {

static std::string textOf(std::string_view symbol, int status) {
  return "'" + std::string(symbol) + "' reported status " + std::to_string(status);
}

void throwFailedCall(const reference::FailedCall &failed) {
  std::string place = pointText(failed.points, failed.point);
  throw CallFailure(failed.line, textOf(failed.function->symbol, failed.status) +
                                     (place.empty() ? "" : " at " + place));
}

/// Whether kernels have written nothing that the program reads.
static bool hasInputs(const FlatGraph &program) {
  for (const StoreRequest &store : program.stores)
    for (std::size_t n = 0; n < program.nodeCount(); ++n)
      if (program.order[n].isMemory &&
          shareMemory(*store.target.block,
                      *program.arguments.storages[program.order[n].argument].block))
        return false;
  return true;
}

static bool hasEffects(const Arguments &arguments) {
  return std::any_of(
      arguments.imports.begin(), arguments.imports.end(),
      [](const ImportArgument &each) { return each.function->prototype.hasEffects; });
}

static const ImportedFunction &functionOf(std::span<const ImportArgument> imports,
                                          const ImageView &image, std::int64_t status) {
  auto number = static_cast<std::uint32_t>(status) - 2;
  std::string_view name = image.text(image.imports()[number].symbol);
  return *std::find_if(imports.begin(), imports.end(), [&](const ImportArgument &each) {
            return each.name == name;
          })->function;
}

/// The status itself is in the upper half.
static int statusOf(std::int64_t word) { return static_cast<int>(word >> 32); }

void throwFailedCall(std::span<const ImportArgument> imports, const ImageView &image,
                     std::int64_t status, SourceLine line) {
  throw CallFailure(line, textOf(functionOf(imports, image, status).symbol, statusOf(status)));
}

void throwFailedCall(Runtime::State &runtime, const FlatGraph &program, const ImageView &image,
                     std::int64_t status) {
  std::lock_guard lock(runtime.graphMutex);
  if (hasInputs(program) && !hasEffects(program.arguments))
    if (auto failed = reference::findFailedCall(program.stores); failed.function)
      throwFailedCall(failed);
  const ImportedFunction &function = functionOf(program.arguments.imports, image, status);
  SourceLine line = program.arguments.line;
  for (std::size_t n = program.nodeCount(); n-- > 0;)
    if (auto call =
            program.order[n].isMemory ? std::nullopt : program.order[n].node->callOf(function))
      line = *call;
  throwFailedCall(program.arguments.imports, image, status, line);
}

} // namespace gtjit::detail
