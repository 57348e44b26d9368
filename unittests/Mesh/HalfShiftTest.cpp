//===- HalfShiftTest.cpp - Staggered dimensions ---------------------------===//
//
// Values and domains of shifts by halves, and what is no such shift.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <filesystem>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::Each;
using testing::ElementsAre;

namespace {

class HalfShifts : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(HalfShifts);

// case 58
TEST_P(HalfShifts, MoveBetweenADimensionAndItsTwin) {
  const Dimension IH = half(I);
  Field a = line<double>({0, 1, 2, 3, 4}).field().named("a");
  EXPECT_EQ(a(IH + 0.5).domain(), Domain({IH(0, 5)}));
  EXPECT_EQ(a(IH - 0.5).domain(), Domain({IH(1, 6)}));
  Field difference = a(IH + 0.5) - a(IH - 0.5);
  EXPECT_EQ(difference.domain(), Domain({IH(1, 5)}));
  EXPECT_THAT(valuesOf<double>(difference), Each(1));
  EXPECT_EQ(difference(I + 0.5)(IH - 0.5).domain(), difference.domain());
  EXPECT_EQ(valuesOf<double>(difference(I + 0.5)(IH - 0.5)), valuesOf<double>(difference));
  EXPECT_EQ(a(IH + 1.5).domain(), Domain({IH(-1, 4)}));
  EXPECT_ERROR(ValueError, a(I + 0.5), "a shift to I of 'a', which lacks I_half");
  EXPECT_ERROR(ValueError, a(IH + 0.25),
               "a shift to I_half by 0.250000: expected an odd number of halves");
  EXPECT_THROW((void)a(IH + 1.0), ValueError);
  EXPECT_ERROR(ValueError, half(IH), "I_half is a staggered dimension itself");
  std::string message = messageOf<ValueError>([&] { (void)index(I)(IH + 0.5); });
  EXPECT_NE(message.find(" as I_half, which is infinite: slice it"), std::string::npos) << message;
}

// case 17
TEST_P(HalfShifts, FieldsOnADimensionAndOnItsTwinDoNotMix) {
  const Dimension levels = half(K);
  Storage full = line<double>({1, 2, 3}, 0, K), halves = line<double>({1, 2, 3, 4}, 0, levels);
  const char *message = "K_half is staggered to K: they cannot be dimensions of one domain; shift "
                        "one of the fields to the other dimension";
  EXPECT_ERROR(ValueError, full + halves, message);
  EXPECT_ERROR(ValueError, where(full > 1.0, halves, 0.0), message);
  EXPECT_ERROR(ValueError, broadcast(full, {K, levels}), message);
  EXPECT_ERROR(ValueError, concat_where(K < 1, full, halves), message);
  EXPECT_ERROR(ValueError, zeros<double>({K(0, 2), levels(0, 2)}), message);
  EXPECT_THAT(valuesOf<double>(full + halves(K - 0.5)), ElementsAre(2, 4, 6));
}

// S4-082
TEST_P(HalfShifts, AreNeighborsOfALevel) {
  const Dimension Khalf = half(K);
  Storage h = line<double>({0, 1, 2, 3, 4, 5}, 0, Khalf);
  Field both = neighbor_sum(h({K - 0.5, K + 0.5}));
  EXPECT_EQ(both.domain(), Domain({K(0, 5)}));
  EXPECT_EQ(both(K[2]).item<double>(), 5);
  EXPECT_THAT(valuesOf<double>(h(K + 0.5) - h(K - 0.5)), Each(1));
}

/// What is computed on half levels goes into the expression on levels, in any
/// layout, with other dimensions; kept values too.
TEST_P(HalfShifts, TakeExpressionsAlong) {
  const Dimension Khalf = half(K);
  for (const Layout &layout : {cOrder, fortran}) {
    Storage w = empty<double>({I(0, 20), Khalf(0, 20)}, {.layout = layout});
    auto view = w.write<double>();
    for (int i = 0; i < 20; ++i)
      for (int k = 0; k < 20; ++k)
        view(i, k) = 100 * i + k * k;
    Storage result = zeros<double>({I(0, 20), K(0, 19)}, {.layout = layout});
    Field flux = exp(w * 0.001) * w;
    result[whole] = flux(K + 0.5) - flux(K - 0.5);
    auto values = result.read<double>();
    auto expected = [](double x) { return std::exp(x * 0.001) * x; };
    for (int i = 0; i < 20; ++i)
      for (int k = 0; k < 19; ++k)
        EXPECT_NEAR(values(i, k), expected(100 * i + (k + 1) * (k + 1)) - expected(100 * i + k * k),
                    1e-9);
    EXPECT_EQ(eval(flux(K + 0.5)).domain(), Domain({I(0, 20), K(-1, 19)}));
  }
}

TEST_P(HalfShifts, ArePartOfPrograms) {
  const Dimension Khalf = half(K);
  auto callable = [&](Field h, Field a) {
    return h(K + 0.5) - h(K - 0.5) + a(Khalf - 0.5)(K + 0.5);
  };
  Program program = runtime.compile(callable, arg(F64, {Khalf}, "h"), arg(F64, {K}, "a"));
  std::string path =
      (std::filesystem::temp_directory_path() / ("gtjit-half-" + std::to_string(::getpid())))
          .string();
  program.save(path);
  Program loaded = Program::load(path);
  std::filesystem::remove(path);
  for (const Program &each : {program, loaded})
    for (int size : {4, 40}) {
      std::vector<double> squares, tens;
      for (int k = 0; k <= size; ++k)
        squares.push_back(k * k), tens.push_back(10 * k);
      Storage h = line<double>(squares, 0, Khalf), a = line<double>(tens, 0, K);
      Storage result = zeros<double>(K(0, size));
      for (int n = 0; n < 2; ++n)
        each(out(result), h, a);
      for (int k = 0; k < size; ++k)
        EXPECT_EQ(valuesOf<double>(result)[k], 2 * k + 1 + 10 * k);
    }
}

} // namespace
