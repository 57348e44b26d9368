//===- Number.cpp - A number ----------------------------------------------===//
//
// What C++ numbers become: weak, of the types that C++ has; and numbers of a
// definite type.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Number.h"

#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Types/Elements.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Of the integer types, as Node::fits.
std::uint8_t typesThatHold(DType from, std::uint64_t bits) {
  if (bits <= static_cast<std::uint64_t>(INT8_MAX)) // as most
    return 0xff;
  bool isNegative = from == DType::I64 && std::bit_cast<std::int64_t>(bits) < 0;
  auto needed = static_cast<std::size_t>(std::bit_width(isNegative ? ~bits : bits));
  unsigned result = 0;
  for (DType type = DType::I8; type <= DType::U64; type = DType(unsigned(type) + 1)) {
    std::size_t room = 8 * itemsize(type);
    bool holds = isUnsigned(type) ? !isNegative && needed <= room : needed < room;
    result |= unsigned(holds) << fitBit(type);
  }
  return static_cast<std::uint8_t>(result);
}

} // namespace

NodeRef detail::buildNumber(DType type, std::uint64_t bits, SourceLine line) {
  auto *number = new NumberNode(type, bits, line);
  number->setType(type, /*isWeak=*/true,
                  isInteger(type) ? typesThatHold(type, bits) : std::uint8_t(0xff));
  return NodeRef(number);
}

NodeRef detail::weakNumberOf(const NumberNode &number) {
  return number.wasWeak ? buildNumber(number.weakType, number.weakBits, number.line) : NodeRef();
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

/// A number as MLIR reads it back, bit for bit.
static std::string numberText(DType type, std::uint64_t bits) {
  char text[32];
  if (type == DType::Bool)
    return bits ? "true" : "false";
  if (isInteger(type))
    return withType(type, [&]<class T>(T *) -> std::string {
      if constexpr (std::integral<T>) {
        T value{};
        std::memcpy(&value, &bits, sizeof(T));
        return std::to_string(value);
      }
      return {};
    });
  double value = type == DType::F64 ? std::bit_cast<double>(bits) : std::nan("");
  if (type == DType::F32)
    value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (!std::isfinite(value)) { // and floats of two bytes
    std::snprintf(text, sizeof(text), "0x%0*llX", static_cast<int>(2 * itemsize(type)),
                  static_cast<unsigned long long>(bits));
    return text;
  }
  auto [end, error] =
      std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific);
  std::string number(text, end);
  if (number.find('.') == std::string::npos)
    number.insert(number.find('e'), ".0");
  return number;
}

void NumberNode::printRecorded(OperationText &text) const {
  std::string number = "constant " + numberText(dtype, bits);
  text.define(text.result(), dtype == DType::Bool ? number : number + " : " + text.result().type);
}

std::vector<reference::Grid> NumberNode::evaluate(const reference::Evaluated &) const {
  reference::Grid number = reference::makeGrid(dtype, Domain(), line);
  std::memcpy(number.first, &bits, itemsize(dtype));
  return {number};
}

Nodes detail::readConstant(const Written &written) {
  const std::string &word = written.text.word;
  std::optional<std::uint64_t> number = written.text.number;
  if (word == "true" || word == "false")
    number = word == "true";
  if (!number)
    written.refuse("has no number");
  return {NodeRef(new NumberNode(written.text.type, *number, written.line()))};
}
