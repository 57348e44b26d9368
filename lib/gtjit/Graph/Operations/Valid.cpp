//===- Valid.cpp - Whether a table has a neighbour ------------------------===//
//
// A bool at each position of a table: its index is not the one that stands for
// none, which kernels are made for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/Gather.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct ValidNode final : NodeOf<ValidNode> {
  static constexpr std::string_view operationName = "valid";
  std::int64_t skip;

  ValidNode(const NodeRef &table, std::int64_t skip, SourceLine at) : skip(skip) {
    dtype = DType::Bool;
    domain = table->domain;
    compute = table->compute;
    symbolic = table->symbolic;
    runtime = table->runtime;
    addInput(table);
    line = at;
  }
  NodeKind kind() const override { return NodeKind::Computed; }
  void flatten(Flattening &to) const override { to.key().signedNumber(skip); }
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override {
    return operands[0] + " != " + std::to_string(skip);
  }
  NodeRef rebuild(const Rebuilding &on) const override {
    return buildValid(on.inputs[0], skip, line);
  }
};

/// In a callable and in a program alike.
void ValidNode::print(OperationText &text) const {
  const TextValue &table = text.inputs()[0], &result = text.result();
  TextValue number = text.fresh("skip", inputs[0]->dtype == DType::I32 ? "i32" : "i64");
  text.define(number, "constant " + std::to_string(skip) + " : " + number.type);
  text.define(result, "ne " + table.name + ", " + number.name + " : (" + table.type + ", " +
                          number.type + ") -> " + result.type);
}

std::vector<reference::Grid> ValidNode::evaluate(const reference::Evaluated &on) const {
  using namespace reference;
  const Grid &table = *on.inputs[0];
  Grid result = makeGrid(dtype, on.points, line);
  const reference::Operand operands[] = {operandOver(table, on.points),
                                         operandOver(result, on.points)};
  forEachRow(on.points, operands, [&](const Row &row) {
    for (std::int64_t p = 0; p < row.count; ++p) {
      std::int64_t index = loadIndex(table.dtype, row.first[0] + p * row.step[0]);
      storeValue<bool>(row.first[1] + p * row.step[1], index != skip);
    }
  });
  return {result};
}

} // namespace

NodeRef detail::buildValid(const NodeRef &table, std::int64_t skip, SourceLine line) {
  return NodeRef(new ValidNode(table, skip, line));
}
