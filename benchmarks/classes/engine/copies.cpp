#include "Class.h"

using namespace gtjit;

/// Every element from `start` on in I that the step takes, without a halo.
static Storage every(const Storage &storage, std::int64_t step, std::int64_t start = Slice::none) {
  return storage.slice({{start, Slice::none, step}});
}
/// The first half of the points in I.
static Storage half(const Storage &storage) {
  return storage.slice({{0, storage.domain()[I].size() / 2}});
}

BENCH_CLASS(copy_step2, half(f.out)[whole] = every(f.x, 2))
BENCH_CLASS(copy_step3, {
  Storage third = every(f.x, 3);
  f.out.slice({{0, third.domain()[I].size()}})[whole] = third;
})
BENCH_CLASS(copy_reversed, f.out[whole] = every(f.x, -1))
BENCH_CLASS(copy_to_step2, every(f.out, 2)[whole] = half(f.x))
BENCH_CLASS(add_step2, half(f.out)[whole] = every(f.x, 2) + every(f.x, 2, 1))
BENCH_CLASS_OF(halo_periodic, (.halo = 3, .inPlace = true),
               fillHalo(f.out, periodic(I), periodic(J)))
BENCH_CLASS_OF(halo_mirror, (.halo = 3, .inPlace = true), fillHalo(f.out, mirror(I), mirror(J)))
BENCH_CLASS_OF(halo_constant, (.halo = 3, .inPlace = true),
               fillHalo(f.out, constant(I, 0.5), constant(J, 0.25)))
BENCH_CLASS(to_integers, f.integers[whole] = astype(1000.0 * f.x, I64))
BENCH_CLASS(modulo, f.integers[whole] = astype(1000.0 * f.x, I64) % 7)
BENCH_CLASS(divided, {
  Field whole32 = astype(1000.0 * f.x, I32);
  Field block = floor_divide(whole32, 7), place = whole32 % 7;
  f.out[whole] = astype(block, f.x.dtype()) + 0.125 * astype(place, f.x.dtype());
})
BENCH_CLASS(by_words, f.out[whole] = astype(astype(1000.0 * f.x, I32), f.x.dtype()))
