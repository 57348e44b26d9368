//===- LayoutCopyTest.cpp - Copies between layouts ------------------------===//
//
// `v[whole] = u` for every pair of layouts, and for every element type: bytes
// are compared.
//
//===----------------------------------------------------------------------===//

#include "../Backends.h"

#include <cstring>
#include <string>
#include <vector>

using namespace gtjit;

namespace {

constexpr std::int64_t extents[3] = {19, 35, 11};

struct Memory {
  std::string name;
  StorageOptions options;
  bool reversed = false; ///< J backwards and K of every second point
};

const std::vector<Memory> &memories() {
  static const std::vector<Memory> all = {
      {"IJK", {.layout = "IJK", .preset = "C"}},
      {"IKJ", {.layout = "IKJ", .preset = "C"}},
      {"JIK", {.layout = "JIK", .preset = "C"}},
      {"JKI", {.layout = "JKI", .preset = "C"}},
      {"KIJ", {.layout = "KIJ", .preset = "C"}},
      {"KJI", {.layout = "KJI", .preset = "C"}},
      {"cpu", {.preset = "cpu"}},
      {"aligned", {.layout = "JIK", .preset = "C", .alignment = 16}},
      {"reversed", {.layout = "IJK", .preset = "C"}, true},
  };
  return all;
}

Storage make(DType type, const Memory &memory) {
  if (!memory.reversed)
    return zeros({extents[0], extents[1], extents[2]}, type, memory.options);
  Storage large = zeros({extents[0], extents[1], 2 * extents[2]}, type, memory.options);
  return large
      .slice({Slice(), Slice(Slice::none, Slice::none, -1), Slice(Slice::none, Slice::none, 2)})
      .rebased({J(0)});
}

template <class Visit> void forEachElement(const Storage &storage, Visit visit) {
  auto *first = static_cast<std::byte *>(storage.data());
  detail::Sequence<std::int64_t> strides = storage.strides();
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < extents[1]; ++j)
      for (std::int64_t k = 0; k < extents[2]; ++k)
        visit(first + i * strides[0] + j * strides[1] + k * strides[2],
              (i * extents[1] + j) * extents[2] + k);
}

/// The bytes of the n-th element: no NaN, and for bool 0 or 1.
std::vector<unsigned char> bytesOf(DType type, std::int64_t n) {
  std::vector<unsigned char> bytes(itemsize(type));
  for (unsigned char &byte : bytes) {
    byte = static_cast<unsigned char>(n % (type == Bool ? 2 : 61));
    n = n * 7 / 3 + 5;
  }
  return bytes;
}

class LayoutCopyTest : public BackendTest {
protected:
  static void check(DType type, const Memory &from, const Memory &to) {
    Storage source = make(type, from), target = make(type, to);
    forEachElement(source, [&](std::byte *element, std::int64_t n) {
      std::memcpy(element, bytesOf(type, n).data(), itemsize(type));
    });
    source.touch();
    target[whole] = source;
    std::int64_t wrong = 0;
    forEachElement(target, [&](std::byte *element, std::int64_t n) {
      wrong += std::memcmp(element, bytesOf(type, n).data(), itemsize(type)) != 0;
    });
    EXPECT_EQ(wrong, 0) << name(type) << " from " << from.name << " to " << to.name;
  }
};

TEST_P(LayoutCopyTest, everyPairOfLayouts) {
  for (const Memory &from : memories())
    for (const Memory &to : memories())
      check(F64, from, to);
}

TEST_P(LayoutCopyTest, everyElementType) {
  for (DType type : {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, C64, C128})
    for (const Memory &from : {memories()[0], memories()[5]})
      for (const Memory &to : {memories()[0], memories()[5]})
        check(type, from, to);
}

GTJIT_ON_ALL_BACKENDS(LayoutCopyTest);

} // namespace
