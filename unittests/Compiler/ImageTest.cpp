//===- ImageTest.cpp - Damaged images and open code -----------------------===//
//
// Whatever is wrong with an image is found before it runs; code that needs
// something from outside makes none.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtcompiler/Target/Host/ObjectReader.h"

#include "llvm/Support/xxhash.h"
#include <gmock/gmock.h>

#include <cstddef>

using namespace gtcompiler::testing;
using gtcompiler::ProgramCompiler;
using gtcompiler::ProgramOptions;
using gtjit::detail::LoadedImage;

static std::vector<std::uint8_t> someImage() {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>, %i: !gt.range<I>,
                  %j: !gt.range<J>) {
      %h = gt.grow %j by -1, 1 : !gt.range<J>
      %t = gt.temporary over %h : !gt.range<J> -> !gt.storage<[J], f64, unit>
      gt.fold sum over %h : !gt.range<J> along %i : !gt.range<I> lanes {
        %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
        gt.yield %0 : f64
      } into %t : !gt.storage<[J], f64, unit>
      gt.stencil over %j : !gt.range<J> {
        %0 = gt.access %t [J + 1] : !gt.storage<[J], f64, unit> -> f64
        gt.write %0 to %s : f64, !gt.storage<[J], f64, unit>
      }
    })");
  return image ? image.program.image : std::vector<std::uint8_t>();
}

static bool loads(const std::vector<std::uint8_t> &bytes) {
  std::string error;
  bool ok = LoadedImage::fromBytes(bytes, error) != nullptr;
  EXPECT_EQ(ok, error.empty());
  return ok;
}

/// Gives changed bytes the checksum that they should have.
static void seal(std::vector<std::uint8_t> &bytes) {
  constexpr std::size_t from = offsetof(gtabi::ImageHeader, checksum);
  std::uint64_t sum = llvm::xxh3_64bits(llvm::ArrayRef(bytes).drop_front(from + 8));
  std::memcpy(bytes.data() + from, &sum, 8);
}

TEST(Image, IsRefusedWithAnyBitFlipped) {
  std::vector<std::uint8_t> image = someImage();
  ASSERT_TRUE(loads(image));
  for (std::size_t at = 0; at < image.size(); ++at) {
    image[at] ^= 1 << at % 8;
    ASSERT_FALSE(loads(image)) << "byte " << at;
    image[at] ^= 1 << at % 8;
  }
}

TEST(Image, IsRefusedAtAnyOtherLength) {
  std::vector<std::uint8_t> image = someImage();
  for (std::size_t size = 0; size < image.size(); size += 37)
    EXPECT_FALSE(loads({image.begin(), image.begin() + size})) << size;
  image.push_back(0);
  EXPECT_FALSE(loads(image));
}

TEST(Image, WithAWrongNumberUnderAGoodChecksumNeverCrashes) {
  std::vector<std::uint8_t> image = someImage();
  std::uint64_t code = reinterpret_cast<gtabi::ImageHeader *>(image.data())->codeOffset;
  unsigned refused = 0;
  for (std::size_t at = 24; at < code && at < 1200; ++at) {
    std::vector<std::uint8_t> changed = image;
    changed[at] ^= 0xff;
    seal(changed);
    refused += !loads(changed); // some numbers have no wrong value
  }
  EXPECT_GT(refused, 200u);
}

TEST(Image, IsSmall) { EXPECT_LE(someImage().size(), 3 * 4096u); }

//===----------------------------------------------------------------------===//
// Open code
//===----------------------------------------------------------------------===//

static std::string messageFor(const std::string &text) {
  ProgramCompiler compiler;
  ProgramOptions options;
  options.target = gtcompiler::hostTarget();
  auto result = compiler.compile(text, options);
  EXPECT_FALSE(result.ok);
  EXPECT_FALSE(result.reproducer.empty());
  return result.messages;
}

static const std::string kProgram = "gt.program @p() {}\n";

TEST(Image, IsNotMadeOfCodeBesideAProgram) {
  for (const char *beside :
       {"llvm.func @out(f64) -> f64\n", "llvm.mlir.global @g(0 : i64) : i64\n"})
    EXPECT_THAT(messageFor(beside + kProgram),
                ::testing::HasSubstr("stands beside a 'gt.program', expected nothing there"));
}

TEST(ObjectReader, RefusesWhatIsNoObject) {
  for (const char *text : {"", "x",
                           "\x7f"
                           "ELF",
                           "\x7f"
                           "ELF\2\1\1 and nothing that would follow it in a file, for sure"}) {
    auto code = gtcompiler::readObject({text, std::strlen(text)});
    EXPECT_FALSE(bool(code));
    llvm::consumeError(code.takeError());
  }
}
