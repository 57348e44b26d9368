//===- GuardedMemoryTest.cpp - Would a wild access be found? --------------===//

#include "GuardedMemory.h"

#include <gtest/gtest.h>

using namespace gtjit::randomgraphs;

namespace {

constexpr std::size_t kBytes = 8000; // a multiple of 64, not of a page

/// Writes one byte at this distance from memory of which an even number of
/// blocks was given before, or an odd one, and frees the memory.
void writeAt(bool isOdd, std::ptrdiff_t offset) {
  GuardedMemory guarded;
  if (isOdd)
    guarded.deallocate(guarded.allocate(kBytes), kBytes);
  nameScenarioOfFaults(7);
  auto *memory = static_cast<volatile char *>(guarded.allocate(kBytes));
  memory[offset] = 1;
  guarded.deallocate(const_cast<char *>(memory), kBytes);
}

void expectEnd(bool isOdd, std::ptrdiff_t offset, const char *text) {
  EXPECT_EXIT(writeAt(isOdd, offset), testing::ExitedWithCode(1), text) << offset;
}

TEST(GuardedMemoryDeathTest, AccessBehindAndBeforeEndsTheProgram) {
  for (bool isOdd : {false, true}) {
    writeAt(isOdd, 0);
    writeAt(isOdd, kBytes - 1);
  }
  expectEnd(false, kBytes, "scenario 7 faulted");
  expectEnd(true, -1, "scenario 7 faulted");
}

TEST(GuardedMemoryDeathTest, WritesInItsOwnPagesAreFoundWhenItIsFreed) {
  expectEnd(false, -1, "scenario 7 wrote beside its memory");
  expectEnd(true, kBytes, "scenario 7 wrote beside its memory");
}

} // namespace
