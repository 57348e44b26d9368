//===- Call.cpp - Calling a program ---------------------------------------===//
//
// From the arguments of a call to assignments: types and dimensions are
// checked here, everything else by the ordinary evaluation of the graph that
// the recipe makes of them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/Call.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Elements.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

using Kind = ProgramArgument::Kind;

bool sameDims(const Dims &a, const Dims &b) {
  return a.size() == b.size() &&
         std::all_of(a.begin(), a.end(), [&](Dimension dim) { return b.contains(dim); });
}

/// "an f64 field on (I, J)", "an f64 scalar".
std::string typeText(DType dtype, const Dims &dims) {
  std::string type(name(dtype));
  const char *article = std::string_view("aeif8").find(type[0]) < 4 ? "an " : "a ";
  return article + type + (dims.size() ? " field on " + toString(dims) : " scalar");
}

/// "argument 1 ('u')".
std::string subject(const char *what, std::size_t n, const Variable &variable) {
  std::string text = std::string(what) + " " + std::to_string(n);
  return variable.name.empty() ? text : text + " ('" + variable.name + "')";
}

/// "arg(F64, {I, J})": the parameter that takes such a field.
std::string parameterText(DType dtype, const Dims &dims) {
  std::string list = toString(dims);
  return "arg(" + constantName(dtype) +
         (dims.size() ? ", {" + list.substr(1, list.size() - 2) + "})" : ")");
}

/// What makes an argument fit that has another type or other dimensions than are wanted.
std::string adviceFor(const Variable &wanted, const Node &given) {
  std::string advice;
  if (given.dtype != wanted.dtype && (!isComplex(given.dtype) || isComplex(wanted.dtype)))
    advice = "convert it, astype(" + (given.name.empty() ? "f" : given.name) + ", " +
             constantName(wanted.dtype) + "), or ";
  std::vector<Dimension> more;
  for (const NamedRange &range : given.domain)
    if (!wanted.dims.contains(range.dim))
      more.push_back(range.dim);
  if (!more.empty() && given.domain.ndim() == wanted.dims.size() + more.size())
    advice += dimensionsAdvice(given, more) + ", or ";
  return advice + "compile the program for it, with " +
         parameterText(given.dtype, given.domain.dims());
}

/// Whether a finite number becomes an infinity of a float type.
bool overflows(double number, DType type) {
  if (!std::isfinite(number) || !isFloat(type))
    return false;
  return withType(type, [&]<class T>(T *) {
    if constexpr (Real<T>)
      return std::isinf(static_cast<double>(convertValue<T>(number)));
    return false;
  });
}

} // namespace

NodeRef detail::scalarOf(const ProgramArgument &given, std::size_t n, const Variable &wanted,
                         SourceLine line) {
  NodeRef number = given.kind() == Kind::Boolean ? makeScalar(given.integerValue() != 0, line)
                   : given.kind() == Kind::Real  ? makeScalar(given.realValue(), line)
                   : given.kind() == Kind::Integer
                       ? makeScalar(given.integerValue(), line)
                       : makeScalar(static_cast<std::uint64_t>(given.integerValue()), line);
  bool fits = given.kind() == Kind::Boolean ? wanted.dtype == DType::Bool
              : given.kind() == Kind::Real  ? isFloat(wanted.dtype)
                                            : isFloat(wanted.dtype) || isInteger(wanted.dtype);
  if (wanted.dims.size() || !fits) {
    DTypeError error(line, subject("argument", n, wanted) + " of the program is " +
                               typeText(wanted.dtype, wanted.dims) +
                               (wanted.dims.size() ? ", got a number"
                                                   : ", got a number of type " +
                                                         std::string(name(number->dtype))));
    error.addNote(wanted.line, "compile the program for it, with " +
                                   parameterText(fits ? wanted.dtype : number->dtype, {}));
    throw error;
  }
  if (given.kind() == Kind::Real && overflows(given.realValue(), wanted.dtype)) {
    char text[32];
    std::snprintf(text, sizeof(text), "%g", given.realValue());
    throw DTypeError(line, subject("argument", n, wanted) + " of the program: the number " + text +
                               " overflows " + std::string(name(wanted.dtype)));
  }
  return buildCast(converted(number, wanted.dtype, line), wanted.dtype, line);
}

void Call::checkCounts(std::span<const ProgramArgument> given) const {
  auto outputs = static_cast<std::size_t>(
      std::count_if(given.begin(), given.end(), [](const ProgramArgument &argument) {
        return argument.kind() == Kind::Output;
      }));
  std::size_t inputs = given.size() - outputs;
  const Recipe &recipe = program.recipe;
  if (outputs != recipe.outputs.size() || inputs != recipe.arguments.size())
    throw ValueError(line, "the program takes " + std::to_string(recipe.outputs.size()) +
                               " outputs and " + std::to_string(recipe.arguments.size()) +
                               " arguments, got " + std::to_string(outputs) + " and " +
                               std::to_string(inputs));
}

void Call::checkType(const char *what, std::size_t n, const Variable &wanted, DType dtype,
                     const Dims &dims, const std::string &got, const Node *given) const {
  if (dtype == wanted.dtype && sameDims(dims, wanted.dims))
    return;
  DTypeError error(line, subject(what, n, wanted) + " of the program is " +
                             typeText(wanted.dtype, wanted.dims) + ", got " + got + ", " +
                             typeText(dtype, dims));
  if (given)
    error.addNote(wanted.line, adviceFor(wanted, *given));
  if (given && isInteger(wanted.dtype))
    adviseDivision(error, *given);
  if (!given)
    error.addNote(wanted.line, "a call neither converts nor broadcasts: use astype and broadcast "
                               "in the callable, or give " +
                                   typeText(wanted.dtype, wanted.dims));
  throw error;
}

void Call::addOutput(const ProgramOutput &output) {
  std::size_t n = outputs.size();
  const Variable &wanted = program.recipe.outputs[n];
  if (!output.storage->get())
    throwEmpty(subject("output", n, wanted) + " of the program", output.line);
  const StorageState &target = *output.storage->get();
  checkType("output", n, wanted, target.layout.dtype, target.layout.domain.dims(),
            target.describe(), nullptr);
  if (target.runtime != program.runtime)
    throw ValueError(output.line, subject("output", n, wanted) + " of the program: " +
                                      target.describe() + " belongs to another runtime");
  Domain region = output.region ? output.region->domain() : output.storage->compute_domain();
  if (output.region)
    for (NamedIndex index : output.region->indices())
      region = region.with(index.dim(index.index, index.index + 1));
  outputs.push_back({*output.storage, region, NodeRef(), output.line});
}

/// The node that argument `n` is; null for a number.
NodeRef Call::fieldOf(const ProgramArgument &given, std::size_t n) const {
  bool isStorage = given.kind() == Kind::Storage;
  if (!isStorage && given.kind() != Kind::Field)
    return NodeRef();
  NodeRef node = isStorage ? makeOperand(given.storage(), line) : given.field().ref();
  if (!node)
    throwEmpty(subject("argument", n, program.recipe.arguments[n]) + " of the program", line);
  return node;
}

/// The value of a field without dimensions as a number of its type.
NodeRef Call::valueOf(const NodeRef &field) const {
  auto *number = new NumberNode(field->dtype, 0, line);
  NodeRef node(number);
  auto lock = lockGraph(*field);
  Lease lease(*field->memory(), Access::Read, Holder::Work, line);
  const std::byte *from = lease.first();
  if (field->dtype == DType::Bool)
    number->bits = *from != std::byte{0};
  else
    std::memcpy(&number->bits, from, itemsize(field->dtype));
  return node;
}

/// A leaf with the values of `node`, which are in memory or part of what is;
/// null if they are to be computed.
NodeRef Call::leafOf(const NodeRef &node) const {
  auto lock = lockGraph(*node);
  std::optional<ArrayView> view = viewOfValues(*node);
  if (!view)
    return NodeRef();
  NodeRef leaf(new LeafNode);
  leaf->dtype = node->dtype;
  leaf->runtime = node->runtime;
  leaf->domain = node->domain;
  leaf->compute = node->compute;
  if (node->unslicedDomain)
    leaf->unslicedDomain = std::make_unique<Domain>(*node->unslicedDomain);
  leaf->name = node->name;
  leaf->line = node->line;
  leaf->leaf = std::make_unique<LeafData>();
  redirectLeaf(*leaf, std::move(*view));
  return leaf;
}

/// A leaf of its own if another argument has it: kernels for any strides take
/// every argument by itself.
void Call::addArgument(const ProgramArgument &given) {
  std::size_t n = arguments.size();
  const Variable &wanted = program.recipe.arguments[n];
  NodeRef node = fieldOf(given, n);
  if (!node) {
    arguments.push_back(scalarOf(given, n, wanted, line));
    return;
  }
  checkType("argument", n, wanted, node->dtype, node->domain.dims(), describe(*node), node.get());
  if (node->runtime && node->runtime != program.runtime)
    throw ValueError(line, subject("argument", n, wanted) + " of the program: " + describe(*node) +
                               " belongs to another runtime");
  bool isScalar = wanted.dims.size() == 0 && !isComplex(wanted.dtype);
  if (as<NumberNode>(*node) && !node->memory()) {
    arguments.push_back(buildCast(node, wanted.dtype, line));
    return;
  }
  if (!node->memory()) {
    if (NodeRef part = leafOf(node))
      node = std::move(part);
    else
      force({node}, line);
  }
  if (isScalar)
    node = valueOf(node);
  else if (std::find(arguments.begin(), arguments.end(), node) != arguments.end())
    node = leafOf(node);
  arguments.push_back(std::move(node));
}

void Call::bind(std::span<const ProgramArgument> given) {
  checkCounts(given);
  for (const ProgramArgument &argument : given)
    if (argument.kind() == Kind::Output)
      addOutput(argument.output());
  for (const ProgramArgument &argument : given)
    if (argument.kind() != Kind::Output)
      addArgument(argument);
}

std::vector<NodeRef> Call::results() const {
  return instantiate(program.recipe, arguments, [&](const NodeRef &table) {
    force({table}, line, &program.code);
    return table;
  });
}

void Call::run(std::vector<NodeRef> results) {
  arguments.clear();
  for (std::size_t n = 0; n < outputs.size(); ++n)
    outputs[n].value = std::move(results[n]);
  assign(std::move(outputs), &program.code);
}

/// The part of a storage as a storage.
static Storage viewOf(const StorageRegion &part, SourceLine line) {
  std::vector<Region::Item> items(part.indices().begin(), part.indices().end());
  items.insert(items.end(), part.domain().begin(), part.domain().end());
  return part.storage().view(Region(items), line);
}

/// Whether an output is a part by an index, `out(v[{K(1)}])`, and the program
/// writes no such dimension.
static bool isOutputPart(const ProgramState &program, const ProgramArgument &given,
                         std::size_t output) {
  if (given.kind() != Kind::Output || output >= program.recipe.outputs.size())
    return false;
  const StorageRegion *part = given.output().region;
  const Dims &wanted = program.recipe.outputs[output].dims;
  return part && !part->indices().empty() && part->domain().ndim() == wanted.size() &&
         sameDims(part->domain().dims(), wanted);
}

void detail::callProgram(ProgramState &program, std::span<const ProgramArgument> arguments,
                         SourceLine line) {
  auto isPart = [](const ProgramArgument &given) {
    return given.kind() == Kind::Region || (given.kind() == Kind::Output && given.output().region);
  };
  if (std::none_of(arguments.begin(), arguments.end(), isPart))
    return callWithStorages(program, arguments, line);
  std::vector<ProgramArgument> wholes(arguments.begin(), arguments.end());
  std::vector<Storage> views(arguments.size());
  std::vector<StorageRegion> parts;
  parts.reserve(arguments.size());
  std::size_t outputs = 0;
  for (std::size_t n = 0; n < wholes.size(); ++n) {
    if (wholes[n].kind() == Kind::Region) {
      wholes[n] = ProgramArgument(views[n] = viewOf(wholes[n].region(), line));
    } else if (isOutputPart(program, wholes[n], outputs)) {
      SourceLine place = wholes[n].output().line;
      views[n] = viewOf(*wholes[n].output().region, place);
      parts.push_back(views[n][{whole, place}]);
      wholes[n] = ProgramArgument(out(parts.back(), place));
    }
    outputs += wholes[n].kind() == Kind::Output;
  }
  callWithStorages(program, wholes, line);
}
