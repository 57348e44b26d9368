//===- TextWriter.h - Operations written one after the other ----*- C++ -*-===//
//
// What the writers of programs and of callables have in common: the values of
// the operations by their positions, and the one that is written. Which graph
// they are of, its arguments and lines, the writers know.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_TEXTWRITER_H
#define GTJIT_GRAPH_TEXTWRITER_H

#include "gtjit/Graph/ModuleText.h"
#include "gtjit/Graph/OperationText.h"

#include <map>
#include <string>
#include <vector>

namespace gtjit::detail {

class TextWriter : public OperationText {
public:
  std::span<const TextValue> inputs() const final { return operands; }
  const TextValue &result() const final { return values[position]; }
  std::string dimension(Dimension dim) final { return names.dimension(dim); }
  std::string fieldType(const Domain &domain, DType type) final {
    return names.fieldType(domain, type);
  }
  std::string location(SourceLine line) final { return names.location(line); }
  TextValue fresh(std::string_view wanted, std::string type) final {
    return {names.value(wanted, "v"), std::move(type)};
  }
  void setResults(std::vector<TextValue> results) final {
    severalResults[position] = std::move(results);
  }
  void setResult(const TextValue &value) final { values[position] = value; }
  const TextValue &resultOfInput(unsigned n) const final {
    return severalResults.at(firstInput())[n];
  }

protected:
  /// Position of the first input of the operation that is written.
  virtual unsigned firstInput() const = 0;
  /// The type of a node's values.
  std::string typeOf(const Node &node, bool scalar) {
    return scalar ? elementText(node.dtype) : fieldType(node.domain, node.dtype);
  }

  ModuleText names;
  std::string text;
  unsigned position = 0;                                     ///< of the operation that is written
  std::vector<TextValue> operands;                           ///< its inputs
  std::vector<TextValue> values;                             ///< of each operation
  std::vector<bool> isScalar;                                ///< of each operation
  std::map<unsigned, std::vector<TextValue>> severalResults; ///< of some operations
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_TEXTWRITER_H
