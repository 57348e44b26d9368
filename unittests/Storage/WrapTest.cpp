//===- WrapTest.cpp - Foreign memory --------------------------------------===//
//
// Storages around memory of somebody else: no copy, kept alive, never moved.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Program.h"
#include "gtjit/Runtime.h"

#include <functional>
#include <memory>

using namespace gtjit;
using namespace gtjit::test;

namespace {

// S0-002 (open: owners in Python)
TEST(Wrap, UsesTheMemoryItIsGiven) {
  double buf[24] = {};
  auto owner = std::make_shared<int>(1);
  {
    Storage s = wrap(buf, {2, 3, 4}, {.keepAlive = owner});
    EXPECT_EQ(owner.use_count(), 2);
    s.write<double>()(1, 2, 3) = 7;
    EXPECT_EQ(buf[23], 7.0);
    EXPECT_EQ(s.data(), buf);
    EXPECT_EQ(list(s.strides()), (Sizes{96, 32, 8}));
  }
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_EQ(buf[23], 7.0); // not freed: the sanitizers would tell
}

TEST(Wrap, ViewsAndFieldsKeepTheOwnerAlive) {
  auto owner = std::make_shared<std::vector<double>>(6, 1.5);
  std::weak_ptr<std::vector<double>> watch = owner;
  double *memory = owner->data();
  Storage s = wrap(memory, {6}, {.keepAlive = std::move(owner)});
  Storage view = s.view({I(2, 4)});
  Field field = s;
  HostView<const double> host = s.read<double>();
  s = Storage();
  view = Storage();
  EXPECT_FALSE(watch.expired());
  field = Field(1.0);
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(host(5), 1.5);
  host = HostView<const double>(detail::HostMemory{});
  EXPECT_TRUE(watch.expired());
}

TEST(Wrap, TakesADomainWithTheHaloOutside) {
  constexpr int nx = 5, ny = 3, h = 2;
  std::vector<float> memory((nx + 2 * h) * (ny + 2 * h));
  Runtime runtime;
  Storage t = runtime.wrap(memory.data(), {I(0, nx), J(0, ny)},
                           {.halo = {{I, h}, {J, h}}, .layout = fortran});
  EXPECT_EQ(t.domain(), (Domain{I(-h, nx + h), J(-h, ny + h)}));
  EXPECT_EQ(list(t.strides()), (Sizes{4, 4 * (nx + 2 * h)}));
  EXPECT_EQ(t.data(), memory.data());
  EXPECT_EQ(&t.runtime(), &runtime);
  EXPECT_EQ(runtime.counters().allocations, 0);
}

TEST(Wrap, TakesStridesInBytes) {
  std::vector<double> memory(40);
  for (int n = 0; n < 40; ++n)
    memory[static_cast<std::size_t>(n)] = n;
  Storage every = wrap(memory.data(), {4, 5}, {.strides = {80, 16}});
  EXPECT_EQ(every.read<double>()(3, 4), 38.0);
  Storage backwards = wrap(memory.data() + 39, {4, 10}, {.strides = {-80, -8}});
  EXPECT_EQ(backwards.read<double>()(0, 0), 39.0);
  EXPECT_EQ(backwards.read<double>()(3, 9), 0.0);
  Storage repeated = wrap(memory.data(), {3, 4}, {.strides = {0, 8}});
  EXPECT_EQ(repeated.read<double>()(2, 3), 3.0);
}

// M-005
TEST(Wrap, ChecksWhatItIsGiven) {
  alignas(64) double memory[16] = {};
  auto *shifted = reinterpret_cast<double *>(reinterpret_cast<char *>(memory) + 4);
  double *null = nullptr;
  EXPECT_ERROR(ValueError, wrap(null, {3}), "expected the address of foreign memory, got null");
  EXPECT_EQ(wrap(null, {0}).nbytes(), 0);
  EXPECT_ERROR(LayoutError, wrap(shifted, {3}),
               "expected foreign memory at a multiple of 8 bytes for f64");
  EXPECT_ERROR(LayoutError, wrap(memory, {3}, {.strides = {12}}),
               "expected strides that are multiples of 8 bytes, got 12 in I");
  EXPECT_ERROR(ValueError, wrap(memory, {3, 2}, {.strides = {8}}),
               "expected strides for 2 dimensions, got 1");
  EXPECT_ERROR(MemoryError, wrap(memory, {INT64_MAX / 2, 2}, {.strides = {1 << 20, 8}}),
               "the strides of foreign memory reach beyond the address space");
  EXPECT_EQ(wrap(memory, {3}, {.alignment = 8}).alignment(), 8);
  EXPECT_ERROR(LayoutError, wrap(memory + 1, {3}, {.alignment = 8}),
               "expected foreign memory whose aligned point lies at a multiple of 8 elements");
}

TEST(Wrap, IsWrittenInPlaceWhileFieldsKeepTheirValues) {
  std::vector<double> memory = {1.0, 2.0, 3.0};
  Runtime runtime{{.reference = true}};
  Storage s = runtime.wrap(memory.data(), {I(0, 3)});
  Field old = s + 0.0;
  s.write<double>()(0) = 10.0;
  EXPECT_EQ(memory[0], 10.0);
  EXPECT_EQ(old.storage().read<double>()(0), 1.0);
}

/// The message of what writes a read-only storage.
template <class Write> void expectReadOnly(Write write) {
  EXPECT_EQ(messageOf<ValueError>(write), "cannot write 'c': its memory is read-only");
}

TEST(Wrap, ConstantsAreReadAndNeverWritten) {
  static const double constants[6] = {1, 2, 3, 4, 5, 6};
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope(runtime);
  Storage c = wrap(constants, {I(0, 4)}, {.halo = {{I, 1}}}).named("c");
  EXPECT_FALSE(c.flags().writeable);
  EXPECT_EQ(c.data(), constants);
  EXPECT_EQ(sum(c).item<double>(), 21.0);
  Storage v = zeros<double>({I(0, 4)}), mask = full<bool>({I(-1, 5)}, true);
  expectReadOnly([&] { c[interior] = 1.0; });
  expectReadOnly([&] { c[{I(2)}] = 1.0; });
  expectReadOnly([&] { update({{v, 7.0}, {c, 1.0}}); });
  expectReadOnly([&] { (void)c.write<double>(); });
  expectReadOnly([&] { (void)c.write<double>(I); });
  expectReadOnly([&] { fillHalo(c, periodic(I)); });
  expectReadOnly([&] { c.set({0}, 1.0); });
  expectReadOnly([&] { c.set(mask, 1.0); });
  expectReadOnly([&] { c.view({I(0, 2)})[whole] = 1.0; });
  expectReadOnly([&] { c.slice({{0, 2}})[whole] = 1.0; });
  expectReadOnly([&] { c.rebased({I(7)})[whole] = 1.0; });
  expectReadOnly([&] { c.transpose()[whole] = 1.0; });
  expectReadOnly([&] { c.domain_view()[whole] = 1.0; });
  Program copy = runtime.compile([](Field a) { return a; }, arg(F64, {I}));
  expectReadOnly([&] { copy(out(c), v); });
  EXPECT_EQ(v.read<double>()(0), 0.0) << "the other target of update()";
  for (int n = 0; n < 6; ++n)
    EXPECT_EQ(constants[n], n + 1.0);
  c.copy()[whole] = 1.0; // memory of its own
}

TEST(Wrap, TheLineThatWritesConstantsIsTheUsers) {
  const float constants[3] = {};
  Storage byShape = wrap(constants, {3}),
          byType = wrap(static_cast<const void *>(constants), F32, Domain(I(0, 3)));
  unsigned line = 0;
  for (Storage &storage : {std::ref(byShape), std::ref(byType)})
    try {
      line = __LINE__ + 1;
      storage[whole] = 1.0f;
      FAIL();
    } catch (const ValueError &error) {
      EXPECT_EQ(error.line().line, line);
    }
}

} // namespace
