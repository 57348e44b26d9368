//===- ArrayTest.cpp - Values and forms of arrays -------------------------===//

#include "../ExpectError.h"
#include "../Semantics/Backend.h"

#include <gtjit/array.h>
#include <gtjit/gtjit.h>

namespace gtjit {
namespace {

using array::Array;

class ArrayTest : public OnEveryBackend {
protected:
  /// The fixtures of the requirements: A on I, J and B on K.
  ArrayTest() {
    a = empty<double>({I(0, 2), J(0, 3)}, {.preset = "C"});
    auto ij = a.write<double>();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        ij(i, j) = 10 * i + j;
    b = empty<double>({K(0, 4)}, {.preset = "C"});
    auto k = b.write<double>();
    for (int n = 0; n < 4; ++n)
      k(n) = 100 * (n + 1);
  }
  Storage a, b;
};
GTJIT_ON_EVERY_BACKEND(ArrayTest);

std::vector<std::int64_t> listOf(const detail::Sequence<std::int64_t> &sequence) {
  return {sequence.begin(), sequence.end()};
}
std::string namesOf(const Dims &dims) {
  std::string names;
  for (Dimension dim : dims)
    names += dim.name();
  return names;
}
/// A row of `n` points of a dimension, valued 0, 1, ... by buffer index.
template <class T> Storage row(Dimension dim, std::int64_t n, StorageOptions options = {}) {
  std::int64_t lo = 0, hi = 0;
  for (const Halo::Entry &entry : options.halo.entries())
    lo = entry.width.lo, hi = entry.width.hi;
  Storage storage = empty<T>({dim(0, n - lo - hi)}, options);
  auto view = storage.template write<T>();
  for (std::int64_t i = 0; i < n; ++i)
    view(i) = static_cast<T>(i);
  return storage;
}

// As storages and fields do.
TEST_P(ArrayTest, OutlivesTheHandleOfItsRuntime) {
  Array sum;
  {
    Runtime other;
    Storage u = full<double>({I(0, 3)}, 2.0, {.runtime = &other});
    sum = Array(u) + 1.0;
  }
  EXPECT_EQ(sum.storage().item<double>({1}), 3.0);
}

// S0-110
TEST_P(ArrayTest, AlignsByTheNamesOfTheDimensions) {
  Array c = Array(a) + b;
  EXPECT_EQ(namesOf(c.dims()), "IJK");
  EXPECT_EQ(listOf(c.shape()), (std::vector<std::int64_t>{2, 3, 4}));
  auto view = c.storage().read<double>();
  EXPECT_EQ(view(1, 2, 3), 412);
  EXPECT_EQ(view(0, 0, 0), 100);
}

// S0-100 (open: the functions of NumPy itself), S0-129
TEST_P(ArrayTest, HasOperatorsAndFunctions) {
  Array x(b);
  EXPECT_EQ(valuesOf<double>((x + x).storage()), (std::vector<double>{200, 400, 600, 800}));
  EXPECT_EQ(valuesOf<double>((-x).storage()), (std::vector<double>{-100, -200, -300, -400}));
  EXPECT_EQ(valuesOf<double>((2.0 - x / 100.0).storage()), (std::vector<double>{1, 0, -1, -2}));
  EXPECT_EQ(valuesOf<double>((x + 1).storage()), (std::vector<double>{101, 201, 301, 401}));
  EXPECT_EQ(valuesOf<double>(sqrt(x).storage())[3], 20);
  EXPECT_EQ(valuesOf<double>(sin(x).storage()), valuesOf<double>(sin(b)));
  EXPECT_EQ(array::sum(x).item<double>(), 1000);
}

// S0-101
TEST_P(ArrayTest, ReductionsTakeDimensionsAway) {
  Array c = Array(a) + b;
  Array overK = array::sum(c, {2});
  EXPECT_EQ(namesOf(overK.dims()), "IJ");
  EXPECT_EQ(valuesOf<double>(overK.storage()),
            (std::vector<double>{1000, 1004, 1008, 1040, 1044, 1048}));
  Array overIK = array::sum(c, {0, -1});
  EXPECT_EQ(namesOf(overIK.dims()), "J");
  EXPECT_EQ(listOf(overIK.shape()), (std::vector<std::int64_t>{3}));
  EXPECT_EQ(valuesOf<double>(array::amax(c, K).storage())[0], 400);
  EXPECT_EQ(array::prod(Array(row<std::int32_t>(I, 3)) + 1).item<std::int64_t>(), 6);
  EXPECT_TRUE(array::any(Array(b) > 399.0).item<bool>());
  EXPECT_FALSE(array::all(Array(b) > 399.0).item<bool>());
  EXPECT_EQ(array::mean(b).item<double>(), 250);
  EXPECT_ERROR(ValueError, array::sum(c, {3}), "expected an axis in [-3,3), got 3");
  EXPECT_ERROR(ValueError, array::sum(c, {0, -3}), "axis I is named twice");
  EXPECT_ERROR(ValueError, array::sum(a, K), "expected axes of the array, got K");
}

// S0-084
TEST_P(ArrayTest, AllAndAnyAreOverAllAxesUnlessTold) {
  Array c = Array(a) + b; // 100 to 412, at most 400 where k is 3 and a is 0
  Array large = c > 399.0, positive = c > 0.0;
  EXPECT_EQ(array::all(positive).ndim(), 0u);
  EXPECT_TRUE(array::all(positive).item<bool>());
  EXPECT_FALSE(array::all(large).item<bool>());
  EXPECT_TRUE(array::any(large).item<bool>());
  Array overK = array::all(c > 110.0, {2});
  EXPECT_EQ(namesOf(overK.dims()), "IJ");
  EXPECT_EQ(valuesOf<bool>(overK.storage()),
            (std::vector<bool>{false, false, false, false, true, true}));
  EXPECT_EQ(valuesOf<bool>(array::any(c > 411.0, {2}).storage()),
            (std::vector<bool>{false, false, false, false, false, true}));
  // Numbers hold unless they are 0.
  Storage numbers = full<double>({I(0, 2), J(0, 3), K(0, 4)}, 1.0);
  EXPECT_TRUE(array::all(numbers).item<bool>());
  EXPECT_EQ(namesOf(array::all(numbers, {2}).dims()), "IJ");
  auto view = numbers.write<double>();
  view(0, 1, 2) = -0.0, view(1, 1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(array::all(numbers).item<bool>());
  EXPECT_EQ(valuesOf<bool>(array::all(numbers, {2}).storage()),
            (std::vector<bool>{true, false, true, true, true, true}));
  EXPECT_FALSE(array::any(Array(numbers) * 0.0 < 0.0).item<bool>());
  EXPECT_FALSE(array::any(full<std::int32_t>({I(0, 3)}, 0)).item<bool>());
  EXPECT_TRUE(array::any(full<std::int32_t>({I(0, 3)}, -2)).item<bool>());
}

// S3-060 (open: gufuncs)
TEST_P(ArrayTest, ReductionsHaveInitialValuesAndKeepDimensions) {
  Array c = Array(a) + b; // (2, 3, 4), 10 i + j + 100 (k + 1)
  Array kept = array::sum(c, {2}, {.keepdims = true});
  EXPECT_EQ(namesOf(kept.dims()), "IJK");
  EXPECT_EQ(listOf(kept.shape()), (std::vector<std::int64_t>{2, 3, 1}));
  EXPECT_EQ(valuesOf<double>(kept.storage()),
            (std::vector<double>{1000, 1004, 1008, 1040, 1044, 1048}));
  EXPECT_EQ(listOf((c - kept).shape()), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(array::sum(array::sum(c, {2}, {.keepdims = true})).item<double>(), 6144);
  Array one = array::mean(c, {}, {.keepdims = true});
  EXPECT_EQ(listOf(one.shape()), (std::vector<std::int64_t>{1, 1, 1}));
  EXPECT_EQ(one.storage().item<double>({0, 0, 0}), 256);
  EXPECT_EQ(array::sum(b, {0}, {.initial = 5.0}).item<double>(), 1005);
  EXPECT_EQ(array::prod(Array(b) / 100.0, {}, {.initial = 10.0}).item<double>(), 240);
  EXPECT_EQ(array::amin(b, {}, {.initial = 7.0}).item<double>(), 7);
  EXPECT_EQ(array::amax(b, {}, {.initial = 7.0}).item<double>(), 400);
  EXPECT_TRUE(array::any(Array(b) < 0.0, {}, {.initial = true}).item<bool>());
  EXPECT_FALSE(array::all(Array(b) > 0.0, {}, {.initial = false}).item<bool>());
  Array largest = array::amax(c, {0, 1}, {.keepdims = true, .initial = 250.0});
  EXPECT_EQ(listOf(largest.shape()), (std::vector<std::int64_t>{1, 1, 4}));
  EXPECT_EQ(valuesOf<double>(largest.storage()), (std::vector<double>{250, 250, 312, 412}));
}

// S3-060 (open: gufuncs)
TEST_P(ArrayTest, ReductionsOverNoPoints) {
  Storage none = empty<double>({I(0, 3), J(0, 0)}, {.preset = "C"});
  EXPECT_EQ(array::sum(none).item<double>(), 0);
  EXPECT_EQ(array::prod(none).item<double>(), 1);
  EXPECT_TRUE(array::all(none).item<bool>());
  EXPECT_FALSE(array::any(none).item<bool>());
  EXPECT_ERROR(ValueError, array::amin(none), "'amin' over no points in J: give an initial value");
  EXPECT_ERROR(ValueError, array::amax(none, J),
               "'amax' over no points in J: give an initial value");
  EXPECT_ERROR(ValueError, array::amax(Array(none) > 0.0, J),
               "'amax' over no points in J: give an initial value");
  EXPECT_EQ(valuesOf<double>(array::amax(none, J, {.initial = 2.0}).storage()),
            (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(listOf(array::amin(none, I).shape()), (std::vector<std::int64_t>{0}));
  EXPECT_ERROR(ValueError, array::mean(b, {}, {.initial = 0.0}), "'mean' has no initial value");
  EXPECT_ERROR(ValueError, array::sum(b, {}, {.initial = Array(b)}),
               "'sum': expected an initial value without dimensions, got 1");
}

// S0-157
TEST_P(ArrayTest, AnErrorComesBeforeAnyAllocation) {
  Storage three = row<double>(I, 3), four = row<double>(I, 4);
  RuntimeCounters before = runtime.counters();
  EXPECT_THROW((Array(three) + four).storage(), ValueError);
  EXPECT_EQ(runtime.counters().allocations, before.allocations);
  EXPECT_EQ(runtime.counters().reuses, before.reuses);
}

// S0-102
TEST_P(ArrayTest, ComparesAndCombinesBools) {
  Array low = Array(b) < 250.0, high = Array(b) > 150.0;
  EXPECT_EQ(low.dtype(), Bool);
  EXPECT_EQ(valuesOf<bool>((low & high).storage()), (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(valuesOf<bool>((low | high).storage()), (std::vector<bool>{true, true, true, true}));
  EXPECT_EQ(valuesOf<bool>((!low).storage()), (std::vector<bool>{false, false, true, true}));
  Array whole = row<std::int32_t>(I, 4);
  EXPECT_EQ(valuesOf<std::int32_t>((whole & 1).storage()), (std::vector<std::int32_t>{0, 1, 0, 1}));
}

// S0-103
TEST_P(ArrayTest, WritesInPlace) {
  Storage x = row<double>(I, 3);
  void *address = x.data();
  Array y(x);
  y += y;
  y *= 2;
  EXPECT_EQ(x.data(), address);
  EXPECT_EQ(valuesOf<double>(x), (std::vector<double>{0, 4, 8}));
  Array n(row<std::int32_t>(I, 3));
  EXPECT_ERROR(TypeError, n += 0.5,
               "assign: expected a type that converts to i32 within its kind, got f64; use astype");
  n += Array(row<std::int64_t>(I, 3));
  EXPECT_EQ(valuesOf<std::int32_t>(n.storage()), (std::vector<std::int32_t>{0, 2, 4}));
}

// S0-111
TEST_P(ArrayTest, AssignsToMoreDimensions) {
  Array c(zeros<double>({I(0, 2), J(0, 3), K(0, 4)}));
  c.assign(a);
  EXPECT_EQ(valuesOf<double>(c.storage()),
            valuesOf<double>((Array(a) + zeros<double>({K(0, 4)})).storage()));
  EXPECT_EQ(c.storage().read<double>()(1, 2, 3), 12);
}

// S0-112
TEST_P(ArrayTest, BroadcastsDimensionsOfOnePoint) {
  Storage flat = empty<double>({I(0, 2), J(0, 3), K(0, 1)});
  flat[whole] = 5.0;
  Storage deep = zeros<double>({I(0, 2), J(0, 3), K(0, 4)});
  EXPECT_EQ(listOf((Array(flat) + deep).shape()), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ((Array(flat) + deep).storage().read<double>()(1, 1, 3), 5);
  Storage thin = empty<double>({I(7, 8), J(0, 3)});
  thin[whole] = 1.0;
  Array sum = Array(thin) + a;
  EXPECT_EQ(listOf(sum.shape()), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(sum.storage().read<double>()(1, 2), 13);
  Array outer = Array(row<double>(I, 3)) + row<double>(J, 3);
  EXPECT_EQ(listOf(outer.shape()), (std::vector<std::int64_t>{3, 3}));
  EXPECT_ERROR(ValueError, Array(row<double>(I, 3)) + row<double>(I, 4),
               "add: expected 3 points in I or one, got 4");
}

// S0-113
TEST_P(ArrayTest, ReplicatesAlongDimensionsOfTheTarget) {
  Array c(zeros<double>({I(0, 2), J(0, 3), K(0, 4)}));
  c.assign(Array(a) + a);
  auto view = c.storage().read<double>();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        EXPECT_EQ(view(i, j, k), 2 * (10 * i + j));
  EXPECT_ERROR(ValueError, Array(a).assign(c), "assign: expected no dimension K, got 4");
  EXPECT_ERROR(ValueError, Array(row<double>(I, 3)).assign(row<double>(I, 4)),
               "assign: expected 3 points in I, got 4");
}

// S0-120
TEST_P(ArrayTest, TheAlignedIndexIsTheGreatest) {
  Domain domain{I(0, 4), J(0, 4), K(0, 4)};
  Storage x = zeros<double>(domain, {.alignment = 4, .aligned_index = {1, 0, 2}});
  Storage y = zeros<double>(domain, {.alignment = 4, .aligned_index = {0, 3, 1}});
  Array z = Array(x) + y;
  EXPECT_EQ(listOf(z.aligned_index()), (std::vector<std::int64_t>{1, 3, 2}));
  EXPECT_EQ(listOf(z.storage().aligned_index()), (std::vector<std::int64_t>{1, 3, 2}));
}

// S0-121
TEST_P(ArrayTest, TheDomainIsTheIntersectionOfAllDomains) {
  Storage x = row<double>(I, 10, {.halo = {{I, {1, 2}}}});
  Storage y = row<double>(I, 10, {.halo = {{I, {2, 1}}}});
  Array difference = Array(x) - y; // by buffer index, not by coordinate
  EXPECT_EQ(difference.halo()[0], HaloWidth(2, 2));
  EXPECT_EQ(listOf(difference.domain_shape()), (std::vector<std::int64_t>{6}));
  EXPECT_EQ(valuesOf<double>(difference.storage()), std::vector<double>(10, 0.0));
  EXPECT_EQ(difference.storage().halo()[0], HaloWidth(2, 2));
  Field byCoordinate = Field(x) - y;
  EXPECT_EQ(valuesOf<double>(byCoordinate)[0], -1);
  Storage left = row<double>(I, 4, {.halo = {{I, {3, 0}}}});
  Storage right = row<double>(I, 4, {.halo = {{I, {0, 3}}}});
  EXPECT_EQ(listOf((Array(left) + right).domain_shape()), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(listOf((Array(left) + right).storage().shape()), (std::vector<std::int64_t>{4}));
  Storage one = row<double>(I, 1);
  EXPECT_EQ((Array(left) + one).halo()[0], HaloWidth(3, 0));
  Storage other = row<double>(J, 3, {.halo = {{J, {1, 1}}}});
  Array outer = Array(left) + other; // what lacks a dimension does not restrict it
  EXPECT_EQ(outer.halo()[0], HaloWidth(3, 0));
  EXPECT_EQ(outer.halo()[1], HaloWidth(1, 1));
}

// S0-122 (open: arrays without names)
TEST_P(ArrayTest, TheLayoutIsThatOfTheFirst) {
  Domain domain{I(0, 2), J(0, 3), K(0, 4)};
  Storage f = zeros<double>(domain, {.preset = "F"}), c = zeros<double>(domain, {.preset = "C"});
  EXPECT_EQ(listOf((Array(f) + c).storage().strides()), listOf(f.strides()));
  EXPECT_EQ(listOf((Array(c) + f).storage().strides()), listOf(c.strides()));
  EXPECT_EQ(listOf((1.0 + Array(f)).storage().strides()), listOf(f.strides()));
  Storage plane = zeros<double>({I(0, 2), J(0, 3)}, {.preset = "F"});
  EXPECT_EQ(listOf((Array(plane) + b).storage().strides()), listOf(f.strides()));
  EXPECT_EQ(listOf((Array(a) + b).storage().strides()), listOf(c.strides()));
}

// S0-123
TEST_P(ArrayTest, DimensionsAreTheSameOrTheUnionInOrder) {
  Storage ji = zeros<double>({J(0, 3), I(0, 2)});
  EXPECT_EQ(namesOf((Array(ji) + ji).dims()), "JI");
  EXPECT_EQ(namesOf((Array(ji) + a).dims()), "IJ");
  EXPECT_EQ(namesOf((Array(b) + ji).dims()), "IJK");
  Dimension tracer("tracer");
  Storage t = zeros<double>({tracer(0, 2)});
  EXPECT_EQ(namesOf((Array(t) + b).dims()), "Ktracer");
  Storage sum = (Array(ji) + ji).storage();
  EXPECT_EQ(namesOf(sum.dims()), "JI");
}

// S0-124
TEST_P(ArrayTest, TheAlignmentIsTheLeastCommonMultiple) {
  auto aligned = [](std::int64_t elements) {
    return zeros<double>({I(0, 5)}, {.preset = "C", .alignment = elements});
  };
  EXPECT_EQ((Array(aligned(4)) + aligned(6)).alignment(), 12);
  EXPECT_EQ((Array(aligned(1)) + aligned(8)).storage().alignment(), 8);
}

// S0-126
TEST_P(ArrayTest, TheResultLivesWhereItsOperandsLive) {
  EXPECT_EQ(&(Array(a) + b).storage().runtime(), &runtime);
}

TEST_P(ArrayTest, SeesTheValuesOfItsMakingAndItsOwnWrites) {
  Storage x = row<double>(I, 3);
  Array y(x), before = y + 1.0;
  y += 10.0;
  EXPECT_EQ(valuesOf<double>(before.storage()), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(valuesOf<double>((y + 1.0).storage()), (std::vector<double>{11, 12, 13}));
}

TEST_P(ArrayTest, AnEmptyHandleIsAnError) {
  EXPECT_ERROR(ValueError, Array() + 1.0, "expected an array, got an empty handle");
  EXPECT_ERROR(ValueError, Array(Storage()),
               "the storage is empty: a Storage that nothing was assigned to");
}

} // namespace
} // namespace gtjit
