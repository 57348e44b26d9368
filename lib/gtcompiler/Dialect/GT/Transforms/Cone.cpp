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

/// Whether a kernel may take one part of `op`: a concatenation that is inlined, or of which
/// the rim is in memory.
bool ConeCollector::mayChoose(Operation *op, Operation *computed) const {
  return isa<ConcatOp>(op) && (op == computed || !isInMemory(op) || materialised.isRim(op));
}

Cone ConeCollector::collect(ArrayRef<Read> roots, Operation *computed, size_t limit,
                            Choices choices, Chooser choose) {
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
  auto resolve = [&](Read wanted) {
    Read read = resolveChosen(positions, cone.choices, wanted);
    while (Operation *op = choose ? read.value.getDefiningOp() : nullptr) {
      auto part = mayChoose(op, computed) ? choose({op, read.position}) : std::nullopt;
      if (!part)
        break;
      cone.choices[{op, read.position}] = *part;
      read = resolveChosen(positions, cone.choices, read);
    }
    return read;
  };
  auto enter = [&](Read wanted) {
    Read read = resolve(wanted);
    auto result = dyn_cast<OpResult>(read.value);
    if (!result || !seen.insert({read.value, read.position}).second)
      return;
    ConeNode node{result.getOwner(), read.position, result.getResultNumber()};
    stack.push_back({node, needs(node, computed), 0});
  };

  for (Read root : roots) {
    enter(root);
    while (!stack.empty() && seen.size() <= limit) {
      Frame &frame = stack.back();
      if (frame.next < frame.needs.size()) {
        enter(Read(frame.needs[frame.next++]));
        continue;
      }
      cone.nodes.push_back(frame.node);
      stack.pop_back();
    }
  }
  for (const Frame &frame : llvm::reverse(stack)) // of a cone above the limit
    cone.nodes.push_back(frame.node);
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

void gtcompiler::addClip(SmallVectorImpl<Clip> &clips, const Clip &clip) {
  Clip *lowest = nullptr, *highest = nullptr;
  for (Clip &known : clips) {
    if (known.dim != clip.dim || known.range != clip.range)
      continue;
    if (!lowest || known.offset < lowest->offset)
      lowest = &known;
    if (!highest || known.offset > highest->offset)
      highest = &known;
  }
  if (lowest == highest) {
    if (!lowest || lowest->offset != clip.offset)
      clips.push_back(clip);
  } else if (clip.offset < lowest->offset) {
    lowest->offset = clip.offset;
  } else if (clip.offset > highest->offset) {
    highest->offset = clip.offset;
  }
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
    ConePart next = part;
    next.cone.nodes.clear();
    next.cone.choices[{open.op, open.position}] = n;
    for (auto [dim, range] : llvm::zip(dims, ranges))
      addClip(next.clips, {dim, range, positions.get(open.position, dim).offset});
    parts.push_back(std::move(next));
  }
}

/// Whether the cone reads concatenations whose rim is in memory, none of them where it
/// may lie in any part.
bool ConeCollector::readsRims(const Cone &cone, Operation *computed) const {
  bool found = false;
  for (const ConeNode &node : cone.nodes) {
    if (node.op == computed || !materialised.isRim(node.op))
      continue;
    found = true;
    if (llvm::any_of(positions[node.position],
                     [](const Coordinate &where) { return static_cast<bool>(where.range); }))
      return false;
  }
  return found;
}

/// The part that `node` is taken from at `places`, if the parts below the first one stand
/// before those above it, in order and, if there are several, with one point each: where
/// they do not, the points are none.
unsigned ConeCollector::partAt(const ConeNode &node, ArrayRef<BandPlace> places) const {
  auto concat = cast<ConcatOp>(node.op);
  SmallVector<StringAttr> cut = concat.getCutDims();
  auto *place = llvm::find_if(places, [&](const BandPlace &band) { return band.dim == cut[0]; });
  if (cut.size() > 1 || place == places.end())
    return 0;
  int64_t offset = positions.get(node.position, cut[0]).offset;
  int64_t beyond = (place->isAbove ? offset : -offset) - place->depth;
  int64_t others = static_cast<int64_t>(concat.getParts().size()) - 1, below = others / 2;
  if (beyond <= 0)
    return 0;
  return place->isAbove ? std::min(others, below + beyond)
                        : std::min(others, std::max<int64_t>(1, below + 1 - beyond));
}

/// Takes parts of all concatenations that are read, where the points of `part` are at
/// `places`; false if one is read where it may lie in any part.
bool ConeCollector::chooseAt(Read root, Operation *computed, ArrayRef<BandPlace> places,
                             ConePart &part) {
  bool isKnown = true;
  auto choose = [&](const ConeNode &node) -> std::optional<unsigned> {
    auto concat = cast<ConcatOp>(node.op);
    unsigned number = partAt(node, places);
    for (auto [dim, range] : llvm::zip(concat.getCutDims(), concat.getRangesOf(number))) {
      Coordinate where = positions.get(node.position, dim);
      isKnown &= !where.range;
      addClip(part.clips, {dim, range, where.offset});
    }
    return number;
  };
  part.cone = collect(root, computed, SIZE_MAX, std::move(part.cone.choices), choose);
  part.cone.root = resolveChosen(positions, part.cone.choices, root);
  return isKnown;
}

void ConeCollector::recollect(Read root, Operation *computed, ConePart &part) {
  part.cone = collect(root, computed, SIZE_MAX, std::move(part.cone.choices));
  part.cone.root = resolveChosen(positions, part.cone.choices, root);
}

std::optional<std::vector<ConePart>> ConeCollector::split(Read root, Operation *computed,
                                                          size_t limit) {
  std::vector<ConePart> done, pending(1);
  while (!pending.empty()) {
    if (done.size() + pending.size() > limit)
      return std::nullopt;
    ConePart part = std::move(pending.back());
    pending.pop_back();
    recollect(root, computed, part);
    if (!part.isSplit && readsRims(part.cone, computed))
      splitRim(root, computed, std::move(part), pending);
    else if (std::optional<ConeNode> open = findOpen(part.cone, computed))
      choose(part, *open, pending);
    else
      done.push_back(std::move(part));
  }
  return done;
}

Cone ConeCollector::computeFirst(Operation *op, size_t limit) {
  Read root{op->getResult(0), kAtPoint};
  size_t chosen = 0;
  auto choose = [&](const ConeNode &) -> std::optional<unsigned> {
    return ++chosen <= limit ? std::optional<unsigned>(0) : std::nullopt;
  };
  Cone cone = collect(root, op, limit, Choices(), choose);
  cone.root = resolveChosen(positions, cone.choices, root);
  return cone;
}
