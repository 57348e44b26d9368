//===- BuildSymbolic.cpp - Fields whose domain is not known ---------------===//
//
// Arguments of a callable that is traced for a program, and what is built
// from their domains: positions and counts that are found in a call. For any
// other field they are found here and now.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Types/DomainText.h"

#include <bit>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The same dimensions with ranges in which every position of a slice lies:
/// what selects in it shows how many dimensions are left.
Domain spacious(const Domain &domain) {
  constexpr std::int64_t far = std::int64_t{1} << 62;
  Domain result;
  for (const NamedRange &range : domain)
    result = result.with(range.dim(-far, far));
  return result;
}

Domain infiniteDomain(const Dims &dims) {
  Domain domain;
  for (Dimension dim : dims)
    domain = domain.with(dim(Range::all()));
  return domain.canonical();
}

/// A slice of a symbolic input, which has ranges of `part` in the dimensions
/// that are left.
NodeRef symbolicSlice(const NodeRef &input, const Domain &part, SymbolicSlice slice,
                      SourceLine line) {
  NodeRef node(new Node);
  node->op = OpCode::Slice;
  node->symbolic = true;
  node->dtype = input->dtype;
  node->weak = input->weak;
  node->fits = input->fits;
  node->runtime = input->runtime;
  node->domain = part.canonical();
  for (const NamedRange &range : part)
    node->compute = node->compute.with(range.dim(input->compute[range.dim]));
  node->compute = node->compute.canonical();
  node->slice = std::make_unique<SymbolicSlice>(std::move(slice));
  node->inputs.push_back(input);
  node->line = line;
  return node;
}

} // namespace

NodeRef detail::buildArgument(unsigned number, DType type, const Dims &dims, std::string_view name,
                              SourceLine line) {
  NodeRef node(new Node);
  node->op = OpCode::Argument;
  node->symbolic = true;
  node->offset = number;
  node->dtype = type;
  node->domain = node->compute = infiniteDomain(dims);
  node->name = name;
  node->line = line;
  return node;
}

std::vector<Dimension> detail::droppedDims(const Domain &domain, const SymbolicSlice &slice,
                                           SourceLine line) {
  Sequence<NamedIndex> indices;
  if (slice.relative.empty())
    sliceAbsolute(domain, Region(slice.absolute), indices, line);
  else
    sliceRelative(spacious(domain), slice.relative, indices, line);
  std::vector<Dimension> dims;
  for (const NamedIndex &index : indices)
    dims.push_back(index.dim);
  return dims;
}

NodeRef detail::buildRelative(const NodeRef &input, std::span<const RelativeItem> items,
                              SourceLine line) {
  Sequence<NamedIndex> indices;
  if (!input->symbolic) {
    Domain part = sliceRelative(input->domain, items, indices, line);
    return buildSlice(input, part, indices, line);
  }
  sliceRelative(spacious(input->domain), items, indices, line);
  Domain part = input->domain;
  for (const NamedIndex &index : indices)
    part = part.without(index.dim);
  return items.empty() ? input
                       : symbolicSlice(input, part, {{items.begin(), items.end()}, {}}, line);
}

NodeRef detail::buildAbsolute(const NodeRef &input, const Region &region, SourceLine line) {
  Sequence<NamedIndex> indices;
  Domain part = sliceAbsolute(input->domain, region, indices, line);
  if (!input->symbolic)
    return buildSlice(input, part, indices, line);
  return region.size() == 0
             ? input
             : symbolicSlice(input, part, {{}, {region.begin(), region.end()}}, line);
}

NodeRef detail::buildCount(const NodeRef &input, const Dims *dims, SourceLine line) {
  Dims all = input->domain.dims();
  const Dims &chosen = dims ? *dims : all;
  std::int64_t points = 1;
  for (Dimension dim : chosen) {
    if (!input->domain.has(dim))
      throw ValueError(line, "the number of points of " + describe(*input) + " in " +
                                 std::string(dim.name()) + ": it has no such dimension");
    if (input->symbolic)
      continue;
    if (__builtin_mul_overflow(points, input->domain[dim].size(line), &points))
      throw ValueError(line, "the number of points of " + describe(*input) + " is above 2^63");
  }
  if (!input->symbolic)
    return makeScalar(points, line);
  NodeRef node(new Node);
  node->op = OpCode::Count;
  node->symbolic = true;
  node->dtype = DType::I64;
  node->weak = true;
  node->runtime = input->runtime;
  node->reduced.assign(chosen.begin(), chosen.end());
  node->inputs.push_back(input);
  node->line = line;
  return node;
}

void detail::requireConcrete(const Node &node, const char *what, SourceLine line) {
  if (!node.symbolic)
    return;
  std::string subject = node.op == OpCode::Argument ? "is an argument of a program"
                                                    : "is computed from arguments of a program";
  throw ValueError(line, std::string(what) + " of " + describe(node) + ": it " + subject +
                             ", which has its values and its domain only when it is called");
}
