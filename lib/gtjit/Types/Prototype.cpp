//===- Prototype.cpp - The types of a function of the host ----------------===//

#include "gtjit/Types/Prototype.h"

#include "gtabi/Prototype.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

static bool isOfC(DType type) {
  return type == DType::Bool || isInteger(type) || type == DType::F32 || type == DType::F64;
}

const char *Prototype::fault() const {
  if (!isOfC(result) || !std::all_of(operands.begin(), operands.end(), isOfC))
    return "has a type that C lacks; expected bool, integers, f32 and f64";
  if (operands.size() == 0)
    return "takes no operand";
  auto floats = static_cast<std::size_t>(
      std::count_if(operands.begin(), operands.end(), [](DType type) { return isFloat(type); }));
  if (floats > mostFloats || operands.size() - floats + reportsStatus > mostIntegers)
    return "takes too many operands: at most 8 floats and 6 others, 5 where it reports a status";
  return nullptr;
}

std::string Prototype::text() const {
  std::string text(name(result));
  for (std::size_t n = 0; n < operands.size(); ++n)
    text += (n ? ", " : "(") + std::string(name(operands[n]));
  text += operands.size() ? ")" : "()";
  if (reportsStatus || hasEffects)
    text += reportsStatus && hasEffects ? " with status and effects"
            : reportsStatus             ? " with status"
                                        : " with effects";
  return text;
}

std::uint64_t Prototype::hash() const {
  gtabi::PrototypeHash hash;
  hash.add(static_cast<gtabi::ElementType>(result));
  for (DType type : operands)
    hash.add(static_cast<gtabi::ElementType>(type));
  return hash.finish((reportsStatus ? gtabi::kReportsStatus : 0) |
                     (hasEffects ? gtabi::kHasEffects : 0));
}
