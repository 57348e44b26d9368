//===- CodeMemoryTest.cpp - Executable memory for many images -------------===//
//
// Code that is stored runs, room is used again, and many images take few maps.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/CodeMemory.h"

#include "gtjit/Error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace gtjit::detail;

/// mov eax, value; ret
static std::vector<std::uint8_t> returning(std::uint32_t value, std::size_t size = 6) {
  std::vector<std::uint8_t> code(size, 0xcc);
  code[0] = 0xb8;
  for (int n = 0; n < 4; ++n)
    code[1 + n] = static_cast<std::uint8_t>(value >> (8 * n));
  code[5] = 0xc3;
  return code;
}

static std::uint32_t call(CodeRange range) {
  return reinterpret_cast<std::uint32_t (*)()>(range.address)();
}

static long processMaps() {
  std::ifstream maps("/proc/self/maps");
  return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
}

TEST(CodeMemory, KeepsManyImagesInFewMaps) {
  CodeMemory memory;
  std::vector<CodeRange> ranges;
  ranges.reserve(3000);
  long before = processMaps();
  for (std::uint32_t n = 0; n < 3000; ++n)
    ranges.push_back(memory.store(returning(n, 5000)));
  EXPECT_LE(memory.maps(), 7u);
  EXPECT_LE(processMaps() - before, 20) << "beside what the test itself takes";
  for (std::uint32_t n = 0; n < ranges.size(); ++n)
    EXPECT_EQ(call(ranges[n]), n);
  for (CodeRange range : ranges)
    memory.release(range);
  EXPECT_EQ(memory.maps(), 0u);
}

TEST(CodeMemory, UsesRoomAgainBesideCodeThatRuns) {
  CodeMemory memory;
  std::vector<CodeRange> ranges;
  for (std::uint32_t n = 0; n < 300; ++n)
    ranges.push_back(memory.store(returning(n, 4096 * (1 + n % 3))));
  std::size_t maps = memory.maps();
  for (std::uint32_t round = 1; round < 4; ++round) {
    for (std::uint32_t n = round % 2; n < 300; n += 2)
      memory.release(ranges[n]);
    for (std::uint32_t n = round % 2; n < 300; n += 2)
      ranges[n] = memory.store(returning(1000 * round + n, 4096 * (1 + n % 3)));
    for (std::uint32_t n = round % 2; n < 300; n += 2)
      EXPECT_EQ(call(ranges[n]), 1000 * round + n);
  }
  EXPECT_EQ(memory.maps(), maps);
}

/// Memory of the process that it cannot get beyond, for a block.
class NoMoreMemory {
public:
  NoMoreMemory() {
    std::ifstream file("/proc/self/statm");
    rlim_t pages = 0;
    file >> pages;
    ::getrlimit(RLIMIT_AS, &before);
    rlimit limit = before;
    limit.rlim_cur = (pages + 256) * 4096; // less than a piece
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~NoMoreMemory() { ::setrlimit(RLIMIT_AS, &before); }
  NoMoreMemory(const NoMoreMemory &) = delete;

private:
  rlimit before{};
};

TEST(CodeMemory, TellsThatTheSystemGivesNone) {
  CodeMemory memory;
  std::vector<std::uint8_t> code = returning(7);
  {
    NoMoreMemory limit;
    try {
      memory.store(code);
      FAIL() << "stored";
    } catch (const gtjit::MemoryError &error) {
      EXPECT_EQ(error.message(), "the system gives no executable memory: Cannot allocate memory");
      ASSERT_EQ(error.noteCount(), 1u);
      EXPECT_EQ(error.note(0), "memory, or the number of memory maps of a process "
                               "(vm.max_map_count), is used up, or executable memory is forbidden");
    }
  }
  EXPECT_EQ(memory.maps(), 0u);
  EXPECT_EQ(call(memory.store(code)), 7u) << "there is memory again";
}

TEST(CodeMemory, TakesImagesLargerThanAPiece) {
  CodeMemory memory;
  CodeRange large = memory.store(returning(7, 9 << 20)), small = memory.store(returning(8));
  EXPECT_EQ(call(large), 7u);
  EXPECT_EQ(call(small), 8u);
}
