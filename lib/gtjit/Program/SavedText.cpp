//===- SavedText.cpp - The text of a program and what it lacks ------------===//
//
// One function writes a thing, the one below it reads it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedText.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <cctype>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

DType readDType(ByteReader &from) {
  return static_cast<DType>(from.below(static_cast<unsigned>(DType::C128) + 1));
}

void writeDimension(ByteWriter &to, Dimension dim) {
  to.number(static_cast<unsigned>(dim.kind()));
  to.text(dim.name());
}
Dimension readDimension(ByteReader &from) {
  auto kind = static_cast<DimensionKind>(from.below(3));
  std::string name = from.text();
  bool isName = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c == '_' || std::isalnum(c);
  });
  if (from.failed() || !isName || std::isdigit(static_cast<unsigned char>(name[0]))) {
    from.fail();
    return I;
  }
  return Dimension(name, kind);
}

/// Different dimensions.
void writeDims(ByteWriter &to, const Dims &dims) {
  to.number(dims.size());
  for (Dimension dim : dims)
    writeDimension(to, dim);
}
Dims readDims(ByteReader &from) {
  std::vector<Dimension> dims;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    if (std::find(dims.begin(), dims.end(), dim) != dims.end())
      from.fail();
    dims.push_back(dim);
  }
  return Dims(dims);
}

/// Ranges of different dimensions.
void writeDomain(ByteWriter &to, const Domain &domain) {
  to.number(domain.ndim());
  for (const NamedRange &range : domain) {
    writeDimension(to, range.dim);
    to.signedNumber(range.range.lo());
    to.signedNumber(range.range.hi());
  }
}
Domain readDomain(ByteReader &from) {
  Domain domain;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    std::int64_t lo = from.signedNumber();
    if (domain.has(dim))
      from.fail();
    domain = domain.with(dim(lo, from.signedNumber()));
  }
  return from.failed() ? Domain() : domain;
}

/// Elements without gaps, the last dimension fastest, in foreign memory.
ArrayView denseView(Runtime::State &runtime, const ArrayView &like, void *memory,
                    std::size_t bytes) {
  ArrayView view{foreignBlock(runtime, memory, bytes, {}), like.dtype, like.domain, {}, 0};
  std::vector<std::int64_t> extents;
  for (const NamedRange &range : like.domain)
    extents.push_back(range.range.size());
  view.strides.assign(extents.size(), 0);
  if (!denseStrides(like.dtype, extents, {}, 1, view.strides.begin()))
    throwTooLarge(like.dtype, extents, SourceLine{});
  return view;
}

void writeCapture(ByteWriter &to, const Node &leaf) {
  const ArrayView &view = leaf.leaf->view;
  to.number(static_cast<unsigned>(view.dtype));
  writeDomain(to, view.domain);
  writeDomain(to, leaf.compute);
  for (unsigned position : view.strideOrder())
    to.number(position);
  std::size_t bytes = static_cast<std::size_t>(view.domain.size()) * itemsize(view.dtype);
  to.number(bytes);
  to.align();
  std::size_t start = to.bytes.size();
  to.bytes.resize(start + bytes);
  copyElements(view, denseView(*leaf.runtime, view, to.bytes.data() + start, bytes), view.domain);
}

/// The order of a capture's dimensions, each once.
std::vector<Dimension> readOrder(ByteReader &from, const Domain &domain) {
  std::vector<Dimension> order;
  for (std::size_t n = 0; n < domain.ndim() && !from.failed(); ++n) {
    Dimension dim = domain[from.below(domain.ndim())].dim;
    if (std::find(order.begin(), order.end(), dim) != order.end())
      from.fail();
    order.push_back(dim);
  }
  return order;
}

NodeRef readCapture(ByteReader &from, Runtime::State &runtime, SourceLine line) {
  NodeRef leaf(new LeafNode);
  leaf->runtime = &runtime;
  leaf->dtype = readDType(from);
  ArrayView shape;
  shape.dtype = leaf->dtype;
  shape.domain = readDomain(from);
  leaf->domain = shape.domain.canonical();
  leaf->compute = readDomain(from).canonical();
  std::vector<Dimension> order = readOrder(from, shape.domain);
  std::uint64_t bytes = from.number();
  from.align();
  auto values = from.raw(bytes);
  std::uint64_t points = 1;
  for (const NamedRange &range : shape.domain)
    if (!range.range.isFinite() ||
        __builtin_mul_overflow(points,
                               static_cast<std::uint64_t>(range.range.hi()) -
                                   static_cast<std::uint64_t>(range.range.lo()),
                               &points))
      from.fail();
  if (__builtin_mul_overflow(points, itemsize(shape.dtype), &points) || points != bytes ||
      leaf->compute.ndim() != leaf->domain.ndim())
    from.fail();
  if (from.failed())
    return leaf;
  std::int64_t aligned = order.empty() ? 0 : shape.domain[order.back()].lo();
  ArrayView view = allocateView(runtime, shape.dtype, shape.domain, order, aligned, line);
  auto *first = const_cast<std::uint8_t *>(values.data()); // read only
  copyElements(denseView(runtime, shape, first, values.size()), view, view.domain);
  leaf->leaf = std::make_unique<LeafData>(LeafData{std::move(view), 0});
  return leaf;
}

} // namespace

void detail::writeText(ByteWriter &to, const RecipeText &recipe) {
  to.number(recipe.dims.size());
  for (const auto &[name, dim] : recipe.dims) {
    to.text(name);
    writeDimension(to, dim);
  }
  to.number(recipe.arguments.size());
  for (const Dims &argument : recipe.arguments)
    writeDims(to, argument);
  to.text(recipe.text);
  to.number(recipe.captures.size());
  for (const NodeRef &capture : recipe.captures)
    writeCapture(to, *capture);
}

RecipeText detail::readText(ByteReader &from, Runtime::State &runtime, SourceLine line) {
  RecipeText recipe;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    std::string name = from.text();
    recipe.dims.emplace(std::move(name), readDimension(from));
  }
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.arguments.push_back(readDims(from));
  recipe.text = from.text();
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.captures.push_back(readCapture(from, runtime, line));
  return recipe;
}
