//===- Evaluation.cpp - Values of fields ----------------------------------===//
//
// Asks the runtime for values: all of a field as a storage, one as a C++
// number.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Types/Elements.h"

#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

Runtime::State &runtimeOf(const Node &node) {
  return node.runtime ? *node.runtime : Runtime::current().get();
}

/// The values of an evaluated node as a storage.
Storage valueStorage(const Node &node, SourceLine line) {
  auto lock = lockGraph(node);
  return makeStorage(runtimeOf(node), *node.value.load(std::memory_order_acquire),
                     node.domain & node.compute, line);
}

/// The values of all nodes, computed together.
void evaluate(std::vector<NodeRef> nodes, SourceLine line, Storage *values) {
  for (NodeRef &node : nodes)
    node = withEnds(node, node->domain.dims());
  if (!nodes.empty())
    force(nodes, line);
  for (const NodeRef &node : nodes)
    *values++ = valueStorage(*node, line);
}

template <std::size_t N> std::array<Storage, N> evalAll(Arg *(&&fields)[N]) {
  std::vector<NodeRef> nodes;
  for (Arg *field : fields)
    nodes.push_back(takeNode(*field));
  std::array<Storage, N> values;
  evaluate(std::move(nodes), fields[N - 1]->line, values.data());
  return values;
}

Sequence<Storage> evalAll(std::vector<NodeRef> nodes, SourceLine line) {
  std::vector<Storage> values(nodes.size());
  evaluate(std::move(nodes), line, values.data());
  return Sequence<Storage>(std::span<const Storage>(values));
}

template <class T> T loadAs(DType type, const void *from) {
  return withType(type, [&]<class From>(From *) {
    if constexpr (Real<From> || !Real<T>)
      return convertValue<T>(loadValue<From>(static_cast<const std::byte *>(from)));
    else
      return T();
  });
}

} // namespace

Storage gtjit::eval(Arg field) { return evalAll({&field})[0]; }
std::array<Storage, 2> gtjit::eval(Arg a, Arg b) { return evalAll({&a, &b}); }
std::array<Storage, 3> gtjit::eval(Arg a, Arg b, Arg c) { return evalAll({&a, &b, &c}); }
std::array<Storage, 4> gtjit::eval(Arg a, Arg b, Arg c, Arg d) { return evalAll({&a, &b, &c, &d}); }

Sequence<Storage> gtjit::eval(std::initializer_list<Arg> fields) {
  std::vector<NodeRef> nodes;
  for (const Arg &field : fields)
    nodes.push_back(nodeOf(field.field, field.line));
  return evalAll(std::move(nodes), fields.size() ? fields.end()[-1].line : SourceLine());
}

Sequence<Storage> gtjit::eval(detail::Items<Field> fields, SourceLine line) {
  std::vector<NodeRef> nodes;
  for (const Field &field : fields)
    nodes.push_back(nodeOf(field, line));
  return evalAll(std::move(nodes), line);
}

Storage Field::storage(SourceLine line) const { return eval(Arg(*this, line)); }

template <class T> T Field::item(SourceLine line) const {
  const NodeRef &own = nodeOf(*this, line);
  if (own->domain.ndim() != 0) {
    ValueError error(line, "item() needs a field without dimensions, got " + describe(*own));
    std::vector<Dimension> dims;
    for (const NamedRange &range : own->domain)
      dims.push_back(range.dim);
    error.addNote({}, dimensionsAdvice(*own, dims));
    throw error;
  }
  if (isComplex(own->dtype) && Real<T>)
    throw DTypeError(line, "item() of " + describe(*own) + " as a real number: its values are " +
                               std::string(name(own->dtype)));
  if (const auto *number = as<NumberNode>(*own))
    return loadAs<T>(own->dtype, &number->bits);
  requireConcrete(*own, "item()", line);
  refuseWhileTracing("item()", line);
  if (!own->memory())
    force({own}, line);
  auto lock = lockGraph(*own);
  Lease lease(*own->memory(), Access::Read, Holder::Work, line);
  return loadAs<T>(lease.view().dtype, lease.first());
}

#define GTJIT_ITEM(TYPE) template TYPE Field::item<TYPE>(SourceLine) const;
GTJIT_ITEM(bool)
GTJIT_ITEM(signed char)
GTJIT_ITEM(short)
GTJIT_ITEM(int)
GTJIT_ITEM(long)
GTJIT_ITEM(long long)
GTJIT_ITEM(unsigned char)
GTJIT_ITEM(unsigned short)
GTJIT_ITEM(unsigned)
GTJIT_ITEM(unsigned long)
GTJIT_ITEM(unsigned long long)
GTJIT_ITEM(Float16)
GTJIT_ITEM(BFloat16)
GTJIT_ITEM(float)
GTJIT_ITEM(double)
GTJIT_ITEM(std::complex<float>)
GTJIT_ITEM(std::complex<double>)
