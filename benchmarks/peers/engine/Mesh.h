//===- Mesh.h - gtjit among the peers on meshes -----------------*- C++ -*-===//
//
// Wraps the harness's arrays, elements fastest; or keeps fields of its own with
// levels fastest, as the hand-written kernels do, so that one look at a table
// serves all levels; on a device of its own in either order.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Engine.h"

#include <vector>

namespace bench {

template <class T> class MeshEngine : public Kernel {
public:
  MeshEngine(const Args &given, bool byColumn)
      : args(given), runtime(runtimeOf(given)), isByColumn(byColumn),
        V2E(wrapTable(args.v2e, V, vertices(), v2e, 6), E),
        E2V(wrapTable(args.e2v, E, edges(), e2v, 2), V) {}

  void run() final {
    auto start = std::chrono::steady_clock::now();
    evaluate();
    if (firstSeconds < 0)
      firstSeconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  void wait() final { runtime.wait(); }
  void fetch() final {
    for (std::size_t n = 0; hasOwnFields() && n < results.size(); ++n)
      wrapped(args.out[n], V, vertices())[gtjit::whole] = results[n];
  }

protected:
  virtual void evaluate() = 0;
  long vertices() const { return long(args.nx) * args.ny; }
  long edges() const { return 3 * vertices(); }

  /// A field on all levels.
  gtjit::Storage field(int n, gtjit::Dimension of, long elements) {
    gtjit::Storage shared = wrapped(const_cast<void *>(args.in[n]), of, elements);
    if (!hasOwnFields())
      return shared;
    gtjit::Storage own = ownField(of, elements);
    own[gtjit::whole] = shared;
    if (isOnDevice())
      own.host_to_device();
    return own;
  }
  gtjit::Storage result(int n) {
    constexpr bool nontemporal = true; // as those of experts
    results.push_back(hasOwnFields() ? ownField(V, vertices(), nontemporal)
                                     : wrapped(args.out[n], V, vertices(), nontemporal));
    return results.back();
  }
  /// A number for each element, and for each neighbour of a vertex.
  gtjit::Storage weights(int n, gtjit::Dimension of, long elements) {
    return onDevice(runtime.wrap(static_cast<T *>(const_cast<void *>(args.in[n])), of(0, elements)),
                    runtime);
  }
  gtjit::Storage signs() {
    return onDevice(runtime.wrap(static_cast<T *>(const_cast<void *>(args.in[1])),
                                 {V(0, vertices()), v2e(0, 6)}),
                    runtime);
  }

  const gtjit::Dimension V{"V"}, E{"E"};
  const gtjit::Dimension v2e{"V2E", gtjit::DimensionKind::Local},
      e2v{"E2V", gtjit::DimensionKind::Local};
  const Args args;

private:
  gtjit::Storage wrapTable(const int *table, gtjit::Dimension of, long elements,
                           gtjit::Dimension local, int width) {
    return onDevice(runtime.wrap(const_cast<int *>(table), {of(0, elements), local(0, width)}),
                    runtime);
  }
  gtjit::Storage wrapped(void *first, gtjit::Dimension of, long elements,
                         bool nontemporal = false) {
    constexpr std::int64_t size = sizeof(T);
    return runtime.wrap(static_cast<T *>(first), {of(0, elements), gtjit::K(0, args.nz)},
                        {.nontemporal = nontemporal, .strides = {size, size * elements}});
  }
  bool hasOwnFields() const { return isByColumn || isOnDevice(); }
  gtjit::Storage ownField(gtjit::Dimension of, long elements, bool nontemporal = false) {
    gtjit::StorageOptions options{.layout = isByColumn ? gtjit::cOrder : gtjit::fortran,
                                  .nontemporal = nontemporal,
                                  .runtime = &runtime};
    if (isOnDevice())
      options.device = "gpu";
    return gtjit::empty<T>({of(0, elements), gtjit::K(0, args.nz)}, options);
  }

  gtjit::Runtime &runtime;
  const bool isByColumn;
  std::vector<gtjit::Storage> results;

protected:
  const gtjit::Connectivity V2E, E2V;
};

} // namespace bench
