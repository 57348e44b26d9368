//===- main.cpp - Writes the errors of all math functions -----------------===//
//
// gtjit_math_accuracy [FUNCTION...] [--quick] [--stride N]: a line for each
// function on standard output, as docs/MathAccuracy.tsv holds them: name,
// greatest error in ulp for f32 and for f64, and where. It compares 1.4 million
// doubles (a tenth for the gamma functions, another tenth with --quick) and
// every N-th of the 2^32 floats, by default all, which takes a minute a function.
//
//===----------------------------------------------------------------------===//
#include "../Accuracy.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/// Where the greatest error of one type is.
static void printPlace(const MathName &name, const char *type, const WorstError &worst) {
  std::printf("%s: %zu arguments, worst at %.17g", type, worst.arguments, worst.x);
  if (name.binary)
    std::printf(", %.17g", worst.y);
}

/// Rounded up, so that it is a bound.
static double inThousandths(double ulp) { return std::ceil(ulp * 1000) / 1000; }

static bool isAsked(const std::vector<const char *> &asked, const char *name) {
  for (const char *one : asked)
    if (!std::strcmp(one, name))
      return true;
  return asked.empty();
}

int main(int count, char **arguments) {
  bool quick = false;
  std::uint64_t stride = 1;
  std::vector<const char *> asked;
  for (int n = 1; n < count; ++n)
    if (!std::strcmp(arguments[n], "--quick"))
      quick = true;
    else if (!std::strcmp(arguments[n], "--stride") && n + 1 < count)
      stride = std::strtoull(arguments[++n], nullptr, 10);
    else
      asked.push_back(arguments[n]);
  if (stride == 0) {
    std::fprintf(stderr, "gtjit_math_accuracy: --stride expects a number above 0\n");
    return 1;
  }
  for (const MathName &name : mathNames()) {
    if (!isAsked(asked, name.name))
      continue;
    bool slow = std::strstr(name.name, "gamma");
    std::size_t share = (quick ? 10 : 1) * (slow ? 10 : 1);
    WorstError doubles = sweep<double>(name, 100 / share, 1000000 / share);
    WorstError floats = sweep<float>(name, 400 / share, 400000 / share);
    if (!name.binary)
      floats.include(sweepAllFloats(name, stride));
    std::printf("%s\t%.3f\t%.3f\t", name.name, inThousandths(floats.ulp),
                inThousandths(doubles.ulp));
    printPlace(name, "f32", floats);
    printPlace(name, "; f64", doubles);
    std::printf("\n");
    std::fflush(stdout);
  }
}
