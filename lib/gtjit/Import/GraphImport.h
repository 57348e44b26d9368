//===- GraphImport.h - Graphs from programs in text -------------*- C++ -*-===//
//
// The engine's door for programs that come from a file: makes what operations
// of the gt dialect say, with the types and the order that the text gives, and
// nothing that the engine would choose by itself. Exported for gt-run, not
// installed; knows nothing of the text itself.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_GRAPHIMPORT_H
#define GTJIT_IMPORT_GRAPHIMPORT_H

#include "gtjit/Runtime.h"

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

/// In a list of indices that stand for missing neighbours: there is none.
inline constexpr std::int64_t noSkip = INT64_MIN;

struct ImportedStep;

/// One operation on fields and scalars: what its text says beside its operands.
struct ImportedOperation {
  std::string name;                  ///< in the dialect, "shift"
  DType type = DType::F64;           ///< of the first result
  std::vector<Dimension> dims;       ///< that it lists, or those of the result
  std::vector<std::int64_t> offsets; ///< shift: for each of `dims`; gather: skips; rename: one
  std::vector<Slice> slices;         ///< slice: for each of `dims`; shift_by: bounds
  std::vector<Region::Item> part;    ///< part; reduce, remap, scan: ranges in their order
  std::string kind;                  ///< of a reduction, "sum"; of a scan, "backward"
  bool lanes = false;                ///< reduce
  std::optional<std::int64_t> width; ///< reduce: points that the range must have
  std::uint64_t bits = 0;            ///< constant: the element in the low bytes
  std::string called;                ///< the user's function of which it is a part, or empty
  std::string placement;             ///< inline or materialise, if the user says where it lives
  std::string label;                 ///< the user's name of the value, or empty
  SourceLine line;
  std::size_t initials = 0;       ///< scan: how many operands it starts with
  std::vector<ImportedStep> body; ///< scan: what happens at a point
  std::vector<unsigned> yields;   ///< scan: what is carried on, numbered as ImportedStep's
};
/// One operation in the region of a scan.
struct ImportedStep {
  ImportedOperation operation;
  std::vector<unsigned> operands; ///< numbers: the region's arguments, then the steps
};
/// The results of an operation of the field level or of a callable, but
/// gt.load, gt.store and gt.pin. Throws ValueError for an operation that there is
/// not or that has other operands, TypeError if the result is not of the type;
/// and what expressions throw.
std::vector<Field> importOperation(const ImportedOperation &operation,
                                   std::span<const Field> operands);

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
