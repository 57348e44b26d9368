//===- FailedCalls.cpp - Functions that report a status -------------------===//
//
// The reference evaluator calls the same functions on the same bits, so it finds the same
// points; those of functions with effects are not called once more.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/FailedCalls.h"

#include "gtjit/Graph/Operations/Call.h"
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
  return std::any_of(arguments.imports.begin(), arguments.imports.end(),
                     [](const ImportArgument &each) { return each.function->prototype.effects; });
}

static const ImportedFunction &functionOf(const Arguments &arguments, const ImageView &image,
                                          std::int64_t status) {
  auto number = static_cast<std::uint32_t>(status) - 2;
  std::string_view name = image.text(image.imports()[number].symbol);
  return *std::find_if(arguments.imports.begin(), arguments.imports.end(),
                       [&](const ImportArgument &each) { return each.name == name; })
              ->function;
}

/// The status itself is in the upper half.
static int statusOf(std::int64_t word) { return static_cast<int>(word >> 32); }

/// Where the program calls the function so that it may fail, or its line.
static SourceLine lineOfCall(const FlatGraph &program, const ImportedFunction &function) {
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    if (program.order[n].isMemory)
      continue;
    const Node &node = *program.order[n].node;
    const auto *call = as<CallNode>(node);
    if (auto line = call && call->handled ? std::nullopt : node.callOf(function))
      return *line;
  }
  return program.arguments.line;
}

[[noreturn]] static void throwAt(SourceLine line, const Arguments &arguments,
                                 const ImageView &image, std::int64_t status) {
  throw CallFailure(line, textOf(functionOf(arguments, image, status).symbol, statusOf(status)));
}

void throwFailedCall(const Arguments &arguments, const ImageView &image, std::int64_t status) {
  throwAt(arguments.line, arguments, image, status);
}

/// `arguments`: those of the code that has run.
[[noreturn]] static void throwFailedCall(const FlatGraph &program, const Arguments &arguments,
                                         const ImageView &image, std::int64_t status) {
  if (hasInputs(program) && !hasEffects(arguments))
    if (auto failed = reference::findFailedCall(program.stores); failed.function)
      throwFailedCall(failed);
  throwAt(lineOfCall(program, functionOf(arguments, image, status)), arguments, image, status);
}

void throwFailedCall(Runtime::State &runtime, const FlatGraph &program, const ImageView &image,
                     std::int64_t status) {
  std::lock_guard lock(runtime.graphMutex);
  throwFailedCall(program, program.arguments, image, status);
}

void throwFailedCall(Runtime::State &runtime, std::vector<StoreRequest> stores,
                     const Arguments &arguments, const ImageView &image, std::int64_t status) {
  std::lock_guard lock(runtime.graphMutex);
  throwFailedCall(flatten(std::move(stores)), arguments, image, status);
}

} // namespace gtjit::detail
