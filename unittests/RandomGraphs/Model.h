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
#include "Scenario.h"

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
  bool alive = false;
  DType dtype = DType::F64;
  bool weak = false;
  Domain domain;                        ///< canonical order
  Traits traits = 0;                    ///< of everything in its unevaluated expression
  std::map<int, Occurrence> operations; ///< in it, by defining variable
  std::set<int> buffers;                ///< that it reads
  int nanTestOf = -1;                   ///< isnan of that variable
  bool neverNaN = false;                ///< NaN is replaced: the sign of one is not defined
};

struct StorageInfo {
  DType dtype = DType::F64;
  Domain domain, compute; ///< in the order of its dimensions
  int buffer = 0;
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

private:
  std::optional<Variable> inferAny(const Expression &expression, int self) const;
  std::optional<Variable> inferPoint(const Expression &expression, int self) const;
  std::optional<Variable> inferScan(const Expression &expression, Variable result) const;
  std::optional<Variable> inferConcat(const Expression &expression) const;
  std::optional<Variable> inferView(const Expression &expression, Variable result) const;
  std::optional<Variable> inferReduce(const Expression &expression, int self,
                                      Variable result) const;
  static std::optional<Variable> inferGather(const Expression &expression, Variable result);
  static std::optional<Variable> inferShiftBy(const Expression &expression, Variable result);
  static std::optional<Variable> inferHalf(const Expression &expression, Variable result);
  static std::optional<Variable> inferNeighbors(const Expression &expression, Variable result);
  const Variable &operandInfo(const Expression &expression, std::size_t n) const {
    return variableInfos[static_cast<std::size_t>(expression.operands[n].variable)];
  }
  bool accepts(const Write &write) const;
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
