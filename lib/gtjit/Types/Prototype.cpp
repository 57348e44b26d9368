//===- Prototype.cpp - The types of a function of the host ----------------===//

#include "gtjit/Types/Prototype.h"

#include "gtabi/Prototype.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static bool isOfC(DType type) {
  return type == DType::Bool || isInteger(type) || type == DType::F32 || type == DType::F64;
}

const char *Prototype::fault() const {
  if (!std::all_of(results.begin(), results.end(), isOfC) ||
      !std::all_of(operands.begin(), operands.end(), isOfC))
    return "has a type that C lacks; expected bool, integers, f32 and f64";
  if (results.empty())
    return "gives no result";
  if (operands.empty())
    return "takes no operand";
  if (status + placed + statusLast > 1)
    return "has its results in several ways; expected one of status, placed and status last";
  if (isReturned() && results.size() > 1)
    return "has several results, which C does not return; expected status, placed or status last";
  if (operands.size() + (isReturned() ? 0 : results.size()) + statusLast > mostParameters)
    return "takes too many parameters: at most 32";
  return nullptr;
}

std::string Prototype::flags(bool handled) const {
  return std::string(status ? " status" : "") + (placed ? " placed" : "") +
         (statusLast ? " status_last" : "") + (references ? " references" : "") +
         (handled ? " handled" : "") + (effects ? " effects" : "");
}

static std::string listed(std::span<const DType> types) {
  std::string text;
  for (DType type : types)
    text += (text.empty() ? "" : ", ") + std::string(name(type));
  return text;
}

std::string Prototype::text() const {
  std::string given = listed({results.data(), results.size()});
  std::string text = results.size() == 1 ? given : "(" + given + ")";
  text += "(" + listed({operands.data(), operands.size()}) + ")";
  std::vector<const char *> said;
  for (auto [isSo, word] : {std::pair(status, "status"), std::pair(placed, "placed results"),
                            std::pair(statusLast, "a status last"),
                            std::pair(references, "references"), std::pair(effects, "effects")})
    if (isSo)
      said.push_back(word);
  for (std::size_t n = 0; n < said.size(); ++n)
    text += (n == 0 ? " with " : n + 1 < said.size() ? ", " : " and ") + std::string(said[n]);
  return text;
}

std::uint64_t Prototype::hash() const {
  gtabi::PrototypeHash hash;
  for (DType type : results)
    hash.add(static_cast<gtabi::ElementType>(type));
  for (DType type : operands)
    hash.add(static_cast<gtabi::ElementType>(type));
  return hash.finish((reports() ? gtabi::kReportsStatus : 0) | (effects ? gtabi::kHasEffects : 0) |
                         (isReturned() ? 0 : gtabi::kPlacesResults) |
                         (statusLast ? gtabi::kStatusLast : 0) |
                         (references ? gtabi::kTakesReferences : 0),
                     static_cast<std::uint32_t>(results.size()));
}
