//===- BadIndicesTest.cpp - Indices that are bad somewhere ----------------===//
//
// Random values at computed indices, some of which lie far outside in some boxes. Whether
// an evaluation needs one of them, and which one its error names, is the same on the
// reference evaluator and compiled, and so are the values where it needs none. Kernels
// work on guarded memory.
//
//===----------------------------------------------------------------------===//
#include "GuardedMemory.h"
#include "Options.h"
#include "Random.h"

#include <gtjit/gtjit.h>

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

constexpr std::int64_t nx = 6, ny = 5, nz = 4;
/// From any coordinate to where no memory is.
constexpr std::int64_t far = std::int64_t(1) << 27;

/// Makes the same fields from the same seed, of storages of the current runtime.
class Maker {
public:
  explicit Maker(std::uint64_t seed) : random(seed), withBad(random.chance(60)) {
    u[whole] = astype((index(I) * 7 + index(J) * 5 + index(K) * 3) % 11, F64) * 0.25;
    columns[whole] = astype(index(I) % 4, F64) - 1.0;
    m[whole] = astype((index(I) * 5 + index(J) * 3 + index(K)) % 101, I32);
    rows[whole] = astype((index(J) * 5) % 17, I32);
  }
  Field value(int depth);
  Field indices(int depth, std::int64_t limit);
  /// Any of the ways in which two values come to be stored.
  void store(Field first, const Field &second, Storage &y, Storage &z);

private:
  Condition condition();
  Field any(std::int64_t limit);
  Field spread(const Field &field) const { return field + 0.0 * Field(u); }
  template <class Part> Field cut(Part part) {
    Condition where = condition();
    Field inside = part();
    return concat_where(where, inside, part());
  }
  Field read(const Field &field, int depth);
  Field shifted(const Field &field, int depth);
  Field joined(const Field &field);

  Random random;
  bool withBad;
  Domain domain{I(0, nx), J(0, ny), K(0, nz)};
  Storage u = empty<double>(domain), columns = empty<double>({I(0, nx)});
  Storage m = empty<std::int32_t>(domain), rows = empty<std::int32_t>({J(0, ny)});
};

/// Some points, or none, or all.
Condition Maker::condition() {
  switch (random.below(5)) {
  case 0:
    return I < random.between(0, nx);
  case 1:
    return J < random.between(0, ny);
  case 2:
    return I >= random.between(0, nx);
  case 3:
    return (K < random.between(0, nz)) & (J >= random.between(0, ny));
  default:
    return I == random.between(0, nx);
  }
}

/// Below the limit, but for what is bad.
Field Maker::any(std::int64_t limit) {
  Field good = Field(m) % limit;
  if (withBad && random.chance(20)) {
    Field bad = good + random.pick({far, -far, limit});
    Condition where = random.chance(40) ? condition() : condition() & condition();
    return random.chance(10)   ? bad
           : random.chance(50) ? concat_where(where, bad, good)
                               : concat_where(where, good, bad);
  }
  switch (random.below(3)) {
  case 0:
    return good;
  case 1:
    return Field(rows) % limit;
  default:
    return astype((index(I) * random.between(1, 3) + index(J)) % limit, I32);
  }
}

Field Maker::indices(int depth, std::int64_t limit) {
  if (depth <= 0)
    return any(limit);
  auto spread = [&] { return indices(depth - 1, limit) + Field(m) * 0; };
  switch (random.below(6)) {
  case 0:
  case 1:
    return cut(spread);
  case 2:
    return (indices(depth - 1, limit) + any(limit)) % limit;
  case 3:
    return astype(clip(value(depth - 1) * 3.0, 0.0, static_cast<double>(limit - 1)), I64);
  case 4:
    return spread()(I(indices(depth - 2, nx)));
  default:
    return spread()(J(indices(depth - 2, ny)));
  }
}

Field Maker::read(const Field &field, int depth) {
  switch (random.below(4)) {
  case 0:
    return field(I(indices(depth, nx)));
  case 1:
    return field(J(indices(depth, ny)));
  case 2:
    return field.at({I(indices(depth, nx)), J(indices(depth - 1, ny))});
  default:
    return field.at({I(indices(depth - 1, nx)), J(indices(depth - 1, ny)), K(indices(depth, nz))});
  }
}

/// As far as offsets between bounds say, where that is in the field.
Field Maker::shifted(const Field &field, int depth) {
  Field offsets = astype(indices(depth, 3), I32) - 1;
  Field inside = field(as_offset(I, offsets, {-1, 1}));
  return concat_where(I < 1, u, concat_where(I >= nx - 1, u, inside));
}

/// What goes through more points than those that read it, or through none.
Field Maker::joined(const Field &field) {
  std::int64_t from = random.between(0, nx - 1), layer = random.between(0, nz - 1);
  switch (random.below(5)) {
  case 0:
    return sum(field, I) * 0.125;
  case 1:
    return sum(field[{I(from, random.between(from, nx))}], I) * 0.25;
  case 2:
    return max(field[{K(layer, random.between(layer + 1, nz))}], K);
  case 3:
    return cumsum(field, random.chance(50) ? I : K, random.chance(50) ? Forward : Backward) * 0.125;
  default:
    return field[I[from]];
  }
}

Field Maker::value(int depth) {
  if (depth <= 0)
    return random.chance(60) ? Field(u) : random.chance(50) ? Field(columns) : u * 0.5 + columns;
  switch (random.below(8)) {
  case 0:
    return cut([&] { return spread(value(depth - 1)); });
  case 1:
    return value(depth - 1) + value(depth - 1);
  case 2:
    return value(depth - 1) * 0.5;
  case 3:
    return (spread(value(depth - 1)) * 1.0).compute_root();
  case 4:
    return shifted(spread(value(depth - 1)), depth - 1);
  case 5:
    return joined(spread(value(depth - 1)));
  default:
    return read(spread(value(depth - 1)), depth - 1);
  }
}

void Maker::store(Field first, const Field &second, Storage &y, Storage &z) {
  switch (random.below(3)) {
  case 0:
    y[Region({I(random.between(0, nx - 1), nx), J(0, random.between(1, ny))})] = first;
    break;
  case 1:
    update({{y, first}, {z, second}});
    break;
  default:
    y[whole] = sum(spread(first), I) + second;
  }
}

/// What is in two storages behind an evaluation, or its error.
struct Outcome {
  std::string error;
  std::vector<double> values;
};

Outcome play(Runtime &runtime, std::uint64_t seed, Check search) {
  Runtime::Scope scope(runtime);
  CheckScope check(search);
  Outcome outcome;
  Storage y = zeros({I(0, nx), J(0, ny), K(0, nz)}), z = y.copy();
  try {
    Maker maker(seed);
    Field first = maker.value(3), second = maker.value(2);
    maker.store(first, second, y, z);
  } catch (const Error &error) {
    outcome.error = error.what();
  }
  for (const Storage &storage : {y, z}) {
    auto view = storage.read<double>();
    for (std::int64_t i = 0; i < nx; ++i)
      for (std::int64_t j = 0; j < ny; ++j)
        for (std::int64_t k = 0; k < nz; ++k)
          outcome.values.push_back(view(i, j, k));
  }
  return outcome;
}

RuntimeOptions optionsFor(bool reference, Allocator *memory) {
  RuntimeOptions settings;
  settings.reference = reference;
  settings.threads = 1;
  settings.allocator = memory;
  return settings;
}

TEST(BadIndices, AreTheSameWhereverTheyAreNeeded) {
  GuardedMemory memory;
  Runtime reference(optionsFor(true, nullptr)), compiling(optionsFor(false, &memory));
  std::int64_t bad = 0, good = 0;
  for (std::int64_t n = 0; n < options().graphs / 8 && !HasFailure(); ++n) {
    if (options().only >= 0 && options().only != n)
      continue;
    SCOPED_TRACE("seed " + std::to_string(options().seed) + ", case " + std::to_string(n));
    nameScenarioOfFaults(n);
    std::uint64_t seed = options().seed * 1000003 + static_cast<std::uint64_t>(n);
    Check search = n % 4 == 3 ? Check::NaN : Check::None;
    Outcome expected = play(reference, seed, search), found = play(compiling, seed, search);
    EXPECT_EQ(found.error, expected.error);
    EXPECT_EQ(std::memcmp(found.values.data(), expected.values.data(),
                          expected.values.size() * sizeof(double)),
              0);
    ++(expected.error.find("the index at") != std::string::npos ||
               expected.error.find("the offset at") != std::string::npos
           ? bad
           : good);
  }
  std::cout << bad << " needed a bad index, " << good << " none\n";
  if (!HasFailure() && options().only < 0 && options().graphs >= 2000) {
    EXPECT_GE(bad, options().graphs / 100);
    EXPECT_GE(good, options().graphs / 100);
  }
}

} // namespace
