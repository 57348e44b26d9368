// All steps in one pass: strips of rows, of each step a ring of rows that stays in the second
// cache, four rows at a time, with lane shifts in place of unaligned loads.
#include "Packets.h"
namespace {
constexpr int STEPS = 10, ROWS = 4, RING = 16;
template <class T> constexpr int STRIP = 4096 / sizeof(T);
template <class T> constexpr int PAD = 16 + 2 * W<T>;

// Rows to[0 .. N-1] from from[0 .. N+1], of which from[1] is the row of to[0]; whole packets of
// [lo, hi).
template <class T, int N, bool LAST>
inline __attribute__((always_inline)) void rows(const T *const *from, T *const *to, long lo,
                                                long hi, long ahead) {
  using P = V<T>;
  P left[N], middle[N];
  for (int n = 0; n < N; ++n)
    left[n] = ld<P>(from[n + 1] + lo - W<T>), middle[n] = ld<P>(from[n + 1] + lo);
  for (long i = lo; i < hi; i += W<T>) {
    const P above = ld<P>(from[0] + i), below = ld<P>(from[N + 1] + i);
    P right[N];
#pragma GCC unroll 8
    for (int n = 0; n < N; ++n) {
      if (ahead)
        prefetch_l2(from[n + 1] + i + ahead);
      right[n] = ld<P>(from[n + 1] + i + W<T>);
      const P next = n + 1 < N ? middle[(n + 1) % N] : below;
      const P last = n > 0 ? middle[(n + N - 1) % N] : above;
      const P v = T(0.2) * (middle[n] + next1(middle[n], right[n]) + prev1(left[n], middle[n]) +
                            next + last);
      if (LAST)
        out_st(to[n] + i, v);
      else
        st(to[n] + i, v);
    }
#pragma GCC unroll 8
    for (int n = 0; n < N; ++n)
      left[n] = middle[n], middle[n] = right[n];
  }
}

template <class T> void jacobi(const bench::Args &a) {
  ARGS_COMMON IN(0, x) OUT(0, out)
      // <user>
      const int strips = (nx + STRIP<T> - 1) / STRIP<T>;
  const int blocks = nz >= a.threads ? 1 : a.threads;
#pragma omp parallel if (big(a))
  {
    auto &rings = scratch<T[STEPS][RING][STRIP<T> + 2 * PAD<T>]>();
#pragma omp for collapse(3) schedule(static) nowait
    for (int k = 0; k < nz; ++k)
      for (int b = 0; b < blocks; ++b)
        for (int s = 0; s < strips; ++s) {
          const long j0 = long(ny) * b / blocks, j1 = long(ny) * (b + 1) / blocks;
          const long i0 = long(s) * STRIP<T>, i1 = i0 + STRIP<T> < nx ? i0 + STRIP<T> : nx;
          const T *in = x + k * sk;
          T *result = out + k * sk;
          auto at = [&](int step, long j) -> T * {
            return rings[step][j & (RING - 1)] + PAD<T> - i0;
          };
          for (long newest = j0 - STEPS + 1; newest < j1 + ROWS * STEPS; newest += ROWS)
            for (int step = 1; step <= STEPS; ++step) {
              const int more = STEPS - step;
              const long j = newest - ROWS * (step - 1);
              const long first = j0 - more, last = j1 + more;
              if (j + ROWS <= first || j >= last)
                continue;
              // whole packets: what is beyond a step's points nobody needs
              const long lo = i0 - (more + W<T> - 1) / W<T> * W<T>;
              const long hi = i0 + (i1 - i0 + more + W<T> - 1) / W<T> * W<T>;
              const T *from[ROWS + 2];
              T *to[ROWS];
              for (int n = 0; n < ROWS + 2; ++n)
                from[n] = step == 1 ? in + (j + n - 1) * sj : at(step - 1, j + n - 1);
              for (int n = 0; n < ROWS; ++n)
                to[n] = step == STEPS ? result + (j + n) * sj : at(step, j + n);
              const bool isWhole = j >= first && j + ROWS <= last;
              const long end = step == STEPS ? i0 + (i1 - i0) / W<T> * W<T> : hi;
              auto run = [&](long from0, long to0) {
                if (isWhole && step == STEPS)
                  rows<T, ROWS, true>(from, to, from0, to0, 0);
                else if (isWhole)
                  rows<T, ROWS, false>(from, to, from0, to0, step == 1 ? 2 * ROWS * sj : 0);
                else
                  for (int n = 0; n < ROWS; ++n)
                    if (j + n >= first && j + n < last)
                      rows<T, 1, false>(from + n, to + n, from0, to0, 0);
              };
              run(lo, end);
              if (end < i1 && step == STEPS)
                for (int n = 0; n < ROWS; ++n)
                  for (long i = end; i < i1 && j + n >= first && j + n < last; ++i)
                    to[n][i] = T(0.2) * (from[n + 1][i] + from[n + 1][i + 1] + from[n + 1][i - 1] +
                                         from[n + 2][i] + from[n][i]);
            }
        }
    fence();
  }
  // </user>
}
} // namespace
BENCH_EXPORT_FN(jacobi)
