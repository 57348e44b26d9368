//===- Cone.cpp - What a kernel computes at one point -----------*- C++ -*-===//
//
// A walk from results back to memory that does not recurse.
//
//===----------------------------------------------------------------------===//

#include "Cone.h"

using namespace mlir;
using namespace gtcompiler;

Read gtcompiler::resolveChosen(PositionTable &positions, const Choices &choices, Read read) {
  read = positions.resolve(read);
  if (choices.empty())
    return read;
  while (Operation *op = read.value.getDefiningOp()) {
    auto choice = choices.find({op, read.position});
    if (choice == choices.end())
      break;
    Value part = cast<ConcatOp>(op).getParts()[choice->second];
    read = positions.resolve({part, read.position});
  }
  return read;
}

/// What `node` needs: its operands if it is computed, else what tells its place.
SmallVector<Read, 3> ConeCollector::needs(const ConeNode &node, Operation *computed) {
  bool isRead = node.op != computed && isInMemory(node.op);
  if (isRead || isa<IndexOp>(node.op))
    return llvm::to_vector<3>(positions.indicesOf(node.position));
  SmallVector<Read, 3> operands;
  for (Value operand : node.op->getOperands())
    if (!isa<RangeType>(operand.getType()))
      operands.push_back({operand, node.position});
  return operands;
}

Cone ConeCollector::collect(ArrayRef<Read> roots, Operation *computed, size_t limit,
                            Choices choices) {
  Cone cone;
  cone.choices = std::move(choices);
  // Depth first: a node goes to the list when the last that it needs has.
  struct Frame {
    ConeNode node;
    SmallVector<Read, 3> needs;
    unsigned next;
  };
  using Key = std::pair<Value, PositionId>;
  llvm::SmallDenseSet<Key, 64> seen;
  SmallVector<Frame, 32> stack;
  auto enter = [&](Read wanted) {
    Read read = resolveChosen(positions, cone.choices, wanted);
    auto result = dyn_cast<OpResult>(read.value);
    if (!result || !seen.insert({read.value, read.position}).second)
      return;
    ConeNode node{result.getOwner(), read.position, result.getResultNumber()};
    stack.push_back({node, needs(node, computed), 0});
  };

  for (Read root : roots) {
    enter(root);
    while (!stack.empty() && cone.nodes.size() <= limit) {
      Frame &frame = stack.back();
      if (frame.next < frame.needs.size()) {
        enter(Read(frame.needs[frame.next++]));
        continue;
      }
      cone.nodes.push_back(frame.node);
      stack.pop_back();
    }
  }
  return cone;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

std::optional<ConeNode> ConeCollector::findOpen(const Cone &cone, Operation *computed) const {
  for (const ConeNode &node : llvm::reverse(cone.nodes))
    if (isa<ConcatOp>(node.op) && (node.op == computed || !isInMemory(node.op)))
      return node;
  return std::nullopt;
}

/// Whether the ranges of `first` and of a part of the same concatenation as some
/// chosen one are equal, which no point of the chosen part lies in.
static bool isDisjoint(PositionTable &positions, const Choices &choices, const ConeNode &open,
                       ArrayRef<Value> ranges) {
  for (const auto &[key, chosen] : choices) {
    auto [op, position] = key;
    auto other = cast<ConcatOp>(op);
    SmallVector<StringAttr> dims = other.getCutDims();
    bool sameOffsets = llvm::all_of(dims, [&](StringAttr dim) {
      return positions.get(position, dim) == positions.get(open.position, dim);
    });
    for (unsigned part = 0; sameOffsets && part < other.getParts().size(); ++part)
      if (part != chosen && llvm::equal(other.getRangesOf(part), ranges))
        return true;
  }
  return false;
}

/// Appends what `part` becomes for each part of the concatenation `open`.
void ConeCollector::choose(const ConePart &part, const ConeNode &open,
                           std::vector<ConePart> &parts) {
  auto concat = cast<ConcatOp>(open.op);
  SmallVector<StringAttr> dims = concat.getCutDims();
  for (unsigned n = concat.getParts().size(); n-- > 0;) {
    SmallVector<Value> ranges(concat.getRangesOf(n));
    if (isDisjoint(positions, part.cone.choices, open, ranges))
      continue;
    ConePart next = {Cone(), part.clips};
    next.cone.choices = part.cone.choices;
    next.cone.choices[{open.op, open.position}] = n;
    for (auto [dim, range] : llvm::zip(dims, ranges)) {
      Clip clip{dim, range, positions.get(open.position, dim).offset};
      if (!llvm::is_contained(next.clips, clip))
        next.clips.push_back(clip);
    }
    parts.push_back(std::move(next));
  }
}

std::optional<std::vector<ConePart>> ConeCollector::split(Read root, Operation *computed,
                                                          size_t limit) {
  std::vector<ConePart> done, pending(1);
  while (!pending.empty()) {
    if (done.size() + pending.size() > limit)
      return std::nullopt;
    ConePart part = std::move(pending.back());
    pending.pop_back();
    part.cone = collect(root, computed, SIZE_MAX, std::move(part.cone.choices));
    part.cone.root = resolveChosen(positions, part.cone.choices, root);
    if (std::optional<ConeNode> open = findOpen(part.cone, computed))
      choose(part, *open, pending);
    else
      done.push_back(std::move(part));
  }
  return done;
}
