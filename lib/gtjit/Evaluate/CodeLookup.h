//===- CodeLookup.h - Where a program's code comes from ---------*- C++ -*-===//
//
// The one way from a flattened graph to its kernels: what was loaded with a
// program, what the runtime remembers, the disk, the compiler. Text is printed, and the
// compiler opened, when all else has failed and without the graph mutex.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_CODELOOKUP_H
#define GTJIT_EVALUATE_CODELOOKUP_H

#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/GraphLock.h"

#include <memory>
#include <mutex>
#include <string>

namespace gtjit::detail {

class CompiledProgram;
class StageClock;

/// Compiled kernels that were loaded, which come before the runtime's own; of
/// evaluations without flags.
class CodeSource {
public:
  virtual ~CodeSource() = default;
  /// The image of a key; null if there is none. The caller holds the graph mutex.
  virtual std::shared_ptr<const CompiledProgram> find(const std::string &key) const = 0;
  /// False if there is no compiler for what is not there. Then images for any
  /// strides are used, else the reference evaluator. May open the compiler: the
  /// caller does not hold the graph mutex.
  virtual bool canCompile() const = 0;
  /// Whether its kernels run on processors though the runtime has a device.
  virtual bool isForHost() const { return false; }
};

/// What code serves the program: gtabi::kInCache, and a record of it in the program's
/// key, where no kernel of this size can want to stream and `loaded` has none for all
/// sizes; else 0. The caller holds the graph mutex.
std::uint32_t chooseFlags(const Runtime::State &runtime, FlatGraph &program,
                          const CodeSource *loaded);

/// The compiled form of a program. `lock` holds the graph mutex when called and
/// not after. Null if `loaded` has no such image and no compiler. Marks stages
/// on `clock` only if it compiles. The program's key must tell the flags of
/// gtabi/CompilerEntry.h. Throws CompileError and MemoryError.
std::shared_ptr<const CompiledProgram> findCode(Runtime::State &runtime, FlatGraph &program,
                                                const CodeSource *loaded, GraphLock &lock,
                                                StageClock &clock, std::uint32_t flags = 0);

/// What `loaded` has for any strides for a program made for that; null if it has none. One that
/// runs on a device is told to. The caller holds the graph mutex.
std::shared_ptr<const CompiledProgram> findForAnyStrides(const CodeSource &loaded,
                                                         FlatGraph &program, bool onDevice);

/// Code of a program that holds its nodes, or of text in the `gt` dialect, for a target that this
/// machine need not have (codeTarget): from the disk, else by the compiler. Nothing is kept in
/// memory; the caller does not hold the graph mutex. Throws as above.
std::shared_ptr<const CompiledProgram> findCodeFor(Runtime::State &runtime,
                                                   const FlatGraph &program,
                                                   const std::string &target, SourceLine line);
std::shared_ptr<const CompiledProgram> findCodeOfText(Runtime::State &runtime,
                                                      const std::string &text,
                                                      const std::string &target, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_CODELOOKUP_H
