//===- LoadedImageTest.cpp - Images run without any compiler --------------===//
//
// An image from a file and from bytes, at several addresses, in a process that
// never opens LLVM.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/LoadedImage.h"

#include "../ImageRunner.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <unistd.h>

using gtjit::detail::LoadedImage;
using gtjit::testing::ImageRunner;
using gtjit::testing::RunInputs;
using gtjit::testing::scalarBits;

static std::vector<std::uint8_t> fileBytes(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Applies the image to a plane and compares every point.
static void checkLaplacian(const LoadedImage &image) {
  constexpr std::int64_t n = 37, m = 6, stride = n + 2;
  std::vector<double> u(stride * (m + 2)), v(u.size(), -1.0), expected = v;
  for (std::size_t at = 0; at < u.size(); ++at)
    u[at] = double(at * 37 % 101) / 7;
  auto at = [&](std::int64_t i, std::int64_t j) { return (j + 1) * stride + i + 1; };
  for (std::int64_t j = 0; j < m; ++j)
    for (std::int64_t i = 0; i < n; ++i)
      expected[at(i, j)] =
          ((u[at(i + 1, j)] + u[at(i - 1, j)]) + (u[at(i, j + 1)] + u[at(i, j - 1)])) -
          u[at(i, j)] * 4.0;
  RunInputs inputs;
  inputs.storages = {{u.data(), at(0, 0), {m, n}, {stride, 1}},
                     {v.data(), at(0, 0), {m, n}, {stride, 1}}};
  inputs.scalars = {scalarBits(4.0)};
  inputs.ranges = {{0, n}, {0, m}};
  inputs.tile = 16;
  ImageRunner(image.view(), {image.kernel(0)}, inputs).run();
  EXPECT_EQ(v, expected);
}

TEST(LoadedImage, RunsFromAFileAndFromBytesWithoutLLVM) {
  std::string error;
  auto file = LoadedImage::fromFile(IMAGES "laplacian.image", error);
  ASSERT_TRUE(file) << error;
  auto bytes = LoadedImage::fromBytes(fileBytes(IMAGES "laplacian.image"), error);
  ASSERT_TRUE(bytes) << error;
  EXPECT_NE(file->kernel(0), bytes->kernel(0)) << "two addresses";
  checkLaplacian(*file);
  checkLaplacian(*bytes);
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    EXPECT_EQ(line.find("libLLVM"), std::string::npos) << line;
    EXPECT_EQ(line.find("libMLIR"), std::string::npos) << line;
    // Nothing that can be executed can be written.
    EXPECT_EQ(line.find(" rwx"), std::string::npos) << line;
  }
}

TEST(LoadedImage, SaysWhatIsWrongWithAFile) {
  auto reason = [](const std::string &path) {
    std::string error;
    EXPECT_EQ(LoadedImage::fromFile(path.c_str(), error), nullptr);
    return error;
  };
  EXPECT_EQ(reason("/nowhere/at.all"), "it cannot be opened: No such file or directory");
  EXPECT_EQ(reason("/"), "it is empty or no regular file");
  std::string path = ::testing::TempDir() + "damaged-" + std::to_string(::getpid()) + ".image";
  auto write = [&](const std::vector<std::uint8_t> &bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  };
  std::vector<std::uint8_t> image = fileBytes(IMAGES "laplacian.image");
  ASSERT_GT(image.size(), 4096u);
  write({});
  EXPECT_EQ(reason(path), "it is empty or no regular file");
  write({1, 2, 3});
  EXPECT_EQ(reason(path), "it is shorter than a header");
  write(std::vector<std::uint8_t>(image.begin(), image.end() - 1));
  EXPECT_EQ(reason(path), "its size is not the one it names");
  std::vector<std::uint8_t> damaged = image;
  damaged.back() ^= 1;
  write(damaged);
  EXPECT_EQ(reason(path), "its checksum is wrong");
  damaged[0] = 'x';
  write(damaged);
  EXPECT_EQ(reason(path), "not an image");
  damaged = image;
  damaged[8] ^= 0x40;
  write(damaged);
  EXPECT_EQ(reason(path), "made by another version");
  std::remove(path.c_str());
}
