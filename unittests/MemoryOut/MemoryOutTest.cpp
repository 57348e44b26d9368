//===- MemoryOutTest.cpp - When an allocation fails -----------------------===//
//
// Every allocation of a piece of work fails once, in turn: it ends with an error, changes
// nothing, and succeeds when it is tried again. Its code is compiled before, since the
// compiler ends with the process where memory is out.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"

#include <cstdlib>
#include <functional>
#include <memory>
#include <new>

using namespace gtjit;

namespace {
/// Allocations of the thread up to the one that fails; negative: none does.
thread_local std::int64_t allocationsLeft = -1;

void *allocate(std::size_t size, std::size_t alignment) {
  if (allocationsLeft >= 0 && allocationsLeft-- == 0)
    throw std::bad_alloc();
  void *memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
  return memory ? memory : throw std::bad_alloc();
}
} // namespace

void *operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

class MemoryOut : public BackendTest {
protected:
  /// `scene` makes what the work needs, and returns the work and the values that must be
  /// the old ones where it fails, the same each time where it does not.
  struct Scene {
    std::function<void()> work;
    std::function<Values()> values;
  };
  static void failInTurn(const std::function<Scene()> &make) {
    Values before, after;
    {
      Scene scene = make();
      before = scene.values();
      scene.work(); // compiles
      after = scene.values();
    }
    for (std::int64_t n = 0; n < 10000; ++n) {
      SCOPED_TRACE("allocation " + std::to_string(n));
      Scene scene = make();
      bool isDone = false;
      allocationsLeft = n;
      try {
        scene.work();
        isDone = allocationsLeft >= 0;
      } catch (const std::bad_alloc &) {
      }
      bool hasFailed = allocationsLeft < 0;
      allocationsLeft = -1;
      if (isDone) {
        EXPECT_EQ(scene.values(), after);
        EXPECT_GT(n, 0);
        return;
      }
      ASSERT_TRUE(hasFailed);
      Values now = scene.values();
      ASSERT_TRUE(now == before || now == after);
      scene.work();
      ASSERT_EQ(scene.values(), after);
    }
    FAIL() << "more allocations than expected";
  }
};
GTJIT_ON_ALL_BACKENDS(MemoryOut);

} // namespace

TEST_P(MemoryOut, WhereTheStorageMoves) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 40)}));
    Storage plain = counting(zeros<double>({I(0, 40)}), 3.0);
    Field pending = s + 1.0;
    return Scene{[s, plain]() mutable { s[{I(1, 39)}] = plain(I + 1) - 2.0 * plain; },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], 6.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOut, WhereReadersGetACopy) {
  std::vector<double> memory(40);
  failInTurn([&] {
    for (std::size_t n = 0; n < memory.size(); ++n)
      memory[n] = static_cast<double>(n * n);
    Storage s = wrap(memory.data(), {40});
    Field pending = s + 1.0;
    return Scene{[s]() mutable {
                   Storage u = counting(zeros<double>({I(0, 40)}));
                   s[{I(1, 39)}] = u(I + 1) - 2.0 * u;
                 },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], 26.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOut, InAnUpdateOfSeveral) {
  failInTurn([] {
    Storage a = counting(zeros<double>({I(0, 20)})), b = counting(zeros<double>({I(0, 20)}), 2.0);
    Field pending = a - b;
    return Scene{[a, b]() mutable { update({{a[{I(1, 20)}], b(I - 1)}, {b, a * 2.0}}); },
                 [a, b, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], -2.0);
                   Values all = valuesOf(a), more = valuesOf(b);
                   all.insert(all.end(), more.begin(), more.end());
                   return all;
                 }};
  });
}

TEST_P(MemoryOut, InAHostView) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 20)}));
    Field pending = s + 1.0;
    return Scene{[s]() mutable { s.write<double>()(3) = 9.0; },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 4.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOut, InACallOfAProgram) {
  Program program = runtime.compile([](Field u) { return u(I - 1) + u(I + 1); }, arg(F64, I));
  failInTurn([&] {
    Storage u = counting(zeros<double>({I(0, 20)})), v = counting(zeros<double>({I(1, 19)}));
    Field pending = v + 1.0;
    return Scene{[program, u, v]() mutable { program(out(v), u); },
                 [v, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 4.0);
                   return valuesOf(v);
                 }};
  });
}

// Where work under way still reads the old block.
TEST_P(MemoryOut, WhereTheOldBlockIsInUse) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 40)}));
    auto lease = std::make_shared<detail::Lease>(s.get()->view(), detail::Access::Read);
    return Scene{[s]() mutable { s[whole] = 2.0; },
                 [s, lease] {
                   Storage other = full<double>({I(0, 40)}, -1.0); // would get the block
                   EXPECT_EQ(*reinterpret_cast<const double *>(lease->first()), 0.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOut, InAReductionAndAScan) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 6), K(0, 9)})), total = zeros<double>({K(0, 9)});
    return Scene{[s, total]() mutable { total[whole] = sum(cumsum(s, K) * s, I) + max(s); },
                 [total] { return valuesOf(total); }};
  });
}

TEST_P(MemoryOut, InTheFillingOfAHalo) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 6), K(0, 9)}, {.halo = {{I, 1}}}));
    Field pending = s + 1.0;
    return Scene{[s]() mutable { fillHalo(s, periodic(I)); },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[0], 1.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOut, InAFieldThatIsEvaluated) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 30)})), t = like(s);
    t[whole] = 0.0;
    Field shared = sqrt(s + 1.0), joined = concat_where(I < 5, shared, 2.0 * shared(I - 1));
    return Scene{[=]() mutable {
                   Storage kept = eval(joined + shared);
                   t[{I(1, 30)}] = kept + joined;
                 },
                 [=] { return valuesOf(t); }};
  });
}
