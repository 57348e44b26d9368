//===- MappedImageTest.cpp - Kernels without a compiler -------------------===//
//
// One process compiles and leaves the image in a file; this one maps it and
// evaluates with it, and never opens the compiler.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::detail;

static Storage input() {
  Storage u = zeros<double>({I(0, 30), J(0, 20)}, {.halo = {{I, 1}, {J, 1}}});
  HostView<double> view = u.write<double>();
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 22; ++j)
      view(i, j) = 0.1 * i * i - 0.7 * j + 1.0 / (1 + i + j);
  return u;
}

/// Uses a stencil, a math function and a reduction.
static Field expression(const Storage &u) {
  Field lap = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
  return exp(lap * 0.01) + max(u);
}

static std::string keyOf(Runtime &runtime, const Field &field, const Storage &target) {
  FlatGraph program = flatten({{field.ref(), target.get()->view(), target.domain(), {}}});
  chooseFlags(runtime.get(), program, nullptr);
  return program.key;
}

/// Compiles and writes the image; the exit status of the process that did.
static int compileInAnotherProcess(const std::string &path) {
  pid_t child = ::fork();
  if (child == 0) {
    Runtime runtime;
    Runtime::Scope scope(runtime);
    Storage u = input(), v = zeros<double>({I(0, 30), J(0, 20)});
    Field field = expression(u);
    std::string key = keyOf(runtime, field, v);
    v[whole] = field;
    auto compiled = runtime.get().cache->find(key).program;
    if (!compiled)
      ::_exit(2);
    const gtabi::ImageHeader &header = compiled->image().header();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(&header),
               static_cast<std::streamsize>(header.imageSize));
    file.close();
    ::_exit(file ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(MappedImageTest, anImageRunsInAProcessThatNeverOpensTheCompiler) {
  std::string path = testing::TempDir() + "gtjit-mapped-image-" + std::to_string(::getpid());
  ASSERT_EQ(compileInAnotherProcess(path), 0);

  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = input(), v = zeros<double>({I(0, 30), J(0, 20)}), expected = like(v);
  Field field = expression(u);
  std::string error;
  auto image = LoadedImage::fromFile(path.c_str(), error);
  ASSERT_TRUE(image) << error;
  KernelCache::Ticket ticket = runtime.get().cache->find(keyOf(runtime, field, v));
  ASSERT_TRUE(ticket.mine);
  runtime.get().cache->fulfil(ticket, std::make_shared<CompiledProgram>(image));
  v[whole] = field;
  EXPECT_EQ(runtime.counters().compiles, 0);
  EXPECT_FALSE(CompilerLibrary::isOpen());

  Runtime reference{{.reference = true}};
  Runtime::Scope referenceScope(reference);
  Storage w = zeros<double>({I(0, 30), J(0, 20)});
  w[whole] = expression(input());
  HostView<const double> got = v.read<double>(), wanted = w.read<double>();
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 20; ++j)
      EXPECT_EQ(got(i, j), wanted(i, j)) << i << ", " << j;
  std::remove(path.c_str());
}
