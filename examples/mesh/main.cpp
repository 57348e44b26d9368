//===- main.cpp - Diffusion on a sphere of triangles ----------------------===//
//
// An icosahedron, refined: every vertex has six edges but the twelve of the
// icosahedron, which have five. Heat flows along edges; what leaves one vertex
// arrives at another, so that nothing is lost.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <vector>

using namespace gtjit;

namespace {

// listing: dimensions
const Dimension V("V"), E("E");
const Dimension e2v("E2V", DimensionKind::Local), v2e("V2E", DimensionKind::Local);
// end listing

using Point = std::array<double, 3>;

/// Vertices on the unit sphere and the pairs of them that edges join.
struct Sphere {
  std::vector<Point> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;
  std::map<std::array<int, 2>, int> edgeOf;

  int edge(int a, int b) {
    std::array<int, 2> ends{std::min(a, b), std::max(a, b)};
    auto [place, isNew] = edgeOf.try_emplace(ends, static_cast<int>(edges.size()));
    if (isNew)
      edges.push_back(ends);
    return place->second;
  }
};

Sphere icosahedron() {
  Sphere sphere;
  const double high = (1 + std::sqrt(5.0)) / 2, size = std::sqrt(1 + high * high);
  for (int axis = 0; axis < 3; ++axis)
    for (double a : {-1.0, 1.0})
      for (double b : {-high, high}) {
        Point point{};
        point[axis] = a / size;
        point[(axis + 1) % 3] = b / size;
        sphere.vertices.push_back(point);
      }
  auto isNear = [&](int a, int b) {
    double squared = 0;
    for (int d = 0; d < 3; ++d)
      squared += std::pow(sphere.vertices[a][d] - sphere.vertices[b][d], 2);
    return squared < 1.2;
  };
  for (int a = 0; a < 12; ++a)
    for (int b = a + 1; b < 12; ++b)
      for (int c = b + 1; c < 12; ++c)
        if (isNear(a, b) && isNear(b, c) && isNear(a, c))
          sphere.triangles.push_back({a, b, c});
  return sphere;
}

/// Each triangle becomes four: a vertex in the middle of each edge.
Sphere refined(Sphere coarse) {
  Sphere fine;
  fine.vertices = coarse.vertices;
  auto middle = [&](int a, int b) {
    std::size_t known = coarse.edges.size();
    int edge = coarse.edge(a, b);
    if (coarse.edges.size() != known) {
      Point point;
      double length = 0;
      for (int d = 0; d < 3; ++d) {
        point[d] = coarse.vertices[a][d] + coarse.vertices[b][d];
        length += point[d] * point[d];
      }
      for (double &coordinate : point)
        coordinate /= std::sqrt(length);
      fine.vertices.push_back(point);
    }
    return static_cast<int>(coarse.vertices.size()) + edge;
  };
  for (auto [a, b, c] : coarse.triangles) {
    int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (std::array<int, 3> part : {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
      fine.triangles.push_back(part);
  }
  return fine;
}

} // namespace

int main() {
  Sphere sphere = icosahedron();
  for (int level = 0; level < 4; ++level)
    sphere = refined(sphere);
  for (auto [a, b, c] : sphere.triangles)
    sphere.edge(a, b), sphere.edge(b, c), sphere.edge(c, a);
  auto vertices = static_cast<std::int64_t>(sphere.vertices.size());
  auto edges = static_cast<std::int64_t>(sphere.edges.size());

  // listing: tables
  Storage ends = empty<std::int32_t>({E(0, edges), e2v(0, 2)}).named("ends");
  Storage around = full<std::int32_t>({V(0, vertices), v2e(0, 6)}, -1).named("around");
  Storage sign = zeros({V(0, vertices), v2e(0, 6)}).named("sign");
  {
    auto end = ends.write<std::int32_t>();
    auto edge = around.write<std::int32_t>();
    auto direction = sign.write<double>();
    std::vector<int> found(sphere.vertices.size(), 0);
    for (int e = 0; e < edges; ++e)
      for (int n = 0; n < 2; ++n) {
        int v = sphere.edges[e][n];
        end(e, n) = v;
        edge(v, found[v]) = e;
        direction(v, found[v]++) = n == 0 ? 1.0 : -1.0;
      }
  }
  Connectivity E2V(ends, V), V2E(around, E, Skip{-1});
  // end listing

  Storage t = empty(V(0, vertices)).named("t"), next = like(t);
  {
    auto start = t.write<double>();
    for (int v = 0; v < vertices; ++v)
      start(v) = sphere.vertices[v][2] > 0.9 ? 1.0 : 0.0;
  }
  // listing: degree
  Field degree = neighbor_sum(abs(sign));
  std::cout << vertices << " vertices, " << edges << " edges, "
            << sum(degree < 6.0).item<std::int64_t>() << " vertices with "
            << min(degree).item<double>() << " neighbours\n";
  // end listing
  const double heat = sum(t).item<double>();
  // listing: step
  for (int n = 0; n < 200; ++n) {
    Field flux = t(E2V[1]) - t(E2V[0]);            // along each edge
    Field inflow = neighbor_sum(flux(V2E) * sign); // of each vertex
    next[whole] = t + 0.1 * inflow;
    swap(t, next);
  }
  // end listing
  // listing: smooth
  Field rough = max_over(t(E2V)) - min_over(t(E2V));
  std::printf("warmest %.4f, steepest %.4f, heat lost %.1e\n", max(t).item<double>(),
              max(rough).item<double>(), std::abs(sum(t).item<double>() / heat - 1));
  // end listing
  return std::abs(sum(t).item<double>() / heat - 1) < 1e-12 ? 0 : 1;
}
