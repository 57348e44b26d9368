//===- SavePrograms.cpp - The programs that the other tests load ----------===//
//
// Traces and saves them as a user does, before a C or Fortran program runs.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <string>
#include <utility>

using namespace gtjit;

static Field laplacian(Field u, Field alpha) { return alpha * (u(I + 1) + u(I - 1) - 2.0 * u); }

static std::array<Field, 2> minmax(Field u) { return {min(u), max(u)}; }

static Field place(Field u) { return argmin(u, I); }

static Field scaled(Field u, Field factor) { return u * factor; }

static Field choice(Field u, Field flag, Field shift) { return where(flag, u + shift, u); }

static const Dimension V("V"), E("E"), e2v("E2V", DimensionKind::Local);

static Field around(Field u, Field table) {
  return neighbor_sum(u(Connectivity(table, V, Skip{})));
}

static Field difference(Field u) {
  Field kept = exp(u).compute_root();
  return kept(I + 1) - kept;
}

/// The hosts have functions of their own with these symbols.
static double growth(double x, std::int32_t level) { return x * level; }
static int limited(double x, double *result) {
  *result = x;
  return 0;
}
static int checked(double x, double *result) {
  *result = x;
  return 0;
}
static double scaledBy(const double *x, const std::int32_t *) { return *x; }
static void split(const double *x, const std::int32_t *, double *low, double *high, int *) {
  *low = *high = *x;
}

static int mirrored(const MemRef *) { return 0; }

int main(int, char **arguments) {
  std::string folder = arguments[1];
  Runtime runtime;
  runtime.compile(laplacian, arg(F64, {I, J}), arg(F64)).save(folder + "/laplacian.gtp");
  runtime.compile(minmax, arg(F32, {I})).save(folder + "/minmax.gtp");
  runtime.compile(choice, arg(U64, {I}), arg(Bool), arg(U64)).save(folder + "/choice.gtp");
  runtime.compile(scaled, arg(F32, {I}), arg(F32)).save(folder + "/single.gtp");
  runtime.compile(place, arg(F64, {I})).save(folder + "/place.gtp");
  runtime.compile(around, arg(F64, {V}), arg(I32, {E, e2v})).save(folder + "/around.gtp");
  runtime.compile(difference, arg(F64, {I, J})).save(folder + "/difference.gtp");
  auto check = external("host_checked", &checked);
  runtime.compile([&](Field u) { return check(u) + 1.0; }, arg(F64, {I, J}))
      .save(folder + "/checked.gtp");
  auto scale = external("host_scaled", &scaledBy);
  runtime.compile([&](Field u) { return scale(u, 3); }, arg(F64, {I})).save(folder + "/plain.gtp");
  auto grown = external("host_growth", &growth);
  auto limit = external("host_limited", &limited);
  runtime.compile([&](Field u) { return limit(grown(u, 3)) + 1.0; }, arg(F64, {I}))
      .save(folder + "/external.gtp");
  auto parted = external("host_split", &split, statusLast);
  auto parts = [&](Field u) {
    auto [low, high, status] = parted.withStatus(u, 3);
    return std::pair{where(status == 0, low, -1.0), high};
  };
  runtime.compile(parts, arg(F64, {I})).save(folder + "/routine.gtp");
  auto mirror = externalArrays("host_mirrored", &mirrored, reads(F64, {I, J}), reads(F64, {}),
                               writes(F64, {I, J}));
  auto along = [&](Field u, Field factor) { return mirror(2.0 * u, factor) + u; };
  runtime.compile(along, arg(F64, {I, J}), arg(F64)).save(folder + "/arrays.gtp");
}
