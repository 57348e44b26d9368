//===- Programs.cpp - Tracing and calling ---------------------------------===//

#include "Programs.h"

#include "Fields.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// The definitions that the written values depend on, operands first.
std::vector<const Statement *> Programs::definitionsOf(const Statement &statement) const {
  std::set<int> needed;
  for (const Write &write : statement.writes)
    needed.insert(write.value.variable);
  std::vector<const Statement *> result;
  for (std::size_t n = scenario.statements.size(); n-- > 0;) {
    const Statement &definition = scenario.statements[n];
    if (definition.what != Do::Define || !needed.count(definition.variable))
      continue;
    for (const Operand &operand : definition.expression.operands)
      needed.insert(operand.variable);
    result.push_back(&definition);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

Program Programs::trace(const Statement &statement,
                        const std::vector<const Statement *> &definitions,
                        const std::vector<Storage> &storages) const {
  std::vector<ProgramParameter> parameters;
  for (const Statement *definition : definitions)
    if (definition->expression.make == Make::Leaf) {
      const Storage &storage = storages[static_cast<std::size_t>(definition->expression.storage)];
      std::vector<Dimension> dims;
      for (const NamedRange &range : storage.domain())
        dims.push_back(range.dim);
      parameters.push_back(arg(storage.dtype(), Dims(std::span<const Dimension>(dims))));
    }
  detail::Trace trace(runtime, parameters, SourceLine::here());
  std::vector<Field> fields(static_cast<std::size_t>(scenario.variables));
  std::size_t parameter = 0;
  for (const Statement *definition : definitions) {
    const Expression &e = definition->expression;
    fields[static_cast<std::size_t>(definition->variable)] =
        e.make == Make::Leaf ? trace.argument(parameter++) : made(e, fields);
  }
  for (const Write &write : statement.writes)
    trace.addResult(fields[static_cast<std::size_t>(write.value.variable)]);
  return trace.finish();
}

/// The program after a way through a file.
Program Programs::reloaded(const Program &program) const {
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("gtjit-random-" + std::to_string(getpid()) + ".gtp");
  program.save(path.string());
  Program result = Program::load(path.string(), runtime);
  std::filesystem::remove(path);
  return result;
}

/// True if the outputs have the types and dimensions of what is written: a program
/// neither converts nor broadcasts its results.
static bool fits(const Program &program, const std::vector<StorageRegion> &targets) {
  for (std::size_t n = 0; n < targets.size(); ++n) {
    ProgramVariable output = program.output(n);
    const Domain &points = targets[n].domain();
    if (output.dtype != targets[n].storage().dtype() || output.dims.size() != points.ndim() ||
        !std::all_of(output.dims.begin(), output.dims.end(),
                     [&](Dimension dim) { return points.has(dim); }))
      return false;
  }
  return true;
}

bool Programs::calls(const Statement &statement, const Model &model,
                     const std::vector<Storage> &storages,
                     const std::vector<StorageRegion> &targets) {
  if (statement.what == Do::Define && statement.expression.make == Make::Leaf)
    readAfter[statement.variable] = writes;
  bool mayWrite = statement.what != Do::Define && statement.what != Do::Drop &&
                  statement.what != Do::Eval && statement.what != Do::Item &&
                  statement.what != Do::View;
  int before = writes;
  writes += mayWrite;
  if (statement.writes.empty())
    return false;

  std::vector<const Statement *> definitions = definitionsOf(statement);
  std::vector<const Storage *> inputs;
  std::set<int> memoriesRead;
  for (const Statement *definition : definitions)
    if (definition->expression.make == Make::Leaf) {
      if (readAfter[definition->variable] != before)
        return false; // it has the values from before a write
      auto storage = static_cast<std::size_t>(definition->expression.storage);
      inputs.push_back(&storages[storage]);
      memoriesRead.insert(model.storages()[storage].memory);
    }
  Program program = trace(statement, definitions, storages);
  if (!fits(program, targets))
    return false;
  std::vector<ProgramArgument> arguments;
  for (const StorageRegion &target : targets)
    arguments.push_back(out(target));
  for (const Storage *input : inputs)
    arguments.push_back(*input);
  // A call, and once more by its plan where that changes nothing.
  bool readsTarget = false;
  for (const Write &write : statement.writes)
    readsTarget |=
        memoriesRead.count(model.storages()[static_cast<std::size_t>(write.storage)].memory) > 0;
  program.call(arguments);
  if (!readsTarget)
    program.call(arguments);
  if (!readsTarget && saves)
    reloaded(program).call(arguments);
  return true;
}
