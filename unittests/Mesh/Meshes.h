//===- Meshes.h - Dimensions and tables of small meshes ---------*- C++ -*-===//
//
// What the tests of connectivities are about: vertices, edges and cells, and
// storages of indices written out.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_MESH_MESHES_H
#define GTJIT_UNITTESTS_MESH_MESHES_H

#include "../ExpectError.h"
#include "../Semantics/Backend.h"

namespace gtjit::mesh {

inline const Dimension V{"V"}, E{"E"}, C{"C"};
inline const Dimension e2v{"E2V", DimensionKind::Local}, c2v{"C2V", DimensionKind::Local},
    v2v{"V2V", DimensionKind::Local}, c2e{"C2E", DimensionKind::Local};
constexpr double inf = std::numeric_limits<double>::infinity();

/// A table with one row for each element.
template <class T>
Storage rows(Dimension of, Dimension local, std::vector<std::vector<T>> lists,
             std::int64_t start = 0) {
  auto width = static_cast<std::int64_t>(lists.empty() ? 0 : lists[0].size());
  Storage table =
      empty<T>({of(start, start + static_cast<std::int64_t>(lists.size())), local(0, width)});
  auto view = table.write<T>();
  for (std::size_t n = 0; n < lists.size(); ++n)
    for (std::size_t l = 0; l < lists[n].size(); ++l)
      view(n, l) = lists[n][l];
  return table;
}
inline Storage rows32(Dimension of, Dimension local, std::vector<std::vector<std::int32_t>> lists,
                      std::int64_t start = 0) {
  return rows<std::int32_t>(of, local, std::move(lists), start);
}

/// The table with the pairs of a ring of four vertices.
inline Storage ring() { return rows32(V, v2v, {{3, 1}, {0, 2}, {1, 3}, {2, 0}}); }

/// Values of two dimensions, row by row.
inline Storage grid(Dimension slow, Dimension fast, std::vector<std::vector<double>> values,
                    std::int64_t slowStart = 0, std::int64_t fastStart = 0) {
  Storage storage =
      empty({slow(slowStart, slowStart + static_cast<std::int64_t>(values.size())),
             fast(fastStart, fastStart + static_cast<std::int64_t>(values[0].size()))});
  auto view = storage.write<double>();
  for (std::size_t n = 0; n < values.size(); ++n)
    for (std::size_t l = 0; l < values[n].size(); ++l)
      view(n, l) = values[n][l];
  return storage;
}

} // namespace gtjit::mesh

#endif // GTJIT_UNITTESTS_MESH_MESHES_H
