//===- Number.h - A number --------------------------------------*- C++ -*-===//
//
// A run-time argument of kernels, whose value is known to the engine.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_NUMBER_H
#define GTJIT_GRAPH_OPERATIONS_NUMBER_H

#include "gtjit/Graph/KnownTypes.h"

#include <utility>

namespace gtjit::detail {

struct NumberNode final : NodeOf<NumberNode> {
  static constexpr std::string_view operationName = "number";
  std::uint64_t bits = 0; ///< the value in its dtype, low bytes
  /// The weak number that it was made from, if it was.
  std::uint64_t weakBits = 0;
  DType weakType{};
  bool wasWeak = false;

  NumberNode(DType type, std::uint64_t value, SourceLine at) : bits(value) {
    line = at;
    setType(type, /*isWeak=*/false, fits);
  }
  /// Of a weak number that nobody else knows: is one of another type from then on.
  void become(DType type, std::uint64_t value) {
    weakBits = std::exchange(bits, value);
    weakType = dtype;
    wasWeak = true;
    setType(type, /*isWeak=*/false, /*fitting=*/0xff);
  }
  /// As long as nobody else knows the node.
  void setType(DType type, bool isWeak, std::uint8_t fitting) {
    dtype = type;
    weak = isWeak;
    fits = fitting;
    typeNumber.store(numberTypeNumber(dtype, weak, fits), std::memory_order_relaxed);
  }
  NodeKind kind() const override { return NodeKind::Source; }
  bool isScalar(bool) const override { return true; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string>) const override { return "number"; }
  std::string valueName() const override { return "the number"; }
  NodeRef rebuild(const Rebuilding &) const override { return clone(); }
};

/// The weak number that a number was made from; null if it was made from none.
NodeRef weakNumberOf(const NumberNode &number);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_NUMBER_H
