//===- NamedSlicesTest.cpp - Slices with open ends and by name ------------===//
//
// Absolute slices with one open end, ranges of two points, relative slices
// whose entries follow named dimensions; lines of copies between regions.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <gtest/gtest.h>

#include <string>

using namespace gtjit;

namespace {

const Dimension V("V", DimensionKind::Horizontal);

class NamedSlices : public testing::Test {
protected:
  Storage vk = zeros<double>({V(0, 8), K(-5, 30)});
};

// S4-091
TEST_F(NamedSlices, AbsoluteFormsAreEqual) {
  Domain expected({V(0, 8), K(-2, 20)});
  EXPECT_EQ(vk.at(K(-2) >> K(20)).domain(), expected);
  EXPECT_EQ(Field(vk)[K(-2) >> K(20)].domain(), expected);
  EXPECT_EQ((Field(vk)[K[{-2, 20}]].domain()), expected);
  EXPECT_EQ(vk.at(K(-2, 20)).domain(), expected);
  EXPECT_EQ(vk.at({V(0, 8), K(-2) >> K(20)}).domain(), expected);
  EXPECT_TRUE(vk.at({V(0, -1), K(-2, 20)}).domain().empty());
  EXPECT_THROW(I(1) >> J(7), IndexError);
}

// S4-091
TEST_F(NamedSlices, AnOpenEndIsTheDomains) {
  EXPECT_EQ(vk.at(K.below(8)).domain(), Domain({V(0, 8), K(-5, 8)}));
  EXPECT_EQ(vk.at(K.from(8)).domain(), Domain({V(0, 8), K(8, 30)}));
  EXPECT_EQ(vk.at(K(Range::all())).domain(), vk.domain());
  EXPECT_EQ((Field(vk)[{V.from(2), K.below(0)}].domain()), Domain({V(2, 8), K(-5, 0)}));
  EXPECT_TRUE(vk.at(K.from(30)).domain().empty());
  EXPECT_THROW((void)(vk.at(K.below(31))), IndexOutOfBounds);
  EXPECT_THROW((void)(vk.at(K.from(-6))), IndexOutOfBounds);
  EXPECT_THROW((void)(vk.at(K.from(31))), IndexOutOfBounds);
  vk[K.below(-4)] = 2.0;
  EXPECT_EQ(sum(vk).item<double>(), 16);
}

// S4-092
TEST_F(NamedSlices, RelativeEntriesFollowNamedDimensions) {
  Storage f = zeros<double>({V(0, 8), K(0, 9)});
  Domain inOrder({V(2, 6), K(3, 6)}), exchanged({V(3, 5), K(2, 7)});
  EXPECT_EQ(f.rel({{2, -2}, {3, -3}}).domain(), inOrder);
  EXPECT_EQ(f.at_dims({V, K}).rel({{2, -2}, {3, -3}}).domain(), inOrder);
  EXPECT_EQ(f.at_dims({K, V}).rel({{2, -2}, {3, -3}}).domain(), exchanged);
  EXPECT_EQ(f.at_dims(K).rel({{2, -2}}).domain(), Domain({V(0, 8), K(2, 7)}));
  EXPECT_EQ(f.at_dims({K, V}).rel({0}).domain(), Domain(V(0, 8)));
  EXPECT_EQ(f.at_dims({K, V}).rel({ellipsis, 1}).domain(), Domain(K(0, 9)));
  EXPECT_THROW((void)(f.at_dims({K, I})), IndexError);
  EXPECT_THROW((void)(f.at_dims({K, K})), IndexError);
  EXPECT_THROW((void)(f.at_dims(K).rel({0, 0})), IndexError);
  EXPECT_THROW((void)(f.at_dims(K).rel({9})), IndexOutOfBounds);
}

TEST_F(NamedSlices, CopiesBetweenRegionsNameTheirLine) {
  Storage narrow = zeros<double>({V(0, 2), K(-5, 30)});
  unsigned line = __LINE__ + 2;
  try {
    vk[interior] = narrow[interior];
    FAIL() << "expected a DomainError";
  } catch (const DomainError &error) {
    EXPECT_NE(std::string_view(error.what()).find("NamedSlicesTest.cpp:" + std::to_string(line)),
              std::string_view::npos)
        << error.what();
  }
}

} // namespace
