//===- RollRow.cpp - Values that points of a row share --------------------===//
//
// A stencil that reads an intermediate at several points has it computed at each:
// the same operations, but for how far along the row. Of those that are so, a
// family, the foremost is computed; the points behind it have been at it before:
//
//   %e = gt.sub %u2, %u1         %e = gt.sub %u2, %u1
//   %c = gt.sub %u1, %u0   ->    %c = gt.neighbour %e [-1]
//   %w = gt.sub %u0, %um         %w = gt.neighbour %e [-2]
//
// What is computed of others comes first, so that nothing is kept that only the
// points behind would need. Loads come last, where a row takes longer to load than to compute
// and a vector is a line of the cache, of which each load but one would read two.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SetVector.h"

using namespace gtcompiler;
using namespace mlir;

/// Whether lanes may take the place of loads: those beside a point's own vector read two lines
/// of the cache each where a vector is one.
static bool shiftsLoads(MachineAttr machine) {
  return machine.getVectorBytes() == machine.getLineBytes();
}

namespace {
/// Members of a family are the same value at different points.
struct Family {
  SmallVector<Operation *, 4> members;
  SmallVector<std::int64_t, 4> offsets; ///< along the row, of each
  std::int64_t depth = 0;               ///< how many operations are in front of each other
};

/// What a value is: the member of a family. Values from outside are one by one.
struct Member {
  unsigned family;
  std::int64_t offset;
  bool moves; ///< with the point

  bool operator==(const Member &) const = default;
};

/// Finds and rolls the families of one row.
class RowRoller {
public:
  RowRoller(RowOp rolled, MachineAttr target) : row(rolled), machine(target) {}
  std::int64_t run();

private:
  void classify(Operation &op);
  Member memberOf(Value value);
  Member addFamily(bool moves);
  bool isLike(Operation *op, ArrayRef<Member> operands, Operation *other) const;
  std::optional<std::int64_t> offsetOf(GetOp get);
  bool isWorthTaking(Operation *op) const;
  void eraseUnused(Family &family);
  bool waitsForLoads();
  bool mayRoll(const Family &family, bool loads) const;
  void roll(Family &family);

  RowOp row;
  MachineAttr machine;
  llvm::DenseSet<Value> written; ///< by the row
  SmallVector<Family> families;
  llvm::DenseMap<Value, Member> known;
  llvm::DenseMap<Operation *, SmallVector<Member, 3>> relative; ///< operands, from the foremost
  llvm::DenseMap<std::size_t, SmallVector<unsigned, 1>> byHash;
  std::int64_t numRolled = 0;
};
} // namespace

Member RowRoller::addFamily(bool moves) {
  families.emplace_back();
  return {static_cast<unsigned>(families.size() - 1), 0, moves};
}

Member RowRoller::memberOf(Value value) {
  auto found = known.find(value);
  if (found == known.end())
    found = known.try_emplace(value, addFamily(/*moves=*/false)).first;
  return found->second;
}

/// How far along the row `get` is from the point, if it goes with that.
std::optional<std::int64_t> RowRoller::offsetOf(GetOp get) {
  auto type = dyn_cast<StorageType>(get.getMemory().getType());
  if (!type || !isUnitAlong(type, row.getDimAttr()) || !get.getIndices().empty() ||
      written.contains(get.getMemory()))
    return std::nullopt;
  return get.getOffsets().back();
}

/// Whether both operations do the same, with operands that are members of the same families.
bool RowRoller::isLike(Operation *op, ArrayRef<Member> operands, Operation *other) const {
  if (op->getName() != other->getName() || op->getResultTypes() != other->getResultTypes())
    return false;
  if (auto get = dyn_cast<GetOp>(op)) {
    auto like = cast<GetOp>(other);
    return get->getOperands() == like->getOperands() &&
           get.getOffsets().drop_back() == like.getOffsets().drop_back();
  }
  if (isa<IndexOp>(op))
    return true;
  return op->getRawDictionaryAttrs() == other->getRawDictionaryAttrs() &&
         op->getName().compareOpProperties(op->getPropertiesStorage(),
                                           other->getPropertiesStorage()) &&
         operands == ArrayRef(relative.find(other)->second);
}

void RowRoller::classify(Operation &op) {
  llvm::hash_code hash = llvm::hash_combine(op.getName(), op.getResult(0).getType());
  SmallVector<Member, 3> operands;
  std::int64_t offset = 0, depth = 0;
  bool moves = true;
  if (op.getNumResults() > 1 || (!isPure(&op) && isa<CallOp>(op))) { // no point has it of another
    for (Value result : op.getResults())
      known.try_emplace(result, addFamily(/*moves=*/true));
    return;
  }
  if (auto get = dyn_cast<GetOp>(op)) {
    std::optional<std::int64_t> along = offsetOf(get);
    if (!along) {
      known.try_emplace(op.getResult(0), addFamily(/*moves=*/true));
      return;
    }
    offset = *along;
    hash = llvm::hash_combine(hash, get.getMemory(),
                              llvm::hash_combine_range(get.getOffsets().drop_back()));
  } else if (auto index = dyn_cast<IndexOp>(op)) {
    offset = index.getOffset();
  } else {
    for (Value operand : op.getOperands())
      operands.push_back(memberOf(operand));
    auto foremost = llvm::max_element(operands, [](const Member &a, const Member &b) {
      return std::pair(a.moves, a.offset) < std::pair(b.moves, b.offset);
    });
    moves = foremost != operands.end() && foremost->moves;
    offset = moves ? foremost->offset : 0;
    for (Member &operand : operands) {
      operand.offset = operand.moves ? operand.offset - offset : 0;
      depth = std::max(depth, families[operand.family].depth + 1);
      hash = llvm::hash_combine(hash, operand.family, operand.offset);
    }
    hash = llvm::hash_combine(hash, op.hashProperties());
  }
  SmallVector<unsigned, 1> &candidates = byHash[std::size_t(hash) >> 2];
  auto found = llvm::find_if(candidates, [&](unsigned number) {
    return isLike(&op, operands, families[number].members.front());
  });
  if (found == candidates.end()) {
    candidates.push_back(addFamily(moves).family);
    found = &candidates.back();
  }
  Family &family = families[*found];
  family.members.push_back(&op);
  family.offsets.push_back(offset);
  family.depth = depth;
  known.try_emplace(op.getResult(0), Member{*found, offset, moves});
  relative.try_emplace(&op, std::move(operands));
}

/// Whether what would not be computed without `op` costs enough for it to be taken.
bool RowRoller::isWorthTaking(Operation *op) const {
  llvm::SmallSetVector<Operation *, 8> alone;
  alone.insert(op);
  std::int64_t cost = 0, least = machine.getShiftCycles();
  for (std::size_t next = 0; next < alone.size() && cost < least; ++next) {
    Operation *each = alone[next];
    if (auto computed = dyn_cast<PointOp>(each))
      cost += machine.getCycles(computed);
    for (Value operand : each->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (source && source->getBlock() == op->getBlock() &&
          llvm::all_of(source->getUsers(), [&](Operation *user) { return alone.contains(user); }))
        alone.insert(source);
    }
  }
  return cost >= least;
}

void RowRoller::eraseUnused(Family &family) {
  for (std::size_t number = family.members.size(); number-- > 0;)
    if (family.members[number]->use_empty()) {
      family.members[number]->erase();
      family.members.erase(family.members.begin() + number);
      family.offsets.erase(family.offsets.begin() + number);
    }
}

/// Whether the row waits for its loads. What may come from memory does so anyway.
bool RowRoller::waitsForLoads() {
  auto mayStream = [](Operation &op) {
    auto put = dyn_cast<PutOp>(op);
    return (put && put.getStreaming()) || isa<PrefetchOp>(op);
  };
  return shiftsLoads(machine) && llvm::none_of(*row.getBlock(), mayStream) &&
         pointWorkOf(*row.getBlock(), machine).waitsForLoads();
}

bool RowRoller::mayRoll(const Family &family, bool loads) const {
  if (family.members.empty())
    return false;
  Operation *first = family.members.front();
  Type type = first->getResult(0).getType();
  return type.isIntOrFloat() && !type.isInteger(1) &&
         (loads ? isa<GetOp>(first) &&
                      std::int64_t(family.members.size()) >= machine.getLeastShiftedLoads()
                : isa<PointOp>(first));
}

/// Takes from the foremost all other members that are worth it.
void RowRoller::roll(Family &family) {
  auto lanes = static_cast<std::int64_t>(row.getLanes());
  auto foremost = llvm::max_element(family.offsets) - family.offsets.begin();
  Value front = family.members[foremost]->getResult(0);
  std::int64_t offset = family.offsets[foremost];
  OpBuilder builder(family.members[foremost]->getContext());
  builder.setInsertionPointAfter(family.members[foremost]);
  for (auto [op, at] : llvm::zip(family.members, family.offsets)) {
    if (at == offset || offset - at > lanes || (isa<PointOp>(op) && !isWorthTaking(op)))
      continue;
    Value behind = NeighbourOp::create(builder, op->getLoc(), front, at - offset);
    op->getResult(0).replaceAllUsesWith(behind);
    ++numRolled;
  }
  eraseUnused(family);
}

std::int64_t RowRoller::run() {
  for (PutOp put : row.getBlock()->getOps<PutOp>())
    written.insert(put.getStorage());
  for (Operation &op : *row.getBlock())
    if (op.getNumResults() > 0)
      classify(op);
  SmallVector<Family *> order;
  for (Family &family : families)
    if (family.members.size() > 1)
      order.push_back(&family);
  llvm::stable_sort(order, [](Family *a, Family *b) { return a->depth > b->depth; });
  for (Family *family : order) {
    eraseUnused(*family);
    if (mayRoll(*family, /*loads=*/false))
      roll(*family);
  }
  if (waitsForLoads())
    for (Family *family : order)
      if (mayRoll(*family, /*loads=*/true))
        roll(*family);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*row.getBlock())))
    if (op.getNumResults() > 0 && op.use_empty() && (isPure(&op) || !isa<CallOp>(op)))
      op.erase();
  if (numRolled > 0)
    sortTopologically(row.getBlock());
  return numRolled;
}

std::int64_t gtcompiler::rollRow(RowOp row, MachineAttr machine) {
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  bool isForFew = loop && loop.getAgain() && loop.getRest(); // the less code
  if (row.getLanes() == 1 || row.getVectors() || row.getStrides() || isForFew)
    return 0;
  return RowRoller(row, machine).run();
}
