//===- MeshesTest.cpp - The listing of docs/Meshes.md ---------------------===//
//
// What stands between the marks stands on the page, too, see utils/fill_pages.py.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

#include <gtjit/Connectivity.h>

using namespace gtjit;

namespace {
class MeshesPage : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(MeshesPage);
} // namespace

/// A field that is linear is met exactly.
TEST_P(MeshesPage, BetweenFourPoints) {
  Storage u = empty({I(0, 6), J(0, 5)});
  Field p = astype(index(I), F64), q = astype(index(J), F64);
  u[whole] = 3.0 * p + 7.0 * q;
  Field x = 0.25 * p + 0.5, y = 4.0 - 0.75 * q;
  // listing: between
  Field left = floor(x), lower = floor(y), right = x - left, upper = y - lower;
  Field i = astype(left, I32), j = astype(lower, I32);
  auto at = [&](int a, int b) { return u(I + a, J + b).at({I(i), J(j)}); };
  Field here = (1.0 - upper) * ((1.0 - right) * at(0, 0) + right * at(1, 0)) +
               upper * ((1.0 - right) * at(0, 1) + right * at(1, 1));
  // end listing
  Storage values = eval(here.at({I(0, 9), J(1, 5)}));
  auto view = values.read<double>();
  for (int a = 0; a < 9; ++a)
    for (int b = 1; b < 5; ++b)
      EXPECT_EQ(view(a, b - 1), 3.0 * (0.25 * a + 0.5) + 7.0 * (4.0 - 0.75 * b));
}
