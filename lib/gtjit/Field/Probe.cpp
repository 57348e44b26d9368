//===- Probe.cpp - One point of a field -----------------------------------===//
//
// Checks the point, traces the value, and gives it to users and debuggers.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Probe.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/ArrayCalls.h"
#include "gtjit/Evaluate/PointTrace.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Observe/ValueText.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Types/DomainText.h"

#include <charconv>
#include <cstring>
#include <ostream>

using namespace gtjit;
using namespace gtjit::detail;

/// One coordinate for each dimension of the node, checked.
static std::vector<std::int64_t> coordinatesOf(const Node &node, std::span<const NamedIndex> point,
                                               SourceLine line) {
  for (const NamedIndex &index : point)
    if (!node.domain.has(index.dim))
      throw ValueError(line, "probe: " + describe(node) + " has no dimension " +
                                 std::string(index.dim.name()));
  std::vector<std::int64_t> coordinates;
  for (const NamedRange &range : node.domain) {
    const NamedIndex *found = nullptr;
    for (const NamedIndex &index : point) {
      if (index.dim == range.dim && found)
        throw ValueError(line, "probe: " + std::string(range.dim.name()) + " is given twice");
      if (index.dim == range.dim)
        found = &index;
    }
    if (!found)
      throw ValueError(line, "probe: " + describe(node) + " needs an index of " +
                                 std::string(range.dim.name()));
    if (!range.range.contains(found->index))
      throw IndexOutOfBounds(line, "probe: " + std::string(range.dim.name()) + "=" +
                                       std::to_string(found->index) + " is outside of " +
                                       describe(node) + ", which is defined over " +
                                       toString(range));
    coordinates.push_back(found->index);
  }
  return coordinates;
}

static PointTrace traceChecked(const NodeRef &node, std::span<const NamedIndex> point,
                               SourceLine line) {
  std::vector<std::int64_t> coordinates = coordinatesOf(*node, point, line);
  auto lock = lockGraph(*node);
  if (node->awaitsCall && node->runtime)
    ArrayCalls(*node->runtime, nullptr).make({{node, ArrayView(), node->domain, line}}, lock);
  return traceValue(node, std::move(coordinates));
}

Probe gtjit::probe(Arg field, std::initializer_list<NamedIndex> point) {
  NodeRef node = takeNode(field);
  requireConcrete(*node, "probe()", field.line);
  PointTrace trace = traceChecked(node, {point.begin(), point.size()}, field.line);
  Runtime::State &runtime = node->runtime ? *node->runtime : Runtime::current().get();
  ArrayView value = allocateView(runtime, node->dtype, Domain(), {}, 0, field.line);
  std::memcpy(Lease(value, Access::Write, Holder::Work, field.line).first(), trace.bytes,
              itemsize(node->dtype));
  return {makeStorage(runtime, std::move(value), Domain(), field.line), Text(trace.text())};
}

std::ostream &gtjit::operator<<(std::ostream &out, const Probe &probe) {
  return out << probe.trace;
}

//===----------------------------------------------------------------------===//
// For debuggers
//===----------------------------------------------------------------------===//

/// Reads "I=3, J=4" with the dimensions of `domain`.
static std::vector<NamedIndex> readPoint(const Domain &domain, std::string_view text) {
  std::vector<NamedIndex> point;
  auto skip = [&](std::string_view letters) {
    std::size_t first = text.find_first_not_of(letters);
    text.remove_prefix(first == std::string_view::npos ? text.size() : first);
  };
  for (skip(" ,"); !text.empty(); skip(" ,")) {
    std::string name(text.substr(0, text.find_first_of(" =")));
    text.remove_prefix(name.size());
    skip(" =");
    std::int64_t index = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc())
      throw ValueError(SourceLine{}, "probe: expected a point like \"I=3, J=4\"");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    Dimension dim(name, SourceLine{});
    for (const NamedRange &range : domain)
      if (range.dim.name() == name)
        dim = range.dim;
    point.push_back(dim(index));
  }
  return point;
}

extern "C" const char *gtjitProbe(const Field *field, const char *point) noexcept {
  static thread_local std::string text;
  try {
    const NodeRef &node = nodeOf(*field, SourceLine{});
    text = traceChecked(node, readPoint(node->domain, point), SourceLine{}).text();
  } catch (const std::exception &error) {
    text = error.what();
  }
  return text.c_str();
}
