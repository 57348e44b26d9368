//===- ImageWriter.cpp - Lowered module and code to an image --------------===//
//
// Reads the attributes of ImageAttributes.h and lays out the tables. Text may
// have been written by hand, so every attribute is checked before use.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/ImageWriter.h"

#include "gtabi/Image.h"
#include "gtcompiler/Conversion/ImageAttributes.h"
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <cstddef>
#include <cstring>

using namespace gtcompiler;
using namespace gtabi;
using namespace mlir;

static constexpr std::uint64_t kPage = 4096;

namespace {
/// The tables while they grow, and the checked reading of attributes into them.
class Tables {
public:
  explicit Tables(const ClosedCode &closedCode) : code(closedCode) {}
  LogicalResult addModule(ModuleOp module);
  /// `function`: its code, or an alias of another kernel's.
  LogicalResult addKernel(SymbolOpInterface function, DictionaryAttr info);
  std::vector<std::uint8_t> pack(ArrayRef<std::uint8_t> debugObject);

private:
  LogicalResult addTemporary(Operation *op, Attribute attribute);
  FailureOr<Slice> addBounds(Operation *op, Attribute list);
  FailureOr<Slice> addStorages(Operation *op, Attribute list);
  FailureOr<Slice> addScalars(Operation *op, Attribute list);
  Slice addText(StringRef string);

  const ClosedCode &code;
  ImageHeader header = {};
  std::vector<KernelInfo> kernels;
  std::vector<TemporaryInfo> temporaries;
  std::vector<StorageUse> storages;
  std::vector<BoundsInfo> bounds;
  std::vector<BoundsTerm> terms;
  std::vector<std::uint32_t> scalars;
  std::vector<RemarkInfo> remarks;
  std::string text;
};
} // namespace

/// The number `name` of `dictionary`, zero where it is missing.
static std::int64_t number(DictionaryAttr dictionary, StringRef name) {
  auto attribute = dictionary.getAs<IntegerAttr>(name);
  return attribute ? attribute.getValue().getSExtValue() : 0;
}

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

static std::optional<ElementType> elementType(Type type) {
  if (!isElementType(type))
    return std::nullopt;
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

FailureOr<Slice> Tables::addBounds(Operation *op, Attribute list) {
  std::size_t first = bounds.size();
  auto array = dyn_cast_or_null<ArrayAttr>(list);
  if (!array)
    return op->emitOpError("expected a list of bounds");
  for (Attribute entry : array) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(entry);
    if (!numbers || numbers.size() % 3 != 0)
      return op->emitOpError("expected bounds in groups of three numbers, got ") << entry;
    ArrayRef<std::int64_t> values = numbers.asArrayRef();
    std::size_t firstTerm = terms.size();
    for (; !values.empty(); values = values.drop_front(3)) {
      if (values[0] < 0 || values[0] >= header.rangeCount)
        return op->emitOpError("expected one of ")
               << header.rangeCount << " ranges, got number " << values[0];
      terms.push_back({std::uint32_t(values[0]), 0, values[1], values[2]});
    }
    bounds.push_back({sliceFrom(firstTerm, terms)});
  }
  return sliceFrom(first, bounds);
}

FailureOr<Slice> Tables::addStorages(Operation *op, Attribute list) {
  std::size_t first = storages.size();
  auto array = dyn_cast_or_null<ArrayAttr>(list);
  if (!array)
    return op->emitOpError("expected a list of storages");
  for (Attribute entry : array) {
    auto use = dyn_cast<DictionaryAttr>(entry);
    if (!use || use.contains(image::kArgument) == use.contains(image::kTemporary))
      return op->emitOpError("expected an argument or a temporary, got ") << entry;
    bool isTemporary = use.contains(image::kTemporary);
    std::int64_t index = number(use, isTemporary ? image::kTemporary : image::kArgument);
    std::int64_t count = isTemporary ? temporaries.size() : header.storageCount;
    if (index < 0 || index >= count)
      return op->emitOpError("expected one of ") << count << " storages, got number " << index;
    storages.push_back({std::uint32_t(index), isTemporary, use.contains(image::kRead),
                        use.contains(image::kWrite), 0});
  }
  return sliceFrom(first, storages);
}

/// A kernel without the attribute uses none.
FailureOr<Slice> Tables::addScalars(Operation *op, Attribute list) {
  std::size_t first = scalars.size();
  if (!list)
    return sliceFrom(first, scalars);
  auto words = dyn_cast<DenseI64ArrayAttr>(list);
  if (!words)
    return op->emitOpError("expected a list of scalars");
  for (std::int64_t word : words.asArrayRef()) {
    if (word < 0 || word >= header.scalarCount)
      return op->emitOpError("expected one of ")
             << header.scalarCount << " scalars, got number " << word;
    scalars.push_back(std::uint32_t(word));
  }
  return sliceFrom(first, scalars);
}

LogicalResult Tables::addTemporary(Operation *op, Attribute attribute) {
  auto info = dyn_cast<DictionaryAttr>(attribute);
  auto type = info ? info.getAs<TypeAttr>(image::kType) : TypeAttr();
  std::optional<ElementType> element = type ? elementType(type.getValue()) : std::nullopt;
  if (!element)
    return op->emitOpError("expected a temporary with an element type, got ") << attribute;
  FailureOr<Slice> slice = addBounds(op, info.get(image::kBounds));
  if (failed(slice))
    return failure();
  temporaries.push_back({*element, 0, *slice});
  return success();
}

LogicalResult Tables::addModule(ModuleOp module) {
  auto info = module->getAttrOfType<DictionaryAttr>(image::kImage);
  if (!info)
    return module.emitOpError("expected the attribute '") << image::kImage << "'";
  header.storageCount = number(info, image::kStorages);
  header.scalarCount = number(info, image::kScalars);
  header.rangeCount = number(info, image::kRanges);
  if (auto list = info.getAs<ArrayAttr>(image::kTemporaries))
    for (Attribute entry : list)
      if (failed(addTemporary(module, entry)))
        return failure();
  if (auto list = info.getAs<ArrayAttr>(image::kRemarks))
    for (auto remark : list.getAsRange<StringAttr>())
      remarks.push_back({addText(remark.getValue())});
  return success();
}

LogicalResult Tables::addKernel(SymbolOpInterface function, DictionaryAttr info) {
  auto entry = code.functions.find(function.getName().str());
  if (entry == code.functions.end())
    return function->emitOpError("expected a definition");
  KernelInfo kernel = {};
  kernel.entry = entry->second;
  FailureOr<Slice> kernelStorages = addStorages(function, info.get(image::kStorages));
  FailureOr<Slice> kernelBounds = addBounds(function, info.get(image::kBounds));
  FailureOr<Slice> kernelScalars = addScalars(function, info.get(image::kScalars));
  if (failed(kernelStorages) || failed(kernelBounds) || failed(kernelScalars))
    return failure();
  kernel.storages = *kernelStorages;
  kernel.scalars = *kernelScalars;
  kernel.bounds = *kernelBounds;
  kernel.loopDims = number(info, image::kLoopDims);
  kernel.hasFold = info.contains(image::kFold);
  if (std::uint64_t(kernel.loopDims) + kernel.hasFold > kernel.bounds.count)
    return function->emitOpError("expected a range for each of its loops");
  kernel.acrossLoop =
      info.contains(image::kAcross) ? number(info, image::kAcross) : kernel.loopDims;
  if (kernel.acrossLoop > kernel.loopDims)
    return function->emitOpError("expected one of its loops, got number ")
           << kernel.acrossLoop << " of " << kernel.loopDims;
  kernel.scratch = number(info, image::kScratch);
  kernel.flopsPerPoint = number(info, image::kFlops);
  kernel.vectorLanes = std::max<std::int64_t>(1, number(info, image::kLanes));
  auto name = info.getAs<StringAttr>(image::kName);
  kernel.name = addText(name ? name.getValue() : function.getName());
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
  header.kernels = append(bytes, kernels);
  header.temporaries = append(bytes, temporaries);
  header.storages = append(bytes, storages);
  header.bounds = append(bytes, bounds);
  header.terms = append(bytes, terms);
  header.scalars = append(bytes, scalars);
  header.remarks = append(bytes, remarks);
  header.text = append(bytes, std::vector<char>(text.begin(), text.end()));
  header.debugObject = append(bytes, debugObject.vec());
  bytes.resize(llvm::alignTo(bytes.size(), kPage));
  header.codeOffset = bytes.size();
  header.codeSize = code.bytes.size();
  bytes.insert(bytes.end(), code.bytes.begin(), code.bytes.end());

  std::memcpy(header.magic, "gtimage", sizeof(header.magic));
  header.abiVersion = kAbiVersion;
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
  Tables tables(code);
  if (failed(tables.addModule(module)))
    return failure();
  for (auto function : module.getOps<SymbolOpInterface>())
    if (auto info = function->getAttrOfType<DictionaryAttr>(image::kKernel))
      if (failed(tables.addKernel(function, info)))
        return failure();
  return tables.pack(debugObject);
}
