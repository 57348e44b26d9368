//===- TupleProgramTest.cpp - Programs of tuples --------------------------===//
//
// What a callable takes and gives in tuples, pairs and arrays, nested ones too, and
// calls that give the same.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <gtjit/Tuple.h>

#include <array>
#include <tuple>
#include <vector>

using namespace gtjit;

namespace {

class TupleProgramTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(TupleProgramTest);

using Vector = std::tuple<Field, Field>;
using Tensor = std::array<Vector, 2>;

Tensor strain(const Vector &velocity, Field scale) {
  const auto &[u, v] = velocity;
  return {Vector(scale * (u(I + 1) - u), u(J + 1) - u), Vector(v(I + 1) - v, v(J + 1) - v)};
}

} // namespace

TEST_P(TupleProgramTest, parametersAndResultsAreNested) {
  Program program =
      runtime.compile(strain, std::pair(arg(F64, {I, J}, "u"), arg(F64, {I, J}, "v")), arg(F64));
  EXPECT_EQ(program.argumentCount(), 3u);
  EXPECT_EQ(program.argument(1).name, "v");
  ASSERT_EQ(program.outputCount(), 4u);
  Storage u = counting(zeros<double>({I(0, 5), J(0, 4)}));
  Storage v = zeros<double>({I(0, 5), J(0, 4)});
  v[whole] = u * u;
  auto part = [] { return zeros<double>({I(0, 4), J(0, 3)}); };
  Storage results[] = {part(), part(), part(), part()};
  program(std::tuple(out(results[0]), out(results[1])), std::pair(out(results[2]), out(results[3])),
          std::tie(u, v), 0.5);
  auto wanted = strain({u, v}, 0.5);
  Field fields[] = {std::get<0>(wanted[0]), std::get<1>(wanted[0]), std::get<0>(wanted[1]),
                    std::get<1>(wanted[1])};
  for (int n = 0; n < 4; ++n) {
    Storage expected = part();
    expected[whole] = fields[n];
    EXPECT_EQ(valuesOf(results[n]), valuesOf(expected)) << n;
  }
  // The same, side by side.
  Storage again = part();
  program(out(results[0]), out(results[1]), out(results[2]), out(again), u, v, 0.5);
  EXPECT_EQ(valuesOf(again), valuesOf(results[3]));
}

TEST_P(TupleProgramTest, operationsOnTuplesAreTraced) {
  auto choose = [](std::array<Field, 2> a, std::tuple<Field, std::tuple<Field>> b) {
    auto chosen = where(a[0] > 2.0, std::tuple(a[0], std::tuple(a[1])), b);
    return std::vector{chosen, concat_where(I < 1, b, chosen)};
  };
  Program program = runtime.compile(choose, std::array{arg(F64, I), arg(F64, I)},
                                    std::tuple(arg(F64, I), std::tuple(arg(F64, I))));
  auto line = [](double first) { return counting(zeros<double>({I(0, 4)}), first); };
  Storage a = line(1), b = line(10), c = line(20), d = line(30);
  Storage results[] = {like(a), like(a), like(a), like(a)};
  program(std::tuple(out(results[0]), out(results[1]), out(results[2]), out(results[3])), a,
          std::array{b, c}, d);
  EXPECT_EQ(valuesOf(results[0]), (std::vector<double>{20, 21, 3, 4}));
  EXPECT_EQ(valuesOf(results[1]), (std::vector<double>{30, 31, 12, 13}));
  EXPECT_EQ(valuesOf(results[2]), (std::vector<double>{20, 21, 3, 4}));
  EXPECT_EQ(valuesOf(results[3]), (std::vector<double>{30, 31, 12, 13}));
}

TEST_P(TupleProgramTest, aWrongNumberIsTheCallsError) {
  Program program =
      runtime.compile(strain, std::tuple(arg(F64, {I, J}), arg(F64, {I, J})), arg(F64));
  Storage u = zeros<double>({I(0, 3), J(0, 3)});
  EXPECT_ERROR(ValueError, program(std::tuple(out(u), out(u)), std::tie(u, u), 1.0),
               "the program takes 4 outputs and 3 arguments, got 2 and 3");
  Status status = program.tryCall(std::tuple(out(u), out(u)), std::tie(u, u), 1.0);
  EXPECT_EQ(status.code(), ErrorCode::Value);
}
