//===- ProgramState.h - What a Program is made of ---------------*- C++ -*-===//
//
// A recipe, the runtime that it runs in, and the code that came with it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_PROGRAMSTATE_H
#define GTJIT_PROGRAM_PROGRAMSTATE_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Launch/Plan.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program.h"
#include "gtjit/Program/Recipe.h"

#include <atomic>
#include <map>
#include <set>

namespace gtjit::detail {

/// Images by key.
using Images = std::map<std::string, std::shared_ptr<const CompiledProgram>>;

/// The code of a loaded program, and which keys its calls had.
class ProgramCode final : public CodeSource {
public:
  explicit ProgramCode(Images loaded) : images(std::move(loaded)) {}
  /// The caller holds the graph mutex.
  std::shared_ptr<const CompiledProgram> find(const std::string &key) const override;
  /// True for a program that was not loaded: it needs the compiler.
  bool canCompile() const override;
  bool isForHost() const override { return onHost; }

  std::atomic<bool> onHost{false}; ///< Program::setDevice
  const Images &loaded() const { return images; }
  /// Keys that calls asked for, the first 64 of them.
  const std::set<std::string> &used() const { return asked; }

private:
  static constexpr std::size_t kKeysKept = 64;
  const Images images;
  mutable std::set<std::string> asked;            ///< guarded by the graph mutex
  mutable std::atomic<bool> hasNoCompiler{false}; ///< opening it has failed
};

/// Immutable but for what calls remember.
struct ProgramState final : CodeHolder {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained
  Recipe recipe;
  ProgramCode code;
  Plans plans; ///< of calls that were made

  ProgramState(Runtime::State &runtime, Recipe recipe, Images images = {});
  ~ProgramState() override;
  /// Forgets the plans; those in use live on.
  void forgetCode() noexcept override { plans.clear(); }
  ProgramState(const ProgramState &) = delete;
};

/// The state of a handle; throws ValueError for an empty one.
ProgramState &stateOf(const Program &program, SourceLine line);

/// Computes; see Program::operator().
void callProgram(ProgramState &program, std::span<const ProgramArgument> arguments,
                 SourceLine line);

/// The graphs that `save` compiles whatever calls there were: those for any
/// strides, all that calls may need, and those of storages of one domain in the
/// usual stride orders. For processors or a device. The caller holds the graph mutex.
std::vector<FlatGraph> graphsToSave(const ProgramState &program, bool forDevice);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_PROGRAMSTATE_H
