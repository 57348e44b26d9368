//===- SavedRecipe.cpp - A recipe as bytes --------------------------------===//
//
// One function writes a thing, the one below it reads it. Operations of the
// table are written by number: the file's fingerprint tells that the table is
// the same.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedRecipe.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <set>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The same text for the rest of the process: lines outlive programs.
const char *keptForever(const std::string &text) {
  static std::mutex mutex;
  static auto *texts = new std::set<std::string>;
  std::lock_guard lock(mutex);
  return texts->insert(text).first->c_str();
}

void write(ByteWriter &to, SourceLine line) {
  to.text(line.file);
  to.number(line.line);
  to.number(line.column);
}
SourceLine readLine(ByteReader &from) {
  SourceLine line;
  line.file = keptForever(from.text());
  line.line = static_cast<unsigned>(from.below(std::uint64_t{1} << 32));
  line.column = static_cast<unsigned>(from.below(std::uint64_t{1} << 32));
  return line;
}

void write(ByteWriter &to, Dimension dim) {
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

void write(ByteWriter &to, Range range) {
  to.signedNumber(range.lo());
  to.signedNumber(range.hi());
}
Range readRange(ByteReader &from) {
  std::int64_t lo = from.signedNumber();
  return Range(lo, from.signedNumber());
}

template <class Ranges> void writeRanges(ByteWriter &to, const Ranges &ranges, std::size_t count) {
  to.number(count);
  for (const NamedRange &range : ranges) {
    write(to, range.dim);
    write(to, range.range);
  }
}
/// Ranges of different dimensions.
std::vector<NamedRange> readRanges(ByteReader &from) {
  std::vector<NamedRange> ranges;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    for (const NamedRange &other : ranges)
      if (other.dim == dim)
        from.fail();
    ranges.push_back(dim(readRange(from)));
  }
  if (from.failed())
    ranges.clear(); // some dimension may be there twice
  return ranges;
}

DType readDType(ByteReader &from) {
  return static_cast<DType>(from.below(static_cast<unsigned>(DType::C128) + 1));
}

void write(ByteWriter &to, const Variable &variable) {
  to.number(static_cast<unsigned>(variable.dtype));
  to.number(variable.dims.size());
  for (Dimension dim : variable.dims)
    write(to, dim);
  to.text(variable.name);
  write(to, variable.line);
}
Variable readVariable(ByteReader &from) {
  Variable variable;
  variable.dtype = readDType(from);
  std::vector<Dimension> dims;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    dims.push_back(readDimension(from));
  variable.dims = Dims(dims);
  variable.name = from.text();
  variable.line = readLine(from);
  return variable;
}

void write(ByteWriter &to, const SymbolicSlice &slice) {
  to.number(slice.relative.size());
  for (const RelativeItem &item : slice.relative) {
    to.signedNumber(item.slice.start);
    to.signedNumber(item.slice.stop);
    to.signedNumber(item.slice.step);
    to.number(item.slice.isIndex * 2u + item.isEllipsis);
  }
  to.number(slice.absolute.size());
  for (const Region::Item &item : slice.absolute) {
    write(to, item.dim);
    write(to, item.range);
    to.number(item.isIndex);
  }
}
SymbolicSlice readSlice(ByteReader &from) {
  SymbolicSlice slice;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Slice part;
    part.start = from.signedNumber();
    part.stop = from.signedNumber();
    part.step = from.signedNumber();
    std::uint64_t flags = from.below(4);
    part.isIndex = flags & 2;
    RelativeItem item(part);
    item.isEllipsis = flags & 1;
    slice.relative.push_back(item);
  }
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    Region::Item item(dim(readRange(from)));
    item.isIndex = from.below(2);
    item.index = item.range.lo();
    slice.absolute.push_back(item);
  }
  return slice;
}

void write(ByteWriter &to, const Step &step) {
  to.number(static_cast<unsigned>(step.op));
  to.number(static_cast<unsigned>(step.dtype));
  to.number(step.weak);
  to.number(static_cast<unsigned>(step.point));
  to.number(static_cast<unsigned>(step.reduce));
  to.number(static_cast<unsigned>(step.use));
  write(to, step.line);
  to.text(step.name);
  to.number(step.inputs.size());
  for (unsigned input : step.inputs)
    to.number(input);
  write(to, step.dim);
  to.signedNumber(step.offset);
  to.number(step.scalarBits);
  writeRanges(to, step.ranges, step.ranges.size());
  write(to, step.slice);
}

/// The number of operands that a step must have.
std::size_t arityOf(const Step &step) {
  switch (step.op) {
  case OpCode::Leaf:
  case OpCode::Scalar:
  case OpCode::Argument:
  case OpCode::Index:
    return 0;
  case OpCode::Point:
    return pointOpInfo(step.point).arity;
  case OpCode::Shift:
  case OpCode::Slice:
  case OpCode::Pin:
  case OpCode::Broadcast:
  case OpCode::Reduce:
  case OpCode::Count:
    return 1;
  }
  return 0;
}

/// Step number `position` of a recipe.
Step readStep(ByteReader &from, std::size_t position) {
  Step step;
  step.op = static_cast<OpCode>(from.below(static_cast<unsigned>(OpCode::Count) + 1));
  step.dtype = readDType(from);
  step.weak = from.below(2);
  step.point = static_cast<PointOp>(from.below(pointOpCount()));
  step.reduce = static_cast<ReduceKind>(from.below(static_cast<unsigned>(ReduceKind::All) + 1));
  step.use = static_cast<ReduceUse>(from.below(static_cast<unsigned>(ReduceUse::Place) + 1));
  step.line = readLine(from);
  step.name = from.text();
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    step.inputs.push_back(static_cast<unsigned>(from.below(position)));
  step.dim = readDimension(from);
  step.offset = from.signedNumber();
  step.scalarBits = from.number();
  step.ranges = readRanges(from);
  step.slice = readSlice(from);
  if (!from.failed() && step.inputs.size() != arityOf(step))
    from.fail();
  return step;
}

/// Elements without gaps, the last dimension fastest, in foreign memory.
ArrayView denseView(Runtime::State &runtime, const ArrayView &like, void *memory,
                    std::size_t bytes) {
  ArrayView view{foreignBlock(runtime, memory, bytes, {}), like.dtype, like.domain, {}, 0};
  std::vector<std::int64_t> extents;
  for (const NamedRange &range : like.domain)
    extents.push_back(range.range.size());
  view.strides.resize(extents.size());
  if (!denseStrides(like.dtype, extents, {}, 1, view.strides.data()))
    throwTooLarge(like.dtype, extents, SourceLine{});
  return view;
}

void writeCapture(ByteWriter &to, const Node &leaf) {
  const ArrayView &view = leaf.leaf->view;
  to.number(static_cast<unsigned>(view.dtype));
  writeRanges(to, view.domain, view.domain.ndim());
  writeRanges(to, leaf.compute, leaf.compute.ndim());
  for (unsigned position : view.strideOrder())
    to.number(position);
  write(to, leaf.line);
  to.text(leaf.name);
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
  NodeRef leaf(new Node);
  leaf->op = OpCode::Leaf;
  leaf->runtime = &runtime;
  leaf->dtype = readDType(from);
  ArrayView shape;
  shape.dtype = leaf->dtype;
  shape.domain = Domain(readRanges(from));
  leaf->domain = shape.domain.canonical();
  leaf->compute = Domain(readRanges(from)).canonical();
  std::vector<Dimension> order = readOrder(from, shape.domain);
  leaf->line = readLine(from);
  leaf->name = from.text();
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

bool refersToWhatIsThere(const Recipe &recipe) {
  for (const Step &step : recipe.steps) {
    std::size_t limit = step.op == OpCode::Leaf       ? recipe.captures.size()
                        : step.op == OpCode::Argument ? recipe.arguments.size()
                                                      : SIZE_MAX;
    if (limit != SIZE_MAX && static_cast<std::uint64_t>(step.offset) >= limit)
      return false;
  }
  return recipe.results.size() == recipe.outputs.size() && !recipe.results.empty();
}

} // namespace

void detail::writeRecipe(ByteWriter &to, const Recipe &recipe) {
  to.number(recipe.arguments.size());
  for (const Variable &argument : recipe.arguments)
    write(to, argument);
  to.number(recipe.outputs.size());
  for (const Variable &output : recipe.outputs)
    write(to, output);
  to.number(recipe.steps.size());
  for (const Step &step : recipe.steps)
    write(to, step);
  to.number(recipe.results.size());
  for (unsigned result : recipe.results)
    to.number(result);
  to.number(recipe.captures.size());
  for (const NodeRef &capture : recipe.captures)
    writeCapture(to, *capture);
}

Recipe detail::readRecipe(ByteReader &from, Runtime::State &runtime, SourceLine line) {
  Recipe recipe;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.arguments.push_back(readVariable(from));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.outputs.push_back(readVariable(from));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.steps.push_back(readStep(from, recipe.steps.size()));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.results.push_back(static_cast<unsigned>(from.below(recipe.steps.size())));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.captures.push_back(readCapture(from, runtime, line));
  if (!from.failed() && !refersToWhatIsThere(recipe))
    from.fail();
  return recipe;
}
