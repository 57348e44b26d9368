//===- ExplainUpdateTest.cpp - What assignments would do ------------------===//
//
// explain() of assignments: how targets are written, which kernels compute them, and
// that nothing happens.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "../Semantics/Backend.h"

using namespace gtjit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

class ExplainUpdate : public testing::Test {
protected:
  static RuntimeOptions compiled() {
    RuntimeOptions options;
    options.reference = false;
    return options;
  }
  static std::string text(detail::Items<Update> updates) { return std::string(explain(updates)); }

  Runtime runtime{compiled()};
  Runtime::Scope scope{runtime};
  Storage u = line<double>({1, 2, 3, 4, 5, 6}).named("u");
  Storage v = line<double>({0, 0, 0, 0, 0, 0}).named("v");
};

TEST_F(ExplainUpdate, TellsOneKernelOfSeveralTargets) {
  Storage w = line<double>({7, 7, 7, 7, 7, 7}).named("w");
  std::string told = text({{v[I(1, 5)], u(I + 1) - u(I - 1)}, {w[whole], 2.0 * u}});
  EXPECT_THAT(told, HasSubstr("'v' over {I[1,5)}: in place\n'w' over {I[0,6)}: in place\n"));
  EXPECT_THAT(told, HasSubstr("kernel"));
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(7, 7, 7, 7, 7, 7));
  auto before = runtime.counters().compiles;
  update({{v[I(1, 5)], u(I + 1) - u(I - 1)}, {w[whole], 2.0 * u}});
  EXPECT_EQ(runtime.counters().compiles, before); // the kernels that were told of
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 2, 2, 2, 2, 0));
}

TEST_F(ExplainUpdate, TellsHowTargetsGetAroundTheirReaders) {
  EXPECT_THAT(text({{u[whole], u + 1.0}}), HasSubstr("'u' over {I[0,6)}: in place\n"));
  EXPECT_THAT(text({{u[I(1, 5)], u(I + 1) + u(I - 1)}}),
              HasSubstr("'u' over {I[1,5)}: to other memory, with what lies around it: the "
                        "assignment reads points that it also writes, at "));
  EXPECT_THAT(text({{u[I(1, 3)], u(I + 1) + u(I - 1)}}),
              HasSubstr("'u' over {I[1,3)}: computed beside it, then copied: the assignment reads "
                        "points that it also writes, at "));
  Field kept = 2.0 * u;
  EXPECT_THAT(text({{u[whole], v}}),
              HasSubstr("'u' over {I[0,6)}: to other memory, with what lies around it: its old "
                        "values are still needed, as read at "));
  EXPECT_EQ(runtime.counters().copies, 0);
  u[whole] = v;
  EXPECT_THAT(valuesOf<double>(kept), ElementsAre(2, 4, 6, 8, 10, 12));
}

TEST_F(ExplainUpdate, OfMemoryOfOthersTellsOfSnapshots) {
  std::vector<double> memory{1, 2, 3, 4};
  Storage own = runtime.wrap(memory.data(), Domain{I(0, 4)}).named("own");
  Field kept = 2.0 * own;
  EXPECT_THAT(text({{own[whole], 0.0}}),
              HasSubstr("'own' over {I[0,4)}: in place, after a snapshot for readers: its old "
                        "values are still needed, as read at "));
  EXPECT_EQ(memory[3], 4);
  EXPECT_THAT(valuesOf<double>(kept), ElementsAre(2, 4, 6, 8));
}

TEST_F(ExplainUpdate, ThrowsWhatUpdateThrows) {
  EXPECT_EQ(text({}), "nothing is written\n");
  EXPECT_EQ(text({{v[I(2, 2)], u}}), "nothing is written\n");
  EXPECT_THROW((void)text({{v[whole], u(I + 1)}}), DomainError);
  EXPECT_ERROR(ValueError, explain({{v[I(0, 3)], u}, {v[I(2, 5)], u}}),
               "update: 'v' over {I[2,5)} is written twice");
  EXPECT_ERROR(ValueError, explain({{v, Field()}}),
               "what is stored to 'v' is empty: a Storage or "
               "Field that nothing was assigned to");
}

TEST(ExplainUpdateByReference, CompilesNothing) {
  RuntimeOptions options;
  options.reference = true;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = line<double>({1, 2}).named("u");
  std::string told(explain({{u, u + 1.0}}));
  EXPECT_THAT(told, HasSubstr("'u' over {I[0,2)}: in place\nevaluated point by point by the "
                              "reference evaluator, no kernel is compiled\n"));
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(1, 2));
}

} // namespace
