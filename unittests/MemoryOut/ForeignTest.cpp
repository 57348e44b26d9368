//===- ForeignTest.cpp - Other libraries where an allocation fails --------===//
//
// Tensors stay with whom they belong to; calls of the C API give codes, and leave the
// caller's handles.
//
//===----------------------------------------------------------------------===//
#include "../ForeignTensor.h"
#include "FailingAllocations.h"

#include "gtjit-c/gtjit.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace gtjit;

namespace {
class MemoryOutForeign : public MemoryOut {};
GTJIT_ON_ALL_BACKENDS(MemoryOutForeign);

/// The C API on a runtime of its own.
class MemoryOutC : public MemoryOut {
protected:
  MemoryOutC() {
    gtjitRuntimeOptions options;
    gtjitDefaultRuntimeOptions(&options, sizeof(options));
    options.reference = !compiles();
    EXPECT_EQ(gtjitRuntimeCreate(&options, &host), GTJIT_OK) << gtjitErrorText();
  }
  ~MemoryOutC() override { gtjitRuntimeDestroy(host); }

  /// A handle that no call has made.
  template <class Handle> static Handle none() {
    static char mark;
    return reinterpret_cast<Handle>(&mark);
  }
  /// What a call that makes a handle leaves where it fails: the caller's, a code, a text.
  template <class Handle> static void expectUntouched(Handle handle, gtjitCode code) {
    EXPECT_EQ(code, GTJIT_MEMORY_ERROR) << gtjitErrorText();
    EXPECT_EQ(handle, none<Handle>());
    std::string text = gtjitErrorText();
    EXPECT_TRUE(text == "error: out of memory" || text.starts_with("model.c:7: error: cannot "))
        << text;
  }

  gtjitRuntime host = nullptr;
  gtjitAxis axes[2] = {{"I", GTJIT_BY_NAME, 0, 6, 1, 1, 8}, {"K", GTJIT_BY_NAME, 0, 2, 0, 0, 64}};
  gtjitLine line = {"model.c", 7};
};
GTJIT_ON_ALL_BACKENDS(MemoryOutC);
} // namespace

TEST_P(MemoryOutForeign, TensorsThatAreNotTakenStayTheCallers) {
  Foreign foreign;
  int taken = 0;
  auto take = [&] {
    try {
      Storage s = fromDLPack(&foreign.tensor);
      ++taken;
      return true;
    } catch (const std::bad_alloc &) {
      return false;
    }
  };
  failCallsInTurn(take, [&](bool) { ASSERT_EQ(foreign.deleted, taken); });
  EXPECT_EQ(taken, 1);
}

TEST_P(MemoryOutForeign, TensorsThatAreNotGivenLeaveTheirStorage) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 5), J(0, 3)}));
    Field pending = s + 1.0;
    return Scene{[=] {
                   for (std::intptr_t stream : {1, -1}) {
                     DLManagedTensorVersioned *tensor = toDLPack(s, stream);
                     tensor->deleter(tensor);
                   }
                   DLManagedTensor *old = toDLPackUnversioned(s);
                   old->deleter(old);
                 },
                 [=] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 4.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutC, RuntimesAreMadeOrNot) {
  gtjitRuntime made = none<gtjitRuntime>();
  gtjitCode code = GTJIT_OK;
  failCallsInTurn(
      [&] {
        code = gtjitRuntimeCreate(nullptr, &made);
        return code == GTJIT_OK;
      },
      [&](bool isMade) {
        if (!isMade)
          return expectUntouched(made, code);
        gtjitRuntimeDestroy(made);
        made = none<gtjitRuntime>();
      });
}

TEST_P(MemoryOutC, StoragesAreMadeOrNotAndOwnersToldOnce) {
  std::array<double, 16> memory{};
  int released = 0, calls = 0;
  auto release = [](void *owner) { ++*static_cast<int *>(owner); };
  gtjitStorage made = none<gtjitStorage>();
  gtjitCode code = GTJIT_OK;
  auto check = [&](bool isMade) {
    if (!isMade)
      return expectUntouched(made, code);
    gtjitStorageRelease(made);
    made = none<gtjitStorage>();
  };
  failCallsInTurn(
      [&] {
        code = gtjitZeros(host, GTJIT_F64, axes, 2, line, &made);
        return code == GTJIT_OK;
      },
      check);
  failCallsInTurn(
      [&] {
        ++calls;
        code = gtjitWrap(host, memory.data(), GTJIT_F64, axes, 2, release, &released, line, &made);
        return code == GTJIT_OK;
      },
      [&](bool isMade) {
        check(isMade);
        ASSERT_EQ(released, calls);
      });
  Foreign foreign;
  int taken = 0;
  failCallsInTurn(
      [&] {
        code = gtjitFromDLPack(host, &foreign.tensor, 1, line, &made);
        taken += code == GTJIT_OK;
        return code == GTJIT_OK;
      },
      [&](bool isMade) {
        check(isMade);
        ASSERT_EQ(foreign.deleted, taken);
      });
}

TEST_P(MemoryOutC, StoragesStayAsTheyAre) {
  gtjitStorage storage = nullptr;
  ASSERT_EQ(gtjitZeros(host, GTJIT_F64, axes, 2, line, &storage), GTJIT_OK);
  void *data = nullptr;
  DLManagedTensorVersioned *tensor = none<DLManagedTensorVersioned *>();
  gtjitHaloFill fills[] = {{"I", GTJIT_PERIODIC, 0.0}};
  gtjitAxis axis;
  gtjitCode code = GTJIT_OK;
  auto each = [&](auto call) {
    failCallsInTurn(
        [&] {
          code = call();
          return code == GTJIT_OK;
        },
        [&](bool isDone) {
          EXPECT_EQ(code, isDone ? GTJIT_OK : GTJIT_MEMORY_ERROR);
          EXPECT_EQ(gtjitStorageAxis(storage, 0, &axis), GTJIT_OK);
          EXPECT_EQ(axis.haloLow, 1);
          EXPECT_EQ(gtjitStorageType(storage), GTJIT_F64);
        });
  };
  each([&] { return gtjitStorageName(storage, "a name that is longer than short ones"); });
  each([&] { return gtjitFillHalo(storage, fills, 1, line); });
  each([&] {
    gtjitCode made = gtjitToDLPack(storage, 1, line, &tensor);
    if (made == GTJIT_OK)
      tensor->deleter(tensor);
    else
      EXPECT_EQ(tensor, none<DLManagedTensorVersioned *>());
    tensor = none<DLManagedTensorVersioned *>();
    return made;
  });
  EXPECT_EQ(gtjitStorageData(storage, line, &data), GTJIT_OK);
  gtjitStorageRelease(storage);
}

TEST_P(MemoryOutC, ProgramsAreLoadedAndCalledOrNot) {
  std::string folder = testing::TempDir() + "gtjit-memory-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::string path = folder + "/p";
  runtime
      .compile([](Field u, Field a) { return u(I - 1) * a + u(I + 1); }, arg(F64, {I, K}), arg(F64))
      .save(path);
  gtjitProgram program = none<gtjitProgram>();
  gtjitCode code = GTJIT_OK;
  failCallsInTurn(
      [&] {
        code = gtjitProgramLoad(host, path.c_str(), line, &program);
        return code == GTJIT_OK;
      },
      [&](bool isLoaded) {
        if (!isLoaded)
          return expectUntouched(program, code);
        gtjitProgramRelease(program);
        program = none<gtjitProgram>();
      });
  ASSERT_EQ(gtjitProgramLoad(host, path.c_str(), line, &program), GTJIT_OK);
  std::array<double, 16> memory{};
  memory.fill(1.0);
  gtjitAxis plain[] = {{"I", GTJIT_BY_NAME, 0, 6, 0, 0, 8}, {"K", GTJIT_BY_NAME, 0, 2, 0, 0, 48}};
  std::array<double, 12> result{};
  gtjitStorage u = nullptr, v = nullptr;
  ASSERT_EQ(gtjitWrap(host, memory.data(), GTJIT_F64, axes, 2, nullptr, nullptr, line, &u),
            GTJIT_OK);
  ASSERT_EQ(gtjitWrap(host, result.data(), GTJIT_F64, plain, 2, nullptr, nullptr, line, &v),
            GTJIT_OK);
  gtjitArgument arguments[] = {gtjitOut(v), gtjitIn(u), gtjitReal(0.5)};
  failCallsInTurn(
      [&] {
        result.fill(-1.0);
        code = gtjitProgramCall(program, arguments, 3, line);
        return code == GTJIT_OK;
      },
      [&](bool isDone) {
        EXPECT_EQ(code, isDone ? GTJIT_OK : GTJIT_MEMORY_ERROR) << gtjitErrorText();
        double expected = isDone ? 1.5 : -1.0;
        for (double value : result)
          EXPECT_EQ(value, expected);
      });
  gtjitStorageRelease(u);
  gtjitStorageRelease(v);
  gtjitProgramRelease(program);
  std::filesystem::remove_all(folder);
}

TEST_P(MemoryOutC, PlacesAndFailuresOfBindings) {
  std::string file = "a/long/path/of/a/file/" + std::string(compiles() ? "one" : "two") + ".f90";
  gtjitLine place = {};
  failCallsInTurn(
      [&] {
        place = gtjitLineOf(file.c_str(), 5);
        return place.file != nullptr;
      },
      [&](bool isKnown) { EXPECT_EQ(place.line, isKnown ? 5u : 0u); });
  EXPECT_EQ(place.file, file);
  gtjitCode code = GTJIT_OK;
  failCallsInTurn(
      [&] {
        code = gtjitFail(GTJIT_VALUE_ERROR, line, "a message that is longer than short ones");
        return code == GTJIT_VALUE_ERROR;
      },
      [&](bool isTold) { EXPECT_EQ(code, isTold ? GTJIT_VALUE_ERROR : GTJIT_MEMORY_ERROR); });
  EXPECT_STREQ(gtjitErrorText(), "model.c:7: error: a message that is longer than short ones");
}
