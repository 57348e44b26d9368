//===- Number.cpp - A number ----------------------------------------------===//
//
// What C++ numbers become: weak, of the types that C++ has; and numbers of a
// definite type.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Operations/Number.h"

#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Operations/Readers.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Types/Elements.h"

#include <bit>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

template <class T> bool holds(DType from, std::uint64_t bits) {
  return from == DType::I64 ? std::in_range<T>(std::bit_cast<std::int64_t>(bits))
                            : std::in_range<T>(bits);
}

/// Of the integer types, as Node::fits.
std::uint8_t typesThatHold(DType from, std::uint64_t bits) {
  unsigned result = 0;
  for (DType type = DType::I8; type <= DType::U64; type = DType(unsigned(type) + 1))
    withType(type, [&]<class T>(T *) {
      if constexpr (std::integral<T> && !std::is_same_v<T, bool>)
        result |= unsigned(holds<T>(from, bits)) << fitBit(type);
    });
  return static_cast<std::uint8_t>(result);
}

} // namespace

NodeRef detail::buildNumber(DType type, std::uint64_t bits, SourceLine line) {
  NodeRef node(new NumberNode(type, bits, line));
  node->weak = true;
  if (isInteger(type))
    node->fits = typesThatHold(type, bits);
  return node;
}

NodeRef detail::makeScalar(bool value, SourceLine line) {
  return buildNumber(DType::Bool, value, line);
}
NodeRef detail::makeScalar(std::int64_t value, SourceLine line) {
  return buildNumber(DType::I64, std::bit_cast<std::uint64_t>(value), line);
}
NodeRef detail::makeScalar(std::uint64_t value, SourceLine line) {
  return buildNumber(value > INT64_MAX ? DType::U64 : DType::I64, value, line);
}
NodeRef detail::makeScalar(double value, SourceLine line) {
  return buildNumber(DType::F64, std::bit_cast<std::uint64_t>(value), line);
}

void NumberNode::flatten(Flattening &to) const { to.useScalar(dtype, bits); }

/// An argument of the program.
void NumberNode::print(OperationText &text) const { text.setResult(text.scalars()[0]); }

std::vector<reference::Grid> NumberNode::evaluate(const reference::Evaluated &) const {
  reference::Grid number = reference::makeGrid(dtype, Domain(), line);
  std::memcpy(number.first, &bits, itemsize(dtype));
  return {number};
}

void NumberNode::save(ByteWriter &to) const { to.number(bits); }
ReadOperation detail::readNumber(ByteReader &from) {
  return {NodeRef(new NumberNode(DType::F64, from.number(), {})), 0};
}
