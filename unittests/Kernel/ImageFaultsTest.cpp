//===- ImageFaultsTest.cpp - Each number of an image is checked -----------===//
//
// An image that is sound but for one number, under a good checksum, is refused
// with the reason; so is one that this process cannot run.
//
//===----------------------------------------------------------------------===//
#include "../TestImage.h"

#include "gtjit/Kernel/LoadedImage.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::BoundsKind;
using gtabi::ElementType;
using gtabi::LoopOrder;

/// An image with an entry in every table.
static TestImage sound() {
  TestImage image;
  image.scalarCount = 1;
  image.rangeCount = 2;
  image.text = "hostgpu";
  image.arguments = {{ElementType::F64, 2, 1, 0}, {ElementType::I32, 1, 0, 0}};
  image.bounds = {{BoundsKind::Range, 0, {}, 0, 0},
                  {BoundsKind::Range, 1, {}, -1, 1},
                  {BoundsKind::Hull, 0, {0, 2}, 0, 0},
                  {BoundsKind::Intersection, 0, {1, 2}, -1, 1}};
  image.boundsUses = {0, 1, 2, 3};
  image.temporaries = {{ElementType::F32, 0, {2, 2}}};
  image.storages = {{0, 0, 1, 0, 0, {}}, {0, 1, 0, 1, 0, {0, 2}}};
  image.reaches = {{0, 0, -1, 1}, {1, 0, 0, 0}};
  image.tables = {{1, 3}};
  image.entries = {{{4, 3}, 0}, {{0, 4}, 0}};
  image.orders = {LoopOrder::Forward, LoopOrder::Parallel};
  image.extents = {0, 1, 2};
  image.scratch = {{8, {0, 2}}, {64, {2, 1}}};
  gtabi::KernelInfo kernel{};
  kernel.pointsX = kernel.pointsY = 1;
  kernel.entries = {0, 2};
  kernel.storages = {0, 2};
  kernel.bounds = {0, 3};
  kernel.loopDims = 2;
  kernel.hasFold = 1;
  kernel.acrossLoop = 2;
  kernel.orders = {0, 2};
  kernel.scratchTerms = {0, 2};
  kernel.name = {4, 3};
  image.kernels = {kernel};
  return image;
}

static std::string faultOf(const TestImage &image) {
  std::string error;
  auto loaded = LoadedImage::fromBytes(image.bytes(), error);
  EXPECT_EQ(loaded == nullptr, !error.empty());
  return error;
}

static std::string faultAfter(const std::function<void(TestImage &)> &change) {
  TestImage image = sound();
  change(image);
  return faultOf(image);
}

TEST(ImageFaults, AWholeImageHasNone) { EXPECT_EQ(faultOf(sound()), ""); }

TEST(ImageFaults, StoragesAndTables) {
  EXPECT_EQ(faultAfter([](TestImage &i) { i.arguments[0].type = ElementType(15); }),
            "an argument is not well described");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.arguments[0].isUnit = 2; }),
            "an argument is not well described");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.arguments[0].rank = 0; }),
            "an argument is not well described");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.temporaries[0].bounds.count = 3; }),
            "a temporary is not well described");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.storages[0].index = 2; }), "a storage is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.storages[1].index = 1; }), "a storage is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.tables[0].storage = 2; }), "a table is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.tables[0].bounds = 4; }), "a table is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.tables[0].storage = 0; }),
            "a table does not hold integers");
}

TEST(ImageFaults, Reach) {
  EXPECT_EQ(faultAfter([](TestImage &i) { i.storages[1].reach.count = 3; }),
            "a kernel refers to what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.storages[1].reach.count = 1; }),
            "a storage is not reached in each dimension");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.reaches[0].loop = 2; }), "") << "it is reduced";
  EXPECT_EQ(faultAfter([](TestImage &i) { i.reaches[0].loop = 3; }),
            "a kernel reaches what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.reaches[1].lower = 1; }),
            "a kernel reaches what is not there");
}

TEST(ImageFaults, Bounds) {
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[1].range = 2; }), "a range is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.boundsUses[3] = 4; }), "a range is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[2].kind = BoundsKind(6); }),
            "a range is made of what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[3].kind = BoundsKind::When; }), "");
  for (BoundsKind beside : {BoundsKind::Below, BoundsKind::Above}) {
    EXPECT_EQ(faultAfter([&](TestImage &i) { i.bounds[3].kind = beside; }), "");
    EXPECT_EQ(faultAfter([&](TestImage &i) {
                i.bounds[3].kind = beside;
                i.bounds[3].parts.count = 1;
              }),
              "a range is made of what is not there");
  }
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[2].parts.count = 0; }),
            "a range is made of what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[2].parts.first = 3; }),
            "a range is made of what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[2].parts = {2, 1}; }),
            "a range is made of itself");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.bounds[2].parts = {3, 1}; }),
            "a range is made of itself");
}

TEST(ImageFaults, Kernels) {
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].bounds.count = 5; }),
            "a kernel refers to what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].bounds.count = 2; }),
            "a kernel has more loops than bounds");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].acrossLoop = 3; }),
            "a kernel lacks one of its loops");
  auto faultOfTogether = [](std::uint32_t points, std::uint32_t lanes) {
    return faultAfter([&](TestImage &i) {
      i.kernels[0].partials = 1;
      i.kernels[0].blockPoints = points;
      i.kernels[0].blockLanes = lanes;
    });
  };
  for (auto [points, lanes] : {std::pair(0u, 1u), {64, 0}, {96, 48}, {96, 64}, {512, 512}})
    EXPECT_EQ(faultOfTogether(points, lanes), "a kernel's threads reduce what is not there");
  EXPECT_EQ(faultOfTogether(4096, 64), "");
  auto faultOfPoints = [](std::uint32_t rows, std::uint32_t columns, std::uint32_t partials) {
    return faultAfter([&](TestImage &i) {
      i.kernels[0].pointsY = rows;
      i.kernels[0].pointsX = columns;
      i.kernels[0].partials = partials;
      i.kernels[0].blockPoints = i.kernels[0].blockLanes = 1;
    });
  };
  EXPECT_EQ(faultOfPoints(4, 2, 0), "");
  for (auto [rows, columns, partials] :
       {std::array{0u, 1u, 0u}, {1u, 0u, 0u}, {2u, 1u, 1u}, {1u, 2u, 1u}})
    EXPECT_EQ(faultOfPoints(rows, columns, partials), "a kernel's threads have no points");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].orders = {1, 2}; }),
            "a kernel refers to what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].orders.count = 1; }),
            "a kernel has not an order for each loop");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.orders[1] = LoopOrder(3); }),
            "a loop has no known order");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].scratchTerms.count = 3; }),
            "a kernel refers to what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.scratch[1].extents.first = 3; }),
            "scratch memory grows with what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.extents[2] = 3; }),
            "scratch memory grows with what is not there");
}

TEST(ImageFaults, Entries) {
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].entries.first = 1; }),
            "a kernel refers to what is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.entries[1].offset = 1; }),
            "a kernel's entry lies outside its code");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.entries[0].target.count = 4; }),
            "a kernel is for a target that is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].entries.count = 1; }),
            "it has no code for this machine: the kernel 'gpu' is for 'gpu'");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.entries[1].target = {1, 3}; }),
            "it has no code for this machine: the kernel 'gpu' is for 'gpu', 'ost'");
  EXPECT_EQ(faultAfter([](TestImage &i) { i.kernels[0].entries.count = 0; }),
            "it has no code for this machine: the kernel 'gpu' is for nothing");
}

/// Of whole bytes, `change` of the header under a good checksum.
static std::string faultOfHeader(const std::function<void(gtabi::ImageHeader &)> &change) {
  alignas(8) static std::uint8_t bytes[1 << 16];
  std::vector<std::uint8_t> whole = sound().bytes();
  gtabi::ImageHeader header;
  std::memcpy(&header, whole.data(), sizeof(header));
  change(header);
  std::memcpy(bytes, whole.data(), whole.size());
  std::memcpy(bytes, &header, sizeof(header));
  std::size_t checked = offsetof(gtabi::ImageHeader, checksum) + sizeof(header.checksum);
  header.checksum = XXH3_64bits(bytes + checked, whole.size() - checked);
  std::memcpy(bytes, &header, sizeof(header));
  std::string error;
  bool isSound = ImageView::check({bytes, whole.size()}, error).has_value();
  EXPECT_EQ(isSound, error.empty());
  return error;
}

TEST(ImageFaults, WhatLiesOutside) {
  EXPECT_EQ(faultOfHeader([](gtabi::ImageHeader &) {}), "");
  EXPECT_EQ(faultOfHeader([](gtabi::ImageHeader &h) { h.codeSize = h.imageSize; }),
            "its code lies outside");
  EXPECT_EQ(faultOfHeader([](gtabi::ImageHeader &h) { h.kernels.offset = h.imageSize; }),
            "a table lies outside");
  EXPECT_EQ(faultOfHeader([](gtabi::ImageHeader &h) { h.remarks = {0, 1}; }),
            "a remark has text that is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) {
              i.kernels[0].scalars = {0, 1};
              i.scalars = {1};
            }),
            "a scalar is not there");
  EXPECT_EQ(faultAfter([](TestImage &i) {
              i.text = "nvptx" + i.text;
              i.entries[0].target = {0, 5};
            }),
            "its text has no end");
  std::vector<std::uint8_t> whole = sound().bytes();
  whole.insert(whole.begin(), 0);
  std::string error;
  EXPECT_FALSE(ImageView::check(std::span(whole).subspan(1), error));
  EXPECT_EQ(error, "its bytes are not aligned");
}

TEST(ImageFaults, Imports) {
  auto importing = [](gtabi::Slice symbol, std::uint64_t prototype) {
    return [=](TestImage &image) {
      image.text += "faulty_function";
      image.imports = {{symbol, prototype}};
    };
  };
  EXPECT_EQ(faultAfter(importing({7, 16}, 5)), "an import has a name that is not there");
  EXPECT_EQ(faultAfter(importing({7, 15}, 5)), "");
}
