//===- BlockLanes.cpp - Lanes put in order within 16 bytes ----------------===//
//
// See the header. A vector is made for all of its blocks alike: half of it are elements of one
// source and half of another, which is what an instruction does (vshufpd, vshufps). Where a half
// is elements of two sources these are put together first; what that instruction has room for
// beside it are such a half of another vector:
//
//   x = A0 A3 B2 C1, y = A1 B0 B3 C2    of three components that lie in turn in A, B and C
//   p = B2 B3 C1 C2, q = A1 A2 B0 B1
//   x = A0 A3 p0 p2, y = q0 q2 p1 p3
//
//===----------------------------------------------------------------------===//
#include "BlockLanes.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

static constexpr std::int64_t kBlockBytes = 16;

namespace {
/// An element of a block: the number of its source, and its place there.
struct Part {
  std::int64_t source, place;
};

/// Makes vectors of `sources`: of each block what their own blocks have.
class BlockShuffles {
public:
  BlockShuffles(const CodeBuilder &at, std::int64_t perBlock, SmallVector<Value> from)
      : code(at), elements(perBlock), sources(std::move(from)) {}
  /// Vectors of which each block is so many parts.
  SmallVector<Value> make(ArrayRef<SmallVector<Part, 4>> wanted);

private:
  /// Elements of two sources, up to two of each.
  struct Joined {
    std::int64_t first, second;
    SmallVector<std::int64_t, 2> ofFirst, ofSecond;
    Value vector;
  };
  /// A half of a block: two elements of a source, or of what is joined.
  struct Half {
    Value vector;
    std::int64_t places[2];
  };
  Value shuffle(const Half &low, const Half &high);
  void note(const Part &one, const Part &other);
  Half half(const Part &one, const Part &other);

  const CodeBuilder &code;
  std::int64_t elements;
  SmallVector<Value> sources;
  SmallVector<Joined, 4> joined;
};
} // namespace

/// In each block two elements of either.
Value BlockShuffles::shuffle(const Half &low, const Half &high) {
  std::int64_t lanes = cast<VectorType>(low.vector.getType()).getNumElements();
  SmallVector<std::int32_t> order;
  for (std::int64_t begin = 0; begin < lanes; begin += elements)
    for (std::int64_t place = 0; place < elements; ++place) {
      bool isHigh = 2 * place >= elements;
      std::int64_t from = (isHigh ? high : low).places[place % (elements / 2)];
      order.push_back(static_cast<std::int32_t>(begin + from + (isHigh ? lanes : 0)));
    }
  return code.shuffle(low.vector, high.vector, order);
}

/// Takes note of two elements that are joined, if they are of two sources.
void BlockShuffles::note(const Part &one, const Part &other) {
  if (one.source == other.source)
    return;
  auto found = llvm::find_if(joined, [&](const Joined &some) {
    return some.first == one.source && some.second == other.source && some.ofFirst.size() < 2;
  });
  if (found == joined.end())
    found = &joined.emplace_back(Joined{one.source, other.source, {}, {}, {}});
  found->ofFirst.push_back(one.place);
  found->ofSecond.push_back(other.place);
}

/// They are where `note` has joined them.
BlockShuffles::Half BlockShuffles::half(const Part &one, const Part &other) {
  if (one.source == other.source)
    return {sources[one.source], {one.place, other.place}};
  for (Joined &some : joined) {
    if (some.first != one.source || some.second != other.source)
      continue;
    for (std::size_t number = 0; number < some.ofFirst.size(); ++number) {
      if (some.ofFirst[number] != one.place || some.ofSecond[number] != other.place)
        continue;
      if (!some.vector)
        some.vector =
            shuffle({sources[some.first], {some.ofFirst.front(), some.ofFirst.back()}},
                    {sources[some.second], {some.ofSecond.front(), some.ofSecond.back()}});
      return {some.vector, {std::int64_t(number), 2 + std::int64_t(number)}};
    }
  }
  llvm_unreachable("not noted");
}

SmallVector<Value> BlockShuffles::make(ArrayRef<SmallVector<Part, 4>> wanted) {
  if (elements == 2)
    return llvm::map_to_vector(wanted, [&](ArrayRef<Part> parts) {
      return shuffle({sources[parts[0].source], {parts[0].place, 0}},
                     {sources[parts[1].source], {parts[1].place, 0}});
    });
  for (ArrayRef<Part> parts : wanted) {
    note(parts[0], parts[1]);
    note(parts[2], parts[3]);
  }
  return llvm::map_to_vector(wanted, [&](ArrayRef<Part> parts) {
    Half low = half(parts[0], parts[1]);
    return shuffle(low, half(parts[2], parts[3]));
  });
}

bool gtcompiler::areBlocks(Type element, std::int64_t lanes) {
  std::int64_t bytes = memoryBytes(element);
  return (bytes == 4 || bytes == 8) &&
         (lanes * bytes == kBlockBytes || lanes * bytes == 2 * kBlockBytes);
}

/// A block from each of `begins`, in elements.
static Value loadBlocks(const CodeBuilder &code, Type element, Value pointer,
                        ArrayRef<std::int64_t> begins) {
  std::int64_t bytes = memoryBytes(element);
  auto blocks = llvm::map_to_vector(begins, [&](std::int64_t begin) -> Value {
    return LLVM::LoadOp::create(code.ops, code.loc, packedType(element, kBlockBytes / bytes),
                                code.moved(pointer, begin * bytes), static_cast<unsigned>(bytes));
  });
  if (blocks.size() == 1)
    return blocks.front();
  auto all = llvm::to_vector(
      llvm::seq<std::int32_t>(0, static_cast<std::int32_t>(2 * kBlockBytes / bytes)));
  return code.shuffle(blocks[0], blocks[1], all);
}

/// Blocks of vectors: the one at `begin`, and where there are two that `further` elements on.
static Value loadBlocks(const CodeBuilder &code, Type element, Value pointer, std::int64_t lanes,
                        std::int64_t begin, std::int64_t further) {
  if (lanes * memoryBytes(element) == kBlockBytes)
    return loadBlocks(code, element, pointer, {begin});
  return loadBlocks(code, element, pointer, {begin, begin + further});
}

/// Of vectors with two blocks each the blocks number `first` and `second` of all, one behind the
/// other.
static Value blocksOf(const CodeBuilder &code, ArrayRef<Value> vectors, std::int64_t first,
                      std::int64_t second) {
  std::int64_t lanes = cast<VectorType>(vectors.front().getType()).getNumElements();
  SmallVector<std::int32_t> order;
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    std::int64_t half = 2 * lane / lanes, block = half ? second : first;
    order.push_back(
        static_cast<std::int32_t>(half * lanes + (block % 2 * lanes + 2 * lane % lanes) / 2));
  }
  return code.shuffle(vectors[first / 2], vectors[second / 2], order);
}

SmallVector<Value> gtcompiler::loadBlocksInTurn(const CodeBuilder &code, Type element,
                                                Value pointer, std::int64_t lanes,
                                                std::int64_t count) {
  std::int64_t bytes = memoryBytes(element), elements = kBlockBytes / bytes;
  SmallVector<Value> vectors, sources;
  SmallVector<SmallVector<Part, 4>> wanted;
  for (std::int64_t number = 0; number < count; ++number)
    vectors.push_back(LLVM::LoadOp::create(code.ops, code.loc, packedType(element, lanes),
                                           code.moved(pointer, number * lanes * bytes),
                                           static_cast<unsigned>(bytes)));
  for (std::int64_t number = 0; number < count; ++number) {
    sources.push_back(lanes == elements ? vectors[number]
                                        : blocksOf(code, vectors, number, count + number));
    SmallVector<Part, 4> &parts = wanted.emplace_back();
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      std::int64_t place = lane * count + number;
      parts.push_back({place / elements, place % elements});
    }
  }
  return BlockShuffles(code, elements, std::move(sources)).make(wanted);
}

Value gtcompiler::loadBlocksOfEveryFew(const CodeBuilder &code, Type element, Value pointer,
                                       std::int64_t lanes, std::int64_t step) {
  std::int64_t elements = kBlockBytes / memoryBytes(element);
  SmallVector<Value> sources;
  SmallVector<std::int64_t, 4> begins;
  SmallVector<Part, 4> parts;
  for (std::int64_t lane = 0; lane < elements; ++lane) {
    std::int64_t place = lane * step;
    if (begins.empty() || place >= begins.back() + elements) {
      // The first block begins with the first lane; the last one ends with the last one.
      begins.push_back(begins.empty() ? 0 : std::min(place, (elements - 1) * step + 1 - elements));
      sources.push_back(loadBlocks(code, element, pointer, lanes, begins.back(), elements * step));
    }
    parts.push_back({std::int64_t(begins.size()) - 1, place - begins.back()});
  }
  return BlockShuffles(code, elements, std::move(sources)).make({parts}).front();
}

void gtcompiler::storeBlocksInTurn(const CodeBuilder &code, Type element, ArrayRef<Value> values,
                                   Value pointer) {
  std::int64_t bytes = memoryBytes(element), elements = kBlockBytes / bytes;
  auto count = static_cast<std::int64_t>(values.size());
  SmallVector<SmallVector<Part, 4>> wanted;
  for (std::int64_t block = 0; block < count; ++block) {
    SmallVector<Part, 4> &parts = wanted.emplace_back();
    for (std::int64_t place = block * elements; place < (block + 1) * elements; ++place)
      parts.push_back({place % count, place / count});
  }
  SmallVector<Value> blocks = BlockShuffles(code, elements, llvm::to_vector(values)).make(wanted);
  auto lanes = cast<VectorType>(values.front().getType()).getNumElements();
  bool areTwo = lanes > elements;
  for (std::int64_t number = 0; number < count; ++number) {
    Value vector = blocks[number];
    if (areTwo) { // the first halves of all, then the second ones
      auto halfOf = [&](std::int64_t block) { return block % count * 2 + block / count; };
      vector = blocksOf(code, blocks, halfOf(2 * number), halfOf(2 * number + 1));
    }
    LLVM::StoreOp::create(code.ops, code.loc, vector, code.moved(pointer, number * lanes * bytes),
                          static_cast<unsigned>(bytes));
  }
}
