//===- BoundArgumentsTest.cpp - Views and ranges in memory ----------------===//
//
// What kernels read of storages before anything has run.
//
//===----------------------------------------------------------------------===//
#include "../TestImage.h"

#include "gtjit/Graph/Arguments.h"
#include "gtjit/Kernel/LoadedImage.h"
#include "gtjit/Launch/Arena.h"
#include "gtjit/Launch/BoundArguments.h"

#include <gtest/gtest.h>

#include <malloc.h>

using namespace gtjit;
using namespace gtjit::detail;

// Whatever was in that memory before: what has none is a window of its chain.
TEST(BoundArguments, TemporariesHaveNoMemoryAtFirst) {
  TestImage parts;
  parts.rangeCount = 1;
  parts.bounds = {{gtabi::BoundsKind::Range, 0, {}, 0, 0}};
  parts.boundsUses = {0};
  parts.temporaries = {{gtabi::ElementType::F64, 0, {0, 1}}};
  std::string error;
  auto image = LoadedImage::fromBytes(parts.bytes(), error);
  ASSERT_TRUE(image) << error;
  Arguments arguments;
  arguments.ranges.push_back(I(2, 7));
  mallopt(M_PERTURB, 85); // the heap has other bytes at first; a sanitizer's has them by itself
  Arena arena;
  arena.bytes(1 << 12); // the rest is
  BoundArguments bound(image->view(), arguments, arena);
  mallopt(M_PERTURB, 0);
  EXPECT_EQ(bound.temporaries[0].address->origin, nullptr);
  EXPECT_EQ(bound.bytesOfTemporaries[0], 64U);
}
