// Arrays whose rows begin inside of lines of the cache, as hosts have them: the memory of each
// begins with its halo, and rows follow each other closely.
#include "Class.h"

using namespace gtjit;

BENCH_CLASS_OF(unaligned_add, (.halo = 1, .isPadded = false), f.out[interior] = f.x + f.y)
BENCH_CLASS_OF(unaligned_laplacian, (.halo = 1, .isPadded = false),
               f.out[interior] = f.x(I - 1) + f.x(I + 1) + f.x(J - 1) + f.x(J + 1) - 4.0 * f.x)
BENCH_CLASS_OF(unaligned_update, (.halo = 1, .inPlace = true, .isPadded = false),
               f.out[interior] = f.out + 0.1 * f.x)
BENCH_CLASS_OF(unaligned_sum, (.halo = 1, .isPadded = false), f.point[whole] = sum(f.x[interior]))
