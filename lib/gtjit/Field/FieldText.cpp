//===- FieldText.cpp - Printing fields and storages -----------------------===//
//
// The values of what is small, a summary of what is large or infinite.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Text.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Runtime/Evaluate.h"
#include "gtjit/Types/DomainText.h"

#include <charconv>
#include <cstring>
#include <ostream>
#include <type_traits>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Points up to which all values are printed.
constexpr std::int64_t smallSize = 256;

/// The shortest text that reads back as the same value.
template <class T> std::string valueText(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

template <class T> T load(const std::byte *from) {
  if constexpr (std::is_same_v<T, bool>)
    return *from != std::byte{0};
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// Calls `visit` with the value at an address.
template <class Visit> void withValue(DType type, const std::byte *from, Visit visit) {
  switch (type) {
  case DType::Bool:
    return visit(load<bool>(from));
  case DType::I32:
    return visit(load<std::int32_t>(from));
  case DType::I64:
    return visit(load<std::int64_t>(from));
  case DType::F32:
    return visit(load<float>(from));
  case DType::F64:
    return visit(load<double>(from));
  }
}

std::string textAt(DType type, const std::byte *from) {
  std::string text;
  withValue(type, from, [&](auto value) {
    if constexpr (std::is_same_v<decltype(value), bool>)
      text = value ? "true" : "false";
    else
      text = valueText(value);
  });
  return text;
}

/// Calls `visit(coordinates)` for every point in order, the last dimension
/// fastest. The domain is finite and not empty.
template <class Visit> void forEachPoint(const Domain &domain, Visit visit) {
  std::vector<std::int64_t> at;
  for (const NamedRange &range : domain)
    at.push_back(range.range.lo());
  while (true) {
    visit(at);
    std::size_t d = domain.ndim();
    while (d > 0 && ++at[d - 1] == domain[d - 1].range.hi()) {
      at[d - 1] = domain[d - 1].range.lo();
      --d;
    }
    if (d == 0)
      return;
  }
}

/// "[[1, 2],\n [3, 4]]".
std::string allValues(const ArrayView &view) {
  std::string text;
  std::size_t ndim = view.domain.ndim();
  forEachPoint(view.domain, [&](const std::vector<std::int64_t> &at) {
    std::size_t starts = 0; // how many innermost brackets open here
    while (starts < ndim && at[ndim - 1 - starts] == view.domain[ndim - 1 - starts].range.lo())
      ++starts;
    if (!text.empty() && starts == 0)
      text += ", ";
    else if (!text.empty())
      text += std::string(starts, ']') + "," + std::string(starts, '\n') +
              std::string(ndim - starts, ' ');
    text += std::string(starts, '[') + textAt(view.dtype, view.at(at.data()));
  });
  return text + std::string(ndim, ']');
}

/// ", least -1.5, greatest 2"; NaN if a value is.
std::string leastAndGreatest(const ArrayView &view) {
  std::string text;
  withValue(view.dtype, view.first(), [&]<class T>(T first) {
    T least = first, greatest = first;
    forEachPoint(view.domain, [&](const std::vector<std::int64_t> &at) {
      T value = load<T>(view.at(at.data()));
      bool isNumber = value == value;
      least = isNumber && !(value < least) ? least : value;
      greatest = isNumber && !(value > greatest) ? greatest : value;
    });
    using Shown = std::conditional_t<std::is_same_v<T, bool>, int, T>;
    text = ", least " + valueText(static_cast<Shown>(least)) + ", greatest " +
           valueText(static_cast<Shown>(greatest));
  });
  return text;
}

std::string textOf(const std::string &what, const ArrayView &view) {
  std::string start = what + ", " + toString(view.domain);
  if (view.domain.empty())
    return start + ": no points";
  if (view.domain.ndim() == 0)
    return what + ": " + allValues(view);
  if (view.domain.size() <= smallSize)
    return start + ":\n" + allValues(view);
  return start + leastAndGreatest(view);
}

std::string fieldText(const Node &node) {
  std::string type =
      std::string(name(node.dtype)) + (node.op == OpCode::Scalar ? " number" : " field");
  return node.name.empty() ? type : "'" + node.name + "', " + type;
}

} // namespace

Text gtjit::toText(const Field &field) {
  const NodeRef &node = nodeOf(field, {});
  std::string what = fieldText(*node);
  if (node->op == OpCode::Scalar)
    return Text(what + ": " +
                textAt(node->dtype, reinterpret_cast<const std::byte *>(&node->scalarBits)));
  if (!node->domain.isFinite())
    return Text(what + ", " + toString(node->domain));
  if (!node->memory() && node->domain.size() > smallSize)
    return Text(what + ", " + toString(node->domain) + ", not evaluated");
  if (!node->memory())
    force({node}, {});
  auto lock = lockGraph(*node);
  return Text(textOf(what, *node->memory()));
}

Text gtjit::toText(const Storage &storage) {
  StorageState &state = stateOf(storage, {});
  std::string what = std::string(name(state.layout.dtype)) + " storage";
  if (!state.name.empty())
    what = "'" + state.name + "', " + what;
  std::lock_guard lock(state.runtime->graphMutex);
  return Text(textOf(what, state.view()));
}

std::ostream &gtjit::operator<<(std::ostream &out, const Field &field) {
  return out << toText(field);
}
std::ostream &gtjit::operator<<(std::ostream &out, const Storage &storage) {
  return out << toText(storage);
}

Text gtjit::print(Arg field) {
  NodeRef node = takeNode(field);
  auto lock = lockGraph(*node);
  ArrayView target = plannedView(*node);
  return Text(printProgram(flatten({{node, target, target.domain, field.line}})));
}
