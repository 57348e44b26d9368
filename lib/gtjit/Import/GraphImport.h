//===- GraphImport.h - Graphs from programs in text -------------*- C++ -*-===//
//
// The engine's door for programs that come from a file: each function makes
// what one operation of the gt dialect says, with the types and the order that
// the text gives, and nothing that the engine would choose by itself. Exported
// for gt-run, not installed; knows nothing of the text itself.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_GRAPHIMPORT_H
#define GTJIT_IMPORT_GRAPHIMPORT_H

#include "gtjit/Runtime.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// A number of a definite type; `bits` in the low bytes.
Field importScalar(DType type, std::uint64_t bits, std::string_view name, SourceLine line);
/// A number as text in its type: "0.1", "-3", "true", "nan", or its bits as
/// "bits:0x3f80". False if the text is no number of that type.
bool parseScalar(std::string_view text, DType type, std::uint64_t &bits);

/// A point operation by its name in the dialect. Throws ValueError for one
/// that is not in the table, TypeError if its result is not a `type`.
Field importPoint(std::string_view mnemonic, std::span<const Field> operands, DType type,
                  SourceLine line);
/// A reduction of a kind by its name in the dialect over `ranges`, in their
/// order. Throws DomainError where the field is not defined over them.
Field importReduce(const Field &field, std::string_view kind, std::span<const NamedRange> ranges,
                   bool lanes, SourceLine line);

/// The coordinate in a dimension.
Field importIndex(Dimension dim, SourceLine line);

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
