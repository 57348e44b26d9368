//===- FieldText.cpp - Printing fields and storages -----------------------===//
//
// The values of what is small, a summary of what is large or infinite.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Text.h"

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Elements.h"

#include <charconv>
#include <cmath>
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

/// The shortest decimal number that rounds to the value.
template <TwoByteFloat T> std::string shortText(T value) {
  char text[64];
  for (int digits = 1; digits < 6; ++digits) {
    auto end = std::to_chars(text, text + sizeof(text), static_cast<float>(value),
                             std::chars_format::general, digits);
    double decimal = 0;
    std::from_chars(text, end.ptr, decimal);
    if (T(decimal).bits == value.bits)
      return valueText(decimal);
  }
  return valueText(static_cast<float>(value)); // infinities and NaN
}

/// A value as a person reads it: true, -3, 0.1, 1+2j.
template <class T> std::string elementText(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value ? "true" : "false";
  else if constexpr (TwoByteFloat<T>)
    return shortText(value);
  else if constexpr (Real<T>)
    return valueText(value);
  else
    return valueText(value.real()) + (std::signbit(value.imag()) ? "" : "+") +
           valueText(value.imag()) + "j";
}

std::string textAt(DType type, const std::byte *from) {
  return withType(type, [&]<class T>(T *) { return elementText(loadValue<T>(from)); });
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
std::string allValues(const Lease &lease) {
  const ArrayView &view = lease.view();
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
    text += std::string(starts, '[') + textAt(view.dtype, lease.at(at.data()));
  });
  return text + std::string(ndim, ']');
}

/// ", least -1.5, greatest 2"; NaN if a value is; nothing for complex values.
std::string leastAndGreatest(const Lease &lease) {
  const ArrayView &view = lease.view();
  return withType(view.dtype, [&]<class T>(T *) -> std::string {
    if constexpr (!Real<T>) {
      return "";
    } else {
      T least = loadValue<T>(lease.first()), greatest = least;
      forEachPoint(view.domain, [&](const std::vector<std::int64_t> &at) {
        T value = loadValue<T>(lease.at(at.data()));
        bool isNumber = value == value;
        least = isNumber && !(value < least) ? least : value;
        greatest = isNumber && !(value > greatest) ? greatest : value;
      });
      return ", least " + elementText(least) + ", greatest " + elementText(greatest);
    }
  });
}

/// `lock` holds the graph mutex, if there is one, when called, and not while values are read.
std::string textOf(const std::string &what, const ArrayView &view, GraphLock lock,
                   SourceLine line) {
  std::string start = what + ", " + toString(view.domain);
  if (view.domain.empty())
    return start + ": no points";
  Lease lease(view, Access::Read, Holder::Work, line);
  if (lock.owns_lock())
    lock.unlock();
  const Domain &domain = lease.view().domain;
  if (domain.ndim() == 0)
    return what + ": " + allValues(lease);
  if (domain.size() <= smallSize)
    return start + ":\n" + allValues(lease);
  return start + leastAndGreatest(lease);
}

std::string fieldText(const Node &node) {
  std::string type = std::string(name(node.dtype)) + (as<NumberNode>(node) ? " number" : " field");
  return node.name.empty() ? type : "'" + node.name + "', " + type;
}

} // namespace

Text gtjit::toText(const Field &field, SourceLine line) {
  const NodeRef &node = nodeOf(field, line);
  std::string what = fieldText(*node);
  if (const auto *number = as<NumberNode>(*node))
    return Text(what + ": " +
                textAt(node->dtype, reinterpret_cast<const std::byte *>(&number->bits)));
  if (!node->domain.isFinite())
    return Text(what + ", " + toString(node->domain));
  if (!node->memory() && node->domain.size() > smallSize)
    return Text(what + ", " + toString(node->domain) + ", not evaluated");
  if (!node->memory())
    force({node}, line);
  auto lock = lockGraph(*node);
  return Text(textOf(what, *node->memory(), std::move(lock), node->line));
}

Text gtjit::toText(const Storage &storage, SourceLine line) {
  StorageState &state = stateOf(storage, line);
  std::string what = std::string(name(state.layout.dtype)) + " storage";
  if (!state.name.empty())
    what = "'" + state.name + "', " + what;
  std::unique_lock lock(state.runtime->graphMutex);
  return Text(textOf(what, state.view(), std::move(lock), state.line));
}

std::ostream &gtjit::operator<<(std::ostream &out, Printed<Field> field) {
  return out << toText(field.value, field.line);
}
std::ostream &gtjit::operator<<(std::ostream &out, Printed<Storage> storage) {
  return out << toText(storage.value, storage.line);
}
std::ostream &gtjit::operator<<(std::ostream &out, Printed<StorageRegion> region) {
  return out << toText(Field(region.value, region.line), region.line);
}

Text gtjit::print(Arg field) {
  NodeRef node = takeNode(field);
  requireConcrete(*node, "print()", field.line);
  auto lock = lockGraph(*node);
  ArrayView target = plannedView(*node);
  FlatGraph program = flatten({{node, target, target.domain, field.line}});
  program.hold();
  if (lock.owns_lock()) // printing may take long
    lock.unlock();
  return Text(printProgram(program));
}
