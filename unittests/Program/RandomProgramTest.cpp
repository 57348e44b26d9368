//===- RandomProgramTest.cpp - Random callables, directly and as programs -===//
//
// The same bits, whatever the callable, the sizes, halos and layouts, on the
// first call and on a repeated one, before and after a way through a file.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <filesystem>
#include <optional>
#include <random>
#include <unistd.h>

using namespace gtjit;

namespace {

class RandomProgramTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(RandomProgramTest);

/// Numbers that are the same for every run of a callable.
class Dice {
public:
  explicit Dice(unsigned seed) : engine(seed) {}
  int below(int limit) { return static_cast<int>(engine() % static_cast<unsigned>(limit)); }

private:
  std::mt19937 engine;
};

constexpr Dimension kDims[] = {I, J, K};

/// A random expression of two fields on all dimensions, one on J alone, and a
/// scalar. Runs on values and at a trace alike.
class RandomCallable {
public:
  RandomCallable(unsigned seed, Storage captured) : seed(seed), captured(captured) {}

  std::vector<Field> operator()(Field u, Field w, Field row, Field s) const {
    Dice dice(seed);
    std::vector<Field> pool{u, w, row, s * u, captured * u};
    int operations = 3 + dice.below(10);
    for (int n = 0; n < operations; ++n)
      pool.push_back(grown(dice, pool));
    std::vector<Field> results;
    for (int n = 1 + dice.below(3); n > 0; --n)
      results.push_back(pool[pool.size() - static_cast<std::size_t>(n)] + 0.0 * u);
    if (dice.below(2))
      results.push_back(sum(pool.back() * u));
    return results;
  }

private:
  static Field pick(Dice &dice, const std::vector<Field> &pool) {
    return pool[static_cast<std::size_t>(dice.below(static_cast<int>(pool.size())))];
  }
  static Field grown(Dice &dice, const std::vector<Field> &pool) {
    Field a = pick(dice, pool), b = pick(dice, pool);
    Dimension dim = kDims[dice.below(2)];
    switch (dice.below(12)) {
    case 0:
      return a + b;
    case 1:
      return a * 0.75 - b;
    case 2:
      return min(a, b + 1.0);
    case 3:
      return where(a > b, a, 0.5 * b);
    case 4:
      return sqrt(abs(a));
    case 5:
      return a.dims().contains(dim) ? a(dim + 1) - a : a;
    case 6:
      return a.dims().contains(dim) ? a(dim - 1).named("shifted") : -a;
    case 7:
      return a.dims().contains(dim) ? a - 0.01 * sum(a, dim) : a;
    case 8:
      return a.dims().contains(K) ? max(a, K) + b : a;
    case 9:
      return astype(astype(a, F32), F64) + b;
    case 10:
      return a.dims().contains(J) ? a[{J(1)}] * b : b;
    default:
      return a.dims().contains(K) ? a.rel({ellipsis, 0}) - b : a / (abs(b) + 1.0);
    }
  }

  unsigned seed;
  Storage captured;
};

struct Arguments {
  Storage u, w, row;
  double s;
};

Storage filled(Dice &dice, const Domain &domain, const StorageOptions &options) {
  Storage storage = counting(zeros<double>(domain, options), dice.below(9));
  Field value = storage;
  storage[whole] = value * 0.375 - where(value > 40.0, value * 0.25, 7.0);
  return storage;
}

Arguments randomArguments(Dice &dice) {
  static const Layout layouts[] = {{}, cOrder, fortran, {1, 2, 0}};
  Domain domain{I(dice.below(3), 5 + dice.below(12)), J(0, 4 + dice.below(6)),
                K(0, 1 + dice.below(4))};
  auto options = [&] {
    return StorageOptions{.halo = {{I, 6 + dice.below(2)}, {J, 6}},
                          .layout = layouts[dice.below(4)]};
  };
  return {filled(dice, domain, options()), filled(dice, domain, options()),
          filled(dice, J(-8, 16), {}), 0.25 * dice.below(9)};
}

/// A target for a result where the direct expression is defined.
Storage targetFor(const Field &result, Dice &dice) {
  Domain domain = result.domain();
  return zeros(domain, result.dtype(), {.layout = dice.below(2) ? cOrder : Layout()});
}

void callWith(const Program &program, const std::vector<Storage> &targets, const Arguments &given) {
  std::vector<ProgramArgument> arguments;
  for (const Storage &target : targets)
    arguments.push_back(out(target));
  arguments.insert(arguments.end(), {given.u, given.w, given.row, given.s});
  program.call(arguments);
}

std::string textOf(const std::vector<Storage> &storages) {
  std::string bytes;
  for (const Storage &storage : storages) {
    Storage packed = zeros(storage.domain(), storage.dtype(), {.layout = cOrder, .preset = "C"});
    packed[whole] = storage;
    HostView<const double> view = packed.read<double>();
    std::size_t count = 1;
    for (std::int64_t extent : view.shape())
      count *= static_cast<std::size_t>(extent);
    for (std::size_t n = 0; n < count; ++n) // all NaN are one
      bytes += view.data()[n] == view.data()[n]
                   ? std::string(reinterpret_cast<const char *>(view.data() + n), 8)
                   : "not a no";
  }
  return bytes;
}

/// The outcome of a run: bits, or what class of error came.
template <class Run> std::string outcome(const std::vector<Storage> &targets, Run run) {
  try {
    run();
    return textOf(targets);
  } catch (const Error &error) {
    return "error " + std::to_string(static_cast<int>(error.code())) + ": " +
           std::string(error.message());
  }
}

} // namespace

TEST_P(RandomProgramTest, sameBitsAsTheExpression) {
  const int callables = compiles() ? 24 : 100;
  std::string path = (std::filesystem::temp_directory_path() /
                      ("gtjit-random-program-" + std::to_string(::getpid())))
                         .string();
  int compared = 0;
  for (int seed = 1; seed <= callables; ++seed) {
    SCOPED_TRACE(seed);
    Storage captured = full<double>({I(-16, 32)}, 1.5);
    RandomCallable callable(static_cast<unsigned>(seed), captured);
    std::optional<Program> programs[2];
    programs[0] =
        runtime.compile(callable, arg(F64, {I, J, K}), arg(F64, {I, J, K}), arg(F64, J), arg(F64));
    if (seed % 8 == 0) {
      programs[0]->save(path);
      programs[1] = Program::load(path);
    }
    Dice dice(static_cast<unsigned>(seed) * 77);
    for (int round = 0; round < 3; ++round) {
      Arguments given = randomArguments(dice);
      std::vector<Field> fields;
      try {
        fields = callable(given.u, given.w, given.row, given.s);
      } catch (const Error &) {
        continue; // a slice that this domain does not have
      }
      std::vector<Storage> targets, expected;
      for (const Field &field : fields) {
        targets.push_back(targetFor(field, dice));
        expected.push_back(like(targets.back()));
      }
      std::string direct = outcome(expected, [&] {
        for (std::size_t n = 0; n < fields.size(); ++n)
          expected[n][whole] = fields[n];
      });
      fields.clear();
      for (const auto &program : programs)
        for (int again = 0; program && again < 2; ++again) {
          for (Storage &target : targets)
            target[whole] = -1.0;
          ASSERT_EQ(outcome(targets, [&] { callWith(*program, targets, given); }), direct);
          ++compared;
        }
    }
  }
  std::filesystem::remove(path);
  EXPECT_GT(compared, callables * 4);
}
