//===- SavedRecipe.cpp - A recipe as bytes --------------------------------===//
//
// One function writes a thing, the one below it reads it. Attributes of an
// operation are written by the operation. Those of the table are numbers: the
// file's fingerprint tells that the table is the same.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedRecipe.h"

#include "gtjit/Error.h"
#include "gtjit/Operations/Argument.h"
#include "gtjit/Operations/Leaf.h"
#include "gtjit/Operations/Readers.h"
#include "gtjit/Operations/Result.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
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

void writeLine(ByteWriter &to, SourceLine line) {
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

DType readDType(ByteReader &from) {
  return static_cast<DType>(from.below(static_cast<unsigned>(DType::C128) + 1));
}

void writeVariable(ByteWriter &to, const Variable &variable) {
  to.number(static_cast<unsigned>(variable.dtype));
  to.number(variable.dims.size());
  for (Dimension dim : variable.dims)
    write(to, dim);
  to.text(variable.name);
  writeLine(to, variable.line);
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
  write(to, view.domain);
  write(to, leaf.compute);
  for (unsigned position : view.strideOrder())
    to.number(position);
  writeLine(to, leaf.line);
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
  NodeRef leaf(new LeafNode);
  leaf->runtime = &runtime;
  leaf->dtype = readDType(from);
  ArrayView shape;
  shape.dtype = leaf->dtype;
  shape.domain = readDomain(from);
  leaf->domain = shape.domain.canonical();
  leaf->compute = readDomain(from).canonical();
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

void writeStep(ByteWriter &to, const Step &step) {
  const Node &node = *step.node;
  to.text(node.operation());
  if (node.leaf)
    return writeCapture(to, node);
  to.number(static_cast<unsigned>(node.dtype));
  to.number(node.weak);
  writeLine(to, node.line);
  to.text(node.name);
  to.number(step.inputs.size());
  for (unsigned input : step.inputs)
    to.number(input);
  node.save(to);
}

/// An operation with several results is read through them alone.
bool fitsInput(const Node &node, const Node &input) {
  const auto *result = as<ResultNode>(node);
  if (input.kind() != NodeKind::Several)
    return !result;
  return result && result->number < input.resultCount();
}

Step readStep(ByteReader &from, const Recipe &before, Runtime::State &runtime, SourceLine line) {
  Step step;
  std::string name = from.text();
  if (name == LeafNode::operationName) {
    step.node = readCapture(from, runtime, line);
    return step;
  }
  DType dtype = readDType(from);
  bool weak = from.below(2);
  SourceLine written = readLine(from);
  std::string label = from.text();
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    step.inputs.push_back(static_cast<unsigned>(from.below(before.steps.size())));
  ReadOperation read = readOperation(name, from);
  if (from.failed() || step.inputs.size() != read.arity) {
    from.fail();
    return step;
  }
  step.node = std::move(read.node);
  step.node->dtype = dtype;
  step.node->weak = weak;
  step.node->line = written;
  step.node->name = label;
  for (unsigned input : step.inputs)
    if (!fitsInput(*step.node, *before.steps[input].node))
      from.fail();
  const auto *argument = as<ArgumentNode>(*step.node);
  if (argument && argument->number >= before.arguments.size())
    from.fail();
  return step;
}

bool hasResults(const Recipe &recipe) {
  for (unsigned result : recipe.results)
    if (recipe.steps[result].node->kind() == NodeKind::Several)
      return false;
  return recipe.results.size() == recipe.outputs.size() && !recipe.results.empty();
}

} // namespace

void detail::writeRecipe(ByteWriter &to, const Recipe &recipe) {
  to.number(recipe.arguments.size());
  for (const Variable &argument : recipe.arguments)
    writeVariable(to, argument);
  to.number(recipe.outputs.size());
  for (const Variable &output : recipe.outputs)
    writeVariable(to, output);
  to.number(recipe.steps.size());
  for (const Step &step : recipe.steps)
    writeStep(to, step);
  to.number(recipe.results.size());
  for (unsigned result : recipe.results)
    to.number(result);
}

Recipe detail::readRecipe(ByteReader &from, Runtime::State &runtime, SourceLine line) {
  Recipe recipe;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.arguments.push_back(readVariable(from));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.outputs.push_back(readVariable(from));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.steps.push_back(readStep(from, recipe, runtime, line));
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    recipe.results.push_back(static_cast<unsigned>(from.below(recipe.steps.size())));
  if (!from.failed() && !hasResults(recipe))
    from.fail();
  return recipe;
}
