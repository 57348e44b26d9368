//===- UsualChoices.cpp - Rows at the edges of domains --------------------===//
//
// See the header. Nothing tells how many rows an inequality holds for.
//
//===----------------------------------------------------------------------===//
#include "UsualChoices.h"

using namespace gtcompiler;
using namespace mlir;

/// Conditions of so many conditions are looked through.
static constexpr unsigned kMostLevels = 6;

/// What `condition` is in all rows but a few, if that is known.
static std::optional<bool> usually(Value condition, unsigned levels = kMostLevels) {
  Operation *op = condition.getDefiningOp();
  if (!op || levels == 0)
    return std::nullopt;
  if (isa<EqOp, NeOp>(op)) {
    bool isOfIndex = llvm::any_of(op->getOperands(), [](Value operand) {
      auto index = operand.getDefiningOp<IndexOp>();
      return index && !index.getPin();
    });
    return isOfIndex ? std::optional(isa<NeOp>(op)) : std::nullopt;
  }
  if (isa<NotOp>(op)) {
    std::optional<bool> operand = usually(op->getOperand(0), levels - 1);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  if (!isa<AndOp, OrOp>(op))
    return std::nullopt;
  bool decides = isa<OrOp>(op); // if one operand is so
  std::optional<bool> a = usually(op->getOperand(0), levels - 1);
  if (a == decides)
    return decides;
  std::optional<bool> b = usually(op->getOperand(1), levels - 1);
  if (b == decides)
    return decides;
  return a && b ? std::optional(!decides) : std::nullopt;
}

/// Operations that are worth a second body of the row; one that reads memory is.
static constexpr unsigned kWorth = 4;

UsualChoices gtcompiler::findUsualChoices(RowOp row) {
  UsualChoices result;
  // What is kept may be in registers, which the loops around the row hand on from one body.
  if (row.getLanes() == 1 || row.getStrides() || !row.getBlock()->getOps<KeepOp>().empty())
    return result;
  for (auto choice : row.getBlock()->getOps<WhereOp>()) {
    Value condition = choice->getOperand(0);
    if (condition.getParentBlock() == row.getBlock())
      continue;
    std::optional<bool> usual = usually(condition);
    if (!usual)
      continue;
    result.chosen[choice] = choice->getOperand(*usual ? 1 : 2);
    if (std::pair known(condition, *usual); !llvm::is_contained(result.conditions, known))
      result.conditions.push_back(known);
  }
  auto isUnused = [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return result.unneeded.contains(user) ||
           (result.chosen.contains(user) && result.chosen[user] != use.get());
  };
  unsigned saved = 0;
  if (!result.chosen.empty())
    for (Operation &op : llvm::reverse(*row.getBlock())) {
      bool isValue = isa<GetOp, IndexOp, ConstantOp, NeighbourOp, PointOp>(op) && !isa<CallOp>(op);
      if (!isValue || !llvm::all_of(op.getResult(0).getUses(), isUnused))
        continue;
      result.unneeded.insert(&op);
      saved += isa<GetOp>(op) ? kWorth : isa<PointOp>(op);
    }
  return saved >= kWorth ? result : UsualChoices();
}
