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

/// Whether an operand has the dimension.
static bool isGiven(const Prototype &prototype, Dimension dim) {
  return std::any_of(prototype.arrays.begin(), prototype.arrays.end(), [&](const auto &array) {
    return array.use != ArrayUse::Write &&
           std::any_of(array.dims.begin(), array.dims.end(),
                       [&](const NamedRange &own) { return own.dim == dim; });
  });
}

static const char *faultOfArrays(const Prototype &prototype) {
  if (prototype.results.empty())
    return "writes no array";
  if (prototype.operands.empty())
    return "reads no array";
  for (const ArrayParameter &array : prototype.arrays)
    for (const NamedRange &range : array.dims) {
      auto isSame = [&](const NamedRange &other) { return other.dim == range.dim; };
      if (std::count_if(array.dims.begin(), array.dims.end(), isSame) > 1)
        return "has an array that has a dimension twice";
      if (!range.range.isFinite() && !(range.range == Range::all()))
        return "has a range with one end; expected both or none";
      if (!range.range.isFinite() && !isGiven(prototype, range.dim))
        return "writes a dimension without a range that no operand has";
    }
  return nullptr;
}

const char *Prototype::fault() const {
  if (takesArrays())
    return faultOfArrays(*this);
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

/// "arrays: reads f64 [I, J], writes f64 [I, M from 0 to 5]".
static std::string textOfArrays(const Prototype &prototype) {
  std::string text;
  for (const ArrayParameter &array : prototype.arrays) {
    text += (text.empty() ? "a function on arrays that " : ", ") + std::string(wordOf(array.use)) +
            " " + std::string(name(array.dtype)) + " [";
    for (const NamedRange &range : array.dims)
      text += (text.back() == '[' ? "" : ", ") + rangeEntry(range.dim.name(), range.range);
    text += array.isDense ? "] dense" : "]";
  }
  return text;
}

std::string Prototype::text() const {
  if (takesArrays())
    return textOfArrays(*this);
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

std::string_view detail::wordOf(ArrayUse use) {
  constexpr std::string_view words[] = {"reads", "writes", "updates"};
  return words[static_cast<std::size_t>(use)];
}

std::string detail::rangeEntry(std::string_view dim, Range range) {
  std::string text(dim);
  return range == Range::all()
             ? text
             : text + " from " + std::to_string(range.lo()) + " to " + std::to_string(range.hi());
}

Prototype detail::prototypeOf(Items<ArrayParameter> arrays) {
  Prototype prototype;
  for (const ArrayParameter &array : arrays) {
    prototype.arrays.push_back(array);
    if (array.use != ArrayUse::Write)
      prototype.operands.push_back(array.dtype);
    if (array.use != ArrayUse::Read)
      prototype.results.push_back(array.dtype);
  }
  return prototype;
}
