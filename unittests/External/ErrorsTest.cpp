//===- ErrorsTest.cpp - C functions that do not fit -----------------------===//
//
// Wrong operands, prototypes, places: each error stands where the user wrote it.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "gtjit/Kernel/Imports.h"

using namespace gtjit;

namespace {

double halfOf(double x) { return 0.5 * x; }
double sumOf(double a, float b) { return a + static_cast<double>(b); }
int count(int n) { return n + 1; }
bool flip(bool value) { return !value; }
std::uint64_t halved(std::uint64_t n) { return n / 2; }

#define ERROR_HERE(CLASS, ...)                                                                     \
  messageAt<CLASS>(SourceLine::here().line, [&] { (void)(__VA_ARGS__); })

const void *addressOf(double (*function)(double)) {
  return reinterpret_cast<const void *>(function);
}

} // namespace

TEST(ExternalErrors, operandsThatDoNotBecomeItsTypes) {
  auto halve = external("errors_half", &halfOf);
  auto add = external("errors_sum", &sumOf);
  auto next = external("errors_count", &count);
  auto flipped = external("errors_flip", &flip);
  auto natural = external("errors_halved", &halved);
  Storage u = zeros<double>({I(0, 4)}), n = zeros<int>({I(0, 4)}), f = zeros<float>({I(0, 4)}),
          b = zeros<bool>({I(0, 4)}), l = zeros<long>({I(0, 4)}), s = zeros<short>({I(0, 4)});
  u.named("u"), n.named("n"), b.named("b"), l.named("l");
  EXPECT_EQ(ERROR_HERE(DTypeError, halve(n)),
            "operand 0 of 'errors_half', f64(f64), is f64, got 'n' of i32; convert it with astype");
  EXPECT_EQ(ERROR_HERE(DTypeError, add(1.0, u)),
            "operand 1 of 'errors_sum', f64(f64, f32), is f32, got 'u' of f64; convert it with "
            "astype");
  EXPECT_EQ(ERROR_HERE(DTypeError, next(b)),
            "operand 0 of 'errors_count', i32(i32), is i32, got 'b' of bool; convert it with "
            "astype");
  EXPECT_EQ(ERROR_HERE(DTypeError, natural(l)),
            "operand 0 of 'errors_halved', u64(u64), is u64, got 'l' of i64; convert it with "
            "astype");
  EXPECT_NE(ERROR_HERE(DTypeError, next(1.5)).find("operand 0 of 'errors_count'"),
            std::string::npos);
  EXPECT_NE(ERROR_HERE(DTypeError, flipped(1)).find("is bool, got"), std::string::npos);
  EXPECT_NE(ERROR_HERE(DTypeError, next(1L << 40)).find("i32"), std::string::npos);
  EXPECT_EQ(halve(f).dtype(), F64); // all values of f32 are values of f64
  EXPECT_EQ(next(s).dtype(), I32);
  EXPECT_EQ(halve(3).item<double>(), 1.5);
  EXPECT_EQ(ERROR_HERE(ValueError, halve(Field())),
            "the field is empty: a Storage or Field that nothing was assigned to");
}

TEST(ExternalErrors, symbolsAndPrototypes) {
  (void)external("errors_half", &halfOf);
  EXPECT_NO_THROW((void)external("errors_half", &halfOf));
  EXPECT_EQ(ERROR_HERE(ValueError, external("errors_half", &sumOf)),
            "the external function 'errors_half' is f64(f64, f32) here, but it is known as "
            "f64(f64)");
  EXPECT_EQ(ERROR_HERE(ValueError, external("errors_half", &halfOf, {.effects = true})),
            "the external function 'errors_half' is f64(f64) with effects here, but it is known as "
            "f64(f64)");
  EXPECT_EQ(ERROR_HERE(ValueError, external("an error", &halfOf)),
            "the symbol of an external function is an identifier of C, got 'an error'");
  EXPECT_EQ(ERROR_HERE(ValueError, external("", &halfOf)),
            "the symbol of an external function is an identifier of C, got ''");
  double (*none)(double) = nullptr;
  EXPECT_EQ(ERROR_HERE(ValueError, external("errors_nothing", none)),
            "the external function 'errors_nothing' has no address");
}

TEST(ExternalErrors, prototypesOfRunTime) {
  const void *address = addressOf(&halfOf);
  auto registered = [&](std::string_view symbol, const ExternalPrototype &prototype) {
    SourceLine line = SourceLine::here();
    return messageAt<DTypeError>(line.line,
                                 [&] { registerExternal(symbol, prototype, address, line); });
  };
  EXPECT_EQ(registered("errors_runtime", {{F16}, {F64}}),
            "the external function 'errors_runtime', f16(f64), has a type that C lacks; expected "
            "bool, integers, f32 and f64");
  EXPECT_EQ(registered("errors_runtime", {{F64}, {C64}}),
            "the external function 'errors_runtime', f64(c64), has a type that C lacks; expected "
            "bool, integers, f32 and f64");
  EXPECT_EQ(registered("errors_runtime", {{F64}, {}}),
            "the external function 'errors_runtime', f64(), takes no operand");
  EXPECT_EQ(registered("errors_runtime", {{}, {F64}}),
            "the external function 'errors_runtime', ()(f64), gives no result");
  ExternalPrototype many{{I32}, {}};
  for (int n = 0; n < 31; ++n)
    many.operands.push_back(n % 2 ? F64 : I32);
  many.status = true;
  EXPECT_NO_THROW(registerExternal("errors_many", many, address));
  many.operands.push_back(I32);
  EXPECT_NE(registered("errors_too_many", many).find("takes too many parameters: at most 32"),
            std::string::npos);
  ExternalPrototype several{{F64, I32}, {F64}};
  EXPECT_EQ(registered("errors_several", several),
            "the external function 'errors_several', (f64, i32)(f64), has several results, which C "
            "does not return; expected status, placed or status last");
  several.status = several.placed = several.references = several.effects = true;
  EXPECT_EQ(registered("errors_several", several),
            "the external function 'errors_several', (f64, i32)(f64) with status, placed results, "
            "references and effects, has its results in several ways; expected one of status, "
            "placed and status last");
}

TEST(ExternalErrors, whereTheHashOfThePrototypeIsAllThatIsKnown) {
  using detail::Imports;
  (void)external("errors_half", &halfOf);
  detail::Prototype wanted;
  wanted.results.push_back(F64);
  wanted.operands.push_back(F32);
  SourceLine line = SourceLine::here();
  auto find = [&] { (void)Imports::process().find("errors_half", wanted.hash(), line); };
  EXPECT_EQ(messageAt<TypeError>(line.line, find),
            "the external function 'errors_half' has another prototype here than f64(f64), as "
            "which it is known");
  wanted.operands[0] = F64;
  EXPECT_NO_THROW(find());
  auto missing = [&] { (void)Imports::process().find("errors_missing", wanted.hash(), line); };
  EXPECT_EQ(messageAt<KeyError>(line.line, missing),
            "the external function 'errors_missing' is not known here: make it so with "
            "registerExternal");
}

TEST(ExternalErrors, offsetsOfAFunctionWithEffects) {
  auto drawn = external("errors_drawn", &count, {.effects = true});
  Storage u = zeros<double>({I(0, 9)}), v = like(u), n = full<int>({I(0, 9)}, -1);
  Field offsets = drawn(n);
  unsigned line = __LINE__ + 1;
  Field moved = u(as_offset(I, offsets, {-1, 1}));
  EXPECT_EQ(messageAt<ValueError>(line, [&] { v[{I(1, 8)}] = moved; }),
            "'as_offset' reads where a function with effects says, 'errors_drawn', which would be "
            "called twice: evaluate its values first");
  (void)eval(offsets);
  EXPECT_NO_THROW((v[{I(1, 8)}] = moved));
}

TEST(ExternalErrors, anEmulatedDevice) {
  Runtime runtime({.device = "emulated"});
  Runtime::Scope scope(runtime);
  auto halve = external("errors_half", &halfOf);
  Storage u = zeros<double>({I(0, 4)}, {.device = "gpu", .managed = nullptr}), v = like(u);
  unsigned line = __LINE__ + 1;
  Field q = halve(u) + 1.0;
  EXPECT_EQ(messageAt<NotImplementedError>(line, [&] { v[whole] = q; }),
            "'errors_half' is a function of the host, which kernels on a device do not call: "
            "compute it on processors, from storages on the host or in a program after "
            "setDevice(nullptr), and copy its values");
  Program step = runtime.compile([&](Field a) { return halve(a); }, arg(F64, {I}));
  Storage a = zeros<double>({I(0, 4)}), b = like(a);
  EXPECT_THROW(step(out(b), a), NotImplementedError);
  step.setDevice(nullptr);
  EXPECT_NO_THROW(step(out(b), a));
}
