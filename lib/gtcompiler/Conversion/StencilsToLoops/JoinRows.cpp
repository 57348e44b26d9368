//===- JoinRows.cpp - Kernels that go through a reduction's rows ----------===//
//
// What reads again what a fold with `lanes` has reduced, for each of its results, does so
// while that is in the nearest cache; with what is computed of the results for it:
//
//   gt.loop J { gt.pairwise sum of %s along I by 4096 {...}
//               %0 = gt.get %s
//               %1 = gt.div %0, %n
//               gt.row I lanes 8 { ... %1 ... } }
//
// Nobody sees another order where all memory that one of the kernels writes, and another one
// touches, is that of the loops' own point. Results that only these kernels read are values.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

using namespace gtcompiler;
using namespace mlir;

/// Kernels behind a fold that are looked at: keeps the pass linear.
static constexpr std::size_t kMostJoined = 16;

namespace {
/// What of a kernel is inside of the loops over the results.
enum class Part {
  None,
  Result, ///< the results' own points, one a loop iteration
  Rows    ///< rows or reductions along what is reduced
};

/// A fold's kernel, and those behind it that may share its loops.
class RowJoiner {
public:
  RowJoiner(KernelOp fold, MachineAttr machine)
      : fold(fold), machine(machine), dims(fold.getLoopDims()),
        along(fold.getAlong().getType().getDim()) {}
  /// Moves what it can of `next` into the fold's kernel; how many kernels that are.
  std::size_t join(ArrayRef<KernelOp> next);

private:
  Part partOf(KernelOp kernel);
  bool isCheap(KernelOp kernel);
  bool isApart(KernelOp kernel);
  void noteBehind(ArrayRef<KernelOp> next);
  bool isKnownInFront(Value value);
  bool bringTemporaries(KernelOp kernel);
  void note(KernelOp kernel);
  void take(KernelOp kernel);
  void forward();

  KernelOp fold;
  MachineAttr machine;
  SmallVector<StringAttr> dims;
  StringAttr along; ///< of the rows
  /// What the kernels touch, and whether always at the point of the loops.
  struct Touched {
    bool isWritten = false, isHere = true, isAlongRows = false;
  };
  llvm::DenseMap<Value, Touched> touched;
  llvm::DenseSet<Operation *> behind; ///< the fold
};
} // namespace

/// The last operation of a block that goes through points, if it is the only one and all others
/// happen at a point.
static Operation *onlyNest(Block &block) {
  Operation *nest = nullptr;
  for (Operation &op : block) {
    if (isa<BufferOp, GetOp, PutOp, ConstantOp, IndexOp, PointOp>(op) && !isa<CallOp>(op))
      continue;
    if (nest)
      return nullptr;
    nest = &op;
  }
  return nest;
}

/// The blocks of a kernel and of the loops over `dims`, point by point in any order, that all else
/// of it is in; empty if it has other loops.
static SmallVector<Block *, 4> nestOf(KernelOp kernel, ArrayRef<StringAttr> dims) {
  SmallVector<Block *, 4> blocks{kernel.getBlock()};
  for (StringAttr dim : dims) {
    auto loop = dyn_cast_or_null<LoopOp>(onlyNest(*blocks.back()));
    if (!loop || loop.getDimAttr() != dim || loop.getBy() || loop.getStep() ||
        loop.getOrder() != LoopOrder::Parallel)
      return {};
    blocks.push_back(loop.getBlock());
  }
  return blocks;
}

static bool isPlainRow(Operation *op, StringAttr dim) {
  auto row = dyn_cast_or_null<RowOp>(op);
  return row && row.getDimAttr() == dim && !row.getVectors() && !row.getStrides();
}

/// Whether all that happens in a kernel may happen in other loops.
static bool isMovable(KernelOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                return isa<CallOp, StageOp, CheckFiniteOp>(op) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether calls may ask for results of a row past the caches: kernels with reductions have no
/// code for that.
static bool streams(RowOp row) {
  return llvm::any_of(row.getBlock()->getOps<PutOp>(),
                      [](PutOp put) { return put.getStreaming(); });
}

Part RowJoiner::partOf(KernelOp kernel) {
  ValueRange loops = fold.getRanges(), own = kernel.getRanges();
  if (own.size() < loops.size() || own.take_front(loops.size()) != loops || kernel.getAcross() ||
      !isMovable(kernel))
    return Part::None;
  bool isFold = own.size() == loops.size() && kernel.getAlong() == fold.getAlong();
  bool hasRows = own.size() == loops.size() + 1 && own.back() == fold.getAlong();
  if (isFold || (hasRows && !kernel.getAlong())) {
    SmallVector<Block *, 4> nest = nestOf(kernel, dims);
    Operation *last = nest.empty() ? nullptr : onlyNest(*nest.back());
    bool isRow = hasRows && isPlainRow(last, along) && !streams(cast<RowOp>(last));
    bool isReduction =
        isFold && isa_and_nonnull<PairwiseOp>(last) && cast<PairwiseOp>(last).getDimAttr() == along;
    return isReduction || isRow ? Part::Rows : Part::None;
  }
  if (own.size() != loops.size() || kernel.getAlong())
    return Part::None;
  SmallVector<Block *, 4> nest = nestOf(kernel, ArrayRef(dims).drop_back());
  bool isRow = !nest.empty() && isPlainRow(onlyNest(*nest.back()), dims.back());
  return isRow && isCheap(kernel) ? Part::Result : Part::None;
}

/// Whether a point of the results costs little by itself, without its neighbours in a vector.
bool RowJoiner::isCheap(KernelOp kernel) {
  constexpr std::int64_t kMostCycles = 128;
  std::int64_t cycles = 0;
  bool calls = false;
  kernel.walk([&](PointOp op) {
    cycles += machine.getCycles(op);
    calls |= callsFunction(op);
  });
  return !calls && cycles <= kMostCycles;
}

/// Whether `memory` is touched at the indices of the loops in all of `dims`.
template <class Access> static bool isHere(Access access, Value memory, ArrayRef<StringAttr> dims) {
  auto type = cast<StorageType>(memory.getType());
  return llvm::all_of(dims, [&](StringAttr dim) {
    return type.hasDim(dim) && access.getOffsets()[type.getDimIndex(dim)] == 0;
  });
}

static bool isFree(GetOp get, ArrayRef<StringAttr> dims) {
  return llvm::all_of(
      dims, [&](StringAttr dim) { return !findPin(get.getPins(), dim) && !get.getIndex(dim); });
}

void RowJoiner::note(KernelOp kernel) {
  kernel.walk([&](Operation *op) {
    if (auto get = dyn_cast<GetOp>(op); get && isa<StorageType>(get.getMemory().getType())) {
      Touched &known = touched[get.getMemory()];
      known.isHere &= isFree(get, dims) && isHere(get, get.getMemory(), dims);
      known.isAlongRows |= cast<StorageType>(get.getMemory().getType()).hasDim(along);
    } else if (auto put = dyn_cast<PutOp>(op)) {
      Touched &known = touched[put.getStorage()];
      known.isHere &= isHere(put, put.getStorage(), dims);
      known.isWritten = true;
    }
  });
}

/// Whether the points of the loops do not see what other points of them write, with the kernels
/// that were noted before, whose rows it reads again.
bool RowJoiner::isApart(KernelOp kernel) {
  RowJoiner own(fold, machine);
  own.note(kernel);
  return llvm::all_of(own.touched, [&](const auto &memory) {
    auto before = touched.find(memory.first);
    return before == touched.end() || (!before->second.isWritten && !memory.second.isWritten) ||
           (before->second.isHere && memory.second.isHere);
  });
}

/// Notes what stands between the fold and the end of `next`: asking for the order of operations
/// would number all of the program's anew after each join.
void RowJoiner::noteBehind(ArrayRef<KernelOp> next) {
  for (Operation *op = fold->getNextNode(); op != next.back(); op = op->getNextNode())
    behind.insert(op);
}

/// Whether a value of the program is there in front of the fold.
bool RowJoiner::isKnownInFront(Value value) { return !behind.contains(value.getDefiningOp()); }

/// Moves temporaries that `kernel` uses in front of the fold; false if it uses what can not be
/// there.
bool RowJoiner::bringTemporaries(KernelOp kernel) {
  llvm::SetVector<Operation *> temporaries;
  bool mayCome = true;
  kernel.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (isKnownInFront(operand))
        continue;
      auto temporary = operand.getDefiningOp<TemporaryOp>();
      mayCome &= temporary && llvm::all_of(temporary->getOperands(),
                                           [&](Value value) { return isKnownInFront(value); });
      if (temporary)
        temporaries.insert(temporary);
    }
  });
  for (Operation *temporary : mayCome ? temporaries.getArrayRef() : ArrayRef<Operation *>()) {
    temporary->moveBefore(fold);
    behind.erase(temporary);
  }
  return mayCome;
}

/// Moves all of `kernel` behind what the fold's loops do, each operation to its own loop.
void RowJoiner::take(KernelOp kernel) {
  SmallVector<Block *, 4> target = nestOf(fold, dims);
  bool isOfResults = kernel.getRanges().size() == dims.size() && !kernel.getAlong();
  SmallVector<Block *, 4> source =
      nestOf(kernel, isOfResults ? ArrayRef(dims).drop_back() : ArrayRef(dims));
  if (isOfResults)
    source.push_back(cast<RowOp>(onlyNest(*source.back())).getBlock());
  else
    fold.setFlops(fold.getFlops() + kernel.getFlops());
  for (auto [from, to] : llvm::zip(source, target)) {
    Operation *inside = from == source.back() ? nullptr : onlyNest(*from);
    Operation *place = to == target.back() ? nullptr : onlyNest(*to);
    for (Operation &op : llvm::make_early_inc_range(*from)) {
      if (&op == inside)
        continue;
      if (auto put = dyn_cast<PutOp>(op))
        put.setStreaming(false);
      if (place)
        op.moveBefore(place);
      else
        op.moveBefore(to, to->end());
    }
  }
  kernel.erase();
}

/// Results that are got again at the same point are values.
void RowJoiner::forward() {
  Block *point = nestOf(fold, dims).back();
  for (PutOp put : llvm::make_early_inc_range(point->getOps<PutOp>())) {
    Value memory = put.getStorage();
    Type type = put.getValue().getType();
    auto isWrite = [](Operation *user) { return isa<PutOp>(user); };
    if (!memory.getDefiningOp<TemporaryOp>() || memoryBytes(type) != laneBytes(type) ||
        llvm::count_if(memory.getUsers(), isWrite) != 1)
      continue;
    for (Operation *user : llvm::make_early_inc_range(memory.getUsers())) {
      auto get = dyn_cast<GetOp>(user);
      if (!get || !fold->isProperAncestor(get))
        continue;
      get.replaceAllUsesWith(put.getValue());
      get.erase();
    }
    if (memory.hasOneUse())
      put.erase();
  }
}

std::size_t RowJoiner::join(ArrayRef<KernelOp> next) {
  if (dims.empty() || nestOf(fold, dims).empty())
    return 0;
  next = next.take_front(kMostJoined);
  note(fold);
  noteBehind(next);
  std::size_t count = 0, seen = 0;
  for (KernelOp kernel : next) {
    Part part = partOf(kernel);
    if (part == Part::None || !isApart(kernel) || !bringTemporaries(kernel))
      break;
    bool readsRows = false, readsResults = false;
    kernel.walk([&](GetOp get) {
      const Touched &known = touched.lookup(get.getMemory());
      readsRows |= known.isAlongRows;
      readsResults |= known.isWritten && !known.isAlongRows;
    });
    if (!readsResults)
      break;
    note(kernel);
    ++seen;
    if (part == Part::Rows && readsRows)
      count = seen;
  }
  for (KernelOp kernel : next.take_front(count))
    take(kernel);
  if (count > 0)
    forward();
  return count;
}

/// Whether a kernel is the schedule of one fold whose points are rows.
static bool reducesRows(KernelOp kernel) {
  if (!kernel.getAlong() || kernel.getAcross() || !isMovable(kernel))
    return false;
  SmallVector<Block *, 4> nest = nestOf(kernel, kernel.getLoopDims());
  auto pairwise =
      nest.empty() ? PairwiseOp() : dyn_cast_or_null<PairwiseOp>(onlyNest(*nest.back()));
  return pairwise && pairwise.getDimAttr() == kernel.getAlong().getType().getDim();
}

std::size_t gtcompiler::joinRows(ArrayRef<KernelOp> kernels, MachineAttr machine) {
  if (kernels.size() < 2 || machine.getThreads() || !reducesRows(kernels.front()))
    return 0;
  return RowJoiner(kernels.front(), machine).join(kernels.drop_front());
}
