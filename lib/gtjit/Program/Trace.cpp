//===- Trace.cpp - Running a callable on fields without values ------------===//
//
// The callable's parameters are symbolic fields; what it returns is written
// down as a recipe.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/ProgramState.h"
#include "gtjit/Types/ContractInForce.h"

using namespace gtjit;
using namespace gtjit::detail;

struct detail::Trace::State {
  Runtime::State &runtime;
  Runtime::Scope scope; ///< numbers and new storages are of the program's runtime
  TracingScope tracing;
  ContractScope contract; ///< of fields that belong to no runtime yet, too
  TracedGraph graph;

  State(Runtime &runtime, SourceLine line)
      : runtime(runtime.get()), scope(runtime),
        contract(contractInForce(this->runtime.options.contract)) {
    graph.line = line;
  }
};

namespace {

Variable variableOf(const ProgramParameter &parameter) {
  for (const Dimension *dim = parameter.dims.begin(); dim != parameter.dims.end(); ++dim)
    for (const Dimension *other = parameter.dims.begin(); other != dim; ++other)
      if (*other == *dim)
        throw ValueError(parameter.line,
                         "arg: the dimension " + std::string(dim->name()) + " is named twice");
  return {parameter.dtype, parameter.dims, std::string(parameter.name), parameter.line};
}

} // namespace

ProgramParameter gtjit::arg(DType dtype, const Dims &dims, std::string_view name, SourceLine line) {
  return {dtype, dims, name, line};
}

detail::Trace::Trace(Runtime &runtime, detail::Items<ProgramParameter> parameters,
                     SourceLine line) {
  auto made = std::make_unique<State>(runtime, line);
  for (const ProgramParameter &parameter : parameters) {
    auto number = static_cast<unsigned>(made->graph.argumentNodes.size());
    made->graph.arguments.push_back(variableOf(parameter));
    made->graph.argumentNodes.push_back(
        buildArgument(number, parameter.dtype, parameter.dims, parameter.name, parameter.line));
  }
  state = made.release();
}

detail::Trace::~Trace() { delete state; }

Field detail::Trace::argument(std::size_t n) const { return Field(state->graph.argumentNodes[n]); }

void detail::Trace::addResult(const Field &result) {
  if (!result.get())
    throw ValueError(state->graph.line, "compile: result " +
                                            std::to_string(state->graph.results.size()) +
                                            " of the callable is no field");
  state->graph.results.push_back(result.ref());
}

Program detail::Trace::finish() {
  if (state->graph.results.empty())
    throw ValueError(state->graph.line, "compile: the callable returns no field");
  Recipe recipe = record(state->runtime, std::move(state->graph));
  return Program(Ref<ProgramState>(new ProgramState(state->runtime, std::move(recipe))));
}
