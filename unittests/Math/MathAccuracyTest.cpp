//===- MathAccuracyTest.cpp - The stated errors are not exceeded ----------===//
//
// docs/MathAccuracy.tsv states the greatest error that the program
// gtjit_math_accuracy found; here a small part of its arguments is compared.
//
//===----------------------------------------------------------------------===//
#include "Accuracy.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace {

/// What docs/MathAccuracy.tsv states, by name and type.
std::map<std::string, double> statedErrors() {
  std::map<std::string, double> stated;
  std::ifstream file(GTJIT_MATH_ACCURACY_FILE);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string name;
    double inFloat = 0, inDouble = 0;
    words >> name >> inFloat >> inDouble;
    stated[name + " f32"] = inFloat;
    stated[name + " f64"] = inDouble;
  }
  return stated;
}

TEST(MathAccuracy, NoFunctionExceedsItsStatedError) {
  std::map<std::string, double> stated = statedErrors();
  for (const MathName &name : mathNames()) {
    const std::string inDouble = std::string(name.name) + " f64",
                      inFloat = std::string(name.name) + " f32";
    ASSERT_TRUE(stated.count(inDouble) && stated.count(inFloat)) << name.name;
    WorstError worst = sweep<double>(name, 1, 2000);
    // Other arguments than the stated ones may be a little worse.
    EXPECT_LE(worst.ulp, stated[inDouble] + 0.02)
        << name.name << "(" << worst.x << ", " << worst.y << ")";
    worst = sweep<float>(name, 4, 2000);
    EXPECT_LE(worst.ulp, stated[inFloat] + 0.02)
        << name.name << "(" << worst.x << ", " << worst.y << ")";
  }
}

TEST(MathAccuracy, StridedFloatsAgreeWithDoubles) {
  std::map<std::string, double> stated = statedErrors();
  for (const MathName &name : mathNames()) {
    if (name.binary)
      continue;
    WorstError worst = sweepAllFloats(name, 65521);
    EXPECT_LE(worst.ulp, stated[std::string(name.name) + " f32"])
        << name.name << "(" << worst.x << ")";
  }
}

} // namespace
