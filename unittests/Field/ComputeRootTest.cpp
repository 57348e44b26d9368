//===- ComputeRootTest.cpp - Where a value lives, as the user says --------===//

#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;

namespace {

class ComputeRoot : public testing::Test {
protected:
  /// Kernels that `v = value` runs.
  std::int64_t kernelsOf(const Field &value) {
    Storage v = zeros<double>({I(1, 9)});
    std::int64_t kernels = kernelsIn(v, value);
    last = v.read<double>()(4);
    return kernels;
  }
  std::int64_t kernelsIn(Storage &v, const Field &value) {
    std::int64_t before = runtime.counters().kernels;
    v[whole] = value;
    return runtime.counters().kernels - before;
  }
  std::string explained(const Field &field) { return std::string(explain(field)); }

  Runtime runtime;
  Runtime::Scope scope{runtime};
  Storage u = squares();
  double last = 0.0;

private:
  static Storage squares() {
    Storage made = zeros<double>({I(0, 10)});
    made[{I(0, 10)}] = astype(index(I) * index(I), F64);
    return made;
  }
};

} // namespace

TEST_F(ComputeRoot, KeepsWhatWouldBeComputedAgain) {
  Field cheap = u * 2.0;
  EXPECT_EQ(kernelsOf(cheap(I + 1) - cheap(I - 1)), 1);
  double inlined = last;
  Field kept = cheap.compute_root(), difference = kept(I + 1) - kept(I - 1);
  EXPECT_THAT(explained(difference), HasSubstr("mul: materialise: prescribed"));
  EXPECT_EQ(kernelsOf(difference), 2);
  EXPECT_EQ(last, inlined);
  EXPECT_EQ(kernelsOf(cheap(I + 1) - cheap(I - 1)), 1) << "the other field is as it was";
  EXPECT_EQ(kernelsOf(kept.compute_inline()(I + 1) - kept(I - 1)), 2) << "each reader its own";
}

TEST_F(ComputeRoot, InlineComputesAgainWhatWouldBeKept) {
  Storage w = zeros<double>({I(0, 10), J(-1, 11)}), v = zeros<double>({I(0, 10), J(0, 10)});
  w[whole] = astype(index(I) * index(J), F64);
  Field dear = exp(pow(abs(tanh(w * 0.01)), exp(w * 0.02)));
  EXPECT_EQ(kernelsIn(v, dear(J + 1) - dear(J - 1)), 2);
  double kept = v.read<double>()(4, 4);
  Field again = dear.compute_inline(), difference = again(J + 1) - again(J - 1);
  EXPECT_THAT(explained(difference), HasSubstr("exp: inline: prescribed"));
  EXPECT_EQ(kernelsIn(v, difference), 1);
  EXPECT_EQ(v.read<double>()(4, 4), kept);
}

TEST_F(ComputeRoot, IsPartOfPrograms) {
  auto kept = [](Field x) {
    Field twice = clip(x * 2.0, 0.0, 1e9).compute_root().named("twice");
    return twice(I + 1) - twice(I - 1);
  };
  Program program = runtime.compile(kept, arg(F64, I));
  auto kernelsOfCall = [&](const Program &called) {
    Storage v = zeros<double>({I(1, 9)});
    std::int64_t before = runtime.counters().kernels;
    called(out(v), u);
    EXPECT_EQ(v.read<double>()(4), 40.0);
    return runtime.counters().kernels - before;
  };
  EXPECT_EQ(kernelsOfCall(program), 2);
  std::string path = testing::TempDir() + "/compute_root.gtprogram";
  program.save(path);
  EXPECT_EQ(kernelsOfCall(Program::load(path)), 2);
  std::ifstream file(path, std::ios::binary);
  EXPECT_THAT(std::string(std::istreambuf_iterator(file), {}),
              HasSubstr("{gt.called = \"clip\", gt.placement = #gt.placement<materialise>}"));
  std::filesystem::remove(path);
}

TEST_F(ComputeRoot, LeavesAloneWhatIsNoOperationAtAPoint) {
  EXPECT_EQ(kernelsOf(Field(u).compute_root()), 1);
  EXPECT_EQ(last, 25.0);
  Field shifted = Field(u)(I + 1).compute_inline();
  EXPECT_EQ(kernelsOf(shifted(I - 1).compute_root()), 1);
  Field number = sum(Field(u)).compute_inline();
  EXPECT_THAT(explained(u * number), Not(HasSubstr("prescribed")));
  Field values = eval(u + 1.0);
  EXPECT_THAT(explained(values.compute_root()), HasSubstr("in memory"));
  Field infinite = astype(index(I), F64) * 2.0;
  EXPECT_EQ(kernelsOf(infinite.compute_root() + u), 2);
  EXPECT_EQ(last, 35.0);
}
