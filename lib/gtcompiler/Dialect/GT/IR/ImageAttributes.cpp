//===- ImageAttributes.cpp - How kernels are run ---------------*- C++ -*-===//
//
// Verifiers of the attributes in GTImageAttributes.td, by the numbers that the
// constraints have there, and what an image and its kernels must agree on. Knows
// nothing of the bytes that become of them.
//
//===----------------------------------------------------------------------===//

#include "ImageAttributes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace gtcompiler;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

LogicalResult BoundsAttr::verify(function_ref<InFlightDiagnostic()> emitError, BoundsKind kind,
                                 std::int64_t range, ArrayRef<BoundsAttr> parts, std::int64_t lower,
                                 std::int64_t upper, unsigned depth, unsigned) {
  if (range < 0) // (C1)
    return emitError() << "expected the number of a range, got " << range;
  if (parts.empty() != (kind == BoundsKind::Range)) // (C1)
    return emitError() << "expected a range or parts";
  bool isBeside = kind == BoundsKind::Below || kind == BoundsKind::Above;
  if (isBeside && parts.size() != 2) // (C1)
    return emitError() << "expected two parts of '" << stringifyBoundsKind(kind) << "', got "
                       << parts.size();
  if (lower > upper) // (C2)
    return emitError() << "expected a lower bound that moves at most as far as the upper one, got "
                       << lower << " and " << upper;
  if (depth > kDeepest) // (C3)
    return emitError() << "expected ranges that are made of others at most " << kDeepest << " deep";
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of an image
//===----------------------------------------------------------------------===//

LogicalResult ReachAttr::verify(function_ref<InFlightDiagnostic()> emitError, std::int64_t loop,
                                std::int64_t lower, std::int64_t upper) {
  if (loop < 0) // (C1)
    return emitError() << "expected the number of a loop, got " << loop;
  if (lower > upper) // (C2)
    return emitError() << "expected points from a lower to an upper one, got " << lower << " and "
                       << upper;
  return success();
}

LogicalResult StorageUseAttr::verify(function_ref<InFlightDiagnostic()> emitError, bool isRead,
                                     bool isWritten, bool, bool, std::int64_t number,
                                     ArrayRef<ReachAttr>) {
  if (number < 0) // (C1)
    return emitError() << "expected the number of a storage, got " << number;
  if (!isRead && !isWritten) // (C2)
    return emitError() << "expected a storage that is read or written";
  return success();
}

LogicalResult ImageTemporaryAttr::verify(function_ref<InFlightDiagnostic()> emitError, Type element,
                                         ArrayRef<BoundsAttr>) {
  if (!isElementType(element)) // (C1)
    return emitError() << "expected element type " << kElementTypes << ", got " << element;
  return success();
}

LogicalResult ImageTableAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                     std::int64_t storage, BoundsAttr) {
  if (storage < 0) // (C1)
    return emitError() << "expected the number of a storage, got " << storage;
  return success();
}

LogicalResult ImageImportAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                      StringAttr symbol, std::uint64_t) {
  if (symbol.empty()) // (C1)
    return emitError() << "expected a symbol, got an empty one";
  return success();
}

LogicalResult ScratchTermAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                      std::int64_t factor, ArrayRef<std::int64_t> extents) {
  if (factor <= 0) // (C1)
    return emitError() << "expected a positive number of bytes, got " << factor;
  for (std::int64_t extent : extents) // (C1)
    if (extent < 0)
      return emitError() << "expected the number of a loop, got " << extent;
  return success();
}

//===----------------------------------------------------------------------===//
// Image and kernel
//===----------------------------------------------------------------------===//

/// The first range that `bounds` are made of and that is not below `ranges`.
static std::optional<std::int64_t> unknownRange(ArrayRef<BoundsAttr> bounds, std::int64_t ranges) {
  llvm::SetVector<BoundsAttr> all(bounds.begin(), bounds.end());
  for (std::size_t next = 0; next < all.size(); ++next) {
    BoundsAttr part = all[next];
    if (part.getKind() == BoundsKind::Range && part.getRange() >= ranges)
      return part.getRange();
    all.insert_range(part.getParts());
  }
  return std::nullopt;
}

/// Image (C3)
static LogicalResult verifyTable(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StorageType> storages, ImageTableAttr table) {
  if (table.getStorage() >= std::int64_t(storages.size()))
    return emitError() << "expected one of " << storages.size() << " storages, got number "
                       << table.getStorage();
  Type element = storages[table.getStorage()].getElementType();
  if (!isa<IntegerType>(element) || element.isInteger(1))
    return emitError() << "expected a table of integers, got " << element;
  return success();
}

LogicalResult ImageAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StorageType> storages, std::int64_t scalars,
                                std::int64_t ranges, ArrayRef<ImageTemporaryAttr> temporaries,
                                ArrayRef<ImageTableAttr> tables, ArrayRef<ImageImportAttr>,
                                ArrayRef<StringAttr>) {
  for (std::int64_t count : {scalars, ranges}) // (C1)
    if (!llvm::isUInt<32>(count))
      return emitError() << "expected a count of 32 bits, got " << count;
  SmallVector<BoundsAttr> bounds;
  for (ImageTemporaryAttr temporary : temporaries)
    llvm::append_range(bounds, temporary.getBounds());
  for (ImageTableAttr table : tables)
    bounds.push_back(table.getBounds());
  if (auto range = unknownRange(bounds, ranges)) // (C2)
    return emitError() << "expected one of " << ranges << " ranges, got number " << *range;
  for (ImageTableAttr table : tables)
    if (failed(verifyTable(emitError, storages, table)))
      return failure();
  return success();
}

/// Whether these are partial results, points and lanes of a reduction along `along`.
static bool reducesTogether(ArrayRef<std::int64_t> numbers, BoundsAttr along) {
  auto isCount = [](std::int64_t number) { return number > 0 && llvm::isUInt<32>(number); };
  return along && numbers.size() == 3 && llvm::all_of(numbers, isCount) &&
         llvm::isPowerOf2_64(numbers[2]) && numbers[2] <= 64 && numbers[1] % numbers[2] == 0;
}

/// Whether these are the points that a thread runs of each of `loops`.
static bool arePointsOf(ArrayRef<std::int64_t> points, std::size_t loops) {
  if (points.size() != loops)
    return false;
  auto isCount = [](std::int64_t number) { return number > 0 && llvm::isUInt<32>(number); };
  return llvm::all_of(points, isCount) &&
         llvm::all_of(points.drop_back(std::min<std::size_t>(loops, 2)),
                      [](std::int64_t number) { return number == 1; });
}

/// The first reach along a loop that is none of `loops`; null if there is none. The range that is
/// reduced is one of them.
static ReachAttr findUnknownLoop(ArrayRef<StorageUseAttr> storages, std::size_t loops) {
  for (StorageUseAttr use : storages)
    for (ReachAttr reach : use.getReach())
      if (reach.getLoop() >= std::int64_t(loops))
        return reach;
  return {};
}

/// Whether so many of the last loops are there and parallel.
static bool areMerging(std::int64_t merging, std::size_t loops, ArrayRef<LoopOrder> orders) {
  if (merging < 2 || merging > std::int64_t(loops))
    return false;
  return llvm::all_of(orders.take_back(merging),
                      [](LoopOrder order) { return order == LoopOrder::Parallel; });
}

LogicalResult KernelInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr,
                                     ArrayRef<StorageUseAttr> storages, ArrayRef<BoundsAttr> loops,
                                     ArrayRef<LoopOrder> orders, BoundsAttr along,
                                     ArrayRef<BoundsAttr>, ArrayRef<std::int64_t> scalars,
                                     std::optional<std::int64_t> across, std::int64_t merging,
                                     std::int64_t flops, std::int64_t lanes, std::int64_t scratch,
                                     ArrayRef<ScratchTermAttr> scratchTerms,
                                     ArrayRef<std::int64_t> points, ArrayRef<std::int64_t> together,
                                     StringAttr) {
  if (across && (*across < 0 || *across >= std::int64_t(loops.size()))) // (C1)
    return emitError() << "expected one of its " << loops.size() << " loops, got number "
                       << *across;
  if (ReachAttr reach = findUnknownLoop(storages, loops.size() + bool(along))) // (C7)
    return emitError() << "expected a reach in one of its " << loops.size() + bool(along)
                       << " loops, got number " << reach.getLoop();
  for (ScratchTermAttr term : scratchTerms) // (C1)
    for (std::int64_t extent : term.getExtents())
      if (extent >= std::int64_t(loops.size()) + bool(along))
        return emitError() << "expected the extent of one of its " << loops.size() + bool(along)
                           << " loops and reduced ranges, got number " << extent;
  if (!orders.empty() && orders.size() != loops.size()) // (C2)
    return emitError() << "expected " << loops.size() << " orders of loops, got " << orders.size();
  for (std::int64_t word : scalars) // (C2)
    if (!llvm::isUInt<32>(word))
      return emitError() << "expected the number of a scalar, got " << word;
  if (!llvm::isUInt<32>(flops) || scratch < 0) // (C2)
    return emitError() << "expected flops and bytes of scratch, got " << flops << " and "
                       << scratch;
  if (lanes < 1 || !llvm::isUInt<32>(lanes)) // (C2)
    return emitError() << "expected a lane or more, got " << lanes;
  if (!together.empty() && !reducesTogether(together, along)) // (C3)
    return emitError() << "expected partial results, points and lanes of a reduction, got "
                       << together;
  if (!points.empty() && (!arePointsOf(points, loops.size()) || !together.empty())) // (C4)
    return emitError() << "expected points of a thread for each of its " << loops.size()
                       << " loops, 1 but for the last two, got " << points;
  if (merging != 0 && !areMerging(merging, loops.size(), orders)) // (C6)
    return emitError() << "expected 2 or more of its last parallel loops that merge, got "
                       << merging;
  if (merging == 0 && llvm::any_of(storages, [](StorageUseAttr use) { return use.getIsMerging(); }))
    return emitError() << "expected merging loops for a storage that merges"; // (C6)
  return success();
}

//===----------------------------------------------------------------------===//
// Images and kernels together
//===----------------------------------------------------------------------===//

LogicalResult gtcompiler::verifyImage(Operation *op, Attribute attribute) {
  if (isa<ModuleOp>(op) && isa<ImageAttr>(attribute))
    return success();
  return op->emitOpError("expected '")
         << GTDialect::kImageAttrName << "' to be an image and on a module, got " << attribute;
}

/// KernelInfo (C5)
static LogicalResult verifyRefersTo(Operation *op, KernelInfoAttr info, ImageAttr image) {
  for (StorageUseAttr use : info.getStorages()) {
    std::int64_t count =
        use.getIsTemporary() ? image.getTemporaries().size() : image.getStorages().size();
    if (use.getNumber() >= count)
      return op->emitOpError("expected one of ")
             << count << (use.getIsTemporary() ? " temporaries" : " storages") << ", got number "
             << use.getNumber();
    std::size_t rank = use.getIsTemporary()
                           ? image.getTemporaries()[use.getNumber()].getBounds().size()
                           : image.getStorages()[use.getNumber()].getRank();
    if (!use.getReach().empty() && use.getReach().size() != rank) // (C7)
      return op->emitOpError("expected a reach in each of ")
             << rank << " dimensions, got " << use.getReach().size();
  }
  for (std::int64_t word : info.getScalars())
    if (word >= image.getScalars())
      return op->emitOpError("expected one of ")
             << image.getScalars() << " scalars, got number " << word;
  SmallVector<BoundsAttr> bounds(info.getLoops());
  llvm::append_range(bounds, info.getPins());
  if (info.getAlong())
    bounds.push_back(info.getAlong());
  if (auto range = unknownRange(bounds, image.getRanges()))
    return op->emitOpError("expected one of ")
           << image.getRanges() << " ranges, got number " << *range;
  return success();
}

LogicalResult gtcompiler::verifyKernelInfo(Operation *op, Attribute attribute) {
  auto info = dyn_cast<KernelInfoAttr>(attribute);
  if (!info || !isa<SymbolOpInterface>(op))
    return op->emitOpError("expected '")
           << GTDialect::kKernelAttrName << "' to describe a kernel and on a function, got "
           << attribute;
  Operation *module = op->getParentOp();
  auto image = module ? module->getAttrOfType<ImageAttr>(GTDialect::kImageAttrName) : ImageAttr();
  if (!image)
    return op->emitOpError("expected the attribute '")
           << GTDialect::kImageAttrName << "' on the module around it";
  return verifyRefersTo(op, info, image);
}
