//===- VmapTest.cpp - Functions of fields over one more dimension ---------===//
//
// Against a loop over the dimension on the host.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

using namespace gtjit;
using testing::ElementsAre;

namespace {

class Vmap : public OnEveryBackend {
protected:
  /// Kernels that ran since the last call.
  std::int64_t kernels() {
    std::int64_t before = known;
    known = runtime.counters().kernels;
    return known - before;
  }
  std::int64_t known = 0;
};
GTJIT_ON_EVERY_BACKEND(Vmap);

const Dimension B{"B"}, C{"C"};

Field lap(const Field &u) { return u(I + 1) + u(I - 1) - 2.0 * u; }
Field normalized(const Field &u) { return u / sum(u); }

/// Members whose values all differ; sums of them are exact in any order.
Storage members() {
  Storage u = empty<double>({B(0, 3), I(0, 8)});
  auto view = u.write<double>();
  for (std::int64_t b = 0; b < 3; ++b)
    for (std::int64_t i = 0; i < 8; ++i)
      view(b, i) = 1.0 + 0.75 * static_cast<double>(b) + static_cast<double>((b + 2) * i * i);
  return u;
}

/// What `function` does to each member, one after the other.
template <class Function> std::vector<double> looped(const Storage &u, Function function) {
  std::vector<double> all;
  for (std::int64_t b = 0; b < 3; ++b)
    for (double value : valuesOf<double>(function(u[{B(b)}])))
      all.push_back(value);
  return all;
}

} // namespace

// S4-005 (open: grad), S4-121
TEST_P(Vmap, IsTheLoopOverTheDimensionInOneKernel) {
  Storage u = members();
  kernels();
  Storage all = eval(vmap(lap, B)(u));
  EXPECT_EQ(kernels(), GetParam() ? 0 : 1);
  EXPECT_EQ(all.domain(), (Domain{B(0, 3), I(1, 7)}));
  EXPECT_EQ(valuesOf<double>(all), looped(u, lap));
}

TEST_P(Vmap, ReductionsOverAllDimensionsLeaveTheMappedOneAlone) {
  Storage u = members();
  EXPECT_EQ(valuesOf<double>(vmap(normalized, B)(u)), looped(u, normalized));
  auto statistics = [](const Field &f) { return max(f) - min(f) + mean(f); };
  EXPECT_EQ(valuesOf<double>(vmap(statistics, B)(u)), looped(u, statistics));
  auto first = [](const Field &f) { return astype(argmax(f)[0], F64); };
  EXPECT_EQ(valuesOf<double>(vmap(first, B)(u)), looped(u, first));
  Field outside = sum(u);
  EXPECT_EQ(outside.domain().ndim(), 0u) << "after the call all dimensions are all again";
}

TEST_P(Vmap, PositionsDoNotCountTheMappedDimension) {
  Storage u = members();
  auto inner = [](const Field &f) { return f.rel({{1, -1}}) * 2.0; };
  EXPECT_EQ(valuesOf<double>(vmap(inner, B)(u)), looped(u, inner));
  auto last = [](const Field &f) { return f - f.rel({-1}); };
  EXPECT_EQ(valuesOf<double>(vmap(last, B)(u)), looped(u, last));
}

TEST_P(Vmap, OperandsWithoutTheDimensionAreTheSameForAll) {
  Storage u = members(), w = line<double>({1, 2, 3, 4, 5, 6, 7, 8});
  auto weighted = [](const Field &f, const Field &weight, double factor) {
    return sum(f * weight) * factor;
  };
  EXPECT_EQ(valuesOf<double>(vmap(weighted, B)(u, w, 0.5)),
            looped(u, [&](const Field &f) { return weighted(f, w, 0.5); }));
}

TEST_P(Vmap, Nests) {
  Storage u = full<double>({B(0, 2), C(0, 3), I(0, 4)}, 1.0);
  u[{C(1)}] = 2.0;
  Storage all = eval(vmap(vmap(normalized, C), B)(u));
  EXPECT_EQ(all.domain(), u.domain());
  EXPECT_EQ(valuesOf<double>(all), std::vector<double>(24, 0.25));
}

TEST_P(Vmap, InACallableThatIsTraced) {
  Storage u = members(), v = like(u);
  Program step = runtime.compile([](Field f) { return vmap(normalized, B)(f); }, arg(F64, {B, I}));
  step(out(v), u);
  EXPECT_EQ(valuesOf<double>(v), looped(u, normalized));
}

TEST_P(Vmap, IsOverAfterAnException) {
  Storage u = members();
  auto fails = [](const Field &f) { return f(K + 1); };
  EXPECT_THROW(vmap(fails, B)(u), ValueError);
  EXPECT_EQ(sum(u).domain().ndim(), 0u);
}
