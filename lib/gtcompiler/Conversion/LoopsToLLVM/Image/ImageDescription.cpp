//===- ImageDescription.cpp - How kernels are run, as attributes ----------===//
//
// See the header. Ranges become hulls and intersections of grown program
// arguments.
//
//===----------------------------------------------------------------------===//
#include "ImageDescription.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Buffers.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"

#include "gtabi/Image.h"
#include "gtabi/ThreadArgs.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <utility>

using namespace gtcompiler;
using namespace mlir;

/// The ranges that those of a program are made of at most.
static constexpr std::size_t kMostBounds = 1 << 16;

static BoundsAttr rangeArgument(MLIRContext *context, unsigned number) {
  return BoundsAttr::get(context, BoundsKind::Range, number, {}, 0, 0);
}

ProgramNumbers::ProgramNumbers(ProgramOp program) {
  for (BlockArgument argument : program.getArguments()) {
    if (auto type = dyn_cast<StorageType>(argument.getType())) {
      numbers[argument] = storages.size();
      storages.push_back(type);
    } else if (isa<RangeType>(argument.getType())) {
      bounds[argument] = rangeArgument(program.getContext(), rangeCount++);
    } else {
      numbers[argument] = std::exchange(words, words + scalarWords(argument.getType()));
    }
  }
  unsigned temporaries = 0;
  for (TemporaryOp temporary : program.getBody().getOps<TemporaryOp>())
    numbers[temporary.getResult()] = temporaries++;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// a + b, or the end of the coordinates.
static std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!llvm::AddOverflow(a, b, sum))
    return sum;
  return b < 0 ? INT64_MIN : INT64_MAX;
}

/// `base` grown. A grown hull is the hull of its grown parts, which are no hulls.
static BoundsAttr grown(BoundsAttr base, std::int64_t lower, std::int64_t upper) {
  auto withParts = [&](ArrayRef<BoundsAttr> parts, std::int64_t lo, std::int64_t hi) {
    return BoundsAttr::get(base.getContext(), base.getKind(), base.getRange(), parts, lo, hi);
  };
  if (base.getKind() != BoundsKind::Hull)
    return withParts(base.getParts(), saturatingAdd(base.getLower(), lower),
                     saturatingAdd(base.getUpper(), upper));
  auto parts = llvm::map_to_vector(base.getParts(),
                                   [&](BoundsAttr part) { return grown(part, lower, upper); });
  return withParts(parts, 0, 0);
}

/// The hull or intersection of `ranges`, the parts of others of its kind among its
/// own. Null if it is made of too many.
static BoundsAttr joined(BoundsKind kind, ArrayRef<BoundsAttr> ranges) {
  llvm::SetVector<BoundsAttr> parts;
  for (BoundsAttr range : ranges)
    if (range.getKind() == kind && range.getLower() == 0 && range.getUpper() == 0)
      parts.insert_range(range.getParts());
    else
      parts.insert(range);
  if (parts.size() == 1)
    return parts.front();
  auto isDeep = [](BoundsAttr part) { return part.getDepth() == BoundsAttr::kDeepest; };
  if (llvm::any_of(parts, isDeep))
    return {};
  return BoundsAttr::get(ranges.front().getContext(), kind, 0, parts.getArrayRef(), 0, 0);
}

/// What a kind makes of the first range by the others. Null as above.
static BoundsAttr chosen(BoundsKind kind, ArrayRef<BoundsAttr> ranges) {
  if (llvm::any_of(ranges, [](BoundsAttr part) { return part.getDepth() == BoundsAttr::kDeepest; }))
    return {};
  return BoundsAttr::get(ranges.front().getContext(), kind, 0, ranges, 0, 0);
}

/// Adds `bounds` and all that it is made of to `known`. Gives whether there are no more than is
/// allowed.
static bool count(BoundsAttr bounds, llvm::DenseSet<BoundsAttr> &known) {
  SmallVector<BoundsAttr> open = {bounds};
  while (!open.empty() && known.size() <= kMostBounds)
    if (BoundsAttr next = open.pop_back_val(); known.insert(next).second)
      llvm::append_range(open, next.getParts());
  return open.empty();
}

LogicalResult ProgramNumbers::computeBounds(ProgramOp program) {
  llvm::DenseSet<BoundsAttr> all;
  for (Operation &op : program.getBody().front()) {
    auto parts = [&] {
      return llvm::map_to_vector(op.getOperands(), [&](Value part) { return bounds.at(part); });
    };
    BoundsAttr result;
    if (auto grow = dyn_cast<GrowOp>(op))
      result = grown(bounds.at(grow.getRange()), grow.getLower(), grow.getUpper());
    else if (isa<HullOp, IntersectOp>(op))
      result = joined(isa<HullOp>(op) ? BoundsKind::Hull : BoundsKind::Intersection, parts());
    else if (isa<BelowOp, AboveOp>(op))
      result = chosen(isa<BelowOp>(op) ? BoundsKind::Below : BoundsKind::Above, parts());
    else if (isa<WhenOp>(op))
      result = chosen(BoundsKind::When, parts());
    else
      continue;
    if (!result || !count(result, all))
      return op.emitOpError("is made of too many ranges");
    bounds[op.getResult(0)] = result;
  }
  return success();
}

static SmallVector<BoundsAttr> boundsOf(const ProgramNumbers &numbers, ValueRange ranges) {
  return llvm::map_to_vector(ranges, [&](Value range) { return numbers.boundsOf(range); });
}

//===----------------------------------------------------------------------===//
// Programs and kernels
//===----------------------------------------------------------------------===//

ImageAttr gtcompiler::describeProgram(ProgramOp program, const ProgramNumbers &numbers,
                                      const ProgramImports &imports) {
  MLIRContext *context = program.getContext();
  SmallVector<ImageTemporaryAttr> temporaries;
  for (TemporaryOp temporary : program.getBody().getOps<TemporaryOp>()) {
    Type type = cast<StorageType>(temporary.getType()).getElementType();
    temporaries.push_back(
        ImageTemporaryAttr::get(context, type, boundsOf(numbers, temporary.getRanges())));
  }
  SmallVector<StringAttr> remarks;
  if (ArrayAttr list = program.getRemarksAttr())
    llvm::append_range(remarks, list.getAsRange<StringAttr>());
  return ImageAttr::get(context, numbers.storages, numbers.words, numbers.rangeCount, temporaries,
                        /*tables=*/{}, imports.list(), remarks);
}

static bool hasAny(Value storage, ArrayRef<StringAttr> dims) {
  auto type = cast<StorageType>(storage.getType());
  return llvm::any_of(dims, [&](StringAttr dim) { return type.hasDim(dim); });
}

/// Whether the storage's last dimensions are `dims`, or it has none of them.
static bool endsWith(Value storage, ArrayRef<StringAttr> dims) {
  ArrayRef<StringAttr> own = cast<StorageType>(storage.getType()).getDims();
  return !hasAny(storage, dims) || own.take_back(dims.size()) == dims;
}

/// Whether an operation of a kernel does the same at a point whichever loop of `dims` counts it,
/// as long as it finds the point's memory.
static bool isSameMerged(Operation *op, ArrayRef<StringAttr> dims) {
  auto isOne = [&](StringAttr dim) { return llvm::is_contained(dims, dim); };
  if (auto index = dyn_cast<IndexOp>(op))
    return !isOne(index.getDimAttr());
  if (auto get = dyn_cast<GetOp>(op))
    return llvm::none_of(
        dims, [&](StringAttr dim) { return get.getIndex(dim) || findPin(get.getPins(), dim); });
  if (auto prefetch = dyn_cast<PrefetchOp>(op))
    return llvm::none_of(dims, [&](StringAttr dim) {
      return prefetch.getIndex(dim) || findPin(prefetch.getPins(), dim);
    });
  if (auto row = dyn_cast<RowOp>(op))
    return row.getDimAttr() == dims.back();
  if (auto loop = dyn_cast<LoopOp>(op))
    return !isOne(loop.getDimAttr()) || (loop.getOrder() == LoopOrder::Parallel && !loop.getStep());
  if (auto buffer = dyn_cast<BufferOp>(op)) // rows of it are parts of rows
    return llvm::none_of(dims.drop_back(),
                         [&](StringAttr dim) { return buffer.getType().hasDim(dim); });
  return true;
}

/// Whether the loops of `dims`, a kernel's last ones, may run as one: all that tells their points
/// apart is where their memory lies.
static bool areSameMerged(KernelOp kernel, const KernelUses &uses, ArrayRef<StringAttr> dims) {
  auto isSame = [&](Operation *op) {
    return isSameMerged(op, dims) ? WalkResult::advance() : WalkResult::interrupt();
  };
  return llvm::all_of(uses.storages, [&](Value storage) { return endsWith(storage, dims); }) &&
         !kernel.getBody().walk(isSame).wasInterrupted();
}

/// The last loops that may run as one, then all last ones among them may; none if there are not two
/// of them.
static SmallVector<StringAttr> mergingLoops(KernelOp kernel, const KernelUses &uses,
                                            MachineAttr machine) {
  if (machine.getThreads() || kernel.getAcrossAttr())
    return {};
  SmallVector<StringAttr> loops = kernel.getLoopDims();
  ArrayRef<StringAttr> dims(loops);
  std::size_t merging = 1;
  while (merging < dims.size() && areSameMerged(kernel, uses, dims.take_back(merging + 1)))
    ++merging;
  return SmallVector<StringAttr>(dims.take_back(merging > 1 ? merging : 0));
}

static StorageUseAttr describeUse(const KernelUses &uses, const ProgramNumbers &numbers,
                                  ArrayRef<StringAttr> merging, ArrayRef<ReachAttr> reach,
                                  Value storage) {
  return StorageUseAttr::get(storage.getContext(), uses.read.contains(storage),
                             uses.written.contains(storage),
                             bool(storage.getDefiningOp<TemporaryOp>()), hasAny(storage, merging),
                             numbers.of(storage), reach);
}

/// The numbers of the words of the program's scalars, in the kernel's order.
static SmallVector<std::int64_t> describeScalars(const KernelUses &uses,
                                                 const ProgramNumbers &numbers) {
  SmallVector<std::int64_t> list;
  for (auto [scalar, place] : uses.scalars)
    for (unsigned word = 0; word < scalarWords(scalar.getType()); ++word)
      list.push_back(numbers.of(scalar) + word);
  return list;
}

/// The kernel's kind, and the source line where it stores.
static std::string nameOf(KernelOp kernel) {
  Location loc = kernel.getLoc();
  bool isFold =
      kernel.getBody().walk([](PairwiseOp) { return WalkResult::interrupt(); }).wasInterrupted();
  StringRef kind = isFold ? "fold" : kernel.getAlong() ? "scan" : "stencil";
  if (!isFold)
    kernel.getBody().walk([&](PutOp put) { loc = put.getLoc(); });
  if (FileLineColLoc line = findLine(loc))
    return llvm::formatv("{0} {1}:{2}", kind, line.getFilename().getValue(), line.getLine());
  return kind.str();
}

/// The number of the loop that tiles leave whole.
static std::optional<std::int64_t> describeAcross(KernelOp kernel) {
  StringAttr across = kernel.getAcrossAttr();
  if (!across)
    return std::nullopt;
  SmallVector<StringAttr> dims = kernel.getLoopDims();
  return llvm::find(dims, across) - dims.begin();
}

/// How many points a thread runs of each loop; none if all run one.
static SmallVector<std::int64_t> describePoints(KernelOp kernel, MachineAttr machine) {
  SmallVector<std::int64_t> steps;
  if (machine.getThreads())
    steps = kernel.getSteps();
  if (llvm::all_of(steps, [](std::int64_t step) { return step == 1; }))
    steps.clear();
  return steps;
}

/// How its threads reduce together, if they do.
static SmallVector<std::int64_t> describeTogether(KernelOp kernel) {
  SmallVector<std::int64_t> numbers;
  if (PairwiseOp pairwise = findTogether(kernel))
    numbers = {std::int64_t(pairwise.getPartials().size()), std::int64_t(pairwise.getBy()),
               std::int64_t(pairwise.getLanes())};
  return numbers;
}

/// The storages of which rows further on are fetched, also of the next plane.
static llvm::SmallDenseSet<Value> fetchedAhead(KernelOp kernel) {
  llvm::SmallDenseSet<Value> storages;
  kernel.getBody().walk([&](PrefetchOp fetch) {
    if (!fetch.getExact() && fetch.getIndices().empty() &&
        cast<StorageType>(fetch.getMemory().getType()).getRank() > 2)
      storages.insert(fetch.getMemory());
  });
  return storages;
}

KernelInfoAttr gtcompiler::describeKernel(KernelOp kernel, const KernelUses &uses,
                                          const ProgramNumbers &numbers,
                                          const SharedStorages &shared, MachineAttr machine) {
  MLIRContext *context = kernel.getContext();
  SmallVector<StringAttr> merging = mergingLoops(kernel, uses, machine);
  llvm::SmallDenseSet<Value> ahead = fetchedAhead(kernel);
  auto storages = llvm::map_to_vector(uses.storages, [&](Value storage) {
    SmallVector<ReachAttr> reach;
    if (shared.contains(storage) || ahead.contains(storage))
      reach = reachOf(kernel, storage);
    return describeUse(uses, numbers, merging, reach, storage);
  });
  Value along = kernel.getAlong();
  std::size_t loops = kernel.getRanges().size();
  ArrayRef<Value> pins = uses.ranges.getArrayRef().drop_front(loops + bool(along));
  SmallVector<LoopOrder> orders = kernel.getOrders();
  if (llvm::all_of(orders, [](LoopOrder order) { return order == LoopOrder::Parallel; }))
    orders.clear();
  TileScratch scratch = scratchOfTile(kernel);
  return KernelInfoAttr::get(
      context, StringAttr::get(context, nameOf(kernel)), storages,
      boundsOf(numbers, kernel.getRanges()), orders, along ? numbers.boundsOf(along) : BoundsAttr(),
      boundsOf(numbers, pins), describeScalars(uses, numbers), describeAcross(kernel),
      merging.size(), kernel.getFlops(), uses.lanes, kernel.getScratch() + scratch.bytes,
      scratch.terms, describePoints(kernel, machine), describeTogether(kernel),
      StringAttr::get(context, machine.getThreads() ? gtabi::kPtxTarget : gtabi::kHostTarget));
}
