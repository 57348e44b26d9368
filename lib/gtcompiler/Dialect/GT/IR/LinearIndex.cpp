//===- LinearIndex.cpp - Indices that loops move evenly -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

namespace {

/// Looks through the operations that an index is computed by.
class LinearSearch {
public:
  std::optional<LinearTerms> of(Value value, unsigned depth);

private:
  std::optional<LinearTerms> ofOperation(Operation *op, unsigned depth);
  std::optional<LinearTerms> sum(Operation *op, std::int64_t second, unsigned depth);
  std::optional<LinearTerms> product(MulOp op, unsigned depth);
  bool isInvariant(Operation *op, unsigned depth);

  llvm::DenseMap<Value, std::optional<LinearTerms>> known;
};

} // namespace

/// Operations that are looked through, one behind the other.
static constexpr unsigned kDeepest = 16;

/// `by`: what to multiply with, none if that is not known.
static void addTimes(LinearTerms &terms, const LinearTerms &others,
                     std::optional<std::int64_t> by) {
  for (const LinearTerm &other : others) {
    std::optional<std::int64_t> more;
    if (std::int64_t product; by && other.factor && !llvm::MulOverflow(*by, *other.factor, product))
      more = product;
    auto *own = llvm::find_if(terms, [&](LinearTerm &term) { return term.dim == other.dim; });
    if (own == terms.end()) {
      terms.push_back({other.dim, more});
      continue;
    }
    std::int64_t sum;
    bool isKnown = own->factor && more && !llvm::AddOverflow(*own->factor, *more, sum);
    own->factor = isKnown ? std::optional(sum) : std::nullopt;
  }
}

/// The number that `value` is in the text, if it is one.
static std::optional<std::int64_t> numberOf(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastOp>())
    value = broadcast.getOperand();
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return number ? std::optional(number.getValue().getSExtValue()) : std::nullopt;
}

std::optional<LinearTerms> LinearSearch::sum(Operation *op, std::int64_t second, unsigned depth) {
  std::optional<LinearTerms> left = of(op->getOperand(0), depth);
  std::optional<LinearTerms> right = left ? of(op->getOperand(1), depth) : std::nullopt;
  if (!right)
    return std::nullopt;
  addTimes(*left, *right, second);
  return left;
}

std::optional<LinearTerms> LinearSearch::product(MulOp op, unsigned depth) {
  std::optional<LinearTerms> left = of(op.getLhs(), depth), right = of(op.getRhs(), depth);
  if (!left || !right || (!left->empty() && !right->empty()))
    return std::nullopt;
  LinearTerms terms;
  addTimes(terms, *left, numberOf(op.getRhs()));
  addTimes(terms, *right, numberOf(op.getLhs()));
  return terms;
}

/// Whether no loop changes what a point operation is computed of.
bool LinearSearch::isInvariant(Operation *op, unsigned depth) {
  return isa<PointOp>(op) && !isa<CallOp>(op) && llvm::all_of(op->getOperands(), [&](Value value) {
           std::optional<LinearTerms> terms = of(value, depth);
           return terms && terms->empty();
         });
}

std::optional<LinearTerms> LinearSearch::ofOperation(Operation *op, unsigned depth) {
  const LinearTerms none;
  if (auto index = dyn_cast<IndexOp>(op))
    return index.getPin() ? none : LinearTerms{{index.getDimAttr(), 1}};
  if (isa<ConstantOp>(op))
    return none;
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return of(broadcast.getOperand(), depth);
  if (op->getNumResults() == 1 && getElementType(op->getResult(0).getType()).isSignlessInteger(64))
    if (std::optional<LinearTerms> terms =
            llvm::TypeSwitch<Operation *, std::optional<LinearTerms>>(op)
                .Case([&](AddOp) { return sum(op, 1, depth); })
                .Case([&](SubOp) { return sum(op, -1, depth); })
                .Case([&](NegOp negated) -> std::optional<LinearTerms> {
                  std::optional<LinearTerms> of = this->of(negated.getOperand(), depth);
                  LinearTerms terms;
                  if (of)
                    addTimes(terms, *of, -1);
                  return of ? std::optional(terms) : std::nullopt;
                })
                .Case([&](MulOp factors) { return product(factors, depth); })
                .Default([](Operation *) { return std::nullopt; }))
      return terms;
  return isInvariant(op, depth) ? std::optional(none) : std::nullopt;
}

std::optional<LinearTerms> LinearSearch::of(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  bool isOfProgram = isa<ProgramOp>(value.getParentBlock()->getParentOp());
  if (isOfProgram && isElementType(value.getType()))
    return LinearTerms();
  if (!op || depth == 0)
    return std::nullopt;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<LinearTerms> terms = ofOperation(op, depth - 1);
  known[value] = terms;
  return terms;
}

std::optional<LinearTerms> gtcompiler::linearTermsOf(Value index) {
  if (!getElementType(index.getType()).isSignlessInteger(64))
    return std::nullopt;
  return LinearSearch().of(index, kDeepest);
}

std::optional<LinearTerm> gtcompiler::linearTermAlong(Value index, StringAttr dim) {
  if (std::optional<LinearTerms> terms = linearTermsOf(index))
    for (const LinearTerm &term : *terms)
      if (term.dim == dim)
        return term;
  return std::nullopt;
}

bool gtcompiler::isLinear(Value index) {
  std::optional<LinearTerms> terms = linearTermsOf(index);
  return terms && !terms->empty();
}

llvm::DenseSet<Operation *> gtcompiler::operationsOfLinearIndices(Block &block) {
  llvm::DenseSet<Operation *> found;
  auto isForAddress = [&](OpOperand &use) {
    bool isAccess = isa<AccessOp, GetOp, PrefetchOp>(use.getOwner());
    return isAccess ? isLinear(use.get()) : found.contains(use.getOwner());
  };
  for (Operation &op : llvm::reverse(block))
    if (isa<IndexOp, ConstantOp, PointOp>(op) && !isa<CallOp>(op) && !op.use_empty() &&
        llvm::all_of(op.getUses(), isForAddress))
      found.insert(&op);
  return found;
}
