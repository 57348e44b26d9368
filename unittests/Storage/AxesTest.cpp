//===- AxesTest.cpp - Dimensions and layouts by name ----------------------===//
//
// Text for dimensions, layouts as names, ranks, maps and functions, and lists
// for all of I, J, K where a storage has only some.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

Sizes stridesOf(const Storage &storage) { return list(storage.strides()); }
std::string axesOf(const Storage &storage) { return storage.axes().c_str(); }

// S0-035
TEST(Axes, AreAnyPermutationOfSomeOfIJK) {
  for (const char *axes : {"I", "J", "K", "IJ", "JI", "IK", "KI", "JK", "KJ", "IJK", "IKJ", "JIK",
                           "JKI", "KIJ", "KJI"}) {
    std::string text = axes;
    Storage u = storage({.shape = detail::Sequence<std::int64_t>(
                             std::span<const std::int64_t>(Sizes{2, 3, 4}.data(), text.size())),
                         .dims = axes});
    EXPECT_EQ(axesOf(u), text);
    EXPECT_EQ(u.domain()[0].dim, Dimension(text.substr(0, 1)));
  }
  EXPECT_EQ(storage({.dims = ""}).ndim(), 0u);
  EXPECT_EQ(axesOf(empty({2, 3, 4})), "IJK");
  EXPECT_ERROR(ValueError, empty({1, 2, 3}, {}, {.dims = "IIJ"}),
               "expected each dimension once, got I twice");
  auto message = [](const char *text) {
    return std::string("expected axes of the letters I, J, K and digits, or names with commas "
                       "between them, got '") +
           text + "'";
  };
  EXPECT_ERROR(ValueError, empty({1, 2}, {}, {.dims = "IX"}), message("IX"));
  EXPECT_ERROR(ValueError, empty({1, 2, 3}, {}, {.dims = "ijk"}), message("ijk"));
  EXPECT_ERROR(ValueError, empty({1, 2}, {}, {.dims = "IJK"}),
               "expected 2 dims for a shape of 2 extents, got 3");
}

// S0-067
TEST(Axes, AreThoseThatAViewHas) {
  EXPECT_EQ(axesOf(empty({2, 3}, {}, {.dims = "JI"})), "JI");
  EXPECT_EQ(axesOf(empty({2, 3, 4}).slice({Slice(), 0, Slice()})), "IK");
  EXPECT_EQ(axesOf(empty<double>({Dimension("Cell")(0, 3), K(0, 2)})), "Cell,K");
}

// S1-074, S1-006
TEST(Axes, GoBeyondSpace) {
  Storage u = empty({2, 3, 4, 5}, {}, {.dims = {"I", "J", "K", "0"}});
  EXPECT_EQ(axesOf(u), "IJK0");
  EXPECT_EQ(u.domain()[3].dim, Dimension("D0"));
  EXPECT_EQ(axesOf(empty({2, 3, 4, 5})), "IJK0");
  EXPECT_ERROR(ValueError, empty({1, 2}, {}, {.dims = {"I", "I"}}),
               "expected each dimension once, got I twice");
  EXPECT_EQ(axesOf(empty({1, 2}, {}, {.dims = {"X", "K"}})), "XK");
  Storage cells = ones({3, 2}, {}, {.dims = "Cell,K"});
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope(runtime);
  Storage data = ones({2, 3}, {}, {.dims = "I0"});
  EXPECT_EQ(sum(data, Dimension("D0")).storage().item<double>({1}), 3.0);
  EXPECT_EQ(cells.domain()[0].dim, Dimension("Cell"));
}

// S0-041
TEST(Axes, NameLayoutsByDecreasingStride) {
  auto strides = [](Shape shape, Axes dims, Layout layout) {
    return stridesOf(empty(shape, {}, {.dims = dims, .layout = layout}));
  };
  EXPECT_EQ(strides({4, 5}, "IJ", "KJI"), (Sizes{8, 32}));
  EXPECT_EQ(strides({4, 5}, "IJ", "IJK"), (Sizes{40, 8}));
  EXPECT_EQ(strides({4}, "I", "KJI"), (Sizes{8}));
  EXPECT_ERROR(LayoutError, strides({4, 5}, "IJ", "IJ"),
               "expected a layout that names I, J and K, got 'IJ'");
  EXPECT_ERROR(ValueError, strides({4, 5}, "IJ", "IIK"),
               "expected each dimension once, got I twice");
  auto reversed = [](const Dims &) { return Layout("KJI"); };
  EXPECT_EQ(strides({4, 5}, "IJ", reversed), (Sizes{8, 32}));
  EXPECT_EQ(
      strides({4, 5}, "IJ",
              [](const Dims &dims) { return dims.size() == 2 ? Layout{1, 0} : Layout("IJK"); }),
      (Sizes{8, 32}));
  EXPECT_EQ(strides({2, 3, 4, 5}, "IJK0", "KJI"), (Sizes{8, 16, 48, 192}));
  EXPECT_EQ(strides({2, 3, 4, 5}, "IJK0", "KJI0"), (Sizes{40, 80, 240, 8}));
  EXPECT_EQ(strides({2, 3}, "Cell,K", "K,Cell"), (Sizes{8, 16}));
}

// S0-043, S0-041
TEST(Axes, ThreeSpellingsOfALayoutAgree) {
  auto strides = [](Shape shape, Axes dims, Layout layout) {
    return stridesOf(empty(shape, {}, {.dims = dims, .layout = layout}));
  };
  EXPECT_EQ(strides({10, 20, 30}, "IJK", LayoutMap{0, 2, 1}), (Sizes{4800, 8, 160}));
  EXPECT_EQ(strides({30, 20, 10}, "KJI", LayoutMap{0, 2, 1}), (Sizes{160, 8, 4800}));
  for (const Layout &layout : {Layout("IJK"), Layout(LayoutMap{0, 1, 2}), Layout{2, 1, 0}})
    EXPECT_EQ(strides({30, 20, 10}, "KJI", layout), (Sizes{8, 240, 4800}));
  EXPECT_EQ(strides({4, 5}, "IK", LayoutMap{2, 0, 1}), (Sizes{8, 32}));
  EXPECT_ERROR(LayoutError, strides({4, 5}, "IK", LayoutMap{1, 0}),
               "expected a layout map that ranks the strides of I, J, K from 0 (largest), each "
               "rank once, got (1, 0)");
  EXPECT_ERROR(LayoutError, strides({4, 5}, "IK", LayoutMap{1, 0, 1}),
               "expected a layout map that ranks the strides of I, J, K from 0 (largest), each "
               "rank once, got (1, 0, 1)");
}

// S1-076, S1-075
TEST(Axes, RanksComeFromAFunctionOfTheDimensions) {
  auto last = [](const Dims &dims) { return dims.size() == 3 ? Layout{1, 2, 0} : Layout(cOrder); };
  EXPECT_EQ(stridesOf(empty({10, 20, 30}, {}, {.layout = last})), (Sizes{160, 8, 1600}));
  Layout::Function endless = [](const Dims &) {
    return Layout(Layout::Function([](const Dims &) { return Layout(); }));
  };
  EXPECT_ERROR(LayoutError, empty({2}, {}, {.layout = endless}),
               "expected a layout function that returns ranks or names");
  EXPECT_EQ(list(empty({2, 3, 4, 5}).halo()), std::vector<HaloWidth>(4));
}

// S0-045, S0-051
TEST(Axes, ListsMayBeForAllOfIJK) {
  Storage u = empty({10, 10}, {}, {.halo = {1, 9, 2}, .dims = "IK"});
  EXPECT_EQ(list(u.halo()), (std::vector<HaloWidth>{1, 2}));
  EXPECT_EQ(list(empty({10, 10}, {}, {.halo = {1, 2}, .dims = "IK"}).halo()),
            (std::vector<HaloWidth>{1, 2}));
  Storage v = empty({4, 5, 99}, {}, {.dims = "IJ", .aligned_index = {1, 1, 7}});
  EXPECT_EQ(list(v.shape()), (Sizes{4, 5}));
  EXPECT_EQ(list(v.aligned_index()), (Sizes{1, 1}));
  EXPECT_EQ(list(empty({99, 5, 4}, {}, {.dims = "KJ"}).shape()), (Sizes{4, 5}));
  EXPECT_ERROR(ValueError, empty({4, 5, 6}, {}, {.dims = {Dimension("X"), J}}),
               "expected 3 dims for a shape of 3 extents, got 2");
}

} // namespace
