//===- GraphImport.h - Graphs from programs in text -------------*- C++ -*-===//
//
// The engine's door for programs that come from a file: fields of what operations of
// the gt dialect say, and stores. Exported for gt-run, not installed; what an
// operation's text means each operation knows.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_GRAPHIMPORT_H
#define GTJIT_IMPORT_GRAPHIMPORT_H

#include "gtjit/Runtime.h"
#include "gtjit/Types/WrittenOperation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// A number of a definite type; `bits` in the low bytes.
Field importScalar(DType type, std::uint64_t bits, std::string_view name, SourceLine line);
/// A number as text in its type: "0.1", "-3", "true", "nan", or its bits as
/// "bits:0x3f80". False if the text is no number of that type.
bool parseScalar(std::string_view text, DType type, std::uint64_t &bits);
/// The same text for the rest of the process: files of lines outlive what has
/// named them.
const char *importText(std::string_view text);

/// The results of an operation of the field level or of a callable, but gt.load and
/// gt.store, on its operands. Throws what readOperation throws.
std::vector<Field> importOperation(const WrittenOperation &operation,
                                   std::span<const Field> operands);
UnknownRange unknownRange(const WrittenOperation &operation);

/// One gt.store.
struct ImportedStore {
  Storage target;
  Domain region;
  Field value;
  SourceLine line;
};
/// Makes all stores at once: every value is read before any is written. Throws
/// what assignments throw.
void importStores(std::span<const ImportedStore> stores);

/// The PTX of a program's kernels for a chip, "sm_90", that this machine need not have. Throws
/// ValueError for another name, CompileError.
std::string ptxOf(Runtime &runtime, std::string_view text, std::string_view chip, SourceLine line);

/// A program that goes to the compiler as it is, for text at the stencil level.
/// Nothing of it is checked against the storages: whoever calls it has made
/// sure that every access lies within them.
class TextProgram {
public:
  /// Throws CompileError.
  TextProgram(Runtime &runtime, std::string_view text, SourceLine line);
  ~TextProgram();
  TextProgram(const TextProgram &) = delete;
  TextProgram &operator=(const TextProgram &) = delete;

  /// The arguments, each kind in the order of the program's; storages in the
  /// stride order that the program says.
  struct Arguments {
    std::span<const Storage> storages;
    std::span<const std::uint64_t> scalars;
    std::span<const NamedRange> ranges;
  };
  void run(const Arguments &arguments) const;
  /// Its kernels and what the compiler spent its time with.
  Text explain() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_IMPORT_GRAPHIMPORT_H
