//===- BoundImageTest.cpp - The engine runs what images say ---------------===//
//
// Images of kernels that no expression makes: loops in order, scratch that grows
// with tiles, tables and imported functions, on threads and with any tiles.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Kernel/Imports.h"
#include "gtjit/Launch/Binding.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <bit>

using namespace gtjit;
using namespace gtjit::detail;

/// An image that lies in a file.
static std::shared_ptr<const LoadedImage> imageOf(const std::string &name) {
  std::string error;
  auto image = LoadedImage::fromFile((IMAGES + name + ".image").c_str(), error);
  EXPECT_TRUE(image) << error;
  return image;
}

/// Runs the image on storages whose stride order is the reverse of their dimensions'.
static void run(Runtime &runtime, std::shared_ptr<const LoadedImage> image,
                std::vector<Storage> storages, std::vector<NamedRange> ranges,
                std::vector<double> scalars = {}, std::vector<ImportArgument> imports = {}) {
  Arguments arguments;
  arguments.imports = std::move(imports);
  LeaseGroup leases(runtime.get());
  for (const Storage &storage : storages) {
    ArrayView view = storage.get()->view();
    for (unsigned position : view.strideOrder())
      arguments.strideOrder.push_back(position);
    leases.add(view, Access::Write);
    arguments.storages.push_back(std::move(view));
  }
  for (double scalar : scalars)
    arguments.scalars.push_back(std::bit_cast<std::uint64_t>(scalar));
  for (const NamedRange &range : ranges)
    arguments.ranges.push_back(range);
  leases.take();
  CompiledProgram compiled(std::move(image));
  Binding(runtime.get(), arguments, compiled, leases).run();
}

/// A runtime that shares everything among threads, in tiles of these extents,
/// fastest first.
static RuntimeOptions sharing(int threads, Sequence<std::int64_t> tile) {
  RuntimeOptions options;
  options.threads = threads;
  options.smallDomain = 0;
  options.tile = std::move(tile);
  return options;
}

TEST(BoundImage, LoopsInOrderAreOneThreads) {
  auto image = imageOf("sweeps");
  ASSERT_TRUE(image);
  constexpr std::int64_t ni = 70, nj = 9, nk = 13;
  for (int threads : {1, 2})
    for (const Sequence<std::int64_t> &tile :
         {Sequence<std::int64_t>{}, Sequence<std::int64_t>{16, 2, 3},
          Sequence<std::int64_t>{1, 1, 1}}) {
      Runtime runtime(sharing(threads, tile));
      Runtime::Scope scope(runtime);
      Domain whole{I(0, ni), J(0, nj), K(-1, nk + 1)};
      Storage u = zeros<double>(whole), v = full<double>(whole, 3.0), w = full<double>(whole, 5.0);
      {
        HostView<double> view = u.write<double>();
        for (std::int64_t n = 0; n < ni * nj * (nk + 2); ++n)
          view(n % ni, n / ni % nj, n / ni / nj) = static_cast<double>(n * 37 % 101) / 7;
      }
      run(runtime, image, {u, v, w}, {I(0, ni), J(0, nj), K(0, nk)}, {0.5});
      HostView<const double> from = u.read<double>(), up = v.read<double>(),
                             down = w.read<double>();
      for (std::int64_t i = 0; i < ni; ++i)
        for (std::int64_t j = 0; j < nj; ++j) {
          double below = 3.0, above = 5.0; // views count from 0: level -1 is number 0
          for (std::int64_t k = 1; k <= nk; ++k) {
            below = from(i, j, k) + 0.5 * below;
            above = from(i, j, nk + 1 - k) + 0.5 * above;
            ASSERT_EQ(up(i, j, k), below) << i << ' ' << j << ' ' << k;
            ASSERT_EQ(down(i, j, nk + 1 - k), above) << i << ' ' << j << ' ' << k;
          }
        }
    }
}

static double scale(double x) { return 3.0 * x; }

/// A function of one float, or of two.
static ImportArgument functionOf(const char *symbol, bool isOfTwo = false) {
  Prototype prototype;
  prototype.results.push_back(DType::F64);
  prototype.operands.push_back(DType::F64);
  if (isOfTwo)
    prototype.operands.push_back(DType::F64);
  const void *address = reinterpret_cast<const void *>(&scale);
  std::string known = std::string(symbol) + (isOfTwo ? "_of_two" : "");
  return {symbol, &Imports::process().add(known, prototype, address, {})};
}

/// What gather.image wants, in another order.
static std::vector<ImportArgument> functions() {
  return {functionOf("gtjit_test_scale"), functionOf("gtjit_test_other"),
          functionOf("gtjit_test_unused")};
}

TEST(BoundImage, ImportsAreBoundByNameAndPrototype) {
  auto image = imageOf("gather");
  ASSERT_TRUE(image);
  ASSERT_EQ(image->view().imports().size(), 2u);
  EXPECT_EQ(image->view().text(image->view().imports()[1].symbol), "gtjit_test_scale");
  std::vector<ImportArgument> given = functions();
  EXPECT_EQ(image->view().imports()[1].prototype, given[0].function->prototype.hash());
  const void *addresses[2] = {};
  EXPECT_TRUE(bindImports(image->view(), given, addresses));
  EXPECT_EQ(addresses[1], reinterpret_cast<const void *>(&scale));
  EXPECT_FALSE(bindImports(image->view(), {}, addresses));
  given[0] = functionOf("gtjit_test_scale", /*isOfTwo=*/true);
  EXPECT_FALSE(bindImports(image->view(), given, addresses));
}

TEST(BoundImage, TablesAreCheckedBeforeAnythingRuns) {
  auto image = imageOf("gather");
  ASSERT_TRUE(image);
  Runtime runtime(sharing(2, {3}));
  Runtime::Scope scope(runtime);
  Storage table = zeros<std::int32_t>({I(0, 20)}), u = zeros<double>({I(-1, 9)}),
          v = full<double>({I(0, 20)}, 7.0);
  {
    HostView<std::int32_t> view = table.write<std::int32_t>();
    HostView<double> values = u.write<double>();
    for (int n = 0; n < 20; ++n)
      view(n) = n * 7 % 10 - 1;
    for (int n = 0; n < 10; ++n)
      values(n) = n;
  }
  run(runtime, image, {table, u, v}, {I(0, 20), I(0, 8)}, {}, functions());
  {
    HostView<const double> view = v.read<double>();
    for (int n = 0; n < 20; ++n)
      EXPECT_EQ(view(n), 3.0 * (n * 7 % 10)) << n;
  }
  {
    HostView<double> view = v.write<double>();
    for (int n = 0; n < 20; ++n)
      view(n) = 7.0;
  }
  try {
    run(runtime, image, {table, u, v}, {I(0, 20), I(0, 7)}, {}, functions());
    FAIL();
  } catch (const IndexOutOfBounds &error) {
    EXPECT_NE(
        std::string(error.what()).find("a table has values in [-1,9), expected them in [-1,8)"),
        std::string::npos)
        << error.what();
  }
  HostView<const double> view = v.read<double>();
  for (int n = 0; n < 20; ++n)
    EXPECT_EQ(view(n), 7.0) << n;
}

TEST(BoundImage, TakesTheStoragesThatItWasMadeFor) {
  auto image = imageOf("gather");
  ASSERT_TRUE(image);
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage table = zeros<std::int32_t>({I(0, 4)}), u = zeros<double>({I(-1, 9)}), v = like(u);
  std::vector<NamedRange> ranges = {I(0, 4), I(0, 8)};
  std::vector<ImportArgument> imports = functions();
  EXPECT_NO_THROW(run(runtime, image, {table, u, v}, ranges, {}, imports));
  EXPECT_THROW(run(runtime, image, {table, u, v}, ranges), CompileError);
  EXPECT_THROW(run(runtime, image, {zeros<std::int64_t>({I(0, 4)}), u, v}, ranges, {}, imports),
               CompileError);
  EXPECT_THROW(
      run(runtime, image, {table, zeros<double>({I(0, 4), J(0, 4)}), v}, ranges, {}, imports),
      CompileError);
  EXPECT_THROW(run(runtime, image, {table, u}, ranges, {}, imports), CompileError);
  std::vector<double> memory(20);
  Storage strided = runtime.wrap(memory.data(), {I(0, 10)}, {.strides = {16}});
  EXPECT_THROW(run(runtime, image, {table, u, strided}, ranges, {}, imports), CompileError);
}
