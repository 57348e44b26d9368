//===- ImageWriter.cpp - Lowered module and code to an image --------------===//
//
// Lays out the tables of what `gt.image` and `gt.kernel` say, which the dialect has
// verified.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/ImageWriter.h"

#include "gtabi/Image.h"
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <cstddef>
#include <cstring>

using namespace gtcompiler;
using namespace mlir;
using gtabi::BoundsInfo;
using gtabi::ElementType;
using gtabi::ImageHeader;
using gtabi::KernelInfo;
using gtabi::RemarkInfo;
using gtabi::Slice;
using gtabi::StorageArgument;
using gtabi::StorageUse;
using gtabi::Table;
using gtabi::TemporaryInfo;

static constexpr std::uint64_t kPage = 4096;

namespace {
/// The tables while they grow.
class Tables {
public:
  explicit Tables(const ClosedCode &closedCode) : code(closedCode) {}
  void addImage(ImageAttr image);
  /// `function`: its code, or an alias of another kernel's.
  LogicalResult addKernel(SymbolOpInterface function, KernelInfoAttr info);
  std::vector<std::uint8_t> pack(ArrayRef<std::uint8_t> debugObject);

private:
  std::uint32_t addBounds(BoundsAttr attribute);
  Slice addBoundsUses(ArrayRef<BoundsAttr> list);
  Slice addEntry(std::uint64_t offset, StringRef target);
  Slice addScratch(ArrayRef<ScratchTermAttr> list);
  Slice addReach(ArrayRef<ReachAttr> list);
  Slice addText(StringRef string);

  const ClosedCode &code;
  ImageHeader header = {};
  std::vector<StorageArgument> arguments;
  std::vector<KernelInfo> kernels;
  std::vector<TemporaryInfo> temporaries;
  std::vector<StorageUse> storages;
  std::vector<gtabi::ReachInfo> reaches;
  std::vector<BoundsInfo> bounds;
  std::vector<std::uint32_t> boundsUses;
  llvm::DenseMap<BoundsAttr, std::uint32_t> boundsNumbers;
  std::vector<std::uint32_t> scalars;
  std::vector<gtabi::TableInfo> checkedTables;
  std::vector<gtabi::ImportInfo> imports;
  std::vector<gtabi::EntryInfo> entries;
  std::vector<gtabi::LoopOrder> orders;
  std::vector<gtabi::ScratchTerm> scratchTerms;
  std::vector<std::uint32_t> extents;
  std::vector<RemarkInfo> remarks;
  std::string text;
};
} // namespace

template <typename T> static Slice sliceFrom(std::size_t first, const T &table) {
  return {std::uint32_t(first), std::uint32_t(table.size() - first)};
}

static ElementType elementType(IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return ElementType::Bool;
  case 8:
    return isUnsigned ? ElementType::U8 : ElementType::I8;
  case 16:
    return isUnsigned ? ElementType::U16 : ElementType::I16;
  case 32:
    return isUnsigned ? ElementType::U32 : ElementType::I32;
  default:
    return isUnsigned ? ElementType::U64 : ElementType::I64;
  }
}

static ElementType elementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return elementType(integer);
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() ? ElementType::C64 : ElementType::C128;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  return type.isF32() ? ElementType::F32 : ElementType::F64;
}

Slice Tables::addText(StringRef string) {
  std::size_t first = text.size();
  text += string;
  return sliceFrom(first, text);
}

std::uint32_t Tables::addBounds(BoundsAttr attribute) {
  auto known = boundsNumbers.find(attribute);
  if (known != boundsNumbers.end())
    return known->second;
  BoundsInfo info = {};
  info.kind = static_cast<gtabi::BoundsKind>(attribute.getKind());
  info.range = attribute.getRange();
  info.parts = addBoundsUses(attribute.getParts());
  info.lower = attribute.getLower();
  info.upper = attribute.getUpper();
  bounds.push_back(info);
  return boundsNumbers[attribute] = bounds.size() - 1;
}

Slice Tables::addBoundsUses(ArrayRef<BoundsAttr> list) {
  auto numbers = llvm::map_to_vector(list, [&](BoundsAttr part) { return addBounds(part); });
  std::size_t first = boundsUses.size(); // behind those of parts
  llvm::append_range(boundsUses, numbers);
  return sliceFrom(first, boundsUses);
}

void Tables::addImage(ImageAttr image) {
  header.scalarCount = image.getScalars();
  header.rangeCount = image.getRanges();
  for (StorageType type : image.getStorages())
    arguments.push_back({elementType(type.getElementType()), std::uint32_t(type.getRank()),
                         std::uint32_t(type.getUnit()), 0});
  for (ImageTemporaryAttr temporary : image.getTemporaries())
    temporaries.push_back(
        {elementType(temporary.getElement()), 0, addBoundsUses(temporary.getBounds())});
  for (ImageTableAttr table : image.getTables())
    checkedTables.push_back({std::uint32_t(table.getStorage()), addBounds(table.getBounds())});
  for (ImageImportAttr import : image.getImports())
    imports.push_back({addText(import.getSymbol().getValue()), import.getPrototype()});
  for (StringAttr remark : image.getRemarks())
    remarks.push_back({addText(remark.getValue())});
}

Slice Tables::addEntry(std::uint64_t offset, StringRef target) {
  entries.push_back({addText(target), offset});
  return {std::uint32_t(entries.size() - 1), 1};
}

Slice Tables::addScratch(ArrayRef<ScratchTermAttr> list) {
  std::size_t first = scratchTerms.size();
  for (ScratchTermAttr term : list) {
    std::size_t firstExtent = extents.size();
    extents.insert(extents.end(), term.getExtents().begin(), term.getExtents().end());
    scratchTerms.push_back({std::uint64_t(term.getFactor()), sliceFrom(firstExtent, extents)});
  }
  return sliceFrom(first, scratchTerms);
}

Slice Tables::addReach(ArrayRef<ReachAttr> list) {
  std::size_t first = reaches.size();
  for (ReachAttr reach : list)
    reaches.push_back({std::uint32_t(reach.getLoop()), 0, reach.getLower(), reach.getUpper()});
  return sliceFrom(first, reaches);
}

LogicalResult Tables::addKernel(SymbolOpInterface function, KernelInfoAttr info) {
  auto entry = code.functions.find(function.getName().str());
  if (entry == code.functions.end())
    return function->emitOpError("expected a definition");
  KernelInfo kernel = {};
  kernel.entries = addEntry(entry->second, info.getTarget());
  std::size_t first = storages.size();
  for (StorageUseAttr use : info.getStorages())
    storages.push_back({std::uint32_t(use.getNumber()), use.getIsTemporary(), use.getIsRead(),
                        use.getIsWritten(), use.getIsMerging(), addReach(use.getReach())});
  kernel.storages = sliceFrom(first, storages);
  SmallVector<BoundsAttr> ranges(info.getLoops());
  if (info.getAlong())
    ranges.push_back(info.getAlong());
  llvm::append_range(ranges, info.getPins());
  kernel.bounds = addBoundsUses(ranges);
  first = scalars.size();
  scalars.insert(scalars.end(), info.getScalars().begin(), info.getScalars().end());
  kernel.scalars = sliceFrom(first, scalars);
  kernel.loopDims = info.getLoops().size();
  kernel.hasFold = bool(info.getAlong());
  kernel.acrossLoop = info.getAcross().value_or(kernel.loopDims);
  first = orders.size();
  for (LoopOrder order : info.getOrders())
    orders.push_back(static_cast<gtabi::LoopOrder>(order));
  kernel.orders = sliceFrom(first, orders);
  kernel.scratch = info.getScratch();
  kernel.scratchTerms = addScratch(info.getScratchTerms());
  if (ArrayRef<std::int64_t> together = info.getTogether(); !together.empty()) {
    kernel.partials = together[0];
    kernel.blockPoints = together[1];
    kernel.blockLanes = together[2];
  }
  kernel.pointsX = kernel.pointsY = 1;
  if (ArrayRef<std::int64_t> points = info.getPoints(); !points.empty()) {
    kernel.pointsX = points.back();
    kernel.pointsY = points.size() > 1 ? points[points.size() - 2] : 1;
  }
  kernel.mergingLoops = info.getMerging();
  kernel.flopsPerPoint = info.getFlops();
  kernel.vectorLanes = info.getLanes();
  kernel.name = addText(info.getName().getValue());
  kernels.push_back(kernel);
  return success();
}

/// Appends `table` to `bytes`, 8-byte aligned.
template <typename T>
static Table append(std::vector<std::uint8_t> &bytes, const std::vector<T> &table) {
  bytes.resize(llvm::alignTo(bytes.size(), 8));
  Table position = {bytes.size(), table.size()};
  const auto *data = reinterpret_cast<const std::uint8_t *>(table.data());
  bytes.insert(bytes.end(), data, data + table.size() * sizeof(T));
  return position;
}

std::vector<std::uint8_t> Tables::pack(ArrayRef<std::uint8_t> debugObject) {
  std::vector<std::uint8_t> bytes(sizeof(ImageHeader));
  header.arguments = append(bytes, arguments);
  header.kernels = append(bytes, kernels);
  header.temporaries = append(bytes, temporaries);
  header.storages = append(bytes, storages);
  header.reaches = append(bytes, reaches);
  header.bounds = append(bytes, bounds);
  header.boundsUses = append(bytes, boundsUses);
  header.scalars = append(bytes, scalars);
  header.tables = append(bytes, checkedTables);
  header.imports = append(bytes, imports);
  header.entries = append(bytes, entries);
  header.orders = append(bytes, orders);
  header.scratch = append(bytes, scratchTerms);
  header.extents = append(bytes, extents);
  header.remarks = append(bytes, remarks);
  header.text = append(bytes, std::vector<char>(text.begin(), text.end()));
  header.debugObject = append(bytes, debugObject.vec());
  bytes.resize(llvm::alignTo(bytes.size(), kPage));
  header.codeOffset = bytes.size();
  header.codeSize = code.bytes.size();
  bytes.insert(bytes.end(), code.bytes.begin(), code.bytes.end());

  std::memcpy(header.magic, "gtimage", sizeof(header.magic));
  header.abiVersion = gtabi::kAbiVersion;
  header.headerSize = sizeof(ImageHeader);
  header.imageSize = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof(header));
  constexpr std::size_t checked = offsetof(ImageHeader, checksum) + sizeof(header.checksum);
  header.checksum = llvm::xxh3_64bits(ArrayRef(bytes).drop_front(checked));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

FailureOr<std::vector<std::uint8_t>> gtcompiler::writeImage(ModuleOp module, const ClosedCode &code,
                                                            ArrayRef<std::uint8_t> debugObject) {
  auto image = module->getAttrOfType<ImageAttr>(GTDialect::kImageAttrName);
  if (!image)
    return module.emitOpError("expected the attribute '") << GTDialect::kImageAttrName << "'";
  Tables tables(code);
  tables.addImage(image);
  for (auto function : module.getOps<SymbolOpInterface>())
    if (auto info = function->getAttrOfType<KernelInfoAttr>(GTDialect::kKernelAttrName))
      if (failed(tables.addKernel(function, info)))
        return failure();
  return tables.pack(debugObject);
}
