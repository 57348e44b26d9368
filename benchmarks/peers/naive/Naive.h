#pragma once
#include "harness/PeerApi.h"
// argument unpacking shared by the naive kernels (not counted as user lines)
#define ARGS_COMMON                                                                                \
  [[maybe_unused]] const int nx = a.nx, ny = a.ny, nz = a.nz;                                      \
  [[maybe_unused]] const long sj = a.sj, sk = a.sk;
#define IN(n, name) const T *name = static_cast<const T *>(a.in[n]);
#define OUT(n, name) T *name = static_cast<T *>(a.out[n]);
