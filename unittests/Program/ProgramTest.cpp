//===- ProgramTest.cpp - Callables that are traced once -------------------===//
//
// What a program computes, what it takes, and what a callable must not ask.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../Evaluate/Stencils.h"
#include "../ExpectError.h"

#include <gmock/gmock.h>

#include <tuple>
#include <vector>

using namespace gtjit;
using testing::HasSubstr;

namespace {

class ProgramTest : public BackendTest {
protected:
  static Storage noise(const Domain &domain, const StorageOptions &options = {}) {
    Storage u = counting(zeros<double>(domain, options));
    Field wild = u * u * 0.37 - 11.0 * u;
    u[whole] = wild - where(wild > 5000.0, 5000.0, 0.0);
    return u;
  }
};
GTJIT_ON_ALL_BACKENDS(ProgramTest);

Field diffusion(Field u, Field alpha) { return hdiff(u, alpha); }

} // namespace

TEST_P(ProgramTest, computesWhatTheExpressionDoes) {
  Program step = runtime.compile(diffusion, arg(F64, {I, J, K}, "t"), arg(F64));
  for (std::int64_t size : {1, 8, 13}) {
    const StorageOptions halo{.halo = {{I, 2}, {J, 2}}};
    Storage u = noise({I(0, size), J(-3, size), K(0, 3)}, halo), v = like(u), w = like(u);
    v[interior] = hdiff(u, 0.3);
    step(out(w), u, 0.3);
    EXPECT_EQ(valuesOf(w.domain_view()), valuesOf(v.domain_view()));
  }
}

TEST_P(ProgramTest, aListOfParametersIsOneArgument) {
  Program step = runtime.compile(diffusion, {arg(F64, {I, J}), arg(F64)});
  EXPECT_EQ(step.argumentCount(), 2u);
  EXPECT_EQ(step.outputCount(), 1u);
}

TEST_P(ProgramTest, tellsWhatItTakesAndGives) {
  Program step =
      runtime.compile([](Field u, Field f) { return std::tuple((u + 1.0).named("more"), f > 2); },
                      arg(F32, {I, K}, "u"), arg(I64, {}, "limit"));
  ProgramVariable u = step.argument(0), limit = step.argument(1);
  EXPECT_EQ(u.kind, ProgramVariable::Kind::Field);
  EXPECT_EQ(u.dtype, F32);
  EXPECT_TRUE(u.dims.size() == 2 && u.dims.contains(I) && u.dims.contains(K));
  EXPECT_EQ(u.name, "u");
  EXPECT_EQ(limit.kind, ProgramVariable::Kind::Scalar);
  EXPECT_EQ(limit.dtype, I64);
  EXPECT_EQ(step.output(0).name, "more");
  EXPECT_EQ(step.output(0).dtype, F32);
  EXPECT_EQ(step.output(1).dtype, Bool);
  EXPECT_EQ(step.output(1).kind, ProgramVariable::Kind::Scalar);
  EXPECT_ERROR(IndexError, step.argument(2), "argument 2 of a program with 2");
  EXPECT_EQ(&step.runtime(), &runtime);
}

TEST_P(ProgramTest, theCallableRunsOnce) {
  int runs = 0;
  Program twice = runtime.compile([&](Field u) { return ++runs, u + u; }, arg(F64, I));
  for (std::int64_t size : {3, 4, 0}) {
    Storage u = full<double>({I(0, size)}, 1.5), v = like(u);
    twice(out(v), u);
    EXPECT_EQ(valuesOf(v), Values(static_cast<std::size_t>(size), 3.0));
  }
  EXPECT_EQ(runs, 1);
}

// case 117
TEST_P(ProgramTest, severalResults) {
  auto both = [](Field a, Field b) { return std::vector<Field>{a + b, a - b}; };
  Program rotate = runtime.compile(both, arg(F64, I), arg(F64, I));
  Storage a = full<double>({I(0, 2)}, 5.0), b = full<double>({I(0, 2)}, 3.0);
  rotate(out(a), out(b), a, b); // reads both before it writes one
  EXPECT_EQ(valuesOf(a), (Values{8, 8}));
  EXPECT_EQ(valuesOf(b), (Values{2, 2}));
  auto pair = runtime.compile([](Field a) { return std::pair(a * 2.0, sum(a)); }, arg(F64, I));
  Storage total = zeros<double>(Domain());
  pair(out(b), out(total), a);
  EXPECT_EQ(valuesOf(b), (Values{16, 16}));
  EXPECT_EQ(total.item<double>(), 16.0);
  rotate(out(a[{I(0, 1)}]), out(b[{I(1, 2)}]), a, b); // a domain each
  EXPECT_EQ(valuesOf(a), (Values{24, 8}));
  EXPECT_EQ(valuesOf(b), (Values{16, -8}));
}

// S1-123
TEST_P(ProgramTest, oneProgramTakesEveryOrderOfStrides) {
  Program program = runtime.compile([](Field u, Field c) { return hdiff(u, 0.1) * c; },
                                    arg(F64, {I, J, K}), arg(F64, K));
  Values expected;
  for (const char *in : {"cpu", "F", "C", "gtx86", "gtmc"})
    for (const char *result : {"F", "C", "gtx86"}) {
      Domain domain{I(0, 9), J(0, 7), K(0, 3)};
      Storage u = noise(domain, {.halo = {{I, 2}, {J, 2}}, .preset = in});
      Storage v = zeros<double>(domain, {.preset = result}), c = counting(zeros<double>({K(0, 3)}));
      program(out(v), u, c);
      if (expected.empty())
        expected = valuesOf(v);
      EXPECT_EQ(valuesOf(v), expected) << in << " to " << result;
    }
}

// S4-034, case 117
TEST_P(ProgramTest, theOutputsComputeDomainIsComputed) {
  Program program = runtime.compile([](Field u) { return u(I - 1) + u(I + 1); }, arg(F64, I));
  Storage u = full<double>({I(0, 10)}, 2.0).named("u");
  Storage v = zeros<double>({I(1, 9)}, {.halo = {{I, 1}}}).named("v");
  program(out(v), u);
  EXPECT_EQ(valuesOf(v), (Values{0, 4, 4, 4, 4, 4, 4, 4, 4, 0}));
  program(out(v[{I(3, 5)}]), full<double>({I(0, 10)}, 1.0)); // another domain
  EXPECT_EQ(valuesOf(v), (Values{0, 4, 4, 2, 2, 4, 4, 4, 4, 0}));
  EXPECT_ERROR(DomainError, program(out(v[whole]), u),
               "storing to 'v' over I[0,10) needs 'u' over I[-1,11), but 'u' is defined over "
               "I[0,10)");
}

TEST_P(ProgramTest, aPartOfAStorageAsOutputAndAsArgument) {
  Program copy = runtime.compile([](Field u) { return u; }, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 6)})), v = zeros<double>({I(0, 6)});
  copy(out(v[{I(2, 4)}]), u);
  EXPECT_EQ(valuesOf(v), (Values{0, 0, 2, 3, 0, 0}));
  copy(out(v[{I(0, 2)}]), u[{I(0, 2)}]);
  EXPECT_EQ(valuesOf(v), (Values{0, 1, 2, 3, 0, 0}));
  EXPECT_THROW(copy(out(v[{I(0, 3)}]), u[{I(0, 2)}]), DomainError);
}

TEST_P(ProgramTest, partsOfWhatIsInMemoryAreReadWhereTheyAre) {
  Program twice =
      runtime.compile([](Field u, Field s) { return u(J + 1) * s; }, arg(F64, {I, J}), arg(F64));
  Storage u = zeros<double>({I(0, 3), J(0, 4), K(0, 2)}), v = zeros<double>({I(0, 2), J(1, 3)});
  u[whole] = astype(100 * index(K) + 10 * index(I) + index(J), F64);
  auto call = [&](const ProgramArgument &part) {
    std::int64_t kernels = runtime.counters().kernels;
    twice(out(v), part, u[{I(0), J(2), K(0)}]);
    EXPECT_LE(runtime.counters().kernels - kernels, 1);
    return valuesOf(v);
  };
  EXPECT_EQ(call(u[{K(1), I(0, 2)}]), (Values{204, 206, 224, 226}));
  EXPECT_EQ(call(u.at({K(1)}).at({I(0, 2)})), (Values{204, 206, 224, 226}));
  EXPECT_EQ(call(u[{K(1), I(0, 2)}]), (Values{204, 206, 224, 226}));
}

TEST_P(ProgramTest, aPartByAnIndexIsAnOutputAsItIsAnArgument) {
  Program twice = runtime.compile([](Field u) { return u + u; }, arg(F64, {I, J}));
  Storage u = zeros<double>({I(0, 3), J(0, 2), K(0, 2)}),
          v = zeros<double>({I(0, 3), J(0, 2), K(0, 3)});
  u[whole] = astype(100 * index(K) + 10 * index(I) + index(J), F64);
  for (int n = 0; n < 3; ++n) {
    twice(out(v[{K(2)}]), u[{K(1)}]);
    EXPECT_EQ(v.at({K(2), I(2), J(1)}).item<double>(), 242.0);
    EXPECT_EQ(sum(v[{K(0, 2)}]).item<double>(), 0.0);
  }
  twice(out(v[{K(0), I(1, 3)}]), u[{K(0)}]);
  EXPECT_EQ(sum(v[{K(0)}]).item<double>(), 2.0 * (10 + 11 + 20 + 21));
  twice(out(u[{K(1)}]), u[{K(0)}]); // another part of the same memory
  EXPECT_EQ(u.at({K(1), I(2), J(1)}).item<double>(), 42.0);
  Program level = runtime.compile([](Field a) { return a; }, arg(F64, {I, J, K}));
  level(out(v[{K(1)}]), v.rebased({K(-1)})); // all dimensions: a store over one level
  EXPECT_EQ(v.at({K(1), I(2), J(1)}).item<double>(), 242.0);
  EXPECT_THROW(twice(out(v[{J(1)}]), u[{K(1)}]), DTypeError);
}

// docs/Performance.md, "Shifts by a number of run time"
TEST_P(ProgramTest, shiftsOfCoordinatesCompileOnce) {
  Storage u = counting(zeros<double>({I(0, 20)})), v = zeros<double>({I(5, 10)});
  std::int64_t before = runtime.counters().compiles;
  for (std::int64_t n = -5; n <= 10; ++n) {
    Storage moved = u.rebased({I(-n)}); // at i what u has at i + n
    v[interior] = moved + 1.0;
    EXPECT_EQ(valuesOf(v), valuesOf((u(I + n) + 1.0).at({I(5, 10)}).storage()));
  }
  std::int64_t shifts = 16; // which are compiled one by one, for comparison
  EXPECT_LE(runtime.counters().compiles - before, shifts + 1);
  before = runtime.counters().compiles;
  for (std::int64_t n = -4; n <= 9; ++n)
    v[interior] = u.rebased({I(-n)}) + u.rebased({I(1 - n)});
  EXPECT_LE(runtime.counters().compiles - before, 1);
}

TEST_P(ProgramTest, scalarsAreNumbersStoragesOrPendingFields) {
  Program scale = runtime.compile([](Field u, Field s) { return u * s; }, arg(F64, I), arg(F64));
  Storage u = counting(zeros<double>({I(0, 3)})), v = like(u);
  scale(out(v), u, 2);
  EXPECT_EQ(valuesOf(v), (Values{0, 2, 4}));
  Storage three = full<double>(Domain(), 3.0);
  scale(out(v), u, three);
  EXPECT_EQ(valuesOf(v), (Values{0, 3, 6}));
  scale(out(v), u, 2.0 * max(u));
  EXPECT_EQ(valuesOf(v), (Values{0, 4, 8}));
}

// Types and dimensions of arguments are those that were compiled.
TEST_P(ProgramTest, otherArgumentsAreRefused) {
  Program scale = runtime.compile([](Field u, Field s) { return u * s; }, arg(F64, {I, J}, "u"),
                                  arg(F64, {}, "s"));
  Storage u = zeros<double>({I(0, 2), J(0, 2)}).named("t"), v = like(u);
  EXPECT_ERROR(ValueError, scale(out(v), u),
               "the program takes 1 outputs and 2 arguments, got 1 and 1");
  EXPECT_ERROR(DTypeError, scale(out(v), zeros<float>({I(0, 2), J(0, 2)}).named("f"), 1.0),
               "argument 0 ('u') of the program is an f64 field on (I, J), got 'f', an f32 field "
               "on (I, J)");
  EXPECT_ERROR(DTypeError, scale(out(v), 1.0, 1.0),
               "argument 0 ('u') of the program is an f64 field on (I, J), got a number");
  EXPECT_ERROR(DTypeError, scale(out(v), u, true),
               "argument 1 ('s') of the program is an f64 scalar, got a number of type bool");
  EXPECT_ERROR(DTypeError, scale(out(zeros<double>({I(0, 2)}).named("w")), u, 1.0),
               "output 0 of the program is an f64 field on (I, J), got 'w', an f64 field on (I)");
  Runtime other;
  Storage foreign = zeros<double>({I(0, 2), J(0, 2)}, {.runtime = &other}).named("foreign");
  EXPECT_ERROR(ValueError, scale(out(v), foreign, 1.0),
               "argument 0 ('u') of the program: 'foreign' belongs to another runtime");
  EXPECT_ERROR(ValueError, scale(out(foreign), u, 1.0),
               "output 0 of the program: 'foreign' belongs to another runtime");
}

// Which an assignment does.
TEST_P(ProgramTest, outputsNeitherConvertNorBroadcast) {
  Program twice = runtime.compile([](Field u) { return u + u; }, arg(F32, I));
  Storage u = full<float>({I(0, 2)}, 1.0f), wide = full<double>({I(0, 2)}, 5.0).named("wide");
  Storage plane = full<float>({I(0, 2), J(0, 2)}, 5.0f).named("plane");
  auto refused = [&](const Storage &target, const char *message) {
    try {
      twice(out(target), u);
      ADD_FAILURE() << "no error";
    } catch (const DTypeError &error) {
      EXPECT_EQ(error.message(), message);
      ASSERT_EQ(error.noteCount(), 1u);
      EXPECT_EQ(error.note(0),
                "a call neither converts nor broadcasts: use astype and broadcast in "
                "the callable, or give an f32 field on (I)");
    }
  };
  refused(wide, "output 0 of the program is an f32 field on (I), got 'wide', an f64 field on (I)");
  refused(plane,
          "output 0 of the program is an f32 field on (I), got 'plane', an f32 field on (I, J)");
  wide[whole] = u + u;
  plane[whole] = u + u;
  EXPECT_EQ(valuesOf(wide), (Values{2, 2}));
  EXPECT_EQ(plane.item<float>({1, 1}), 2.0f);
}

// The line is the call's where the error is none of the library's.
TEST_P(ProgramTest, tryCallTellsOfExceptionsOfTheHost) {
  struct Broken : Executor {
    void run(std::int64_t, Body, void *) override { throw std::runtime_error("no threads today"); }
    int threads() const override { return 2; }
  } broken;
  Runtime mine{{.executor = &broken, .smallDomain = 0}};
  Storage u = full<double>({I(0, 100000)}, 1.0, {.runtime = &mine}), v = like(u);
  Program twice = mine.compile([](Field u) { return u + u; }, arg(F64, I));
  for (int n = 0; n < 3; ++n) {
    Status status = twice.tryCall(out(v), u);
    EXPECT_EQ(status.code(), ErrorCode::Runtime);
    EXPECT_THAT(status.message(), HasSubstr("ProgramTest.cpp:" + std::to_string(__LINE__ - 2) +
                                            ": error: no threads today"));
  }
}

TEST_P(ProgramTest, tryCallTellsOfOtherExceptionsOfTheHost) {
  struct Broken : Executor {
    void run(std::int64_t, Body, void *) override { throw 7; }
    int threads() const override { return 2; }
  } broken;
  Runtime mine{{.executor = &broken, .smallDomain = 0}};
  Storage u = full<double>({I(0, 100000)}, 1.0, {.runtime = &mine}), v = like(u);
  Program twice = mine.compile([](Field u) { return u + u; }, arg(F64, I));
  Status status = twice.tryCall(out(v), u);
  EXPECT_THAT(status.message(), HasSubstr("ProgramTest.cpp:" + std::to_string(__LINE__ - 1) +
                                          ": error: an exception that is no std::exception"));
}

TEST_P(ProgramTest, anArgumentThatIsTooSmallIsNamedWithBothEnds) {
  Program shift = runtime.compile([](Field u) { return u(I + 3); }, arg(F64, I));
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 2}}}).named("t"), v = like(u).named("v");
  try {
    shift(out(v), u);
    FAIL();
  } catch (const DomainError &error) {
    EXPECT_EQ(error.message(), "storing to 'v' over I[0,8) needs 't' over I[3,11), but 't' is "
                               "defined over I[-2,10)");
    EXPECT_EQ(error.note(0), "'t(I + 3)' reads 3 points beyond");
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 6));
    EXPECT_THAT(error.line().file, HasSubstr("ProgramTest.cpp"));
  }
}

TEST_P(ProgramTest, tryCallGivesAStatus) {
  Program twice = runtime.compile([](Field u) { return u + u; }, arg(F64, I));
  Storage u = full<double>({I(0, 2)}, 1.0), v = like(u);
  Status good = twice.tryCall(out(v), u);
  EXPECT_TRUE(good);
  EXPECT_EQ(good.code(), ErrorCode::None);
  EXPECT_STREQ(good.message(), "");
  EXPECT_EQ(valuesOf(v), (Values{2, 2}));
  Status bad = twice.tryCall(out(v), 3);
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.code(), ErrorCode::DType);
  EXPECT_THAT(bad.message(), HasSubstr("got a number"));
  Status copy = bad;
  EXPECT_STREQ(copy.message(), bad.message());
  EXPECT_EQ(Program().tryCall(out(v), u).code(), ErrorCode::Value);
}

// Positions and counts are found in the call. S4-089
TEST_P(ProgramTest, slicesByPositionFollowTheArgument) {
  auto inner = [](Field u) { return u.rel({{1, -1}}) + u.rel({0}); };
  Program program = runtime.compile(inner, arg(F64, I));
  for (std::int64_t size : {4, 6}) {
    Storage u = counting(zeros<double>({I(-1, size)}), 10.0), v = zeros<double>({I(0, size - 1)});
    program(out(v), u);
    Values expected;
    for (std::int64_t i = 0; i < size - 1; ++i)
      expected.push_back(21.0 + static_cast<double>(i));
    EXPECT_EQ(valuesOf(v), expected);
    EXPECT_EQ(valuesOf(eval(inner(u))), expected) << "as without a program";
  }
  Storage one = zeros<double>({I(0, 1)}), v = zeros<double>({I(0, 1)});
  EXPECT_THROW(program(out(v), one), Error);
}

TEST_P(ProgramTest, absoluteSlicesAreCheckedInTheCall) {
  auto part = [](Field u) { return sum(u[{I(0, 10)}]); };
  Program program = runtime.compile(part, arg(F64, I));
  Storage total = zeros<double>(Domain());
  program(out(total), full<double>({I(-5, 20)}, 1.0));
  EXPECT_EQ(total.item<double>(), 10.0);
  EXPECT_ERROR(IndexOutOfBounds, program(out(total), full<double>({I(2, 20)}, 1.0).named("u")),
               "a part of 'u': I[0,10) lies outside of I[2,20)");
}

TEST_P(ProgramTest, meansPlacesAndCoordinatesFollowTheDomainOfTheCall) {
  auto callable = [](Field u) {
    return std::vector<Field>{mean(u), argmax(u, I), u * astype(index(I), F64), prod(u, I),
                              any(u > 30.0)};
  };
  Program program = runtime.compile(callable, arg(F64, I));
  for (std::int64_t size : {3, 5, 40}) {
    Storage u = counting(zeros<double>({I(-1, size)}), 1.0);
    std::vector<Field> fields = callable(u);
    std::vector<Storage> expected, got;
    std::vector<ProgramArgument> arguments;
    for (const Field &field : fields) {
      expected.push_back(eval(field));
      got.push_back(like(expected.back()));
    }
    for (const Storage &target : got)
      arguments.push_back(out(target));
    arguments.push_back(u);
    program.call(arguments);
    EXPECT_EQ(got[0].item<double>(), static_cast<double>(size + 2) / 2.0);
    EXPECT_EQ(got[1].item<std::int64_t>(), size - 1);
    EXPECT_EQ(valuesOf(got[2]), valuesOf(expected[2]));
    EXPECT_EQ(got[3].item<double>(), expected[3].item<double>());
    EXPECT_EQ(got[4].item<bool>(), size == 40);
  }
}

TEST_P(ProgramTest, reductionsFollowTheStrideOrderOfTheArgument) {
  Program total = runtime.compile([](Field u) { return sum(u); }, arg(F32, {I, J, K}));
  for (const Layout &layout : {cOrder, fortran, Layout{1, 2, 0}}) {
    Storage u = zeros<float>({I(0, 70), J(0, 9), K(0, 5)}, {.layout = layout});
    HostView<float> view = u.write<float>();
    for (int i = 0; i < 70; ++i)
      for (int j = 0; j < 9; ++j)
        for (int k = 0; k < 5; ++k)
          view(i, j, k) = 1.0f / static_cast<float>(1 + i * 45 + j * 5 + k);
    Storage a = zeros<float>(Domain()), b = zeros<float>(Domain());
    a[whole] = sum(u);
    total(out(b), u);
    EXPECT_EQ(a.item<float>(), b.item<float>());
  }
}

// Values of storages that a callable reads are those of the trace.
TEST_P(ProgramTest, capturedStoragesAreCopied) {
  Storage c = full<double>({I(0, 4)}, 2.0);
  Program scale = runtime.compile([&](Field u) { return u * c; }, arg(F64, I));
  c[whole] = 100.0;
  Storage u = full<double>({I(0, 4)}, 3.0), v = like(u);
  scale(out(v), u);
  EXPECT_EQ(valuesOf(v), (Values{6, 6, 6, 6}));
  counted();
  c[whole] = 7.0; // nothing of it is still needed
  EXPECT_EQ(counted().copies, 0);
}

TEST_P(ProgramTest, aCallableMustNotAskForValuesOrDomains) {
  Storage c = full<double>({I(0, 4)}, 2.0).named("c");
  auto traced = [&](auto callable) {
    return [this, callable] { (void)runtime.compile(callable, arg(F64, I, "u")); };
  };
  const std::string later = ": it is an argument of a program, which has its values and its "
                            "domain only when it is called";
  const std::string once =
      " in a callable that is traced for a program: it would happen once, not at every call";
  auto message = [&](auto callable) { return messageOf<ValueError>(traced(callable)); };
  EXPECT_EQ(message([](Field u) { return u + u.domain().size(); }), "domain() of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return u.compute_domain(), u; }),
            "compute_domain() of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return u.extended_domain(), u; }),
            "extended_domain() of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return u.origin(), u; }), "origin() of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return eval(u), u; }), "the value of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return (void)print(u), u; }), "print() of 'u'" + later);
  EXPECT_EQ(message([](Field u) { return (void)explain(u), u; }), "explain() of 'u'" + later);
  EXPECT_THAT(message([](Field u) { return u * max(u).item<double>(); }),
              HasSubstr("it is computed from arguments of a program"));
  EXPECT_THAT(message([&](Field u) { return c[whole] = u, u; }), HasSubstr("storing of 'u'"));
  EXPECT_EQ(message([&](Field u) { return u * max(c).item<double>(); }), "item()" + once);
  EXPECT_EQ(message([&](Field u) { return eval(c * 2.0), u; }), "evaluating a field" + once);
  EXPECT_EQ(message([&](Field u) { return u * c.read<double>()(0); }), "reading a storage" + once);
  EXPECT_EQ(message([&](Field u) { return c[whole] = 1.0, u; }), "writing a storage" + once);
  EXPECT_EQ(message([&](Field u) { return c.data(), u; }), "writing a storage" + once);
  EXPECT_EQ(message([](Field u) { return std::vector<Field>(); }),
            "compile: the callable returns no field");
}

TEST_P(ProgramTest, aSymbolicFieldThatEscapesIsRefused) {
  Field escaped;
  (void)runtime.compile([&](Field u) { return escaped = u * 2.0; }, arg(F64, I));
  Storage v = zeros<double>({I(0, 2)});
  EXPECT_THROW(v[whole] = escaped, ValueError);
  EXPECT_THROW(eval(escaped + v), ValueError);
  Program next = runtime.compile([](Field u) { return u; }, arg(F64, I));
  EXPECT_THROW(next(out(v), escaped), ValueError);
  EXPECT_THROW((void)runtime.compile([&](Field u) { return u + escaped; }, arg(F64, I, "w")),
               ValueError);
}

TEST_P(ProgramTest, programsOutliveTheirRuntimesHandle) {
  Program twice;
  Storage u, v;
  {
    Runtime mine{{.reference = !compiles()}};
    u = full<double>({I(0, 2)}, 1.0, {.runtime = &mine}), v = like(u);
    twice = mine.compile([](Field u) { return u + u; }, arg(F64, I));
  }
  twice(out(v), u);
  EXPECT_EQ(valuesOf(v), (Values{2, 2}));
  EXPECT_ERROR(ValueError, twice.runtime(), "runtime: the program's runtime is gone");
}
