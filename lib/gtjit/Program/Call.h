//===- Call.h - The arguments of a call -------------------------*- C++ -*-===//
//
// What a call gives, checked against what the program takes.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_CALL_H
#define GTJIT_PROGRAM_CALL_H

#include "gtjit/Program/ProgramState.h"

namespace gtjit::detail {

/// One call on its way through ordinary evaluation.
class Call {
public:
  Call(const ProgramState &program, SourceLine line) : program(program), line(line) {}

  /// Takes the arguments. Throws what Program::operator() throws for their
  /// types, dimensions, number and runtime.
  void bind(std::span<const ProgramArgument> given);
  /// The callable's results on the arguments.
  std::vector<NodeRef> results() const;
  /// Writes the results to the outputs.
  void run(std::vector<NodeRef> results);
  /// Lets go of the arguments.
  void release() { arguments.clear(), outputs.clear(); }

  const std::vector<NodeRef> &argumentNodes() const { return arguments; }
  const std::vector<Assignment> &assignments() const { return outputs; }
  SourceLine sourceLine() const { return line; }

private:
  void checkCounts(std::span<const ProgramArgument> given) const;
  void addOutput(const ProgramOutput &output);
  void addArgument(const ProgramArgument &given);
  NodeRef fieldOf(const ProgramArgument &given, std::size_t n) const;
  NodeRef valueOf(const NodeRef &field) const;
  NodeRef leafOf(const NodeRef &node) const;
  void checkType(const char *what, std::size_t n, const Variable &wanted, DType dtype,
                 const Dims &dims, const std::string &got, const Node *given) const;

  const ProgramState &program;
  SourceLine line;
  std::vector<NodeRef> arguments;
  std::vector<Assignment> outputs;
};

/// A number given for the scalar parameter `n`, of the parameter's type. Throws
/// DTypeError.
NodeRef scalarOf(const ProgramArgument &given, std::size_t n, const Variable &wanted,
                 SourceLine line);

/// Calls with no part of a storage among the arguments: finds the plan, or makes
/// it, and runs it.
void callWithStorages(ProgramState &program, std::span<const ProgramArgument> arguments,
                      SourceLine line);
/// The stores of a call; none if one is empty. Under the graph mutex.
std::vector<StoreRequest> storesOf(const Call &call, const std::vector<NodeRef> &results);
/// Makes a plan for calls like this one, whose arguments a PlannedCall has taken;
/// compiles if need be. False if there is none. Throws what the stores of `results` throw.
bool addPlan(ProgramState &program, const Call &call, const std::vector<NodeRef> &results);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_CALL_H
