//===- TwoByteFloatTest.cpp - f16 and bf16 on every kind of CPU -----------===//
//
// Each operation is that of f32, rounded: of one operand over all 65,536
// values, of two over as many pairs. Kernels are made for several CPUs.
//
//===----------------------------------------------------------------------===//
#include "../ImageRunner.h"
#include "Backend.h"
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Kernel/LoadedImage.h"
#include "gtjit/Math/Math.h"
#include "gtjit/Memory/Lease.h"

#include <cmath>
#include <random>
#include <span>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

constexpr std::int64_t count = 0x10000;

/// A CPU that kernels are made for; empty: this machine.
struct Cpu {
  const char *name;
  const char *cpu;
  const char *features;
};
constexpr Cpu everyCpu[] = {{"AVX-512", "x86-64-v4", ""},
                            {"this machine", "", ""},
                            {"AVX2 with F16C", "x86-64-v3", ""},
                            {"AVX2 without F16C", "x86-64-v3", "-f16c"},
                            {"SSE4", "x86-64-v2", ""}};
const bool hasAvx512 = __builtin_cpu_supports("x86-64-v4");
/// Those whose kernels run here. Each test ends with TELL_WHAT_DID_NOT_RUN.
const std::span<const Cpu> cpus = std::span(everyCpu).subspan(hasAvx512 ? 0 : 1);
#define TELL_WHAT_DID_NOT_RUN()                                                                    \
  if (!hasAvx512)                                                                                  \
  GTEST_SKIP() << "needs AVX-512 for some of its kernels; the others passed or failed"

/// Operations of the table on floats alone, with one or two operands.
std::vector<PointOp> operationsOf(unsigned arity) {
  std::vector<PointOp> found;
#define GTJIT_POINT_OP(NAME, ...) PointOp::NAME,
  for (PointOp op : {
#include "gtjit-generated/PointOperations.inc"
       }) {
    const PointOpInfo &info = pointOpInfo(op);
    if (info.onFloat && info.arity == arity && info.rule != TypeRule::Convert)
      found.push_back(op);
  }
  return found;
}

Field apply(PointOp op, const Field &a, const Field &b) {
  Operand operands[] = {{a.ref(), {}}, {b.ref(), {}}};
  return Field(buildPoint(op, {operands, pointOpInfo(op).arity}));
}

/// Runs the field's kernels, made for a CPU, into `result`.
void runFor(const Cpu &cpu, const Field &field, const Storage &result) {
  ArrayView target = result.get()->view();
  FlatGraph graph = flatten({{field.ref(), target, target.domain, {}}});
  std::string text = printProgram(graph);
  gtabi::CompileRequest request = {
      gtabi::kAbiVersion, 0, text.data(), text.size(), cpu.cpu, cpu.features, "", "", 0, {}, {}};
  gtabi::CompileResult made{};
  CompilerLibrary::get({}).compile(&request, &made);
  if (made.ok) {
    std::string error;
    auto image = LoadedImage::fromBytes({made.image, made.imageSize}, error);
    ASSERT_TRUE(image) << error;
    gtjit::testing::RunInputs inputs;
    for (const ArrayView &view : graph.arguments.storages)
      inputs.storages.push_back({Lease(view, Access::Write).first(), 0, {count}, {1}});
    inputs.ranges = {{0, count}};
    inputs.scalars.assign(graph.arguments.scalars.begin(), graph.arguments.scalars.end());
    inputs.math = mathTable();
    gtjit::testing::ImageRunner(image->view(), {image->kernel(0)}, inputs).run();
  } else {
    ADD_FAILURE() << made.message;
  }
  CompilerLibrary::get({}).release(&made);
}

/// The value's bits; all NaNs alike.
template <class T> unsigned bitsOf(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else
    return std::isnan(static_cast<float>(value)) ? 0x10000 : value.bits;
}

template <class T> class TwoByteFloats : public ::testing::Test {
protected:
  static RuntimeOptions options(bool reference) {
    RuntimeOptions options;
    options.reference = reference;
    options.threads = 1;
    return options;
  }

  /// One dimension of `count` values, each given by its position.
  template <class Value> static Storage filled(Value valueAt) {
    auto storage = empty<decltype(valueAt(0))>({I(0, count)});
    auto view = storage.template write<decltype(valueAt(0))>();
    for (std::int64_t n = 0; n < count; ++n)
      view(n) = valueAt(n);
    return storage;
  }
  static Storage everyValue() {
    return filled([](std::int64_t n) { return T::fromBits(static_cast<std::uint16_t>(n)); });
  }
  /// All values in another order, half of them of a size at which sums round.
  static Storage shuffled(unsigned seed) {
    std::mt19937 engine(seed);
    return filled([&](std::int64_t n) {
      auto bits = static_cast<std::uint16_t>(engine());
      return n % 2 ? T::fromBits(bits) : T(std::ldexp(1 + bits / 65536.0, bits % 12 - 6));
    });
  }

  template <class Result>
  static void expectSame(const Storage &got, const std::vector<Result> &wanted, const char *where,
                         const Storage &a, const Storage &b) {
    auto values = got.template read<Result>();
    int failures = 0;
    for (std::int64_t n = 0; n < count && failures < 3; ++n) {
      bool right = bitsOf(Result(values(n))) == bitsOf(wanted[static_cast<std::size_t>(n)]);
      failures += !right;
      EXPECT_TRUE(right) << where << " of " << static_cast<float>(a.template read<T>()(n))
                         << " and " << static_cast<float>(b.template read<T>()(n)) << ": "
                         << static_cast<float>(values(n)) << ", expected "
                         << static_cast<float>(wanted[static_cast<std::size_t>(n)]);
    }
  }

  /// The operation on the reference evaluator and on each CPU against that of
  /// f32, rounded. `Result` is T or bool.
  template <class Result> static void checkAs(PointOp op, const Storage &a, const Storage &b) {
    SCOPED_TRACE(std::string(pointOpInfo(op).mnemonic) + " of " + std::string(name(dtypeOf<T>)));
    using Wide = std::conditional_t<std::is_same_v<Result, bool>, bool, float>;
    std::vector<Result> wanted;
    Storage wide = eval(apply(op, astype(a, F32), astype(b, F32)));
    for (Wide value : valuesOf<Wide>(wide))
      wanted.push_back(Result(value));
    Field field = apply(op, a, b);
    for (const Cpu &cpu : cpus) {
      Storage result = empty<Result>({I(0, count)});
      runFor(cpu, field, result);
      expectSame(result, wanted, cpu.name, a, b);
    }
    expectSame(eval(field), wanted, "reference", a, b);
  }
  static void check(PointOp op, const Storage &a, const Storage &b) {
    if (apply(op, a, b).dtype() == Bool)
      checkAs<bool>(op, a, b);
    else
      checkAs<T>(op, a, b);
  }

  Runtime runtime{options(true)};
  Runtime::Scope scope{runtime};
};
using Both = ::testing::Types<Float16, BFloat16>;
TYPED_TEST_SUITE(TwoByteFloats, Both);

TYPED_TEST(TwoByteFloats, EveryOperationOfOneValueIsThatOfF32Rounded) {
  Storage all = this->everyValue();
  std::vector<PointOp> operations = operationsOf(1);
  EXPECT_GE(operations.size(), 5u);
  for (PointOp op : operations)
    this->check(op, all, all);
  TELL_WHAT_DID_NOT_RUN();
}

TYPED_TEST(TwoByteFloats, EveryOperationOfTwoValuesIsThatOfF32Rounded) {
  Storage a = this->shuffled(1), b = this->shuffled(2);
  std::vector<PointOp> operations = operationsOf(2);
  EXPECT_GE(operations.size(), 10u);
  for (PointOp op : operations)
    this->check(op, a, b);
  TELL_WHAT_DID_NOT_RUN();
}

// (a + b) + a in one kernel: the first sum is rounded before the second.
TYPED_TEST(TwoByteFloats, AreRoundedAfterEveryOperationOfAFusedKernel) {
  using T = TypeParam;
  Storage a = this->shuffled(3), b = this->shuffled(4);
  Field u = a, v = b;
  Field fused = (u + v) * u - v / 3;
  std::vector<T> wanted;
  for (std::size_t n = 0; n < count; ++n) {
    float x = a.template read<T>()(n), y = b.template read<T>()(n);
    float sum = T(x + y), product = T(sum * x), third = T(y / 3.0f);
    wanted.push_back(T(product - third));
  }
  for (const Cpu &cpu : cpus) {
    Storage result = empty<T>({I(0, count)});
    runFor(cpu, fused, result);
    this->expectSame(result, wanted, cpu.name, a, b);
  }
  this->expectSame(eval(fused), wanted, "reference", a, b);
  TELL_WHAT_DID_NOT_RUN();
}

} // namespace
