//===- NumberArithmetic.cpp - Arithmetic of numbers -----------------------===//

#include "gtjit/Graph/Operations/NumberArithmetic.h"

#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Reference/FloatEnvironment.h"
#include "gtjit/Reference/PointRows.h"

using namespace gtjit;
using namespace gtjit::reference;

std::uint64_t reference::numberOf(const detail::PointNode &operation) {
  StrictFloatEnvironment strict;
  std::uint64_t values[detail::PointNode::mostOperands] = {}, result = 0;
  Row row;
  row.count = 1;
  for (std::size_t n = 0; n < operation.inputs.size(); ++n) {
    values[n] = detail::as<detail::NumberNode>(*operation.inputs[n])->bits;
    row.first.push_back(reinterpret_cast<std::byte *>(&values[n]));
  }
  row.first.push_back(reinterpret_cast<std::byte *>(&result));
  row.step.resize(row.first.size());
  pointRow(operation.op, operation.dtype, operation.inputs.back()->dtype, operation.line)(row);
  return result;
}
