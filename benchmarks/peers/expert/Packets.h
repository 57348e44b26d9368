// Minimal packet helper for the hand-tuned kernels (GNU vector extensions; own code).
#pragma once
#include "harness/PeerApi.h"
#include <cstdlib>
#include <cstring>
#include <immintrin.h>
#ifdef __AVX512F__
#define VB 64
#else
#define VB 32
#endif
#ifndef PFROWS
#define PFROWS 4 // software prefetch distance in rows (0: off)
#endif
#ifndef NT
#define NT 0
#endif
namespace {
template <class T> struct vec_of;
template <> struct vec_of<double> {
  typedef double type __attribute__((vector_size(VB)));
  typedef long long itype __attribute__((vector_size(VB)));
};
template <> struct vec_of<float> {
  typedef float type __attribute__((vector_size(VB)));
  typedef int itype __attribute__((vector_size(VB)));
};
template <class T> using V = typename vec_of<T>::type;
template <class T> constexpr int W = VB / sizeof(T);

template <class P, class T> inline __attribute__((always_inline)) P ld(const T *p) {
  P v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class P, class T> inline __attribute__((always_inline)) void st(T *p, P v) {
  std::memcpy(p, &v, sizeof v);
}
#if VB == 64
inline __attribute__((always_inline)) void nt_store(double *p, V<double> v) {
  _mm512_stream_pd(p, (__m512d)v);
}
inline __attribute__((always_inline)) void nt_store(float *p, V<float> v) {
  _mm512_stream_ps(p, (__m512)v);
}
inline V<double> vsqrt(V<double> v) { return (V<double>)_mm512_sqrt_pd((__m512d)v); }
inline V<float> vsqrt(V<float> v) { return (V<float>)_mm512_sqrt_ps((__m512)v); }
#else
inline __attribute__((always_inline)) void nt_store(double *p, V<double> v) {
  _mm256_stream_pd(p, (__m256d)v);
}
inline __attribute__((always_inline)) void nt_store(float *p, V<float> v) {
  _mm256_stream_ps(p, (__m256)v);
}
inline V<double> vsqrt(V<double> v) { return (V<double>)_mm256_sqrt_pd((__m256d)v); }
inline V<float> vsqrt(V<float> v) { return (V<float>)_mm256_sqrt_ps((__m256)v); }
#endif
inline void nt_store(double *p, double v) { *p = v; }
inline void nt_store(float *p, float v) { *p = v; }
// streaming store of a final result (rows are 64-byte aligned) when built with -DNT=1
template <class P, class T> inline __attribute__((always_inline)) void out_st(T *p, P v) {
  if constexpr (NT)
    nt_store(p, v);
  else
    st(p, v);
}
template <class P, class M> inline __attribute__((always_inline)) P sel(M m, P a, P b) {
  return m ? a : b;
}
template <class P> struct tag {
  using type = P;
};
// f(i, tag<packet>) over [b,e), packets then scalars
template <class T, class F> inline __attribute__((always_inline)) void row(int b, int e, F &&f) {
  int i = b;
  for (; i + W<T> <= e; i += W<T>)
    f(i, tag<V<T>>());
  for (; i < e; ++i)
    f(i, tag<T>());
}
// same, but the tail is one overlapping packet (idempotent bodies only)
template <class T, class F>
inline __attribute__((always_inline)) void row_overlap(int b, int e, F &&f) {
  int i = b;
  for (; i + W<T> <= e; i += W<T>)
    f(i, tag<V<T>>());
  if (i < e) {
    if (e - b >= W<T>)
      f(e - W<T>, tag<V<T>>());
    else
      for (; i < e; ++i)
        f(i, tag<T>());
  }
}
// [c1 .. c(W-1), n0] and [p(W-1), c0 .. c(W-2)]: the i+1 and i-1 neighbours of c without unaligned
// loads
#if VB == 64
inline __attribute__((always_inline)) V<double> next1(V<double> c, V<double> n) {
  return (V<double>)_mm512_alignr_epi64((__m512i)n, (__m512i)c, 1);
}
inline __attribute__((always_inline)) V<float> next1(V<float> c, V<float> n) {
  return (V<float>)_mm512_alignr_epi32((__m512i)n, (__m512i)c, 1);
}
inline __attribute__((always_inline)) V<double> prev1(V<double> p, V<double> c) {
  return (V<double>)_mm512_alignr_epi64((__m512i)c, (__m512i)p, 7);
}
inline __attribute__((always_inline)) V<float> prev1(V<float> p, V<float> c) {
  return (V<float>)_mm512_alignr_epi32((__m512i)c, (__m512i)p, 15);
}
#else
template <class P> inline __attribute__((always_inline)) P next1(P c, P n) {
  P t[2] = {c, n}, r;
  std::memcpy(&r, reinterpret_cast<char *>(t) + sizeof(c[0]), sizeof r);
  return r;
}
template <class P> inline __attribute__((always_inline)) P prev1(P p, P c) {
  P t[2] = {p, c}, r;
  std::memcpy(&r, reinterpret_cast<char *>(t + 1) - sizeof(c[0]), sizeof r);
  return r;
}
#endif
// first n lanes of v
template <class P, class T> inline __attribute__((always_inline)) void st_part(T *p, P v, int n) {
  for (int l = 0; l < n; ++l)
    p[l] = v[l];
}
template <class T> inline __attribute__((always_inline)) void prefetch_l2(const T *p) {
  __builtin_prefetch(p, 0, 2);
}
// per-thread scratch, allocated once per thread
template <class A> inline A &scratch() {
  static thread_local A *p =
      static_cast<A *>(std::aligned_alloc(4096, (sizeof(A) + 4095) / 4096 * 4096));
  return *p;
}
inline bool big(const bench::Args &a) { return a.threads > 1 && long(a.nx) * a.ny * a.nz > 8192; }
inline void fence() {
  if constexpr (NT)
    _mm_sfence();
}
} // namespace
#define ARGS_COMMON                                                                                \
  [[maybe_unused]] const int nx = a.nx, ny = a.ny, nz = a.nz;                                      \
  [[maybe_unused]] const long sj = a.sj, sk = a.sk;
#define IN(n, name) const T *__restrict name = static_cast<const T *>(a.in[n]);
#define OUT(n, name) T *__restrict name = static_cast<T *>(a.out[n]);
