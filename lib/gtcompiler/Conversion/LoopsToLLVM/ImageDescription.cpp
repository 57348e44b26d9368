//===- ImageDescription.cpp - How kernels are run, as attributes ----------===//
//
// See the header. Ranges become hulls of grown program arguments.
//
//===----------------------------------------------------------------------===//
#include "ImageDescription.h"

#include "gtcompiler/Conversion/ImageAttributes.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"

#include "llvm/Support/FormatVariadic.h"

#include <utility>

using namespace gtcompiler;
using namespace mlir;

ProgramNumbers::ProgramNumbers(ProgramOp program) {
  for (BlockArgument argument : program.getArguments())
    if (Type type = argument.getType(); isa<StorageType>(type))
      numbers[argument] = storageCount++;
    else if (isa<RangeType>(type))
      numbers[argument] = rangeCount++;
    else
      numbers[argument] = std::exchange(words, words + scalarWords(type));
  unsigned temporaries = 0;
  for (TemporaryOp temporary : program.getBody().getOps<TemporaryOp>())
    numbers[temporary.getResult()] = temporaries++;
}

namespace {
/// A program's range, added to its lower bound, added to its upper bound.
using Term = std::array<std::int64_t, 3>;
} // namespace

/// a + b, wrapping: a bound beyond all coordinates is nobody's.
static std::int64_t wrappingAdd(std::int64_t a, std::int64_t b) {
  return std::int64_t(std::uint64_t(a) + std::uint64_t(b));
}

/// Adds the terms of `range`, grown by `lower` and `upper`, without repeating one.
static void addTerms(const ProgramNumbers &numbers, Value range, std::int64_t lower,
                     std::int64_t upper, SmallVectorImpl<Term> &terms) {
  // Ranges are chains of single operations; a hull joins few of them.
  SmallVector<std::tuple<Value, std::int64_t, std::int64_t>> open = {{range, lower, upper}};
  while (!open.empty()) {
    auto [value, lo, hi] = open.pop_back_val();
    if (auto grow = value.getDefiningOp<GrowOp>()) {
      open.push_back(
          {grow.getRange(), wrappingAdd(lo, grow.getLower()), wrappingAdd(hi, grow.getUpper())});
    } else if (auto hull = value.getDefiningOp<HullOp>()) {
      for (Value part : llvm::reverse(hull.getRanges()))
        open.push_back({part, lo, hi});
    } else {
      Term term = {std::int64_t(numbers.of(value)), lo, hi};
      if (!llvm::is_contained(terms, term))
        terms.push_back(term);
    }
  }
}

static Attribute describeRange(const ProgramNumbers &of, Value range) {
  SmallVector<Term> terms;
  addTerms(of, range, 0, 0, terms);
  SmallVector<std::int64_t> numbers;
  for (const Term &term : terms)
    numbers.append(term.begin(), term.end());
  return DenseI64ArrayAttr::get(range.getContext(), numbers);
}

template <typename Ranges>
static ArrayAttr describeRanges(Builder &builder, const ProgramNumbers &numbers, Ranges &&ranges) {
  SmallVector<Attribute> list;
  for (Value range : ranges)
    list.push_back(describeRange(numbers, range));
  return builder.getArrayAttr(list);
}

DictionaryAttr gtcompiler::describeProgram(ProgramOp program, const ProgramNumbers &numbers) {
  Builder builder(program.getContext());
  SmallVector<Attribute> temporaries;
  for (TemporaryOp temporary : program.getBody().getOps<TemporaryOp>()) {
    Type type = cast<StorageType>(temporary.getType()).getElementType();
    temporaries.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(image::kBounds,
                              describeRanges(builder, numbers, temporary.getRanges())),
         builder.getNamedAttr(image::kType, TypeAttr::get(type))}));
  }
  ArrayAttr remarks = program.getRemarksAttr();
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(image::kStorages, builder.getI64IntegerAttr(numbers.storageCount)),
       builder.getNamedAttr(image::kScalars, builder.getI64IntegerAttr(numbers.words)),
       builder.getNamedAttr(image::kRanges, builder.getI64IntegerAttr(numbers.rangeCount)),
       builder.getNamedAttr(image::kTemporaries, builder.getArrayAttr(temporaries)),
       builder.getNamedAttr(image::kRemarks, remarks ? remarks : builder.getArrayAttr({}))});
}

static Attribute describeUse(Builder &builder, const KernelUses &uses,
                             const ProgramNumbers &numbers, Value storage) {
  NamedAttrList use;
  use.append(storage.getDefiningOp<TemporaryOp>() ? image::kTemporary : image::kArgument,
             builder.getI64IntegerAttr(numbers.of(storage)));
  if (uses.read.contains(storage))
    use.append(image::kRead, builder.getUnitAttr());
  if (uses.written.contains(storage))
    use.append(image::kWrite, builder.getUnitAttr());
  return use.getDictionary(builder.getContext());
}

/// The numbers of the words of the program's scalars, in the kernel's order.
static Attribute describeScalars(Builder &builder, const KernelUses &uses,
                                 const ProgramNumbers &numbers) {
  SmallVector<std::int64_t> list;
  for (auto [scalar, place] : uses.scalars)
    for (unsigned word = 0; word < scalarWords(scalar.getType()); ++word)
      list.push_back(numbers.of(scalar) + word);
  return builder.getDenseI64ArrayAttr(list);
}

/// The kernel's kind, and the source line where it stores.
static std::string nameOf(KernelOp kernel) {
  Location loc = kernel.getLoc();
  StringRef kind = kernel.getAlong() ? "fold" : "stencil";
  if (!kernel.getAlong())
    kernel.getBody().walk([&](PutOp put) { loc = put.getLoc(); });
  if (FileLineColLoc line = findLine(loc))
    return llvm::formatv("{0} {1}:{2}", kind, line.getFilename().getValue(), line.getLine());
  return kind.str();
}

DictionaryAttr gtcompiler::describeKernel(KernelOp kernel, const KernelUses &uses,
                                          const ProgramNumbers &numbers) {
  Builder builder(kernel.getContext());
  SmallVector<Attribute> storages;
  for (Value storage : uses.storages)
    storages.push_back(describeUse(builder, uses, numbers, storage));
  NamedAttrList info;
  info.append(image::kName, builder.getStringAttr(nameOf(kernel)));
  info.append(image::kStorages, builder.getArrayAttr(storages));
  info.append(image::kBounds, describeRanges(builder, numbers, uses.ranges));
  info.append(image::kScalars, describeScalars(builder, uses, numbers));
  info.append(image::kLoopDims, builder.getI64IntegerAttr(kernel.getRanges().size()));
  if (StringAttr across = kernel.getAcrossAttr()) {
    SmallVector<StringAttr> dims = kernel.getLoopDims();
    info.append(image::kAcross, builder.getI64IntegerAttr(llvm::find(dims, across) - dims.begin()));
  }
  info.append(image::kFlops, builder.getI64IntegerAttr(kernel.getFlops()));
  info.append(image::kLanes, builder.getI64IntegerAttr(uses.lanes));
  info.append(image::kScratch, builder.getI64IntegerAttr(kernel.getScratch()));
  if (kernel.getAlong())
    info.append(image::kFold, builder.getUnitAttr());
  return info.getDictionary(builder.getContext());
}
