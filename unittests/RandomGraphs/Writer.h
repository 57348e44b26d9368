//===- Writer.h - Writes one scenario ---------------------------*- C++ -*-===//
//
// Expressions are grown from goals: take the rarest cell of the coverage, make
// operands that have its trait, apply its operation, store the result where
// the trait asks. Every statement is followed by the model, which refuses what
// would be an error.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_WRITER_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_WRITER_H

#include "Frame.h"
#include "Model.h"

namespace gtjit::randomgraphs {

/// Writes the scenario of a seed. Functions that make expressions return the
/// variable that holds the result, or -1 where they cannot.
class Writer {
public:
  Writer(std::uint64_t seed, Coverage &coverage)
      : random(seed), frame(random), coverage(coverage), model(&coverage) {}
  Scenario write();

private:
  // Statements.
  bool append(Statement statement);
  int define(Expression expression);
  void drop(int variable);
  void sink(int variable, const Cell &goal);
  void sinkInto(int storage, int variable, bool mayUpdate);
  void reduceBeside(Statement &statement);
  void aside();
  void fillSomeHalo();
  void viewSomething();
  void viewInOtherCoordinates();
  void wrapOnceMore();
  void setSomething();
  bool swapSomething();

  // Expressions: each returns a variable.
  int read(int storage);
  int operation(const Cell &goal, int first);
  int pointOperation(const Cell &goal, int first);
  int operand(DType dtype, std::optional<Trait> trait);
  int source(DType dtype, std::optional<Trait> trait);
  int withTrait(int variable, Trait trait);
  int shifted(int variable);
  int sliced(int variable, bool indices);
  int extended(int variable);
  int scanned(int variable);
  int called(int variable);
  int stencil(int variable);
  int concatenated(int variable);
  std::vector<Domain> someBoxes(const Domain &domain);
  int tiled(int variable, int other);
  int neighbours(int variable);
  int coloured(int variable, int target);
  int rolled(int variable);
  int renamed(int variable);
  int reduced(int variable, std::optional<Reduction> kind, bool all);
  int ofType(int variable, DType dtype);
  int withoutDimensionsBut(int variable, const Domain &allowed);
  int madeFinite(int variable);
  int withoutNaN(int variable);
  int inOtherPrecision(int variable);
  int gathered(int variable);
  int shiftedBy(int variable);
  int atIndices(int variable);
  NamedRange nearTo(const NamedRange &range);
  void cutTable(TableSpec &table);
  void goEvenly(TableSpec &table, Range whole);
  void addDimension(std::vector<NamedRange> &table, const Domain &domain, Dimension along);
  int staggered(int variable);
  TableSpec tableFor(const Domain &domain, const NamedRange &replaced);
  Expression gatherOf(const Domain &domain);
  Reduction anyJoin(DType dtype);
  int listed(int variable);
  int running(int variable);
  int coordinateOf(Dimension dim);
  int haloed(int variable);
  int inner(int variable);

  int storageFor(DType dtype, std::optional<Trait> trait, const std::vector<Dimension> &needed);
  Part partOf(const StorageInfo &storage, const Domain &points);
  int onVariable(Make make, int variable, Expression expression = {});

  const Variable &variable(int n) const { return model.variables()[static_cast<std::size_t>(n)]; }
  const StorageInfo &storage(int n) const { return model.storages()[static_cast<std::size_t>(n)]; }
  int anyStorage() { return static_cast<int>(random.below(model.storages().size())); }
  int storageCount() const { return static_cast<int>(model.storages().size()); }
  std::vector<int> alive() const;

  Random random;
  Frame frame;
  Coverage &coverage;
  Model model;
  Scenario scenario;
  bool viewsExist = false; // then no storage can be added at the start
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_WRITER_H
