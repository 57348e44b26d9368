//===- RecipeText.cpp - A recipe as text of the gt dialect ----------------===//
//
// One line a step, written by the operation. Reading goes the way of a trace:
// the operations of the text on symbolic arguments, then the record of what has
// come out.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/RecipeText.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Argument.h"
#include "gtjit/Graph/TextWriter.h"
#include "gtjit/Kernel/Imports.h"

#include <algorithm>
#include <map>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class RecipeWriter final : public TextWriter {
public:
  explicit RecipeWriter(const Recipe &recipe) : recipe(recipe) {}
  RecipeText write();

  // Of the step that is written.
  std::span<const TextValue> ranges() const override { return {}; }
  std::span<const TextValue> scalars() const override { return {}; }
  std::string importName(const ImportedFunction &function) override;
  void define(const TextValue &value, const std::string &operation) override;
  bool anyStrides() const override { return false; }

private:
  unsigned firstInput() const override { return recipe.steps[position].inputs[0]; }
  std::string parameter(const std::string &value, const std::string &type, SourceLine line,
                        std::string_view name);
  void writeParameters();
  void writeStep();
  void writeReturn();

  const Recipe &recipe;
  std::map<std::string, const ImportedFunction *> imports; ///< by symbol
  bool isDefined = false;                                  ///< whether the step has a line
  std::vector<TextValue> arguments;                        ///< of the callable
  RecipeText written;
};

Domain domainOf(const Dims &dims) {
  Domain domain;
  for (Dimension dim : dims)
    domain = domain.with(dim(Range::all()));
  return domain.canonical();
}

void RecipeWriter::define(const TextValue &value, const std::string &operation) {
  const Node &node = *recipe.steps[position].node;
  text += "  " + value.name + " = gt." + operation + names.location(node.line, node.name) + "\n";
  isDefined = true;
}

/// Its symbol, by which whoever reads the text finds it.
std::string RecipeWriter::importName(const ImportedFunction &function) {
  auto [known, isNew] = imports.emplace(function.symbol, &function);
  if (!isNew && known->second != &function)
    throw ValueError(recipe.steps[position].node->line,
                     "the program calls two functions that are both '" + function.symbol +
                         "', which its text cannot tell apart: give one of them another symbol");
  return function.symbol;
}

std::string RecipeWriter::parameter(const std::string &value, const std::string &type,
                                    SourceLine line, std::string_view name) {
  return (text.back() == '(' ? "" : ", ") + value + ": " + type + names.location(line, name);
}

/// The arguments, then the captures.
void RecipeWriter::writeParameters() {
  text += "gt.callable @program(";
  for (const Variable &argument : recipe.arguments) {
    bool isNumber = argument.dims.size() == 0 && !isComplex(argument.dtype);
    std::string type =
        isNumber ? elementText(argument.dtype) : fieldType(domainOf(argument.dims), argument.dtype);
    arguments.push_back({names.value(argument.name, "arg"), type});
    text += parameter(arguments.back().name, type, argument.line, argument.name);
    written.arguments.push_back(argument.dims);
  }
  for (std::size_t n = 0; n < recipe.steps.size(); ++n) {
    const Node &node = *recipe.steps[n].node;
    if (!node.leaf)
      continue;
    values[n] = {names.value(node.name, "captured"), fieldType(node.domain, node.dtype)};
    text += parameter(values[n].name, values[n].type, node.line, node.name);
    written.captures.push_back(recipe.steps[n].node);
  }
  text += ") {\n";
}

/// A named value that is another one has a line of its own for the name.
void RecipeWriter::writeStep() {
  const Step &step = recipe.steps[position];
  const Node &node = *step.node;
  if (node.leaf)
    return;
  if (const auto *argument = as<ArgumentNode>(node)) {
    values[position] = arguments[argument->number];
    isScalar[position] = node.isScalar(true);
    return;
  }
  operands.clear();
  bool areScalars = true;
  for (unsigned input : step.inputs) {
    operands.push_back(values[input]);
    areScalars = areScalars && isScalar[input];
  }
  isScalar[position] = node.isScalar(areScalars);
  values[position] = {"%" + std::to_string(position), typeOf(node, isScalar[position])};
  TextValue own = values[position];
  isDefined = false;
  node.printRecorded(*this);
  if (isDefined || node.name.empty())
    return;
  define(own,
         "broadcast " + values[position].name + " : " + values[position].type + " -> " + own.type);
  values[position] = own;
}

void RecipeWriter::writeReturn() {
  std::vector<TextValue> results;
  for (unsigned result : recipe.results)
    results.push_back(values[result]);
  text += "  gt.return " + namesOf(results) + " : " + typesOf(results) + names.location({}) +
          "\n}" + names.location({}) + "\n";
}

RecipeText RecipeWriter::write() {
  for (const Variable &argument : recipe.arguments)
    names.addDimensions(domainOf(argument.dims));
  for (const Step &step : recipe.steps)
    names.addDimensions(step.node->domain);
  names.nameDimensions();
  for (Dimension dim : names.dimensions())
    written.dims.emplace(names.dimension(dim), dim);
  values.resize(recipe.steps.size());
  isScalar.resize(recipe.steps.size());
  writeParameters();
  for (position = 0; position < recipe.steps.size(); ++position)
    writeStep();
  writeReturn();
  written.text = names.head() + text;
  return std::move(written);
}

/// The leaf with what the text says of it.
Field captureFor(const RecipeText &from, std::size_t n, const ImportedParameter &parameter) {
  if (n >= from.captures.size())
    throw ValueError(parameter.line, "a captured storage is missing");
  const NodeRef &leaf = from.captures[n];
  if (leaf->dtype != parameter.type || leaf->domain.dims().size() != parameter.dims.size() ||
      !std::all_of(parameter.dims.begin(), parameter.dims.end(),
                   [&](Dimension dim) { return leaf->domain.has(dim); }))
    throw ValueError(parameter.line, "a captured storage has another type");
  leaf->line = parameter.line;
  leaf->name = parameter.name;
  return Field(leaf);
}

} // namespace

RecipeText detail::printRecipe(const Recipe &recipe) { return RecipeWriter(recipe).write(); }

Recipe detail::readRecipe(Runtime::State &runtime, const RecipeText &from) {
  TracedGraph traced;
  std::vector<Field> results =
      importCallable(from.text, from.dims, [&](std::size_t n, const ImportedParameter &parameter) {
        if (n >= from.arguments.size())
          return captureFor(from, n - from.arguments.size(), parameter);
        const Dims &dims = from.arguments[n];
        bool isSame = domainOf(dims).dims().size() == parameter.dims.size();
        for (Dimension dim : parameter.dims)
          isSame = isSame && dims.contains(dim);
        if (!isSame)
          throw ValueError(parameter.line, "an argument has other dimensions");
        traced.arguments.push_back({parameter.type, dims, parameter.name, parameter.line});
        traced.argumentNodes.push_back(buildArgument(static_cast<unsigned>(n), parameter.type, dims,
                                                     parameter.name, parameter.line));
        return Field(traced.argumentNodes.back());
      });
  if (traced.arguments.size() != from.arguments.size())
    throw ValueError(SourceLine{}, "an argument is missing");
  for (Field &result : results)
    traced.results.push_back(std::move(result).ref());
  return record(runtime, std::move(traced));
}
