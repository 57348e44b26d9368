//===- Linker.cpp - Object file to callable kernels -----------------------===//
//
// ORC without its IR layers: the object goes straight to JITLink, one dylib
// per image, no process symbols. Knows nothing of images.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Linker.h"

#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"
#include "llvm/Support/MemoryBuffer.h"

#include <atomic>
#include <string>

using namespace gtcompiler;
namespace orc = llvm::orc;

/// What the session has reported on this thread: the cause of a lookup that fails
/// says no more than that it failed.
static thread_local std::string reported;

namespace {
/// What all links share.
struct Session {
  orc::ExecutionSession execution;
  orc::ObjectLinkingLayer layer;
  std::atomic<unsigned> libraries{0};

  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> process)
      : execution(std::move(process)), layer(execution) {
    execution.setErrorReporter(
        [](llvm::Error error) { reported += llvm::toString(std::move(error)) + "; "; });
  }
};
} // namespace

/// The session, or null when this process cannot have one. It is never
/// destroyed: linked code may be in use until the very end of the process.
static Session *session() {
  static Session *const shared = []() -> Session * {
    auto process = orc::SelfExecutorProcessControl::Create(
        std::make_shared<orc::SymbolStringPool>(), std::make_unique<orc::InPlaceTaskDispatcher>());
    if (process)
      return new Session(std::move(*process));
    llvm::consumeError(process.takeError());
    return nullptr;
  }();
  return shared;
}

llvm::Expected<std::unique_ptr<LinkedCode>>
LinkedCode::link(llvm::ArrayRef<char> object, llvm::ArrayRef<llvm::StringRef> functions) {
  Session *shared = session();
  if (!shared)
    return llvm::createStringError("ORC does not run in this process");
  orc::ExecutionSession &execution = shared->execution;
  reported.clear();
  std::string name = "image" + std::to_string(shared->libraries++);
  orc::JITDylib &library = execution.createBareJITDylib(name);
  std::unique_ptr<LinkedCode> linked(new LinkedCode(&library));

  auto buffer = llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, name);
  if (llvm::Error error = shared->layer.add(library, std::move(buffer)))
    return error;
  orc::SymbolLookupSet symbols;
  llvm::SmallVector<orc::SymbolStringPtr> interned;
  for (llvm::StringRef function : functions) {
    interned.push_back(execution.intern(function));
    symbols.add(interned.back());
  }
  auto found = execution.lookup({{&library, orc::JITDylibLookupFlags::MatchAllSymbols}}, symbols);
  if (!found)
    return llvm::createStringError(reported + llvm::toString(found.takeError()));
  for (const orc::SymbolStringPtr &symbol : interned)
    linked->entries.push_back((*found)[symbol].getAddress().toPtr<void *>());
  return linked;
}

LinkedCode::~LinkedCode() {
  auto &library = *static_cast<orc::JITDylib *>(dylib);
  llvm::consumeError(library.getExecutionSession().removeJITDylib(library));
}
