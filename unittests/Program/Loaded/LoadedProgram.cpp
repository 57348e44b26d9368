//===- LoadedProgram.cpp - A batch job without a compiler -----------------===//
//
// Loads a program of (u on I, J; number) -> (field on I, J; sum over all), and
// prints what it computes for storages of several stride orders, and what
// many calls allocate. Counts the heap's every way in.
// Arguments: the file, the number of calls.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static long allocations = 0; // the sanitizer has its own heap
#else
static long allocations = 0;
extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void *malloc(std::size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  return __libc_malloc(size);
}
void *calloc(std::size_t count, std::size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  return __libc_calloc(count, size);
}
void *realloc(void *memory, std::size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  return __libc_realloc(memory, size);
}
void *aligned_alloc(std::size_t alignment, std::size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  return __libc_memalign(alignment, size);
}
}
#endif

using namespace gtjit;

static Storage ramp(const Layout &layout) {
  Storage u = zeros<double>({I(0, 9), J(0, 7)}, {.halo = {{I, 1}, {J, 1}}, .layout = layout});
  HostView<double> view = u.write<double>();
  for (int i = 0; i < 11; ++i)
    for (int j = 0; j < 9; ++j)
      view(i, j) = 0.1 * i * i - 0.7 * j;
  return u;
}

static void print(const char *name, const Storage &v, const Storage &total) {
  HostView<const double> view = v.read<double>();
  std::printf("%s %a %a %a\n", name, view(1, 1), view(9, 7), total.item<double>());
}

/// Stride orders: the usual ones, a mixture, and in place.
static void computeEverything(const Program &step) {
  Storage total = zeros<double>(Domain());
  const Layout c{Layout::Kind::C}, f{Layout::Kind::F};
  const Layout pairs[][2] = {{c, c}, {f, f}, {c, f}, {f, c}};
  for (const auto &[from, to] : pairs) {
    Storage u = ramp(from),
            v = zeros<double>(u.compute_domain(), {.halo = {{I, 1}, {J, 1}}, .layout = to});
    step(out(v), out(total), u, 0.25);
    print("pair", v, total);
    step(out(u), out(total), u, 0.25);
    print("in place", u, total);
    step(out(v[{I(2, 9), J(0, 7)}]), out(total), u[{I(0, 10), J(-1, 8)}], 0.25);
    print("part", v, total);
  }
}

int main(int, char **arguments) {
  Program step = Program::load(arguments[1]);
  Storage u = ramp(Layout()), v = like(u), total = zeros<double>(Domain());
  try {
    v[interior] = u * 2.0;
    std::puts("there is a compiler");
  } catch (const CompileError &) {
    std::puts("there is no compiler");
  }
  computeEverything(step);
  step(out(v), out(total), u, 0.5);
  step(out(u), out(total), v, 0.5);
  long before = allocations;
  for (long n = std::atol(arguments[2]) / 2; n > 0; --n) {
    step(out(v), out(total), u, 0.125);
    step(out(u), out(total), v, 0.125);
  }
  std::printf("allocations %ld\n", allocations - before);
  print("end", u, total);
  std::printf("compiles %ld\n", static_cast<long>(Runtime::current().counters().compiles));
}
