//===- CompilerEntry.cpp - The compiler library's one entry ---------------===//
//
// From the plain C structs of gtabi/CompilerEntry.h to the compiler and back.
// No exception leaves this file.
//
//===----------------------------------------------------------------------===//
#include "gtabi/CompilerEntry.h"

#include "gtcompiler/Target/CompilerPool.h"

#include <new>

using namespace gtcompiler;

namespace {
/// What a result points to.
struct Owner {
  CompiledProgram program;
  std::vector<gtabi::StageTime> stages;
};
} // namespace

static llvm::StringRef orEmpty(const char *text) { return text ? text : ""; }

static CompiledProgram refuse(const char *message) {
  CompiledProgram program;
  program.messages = message;
  return program;
}

static CompiledProgram compile(const gtabi::CompileRequest &request) {
  if (request.abiVersion != gtabi::kAbiVersion)
    return refuse("error: the engine and the compiler library are of different versions\n");
  ProgramOptions options;
  options.target = targetOrHost(orEmpty(request.cpu), orEmpty(request.features));
  options.level = request.flags & gtabi::kQuick ? CodeGenLevel::Quick
                  : request.optLevel == 0       ? CodeGenLevel::HandPicked
                                                : CodeGenLevel::Stock;
  options.checkFinite = request.flags & gtabi::kCheckFinite;
  options.inCache = request.flags & gtabi::kInCache;
  options.debugInfo = request.flags & gtabi::kDebugInfo;
  options.threadPoints = {request.threadPoints[0], request.threadPoints[1]};
  options.costs = request.costs;
  options.dumpFolder = orEmpty(request.dumpFolder);
  options.dumpName = orEmpty(request.dumpName);
  return compileProgram({request.text, request.textSize}, options);
}

static void fill(gtabi::CompileResult &result, Owner &owner) {
  for (const StageDuration &stage : owner.program.stages)
    owner.stages.push_back({stage.name, stage.milliseconds});
  result.ok = owner.program.ok;
  result.message = owner.program.messages.c_str();
  result.reproducer = owner.program.reproducer.empty() ? nullptr : owner.program.reproducer.c_str();
  result.image = owner.program.image.data();
  result.imageSize = owner.program.image.size();
  result.stages = owner.stages.data();
  result.stageCount = owner.stages.size();
  result.owner = &owner;
}

#define GTC_EXPORT __attribute__((visibility("default")))

extern "C" GTC_EXPORT void gtcCompile(const gtabi::CompileRequest *request,
                                      gtabi::CompileResult *result) {
  *result = {};
  result->message = "error: out of memory\n";
  try {
    auto owner = std::make_unique<Owner>();
    owner->program = compile(*request);
    fill(*result, *owner);
    owner.release();
  } catch (...) {
    // Only memory can fail here; `result` says so.
  }
}

extern "C" GTC_EXPORT void gtcRelease(gtabi::CompileResult *result) {
  delete static_cast<Owner *>(result->owner);
  *result = {};
}
