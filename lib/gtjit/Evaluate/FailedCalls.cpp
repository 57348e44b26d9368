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
#include "gtjit/Types/FailedPoints.h"

#include <algorithm>

namespace gtjit::detail {

static std::string textOf(std::string_view symbol, int status) {
  return "'" + std::string(symbol) + "' reported status " + std::to_string(status);
}

/// " at I=2, J=3"; empty without dimensions.
static std::string placeOf(const FailedPoint &failed) {
  std::vector<std::int64_t> at;
  for (const NamedRange &range : failed.point)
    at.push_back(range.range.lo());
  std::string place = pointText(failed.point, at);
  return place.empty() ? place : " at " + place;
}

/// "9 points: status 3 at I=2; status 3 at I=4; status 1 of 'growth' at I=2; ...".
static std::string listOf(const FailedPoints &failed) {
  constexpr std::size_t kMostTold = 8;
  std::string text = std::to_string(failed.count) + " points: ";
  for (std::size_t n = 0; n < std::min(failed.count, kMostTold); ++n) {
    const FailedPoint &each = failed.listed[n];
    text += (n ? "; status " : "status ") + std::to_string(each.status);
    if (each.symbol != failed.listed[0].symbol)
      text += " of '" + std::string(each.symbol) + "'";
    text += placeOf(each);
  }
  return text + (failed.count > kMostTold ? "; ..." : "");
}

void throwFailedCalls(Ref<FailedPoints> failed) {
  const FailedPoint &first = failed->listed.front();
  CallFailure error(first.line, textOf(first.symbol, first.status) + placeOf(first), failed);
  if (failed->count > 1)
    error.addNote({}, "calls failed at " + listOf(*failed));
  throw error;
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
  throw CallFailure(line, textOf(functionOf(arguments, image, status).symbol, statusOf(status)),
                    {});
}

void throwFailedCall(const Arguments &arguments, const ImageView &image, std::int64_t status) {
  throwAt(arguments.line, arguments, image, status);
}

/// `arguments`: those of the code that has run.
[[noreturn]] static void throwFailedCall(const FlatGraph &program, const Arguments &arguments,
                                         const ImageView &image, std::int64_t status) {
  if (hasInputs(program) && !hasEffects(arguments))
    if (auto failed = reference::findFailedCalls(program.stores); failed->count != 0)
      throwFailedCalls(std::move(failed));
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
