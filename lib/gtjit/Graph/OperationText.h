//===- OperationText.h - What an operation sees of a text -------*- C++ -*-===//
//
// The names and types of a program's values in the gt dialect, while its text is
// written line by line.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONTEXT_H
#define GTJIT_GRAPH_OPERATIONTEXT_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// A value of the text: "%3" of the type "!t1".
struct TextValue {
  std::string name;
  std::string type;
};

/// "%0, %1" and "!t0, f64" of some values.
std::string namesOf(std::span<const TextValue> values);
std::string typesOf(std::span<const TextValue> values);
class OperationText;
/// "[I, J]".
std::string dimensionList(OperationText &text, std::span<const Dimension> dims);

class OperationText {
public:
  virtual ~OperationText() = default;
  virtual std::span<const TextValue> inputs() const = 0;
  /// The arguments that Node::flatten has asked for.
  virtual std::span<const TextValue> ranges() const = 0;
  virtual std::span<const TextValue> scalars() const = 0;
  /// The value that the operation is; for one result.
  virtual const TextValue &result() const = 0;
  virtual std::string dimension(Dimension dim) = 0;
  virtual std::string fieldType(const Domain &domain, DType type) = 0;
  /// What a function of the host is called in the text.
  virtual std::string importName(const ImportedFunction &function) = 0;
  /// A value that only this operation knows, under a name like `wanted`.
  virtual TextValue fresh(std::string_view wanted, std::string type) = 0;
  /// " loc(#l1)", for a line within an operation.
  virtual std::string location(SourceLine line) = 0;
  /// Writes "%name = gt.operation", at the operation's line.
  virtual void define(const TextValue &value, const std::string &operation) = 0;
  /// The values of an operation with several results, and of one of them.
  virtual void setResults(std::vector<TextValue> values) = 0;
  virtual void setResult(const TextValue &value) = 0;
  /// Result `n` of the operation that is the first input.
  virtual const TextValue &resultOfInput(unsigned n) const = 0;
  /// See flattenForAnyStrides.
  virtual bool anyStrides() const = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONTEXT_H
