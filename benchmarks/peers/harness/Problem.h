//===- Problem.h - Inputs and the expected result ---------------*- C++ -*-===//
//
// The arrays that all peers of a group share, and the result in double
// arithmetic that each must give.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Memory.h"
#include "MeshTables.h"
#include "PeerApi.h"

#include <memory>
#include <string>
#include <vector>

namespace bench {

struct KernelDefinition {
  const char *name;
  int inputs;
  int halo, levels;                          // halos: in i and j, and in k
  std::vector<const char *> implementations; // names of the exported symbols
  bool isOnMesh = false;
  int outputs = 1;
  const char *ownSize = nullptr; // that it has beside those of all kernels
};
const std::vector<KernelDefinition> &kernelDefinitions();

/// Inputs are random in [0, 1): copying zeros is faster than copying data.
template <class T> class Problem {
public:
  Problem(const KernelDefinition &kernel, int nx, int ny, int nz);
  Args args{};
  /// Bytes that must move: every input and every table once, the outputs once.
  double bytes() const;
  /// Fills the outputs with NaN.
  void poison();
  /// Greatest difference from the expected result, relative to the greatest
  /// of 1 and its values; 1e9 if a value is missing.
  double error() const;

private:
  T *allocate(long elements);
  void makeGrid(int nx, int ny, int nz);
  void makeMesh(int nx, int ny, int nz);
  void computeExpected();
  void computeBounded(bool isFilled);
  void computeSweeps();
  void computeAdvection();
  void computeOnMesh();
  double errorOf(const T *out, const std::vector<double> &expected) const;
  template <class F> void each(F function) const;

  const KernelDefinition &kernel;
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<double> expected[2]; // at the offsets of the outputs
  MeshTables mesh;
  long origin = 0, total = 0; // of an output: elements before point (0, 0, 0), and in all
  double moved = 0;           // bytes of inputs and tables
  int firstPlane, lastPlane;  // planes that the kernel computes
};

} // namespace bench
