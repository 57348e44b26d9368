//===- Model.h - Types and domains of a scenario ----------------*- C++ -*-===//
//
// What the generator knows while it writes a scenario: the type, domain and
// history of every variable and storage, inferred statement by statement from
// the rules of docs/Semantics.md and not from the engine, which the players
// compare with it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_MODEL_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_MODEL_H

#include "Coverage.h"
#include "Forms.h"

#include <map>
#include <set>

namespace gtjit::randomgraphs {

/// An operation in an expression that has not been evaluated.
struct Occurrence {
  OperationId operation = 0;
  DType dtype = DType::F64;
  Traits traits = 0;
};

struct Variable {
  /// The part of the domain that belongs to the grid; nothing where that is not followed.
  std::optional<Domain> inside() const;

  bool alive = false;
  DType dtype = DType::F64;
  bool weak = false;
  Domain domain;                             ///< canonical order
  std::optional<Domain> grid{std::in_place}; ///< what inside() is a part of
  Traits traits = 0;                         ///< of everything in its unevaluated expression
  std::map<int, Occurrence> operations;      ///< in it, by defining variable
  Forms forms = 0;                           ///< in its unevaluated expression
  std::set<int> buffers;                     ///< that it reads
  std::set<int> everRead;                    ///< the same, and those before it was evaluated
  int nanTestOf = -1;                        ///< isnan of that variable
  bool neverNaN = false;                     ///< NaN is replaced: the sign of one is not defined
};

struct StorageInfo {
  DType dtype = DType::F64;
  Domain domain, compute; ///< in the order of its dimensions
  int buffer = 0;
  int memory = 0; ///< buffers that are wraps of one memory have the same
  bool foreign = false, strided = false;
  bool isRepeated = false; ///< several points may be one element: it cannot be written
};

class Model {
public:
  /// Hits go to `coverage` unless it is null.
  explicit Model(Coverage *coverage) : coverage(coverage) {}

  void add(const StorageSpec &spec);
  /// Follows a statement. False, and nothing has changed, if it is an error
  /// in the state so far.
  bool follow(const Statement &statement);
  /// Type and domain of an expression, or nothing if it is an error.
  std::optional<Variable> infer(const Expression &expression, int self) const;

  const std::vector<StorageInfo> &storages() const { return storageInfos; }
  const std::vector<Variable> &variables() const { return variableInfos; }
  /// The points of a storage that a value can be assigned to.
  static Domain writable(const StorageInfo &storage, const Domain &value);
  /// The points that a part names, in the storage's dimensions.
  static Domain pointsOf(const StorageInfo &storage, const Part &part);
  static bool fits(DType value, DType target);
  /// Whether a number has its value in that type; floats are rounded.
  static bool isValueOf(const Literal &number, DType dtype);
  /// Whether a field of that type and the number have a common type, which is the field's.
  static bool takesNumber(DType dtype, const Literal &number);
  static bool hasTwins(const Domain &domain);
  bool joinsLocalDimensions(const Expression &e, const Domain &result) const;

private:
  std::optional<Variable> inferAny(const Expression &e, int self) const;
  // Points and what is put together.
  std::optional<Variable> inferPoint(const Expression &e, int self) const;
  std::optional<Variable> inferCall(const Expression &e) const;
  std::optional<Variable> inferConcat(const Expression &e) const;
  static std::optional<Variable> inferCast(const Expression &e, int self, Variable result);
  Variable inferLeaf(const Expression &e) const;
  static Variable inferIndex(const Expression &e);
  // Parts and moves.
  static std::optional<Variable> inferShift(const Expression &e, Variable result);
  static std::optional<Variable> inferRoll(const Expression &e, Variable result);
  static std::optional<Variable> inferRename(const Expression &e, Variable result);
  static std::optional<Variable> inferSlice(const Expression &e, Variable result);
  static std::optional<Variable> inferRelative(const Expression &e, Variable result);
  static std::optional<Variable> inferInterior(Variable result);
  static std::optional<Variable> inferHalo(const Expression &e, Variable result);
  static std::optional<Variable> inferBroadcast(const Expression &e, Variable result);
  static std::optional<Variable> inferHalf(const Expression &e, Variable result);
  // Reductions and scans.
  std::optional<Variable> inferReduce(const Expression &e, int self, Variable result) const;
  static std::optional<Variable> inferNeighbors(const Expression &e, Variable result);
  static std::optional<Variable> inferListed(const Expression &e, const Variable &from);
  static std::optional<Variable> inferRunning(const Expression &e, Variable result);
  std::optional<Variable> inferFirstMatch(const Expression &e, Variable result) const;
  std::optional<Variable> inferScan(const Expression &e, Variable result) const;
  // Tables.
  static std::optional<Variable> inferGather(const Expression &e, Variable result);
  static std::optional<Variable> inferShiftBy(const Expression &e, Variable result);
  static std::optional<Variable> inferAt(const Expression &e, Variable result);
  const Variable &operandOf(const Operand &operand) const {
    return variableInfos[static_cast<std::size_t>(operand.variable)];
  }
  const Variable &operandInfo(const Expression &expression, std::size_t n) const {
    return operandOf(expression.operands[n]);
  }
  /// What a variable among the operands adds to the history of a result.
  static void take(Variable &result, const Variable &operand);
  bool accepts(const Write &write) const;
  bool areApart(const std::vector<Write> &writes) const;
  void written(const StorageInfo &storage);
  bool acceptsSet(const Statement &statement) const;
  void count(const Variable &value, Traits more);
  void countWrite(const Write &write);
  void evaluated(Variable &variable);

  Coverage *coverage;
  std::vector<StorageInfo> storageInfos;
  std::vector<Variable> variableInfos;
  int buffers = 0;
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_MODEL_H
