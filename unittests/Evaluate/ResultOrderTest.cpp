//===- ResultOrderTest.cpp - In which order a result lies in memory -------===//
//
// Stride orders of evaluated fields, of those of what they are made from.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "gtjit/Graph/StorageState.h"

#include <string>

using namespace gtjit;

namespace {
class ResultOrder : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ResultOrder);
} // namespace

TEST_P(ResultOrder, isThatOfTheOperandAndSoAreHalos) {
  Storage u = zeros<double>({I(0, 4), J(0, 5)}, {.halo = {{I, 1}}, .layout = fortran});
  Storage v = eval(u + 1.0);
  EXPECT_EQ(v.domain(), u.domain());
  EXPECT_EQ(v.compute_domain(), u.compute_domain());
  EXPECT_LT(v.strides()[0], v.strides()[1]);
  Storage w = eval(zeros<double>({4, 5}) + 1.0);
  EXPECT_GT(w.strides()[0], w.strides()[1]);
}

TEST_P(ResultOrder, hasDimensionsOfLaterOperandsBehindTheirSlowerNeighbours) {
  auto inOrder = [](Domain domain) { return zeros<double>(domain, {.layout = cOrder}); };
  Storage a = inOrder({I(0, 3), K(0, 4)}), b = inOrder({K(0, 4), J(0, 5)}),
          c = inOrder({J(0, 5), K(0, 4)});
  auto slowToFast = [](const Storage &of) {
    std::string names;
    for (unsigned position : of.get()->view().strideOrder())
      names += of.domain()[std::size_t{position}].dim.name();
    return names;
  };
  EXPECT_EQ(slowToFast(eval(a * b)), "IKJ");
  EXPECT_EQ(slowToFast(eval(b * a)), "IKJ");
  EXPECT_EQ(slowToFast(eval(a * c)), "JIK");
  EXPECT_EQ(slowToFast(eval(c * a)), "IJK");
  EXPECT_EQ(slowToFast(eval(inOrder({I(0, 3)}) * inOrder({J(0, 5)}))), "JI");
}

TEST_P(ResultOrder, isRememberedOfManyDimensions) {
  std::vector<NamedRange> ranges;
  for (char name = 'a'; name < 's'; ++name)
    ranges.push_back(Dimension(std::string(1, name))(0, name == 'c' || name == 'q' ? 2 : 1));
  Storage u = zeros<double>(Domain(ranges), {.layout = fortran});
  Field twice = u * 2.0;
  for (int n = 0; n < 3; ++n) {
    auto strides = eval(twice + double(n)).strides();
    EXPECT_LT(strides[2], strides[16]) << "c is fastest";
  }
  EXPECT_EQ(eval(sum(twice + 1.0)).item<double>(), 4.0);
}
