//===- HostViewTest.cpp - Host views and addresses ------------------------===//
//
// What the host sees, and whose values survive when it writes.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Memory.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

class HostViews : public testing::Test {
protected:
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};
};

TEST_F(HostViews, AreIndexedFromZeroWithTheHalo) {
  Storage u = empty<double>({I(0, 4), J(0, 3)}, {.halo = {{I, 1}}});
  Values<double> values = numbered(u);
  HostView<const double> view = u.read<double>();
  EXPECT_EQ(view(0, 0), (values[{-1, 0}]));
  EXPECT_EQ(view(5, 2), (values[{4, 2}]));
  EXPECT_EQ(list(view.shape()), (Sizes{6, 3}));
  EXPECT_EQ(view.ndim(), 2u);
  EXPECT_EQ(view.data()[view.strides()[0] + 2 * view.strides()[1]], view(1, 2));
}

TEST_F(HostViews, HaveTheTypeOfTheElements) {
  Storage u = zeros<float>({I(0, 4)}).named("u");
  EXPECT_ERROR(DTypeError, u.read<double>(),
               "expected values of f32 for a host view of 'u', got f64");
  SourceLine place = SourceLine::here();
  Storage v = zeros({4}, I32, {}, place);
  EXPECT_ERROR(DTypeError, v.write<std::int64_t>(),
               "expected values of i32 for a host view of the i32 field on (I) made at " __FILE__
               ":" +
                   std::to_string(place.line) + ":" + std::to_string(place.column) + ", got i64");
}

TEST_F(HostViews, ReadingOnesKeepTheirValues) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  HostView<const double> old = u.read<double>();
  u.write<double>()(0) = 2.0;
  EXPECT_EQ(old(0), 1.0);
  EXPECT_EQ(u.read<double>()(0), 2.0);
  EXPECT_EQ(runtime.counters().copies, 1);
}

TEST_F(HostViews, ReadingOnesCostNothingOnceTheyAreGone) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  const double *address = u.read<double>().data();
  u.write<double>()(0) = 2.0;
  EXPECT_EQ(u.read<double>().data(), address);
  EXPECT_EQ(runtime.counters().copies, 0);
  EXPECT_EQ(runtime.counters().bytesCopied, 0);
}

TEST_F(HostViews, ReadingOnesOutliveTheirStorage) {
  HostView<const double> view = full<double>({I(0, 4)}, 3.0).read<double>();
  EXPECT_EQ(view(3), 3.0);
}

TEST_F(HostViews, WritingOnesHoldTheMemoryInPlace) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  HostView<double> writer = u.write<double>();
  Field pending = u + 0.0;
  HostView<double> second = u.write<double>(); // pending gets a snapshot
  EXPECT_EQ(&second(0), &writer(0));
  writer(0) = 9.0;
  EXPECT_EQ(u.read<double>()(0), 9.0);
  EXPECT_EQ(pending.storage().read<double>()(0), 1.0);
}

TEST_F(HostViews, WritingOnesLetGoOfTheMemory) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  detail::BlockRef block = u.get()->buffer->block;
  {
    HostView<double> writer = u.write<double>();
    EXPECT_TRUE(block->isPinned());
  }
  EXPECT_FALSE(block->isPinned());
}

TEST_F(HostViews, TheAddressOfAWritingOneIsForGood) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  double *address = u.write<double>().data();
  Field pending = u + 0.0;
  u.write<double>()(1) = 4.0;
  address[0] = 5.0;
  EXPECT_EQ(u.read<double>()(0), 5.0);
  EXPECT_EQ(u.read<double>()(1), 4.0);
  EXPECT_EQ(pending.storage().read<double>()(0), 1.0);
}

TEST_F(HostViews, FieldsWrittenBeforeKeepTheirValues) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  Field pending = u + 1.0;
  u.write<double>()(0) = 100.0;
  EXPECT_EQ(pending.storage().read<double>()(0), 2.0);
  EXPECT_EQ((u + 1.0).storage().read<double>()(0), 101.0);
}

TEST_F(HostViews, AnEvaluationDoesNotHideWhatIsWrittenAfterIt) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  auto view = u.write<double>();
  Storage before = eval(u);
  view(2) = 5.0;
  EXPECT_EQ(Field(u).at({I(2)}).item<double>(), 5.0);
  EXPECT_EQ(before.item<double>({2}), 1.0);
}

TEST_F(HostViews, DataPinsTheMemory) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  Field pending = u + 1.0;
  auto *address = static_cast<double *>(u.data());
  address[0] = 5.0; // pending reads other memory
  u.touch();
  EXPECT_EQ(pending.storage().read<double>()(0), 2.0);
  EXPECT_EQ(u.data(), address);
  Field later = u + 1.0;
  u.write<double>()(0) = 7.0;
  EXPECT_EQ(u.data(), address);
  EXPECT_EQ(address[0], 7.0);
  EXPECT_EQ(later.storage().read<double>()(0), 6.0);
}

TEST_F(HostViews, TouchStartsAVersion) {
  Storage u = full<double>({I(0, 4)}, 1.0);
  auto version = [&] { return u.get()->buffer->version.load(); };
  std::uint64_t before = version();
  u.touch();
  EXPECT_GT(version(), before);
}

TEST_F(HostViews, AreIndexedByNameInAnyOrder) {
  Storage u = empty<double>({J(0, 3), I(0, 4)}, {.halo = {{I, 1}}}).named("u");
  Values<double> values = numbered(u);
  HostView<const double> view = u.read<double>(I, J);
  EXPECT_EQ(list(view.shape()), (Sizes{6, 3}));
  EXPECT_EQ(view(5, 2), (values[{2, 4}]));
  EXPECT_EQ(u.read<double>(J, I)(2, 5), view(5, 2));
  u.write<double>(I, J)(0, 1) = 77.0;
  EXPECT_EQ(u.read<double>()(1, 0), 77.0);
  EXPECT_ERROR(ValueError, u.read<double>(I),
               "a host view of 'u' by (I), which does not name all of (J, I)");
  EXPECT_ERROR(ValueError, u.read<double>(I, I),
               "a host view of 'u' by (I, I), which names I twice");
  EXPECT_ERROR(ValueError, u.write<double>(I, J, K),
               "a host view of 'u' by (I, J, K), but it has no dimension K");
  EXPECT_ERROR(DTypeError, u.read<float>(I, J),
               "expected values of f64 for a host view of 'u', got f32");
}

TEST_F(HostViews, CheckTheirBoundsUnlessTold) {
  static_assert(GTJIT_CHECK_BOUNDS == 1, "the tests are built without NDEBUG");
  Storage u = zeros<double>({I(0, 4), J(0, 3)});
  HostView<const double> view = u.read<double>();
  EXPECT_ERROR(IndexOutOfBounds, view(4, 0),
               "index 4 at position 0 of a host view is out of bounds: it has 4 points");
  EXPECT_ERROR(IndexOutOfBounds, view(0, -1),
               "index -1 at position 1 of a host view is out of bounds: it has 3 points");
  EXPECT_ERROR(IndexError, view(1), "expected 2 indices of a host view, got 1");
  EXPECT_ERROR(IndexError, view(1, 1, 1), "expected 2 indices of a host view, got 3");
  EXPECT_ERROR(IndexOutOfBounds, view.at({0, 3}),
               "index 3 at position 1 of a host view is out of bounds: it has 3 points");
  EXPECT_EQ(&view.operator()<false>(4, 0), view.data() + 4 * view.strides()[0]);
  unsigned line = 0;
  try {
    line = __LINE__ + 1;
    (void)view(1, 7);
    FAIL();
  } catch (const IndexOutOfBounds &error) {
    EXPECT_EQ(error.line().line, line);
  }
}

} // namespace
