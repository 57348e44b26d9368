//===- main.cpp - Writes the errors of all math functions -----------------===//
//
// gtjit_math_accuracy [FUNCTION...] [--quick]: a line for each function on
// standard output, as docs/MathAccuracy.tsv holds them: name, greatest error in
// ulp for f32 and for f64, and where. Without --quick it compares 1.4 million
// doubles (a tenth for the gamma functions) and all 2^32 floats a function,
// which takes some minutes each.
//
//===----------------------------------------------------------------------===//
#include "../Accuracy.h"

#include <cmath>
#include <cstdio>
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
  std::vector<const char *> asked;
  for (int n = 1; n < count; ++n)
    if (!std::strcmp(arguments[n], "--quick"))
      quick = true;
    else
      asked.push_back(arguments[n]);
  for (const MathName &name : mathNames()) {
    if (!isAsked(asked, name.name))
      continue;
    bool slow = std::strstr(name.name, "gamma");
    std::size_t share = (quick ? 10 : 1) * (slow ? 10 : 1);
    WorstError doubles = sweep<double>(name, 100 / share, 1000000 / share);
    WorstError floats = sweep<float>(name, 400 / share, 400000 / share);
    if (!name.binary)
      floats.include(sweepAllFloats(name, quick ? 1021 : 1));
    std::printf("%s\t%.3f\t%.3f\t", name.name, inThousandths(floats.ulp),
                inThousandths(doubles.ulp));
    printPlace(name, "f32", floats);
    printPlace(name, "; f64", doubles);
    std::printf("\n");
    std::fflush(stdout);
  }
}
