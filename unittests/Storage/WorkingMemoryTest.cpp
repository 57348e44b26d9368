//===- WorkingMemoryTest.cpp - Parts of a workspace -----------------------===//

#include "gtjit/Memory/WorkingMemory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {
struct Lines {
  alignas(64) std::byte bytes[64 * 1024];
};
} // namespace

TEST(WorkingMemory, GivesPartsAndJoinsThemAgain) {
  Lines lines;
  WorkingMemory memory({lines.bytes, 640});
  std::byte *a = memory.take(1), *b = memory.take(100), *c = memory.take(300);
  EXPECT_EQ(a, lines.bytes);
  EXPECT_EQ(b, lines.bytes + 64);
  EXPECT_EQ(c, lines.bytes + 192);
  EXPECT_EQ(memory.take(200), nullptr) << "128 bytes are left";
  memory.giveBack(b, 100);
  EXPECT_EQ(memory.take(64), b) << "the first place that is large enough";
  EXPECT_EQ(memory.take(100), lines.bytes + 512);
  memory.giveBack(c, 300);
  memory.giveBack(b, 64);
  memory.giveBack(lines.bytes + 512, 100);
  memory.giveBack(a, 1);
  EXPECT_EQ(memory.take(640), lines.bytes) << "one part again";
}

TEST(WorkingMemory, TemporariesOfWholePagesDoNotAlias) {
  Lines lines;
  WorkingMemory memory({lines.bytes, sizeof lines.bytes});
  std::byte *a = memory.take(8192), *b = memory.take(8192);
  EXPECT_NE((b - a) % 4096, 0);
  memory.giveBack(a, 8192);
  memory.giveBack(b, 8192);
  EXPECT_EQ(memory.take(sizeof lines.bytes - 17 * 64 - 64), lines.bytes);
}

TEST(WorkingMemory, TakesMemoryOfAnyAlignmentAndSize) {
  Lines lines;
  WorkingMemory shifted({lines.bytes + 8, 200});
  EXPECT_EQ(shifted.take(128), lines.bytes + 64);
  EXPECT_EQ(shifted.take(1), nullptr);
  WorkingMemory tiny({lines.bytes + 8, 100}), none({nullptr, 0});
  EXPECT_EQ(tiny.take(1), nullptr);
  EXPECT_EQ(none.take(1), nullptr);
  WorkingMemory whole({lines.bytes, 1024});
  EXPECT_EQ(whole.take(SIZE_MAX), nullptr);
}

TEST(WorkingMemory, CountsWhatIsTakenAnywhere) {
  WorkingMemory memory({nullptr, 0});
  memory.grow(100);
  memory.grow(50);
  memory.shrink(100);
  memory.grow(80);
  EXPECT_EQ(memory.mostBytes(), 150);
}
