//===- InputCheck.cpp - Values that tell what is read ---------------------===//
//
// One flag a check, by a reduction into which the values are fused. Only if it is set
// the values are stored, to find and tell the first bad one.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/InputCheck.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Reference/Grid.h"

#include <algorithm>

namespace gtjit::detail {

static NodeRef sharedOf(const Node *node) {
  return NodeRef(const_cast<Node *>(node)); // the count of references changes alone
}

/// Whether a value in the box is bad. What is symbolic has no box.
static NodeRef refusedIn(const InputCheck::Input &input) {
  SourceLine line = input.reader->line;
  NodeRef part =
      input.values->symbolic ? input.values : buildSlice(input.values, input.box, {}, line);
  return buildReduce(input.reader->refused(part), ReduceKind::Any, nullptr, line);
}

static NodeRef either(const NodeRef &a, const NodeRef &b, SourceLine line) {
  Operand operands[] = {{a, line}, {b, line}};
  return buildPoint(PointOp::Or, operands);
}

/// The function with effects that a node calls itself; null if there is none.
static const ImportedFunction *effectOf(const FlatGraph &program, std::size_t n) {
  for (const ImportArgument &import : program.arguments.imports)
    if (import.function->prototype.effects && !program.order[n].isMemory &&
        program.order[n].node->callOf(*import.function))
      return import.function;
  return nullptr;
}

/// The check and the kernels would each have values of their own.
static void refuseEffects(const Node &reader, const ImportedFunction *function) {
  if (function)
    throw ValueError(reader.line, "'" + std::string(reader.called()) +
                                      "' reads where a function with effects says, '" +
                                      function->symbol +
                                      "', which would be called twice: evaluate its values first");
}

std::vector<InputCheck> inputChecks(const FlatGraph &program) {
  std::vector<InputCheck> checks;
  if (program.checked.empty())
    return checks;
  std::vector<std::optional<Domain>> boxes = boxesNeeded(program);
  std::vector<std::size_t> passed(program.nodeCount(), 0); ///< checks that a node's values need
  std::vector<const ImportedFunction *> effects(program.nodeCount()); ///< in a node's values
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    effects[n] = effectOf(program, n);
    for (std::size_t k = 0; k < program.inputCount(n); ++k) {
      passed[n] = std::max(passed[n], passed[program.input(n, k)]);
      effects[n] = effects[n] ? effects[n] : effects[program.input(n, k)];
    }
    bool isChecked =
        std::find(program.checked.begin(), program.checked.end(), n) != program.checked.end();
    const Node *node = program.order[n].node;
    if (!isChecked || !boxes[n] || boxes[n]->empty())
      continue;
    std::size_t k = *node->checkedInput();
    refuseEffects(*node, effects[program.input(n, k)]);
    InputCheck::Input input{sharedOf(node), node->inputs[k], node->reads(k, *boxes[n])};
    if (checks.empty() || passed[program.input(n, k)] == checks.size())
      checks.emplace_back();
    InputCheck &check = checks.back();
    NodeRef refused = refusedIn(input);
    check.refused = check.refused ? either(check.refused, refused, input.reader->line) : refused;
    check.inputs.push_back(std::move(input));
    passed[n] = checks.size();
  }
  return checks;
}

/// Stores a node's values over a box in memory of their own.
static ArrayView stored(Runtime::State &runtime, const NodeRef &node, const Domain &box,
                        const Evaluation &work, GraphLock &lock) {
  std::vector<Dimension> order;
  for (const NamedRange &range : box)
    order.push_back(range.dim);
  SourceLine line = node->line;
  ArrayView target = allocateView(runtime, node->dtype, box, order,
                                  box.ndim() ? box[box.ndim() - 1].range.lo() : 0, line);
  Evaluation alone{{}, work.substitutes, work.loaded, work.onDevice};
  StageClock clock;
  FlatGraph program = flatten({{node, target, box, line}}, alone.substitutes);
  if (work.onDevice)
    program.forDevice();
  runProgram(runtime, program, alone, lock, clock);
  lock.lock();
  return target;
}

void checkInputs(Runtime::State &runtime, const FlatGraph &program, const Evaluation &work,
                 GraphLock &lock) {
  for (const InputCheck &check : inputChecks(program)) {
    ArrayView flag = stored(runtime, check.refused, Domain(), work, lock);
    if (*Lease(flag, Access::Read, Holder::Work, program.arguments.line).first() == std::byte{0})
      continue;
    for (const InputCheck::Input &input : check.inputs) {
      ArrayView values = stored(runtime, input.values, input.box, work, lock);
      Lease lease(values, Access::Read, Holder::Work, program.arguments.line);
      input.reader->check(reference::gridOf(values, lease.first()), input.box);
    }
  }
}

} // namespace gtjit::detail
