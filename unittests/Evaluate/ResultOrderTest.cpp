//===- ResultOrderTest.cpp - In which order a result lies in memory ------===//
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
