//===- Call.cpp - Calling a program ---------------------------------------===//
//
// From the arguments of a call to assignments: types and dimensions are
// checked here, everything else by the ordinary evaluation of the graph that
// the recipe makes of them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Program/ProgramState.h"
#include "gtjit/Runtime/Evaluate.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
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

class Call {
public:
  Call(const ProgramState &program, SourceLine line) : program(program), line(line) {}
  void bind(std::span<const ProgramArgument> given);
  void run();

private:
  void checkCounts(std::span<const ProgramArgument> given) const;
  void addOutput(const ProgramOutput &output);
  void addArgument(const ProgramArgument &given);
  NodeRef fieldOf(const ProgramArgument &given) const;
  NodeRef valueOf(const NodeRef &field) const;
  NodeRef anotherLeaf(const NodeRef &leaf) const;
  NodeRef scalarOf(const ProgramArgument &given, const Variable &wanted) const;
  void checkType(const char *what, std::size_t n, const Variable &wanted, DType dtype,
                 const Dims &dims, const std::string &got) const;

  const ProgramState &program;
  SourceLine line;
  std::vector<NodeRef> arguments;
  std::vector<Assignment> outputs;
};

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
                     const Dims &dims, const std::string &got) const {
  if (dtype != wanted.dtype || !sameDims(dims, wanted.dims))
    throw DTypeError(line, subject(what, n, wanted) + " of the program is " +
                               typeText(wanted.dtype, wanted.dims) + ", got " + got + ", " +
                               typeText(dtype, dims));
}

void Call::addOutput(const ProgramOutput &output) {
  std::size_t n = outputs.size();
  const Variable &wanted = program.recipe.outputs[n];
  const StorageState &target = stateOf(*output.storage, output.line);
  checkType("output", n, wanted, target.layout.dtype, target.layout.domain.dims(),
            target.describe());
  if (target.runtime != program.runtime)
    throw ValueError(output.line, subject("output", n, wanted) + " of the program: " +
                                      target.describe() + " belongs to another runtime");
  Domain region = output.region ? output.region->domain() : output.storage->compute_domain();
  if (output.region)
    for (NamedIndex index : output.region->indices())
      region = region.with(index.dim(index.index, index.index + 1));
  outputs.push_back({*output.storage, region, NodeRef(), output.line});
}

/// The node that an argument is; null for a number.
NodeRef Call::fieldOf(const ProgramArgument &given) const {
  switch (given.kind()) {
  case Kind::Storage:
    return makeLeaf(given.storage(), line);
  case Kind::Region:
    return makeLeaf(given.region(), line);
  case Kind::Field:
    return nodeOf(given.field(), line);
  default:
    return NodeRef();
  }
}

/// The value of a field without dimensions as a number of its type.
NodeRef Call::valueOf(const NodeRef &field) const {
  NodeRef number(new Node);
  number->dtype = field->dtype;
  number->line = line;
  auto lock = lockGraph(*field);
  const std::byte *from = field->memory()->first();
  if (field->dtype == DType::Bool)
    number->scalarBits = *from != std::byte{0};
  else
    std::memcpy(&number->scalarBits, from, itemsize(field->dtype));
  return number;
}

/// Another leaf of the same values.
NodeRef Call::anotherLeaf(const NodeRef &leaf) const {
  NodeRef other(new Node);
  other->op = OpCode::Leaf;
  other->dtype = leaf->dtype;
  other->runtime = leaf->runtime;
  other->domain = leaf->domain;
  other->compute = leaf->compute;
  other->name = leaf->name;
  other->line = leaf->line;
  other->leaf = std::make_unique<LeafData>();
  auto lock = lockGraph(*leaf);
  redirectLeaf(*other, *leaf->memory());
  return other;
}

/// A number of the parameter's type.
NodeRef Call::scalarOf(const ProgramArgument &given, const Variable &wanted) const {
  NodeRef number = given.kind() == Kind::Bool   ? makeScalar(given.integerValue() != 0, line)
                   : given.kind() == Kind::Real ? makeScalar(given.realValue(), line)
                   : given.kind() == Kind::Integer
                       ? makeScalar(given.integerValue(), line)
                       : makeScalar(static_cast<std::uint64_t>(given.integerValue()), line);
  bool fits = given.kind() == Kind::Bool   ? wanted.dtype == DType::Bool
              : given.kind() == Kind::Real ? isFloat(wanted.dtype)
                                           : isFloat(wanted.dtype) || isInteger(wanted.dtype);
  if (!fits)
    throw DTypeError(line, subject("argument", arguments.size(), wanted) + " of the program is " +
                               typeText(wanted.dtype, wanted.dims) + ", got a number of type " +
                               std::string(name(number->dtype)));
  return buildCast(converted(number, wanted.dtype, line), wanted.dtype, line);
}

void Call::addArgument(const ProgramArgument &given) {
  std::size_t n = arguments.size();
  const Variable &wanted = program.recipe.arguments[n];
  NodeRef node = fieldOf(given);
  if (!node) {
    if (wanted.dims.size())
      throw DTypeError(line, subject("argument", n, wanted) + " of the program is " +
                                 typeText(wanted.dtype, wanted.dims) + ", got a number");
    arguments.push_back(scalarOf(given, wanted));
    return;
  }
  checkType("argument", n, wanted, node->dtype, node->domain.dims(), describe(*node));
  if (node->runtime && node->runtime != program.runtime)
    throw ValueError(line, subject("argument", n, wanted) + " of the program: " + describe(*node) +
                               " belongs to another runtime");
  if (!node->memory() && node->op != OpCode::Scalar)
    force({node}, line);
  if (node->op == OpCode::Scalar && !node->memory())
    node = buildCast(node, wanted.dtype, line);
  else if (wanted.dims.size() == 0 && !isComplex(wanted.dtype))
    node = valueOf(node);
  else if (std::find(arguments.begin(), arguments.end(), node) != arguments.end())
    node = anotherLeaf(node); // every argument is one of its own to kernels for any strides
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

void Call::run() {
  std::vector<NodeRef> results = instantiate(program.recipe, arguments);
  arguments.clear();
  for (std::size_t n = 0; n < outputs.size(); ++n)
    outputs[n].value = std::move(results[n]);
  assign(std::move(outputs), &program.code);
}

} // namespace

void detail::callProgram(ProgramState &program, std::span<const ProgramArgument> arguments,
                         SourceLine line) {
  Call call(program, line);
  call.bind(arguments);
  call.run();
}
