//===- PtxTest.cpp - What the emulated device makes of PTX ----------------===//
//
// Instructions by their results, bit for bit, and texts that are refused.
//
//===----------------------------------------------------------------------===//
#include "PtxModule.h"

#include <cmath>
#include <limits>
#include <random>

using namespace gtjit;
using namespace gtjit::detail;

/// The word that `instruction` leaves in %rd4, of a in %rd2 and b in %rd3.
static std::uint64_t resultOf(const std::string &instruction, std::uint64_t a,
                              std::uint64_t b = 0) {
  return runText(kernelOf("\tld.global.b64 %rd2, [%rd1];\n\tld.global.b64 %rd3, [%rd1+8];\n" +
                          instruction + "\n\tst.global.b64 [%rd1+16], %rd4;"),
                 {a, b, 0})[2];
}
static std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(Ptx, ComputesIntegersThatWrap) {
  EXPECT_EQ(resultOf("add.s64 %rd4, %rd2, %rd3;", 5, std::uint64_t(-7)), std::uint64_t(-2));
  EXPECT_EQ(resultOf("mul.lo.s64 %rd4, %rd2, %rd3;", std::uint64_t(-3), 7), std::uint64_t(-21));
  EXPECT_EQ(resultOf("mul.hi.u64 %rd4, %rd2, %rd3;", ~std::uint64_t(0), 16), 15u);
  EXPECT_EQ(resultOf("div.s64 %rd4, %rd2, %rd3;", std::uint64_t(-7), 2), std::uint64_t(-3));
  EXPECT_EQ(resultOf("rem.u64 %rd4, %rd2, %rd3;", 7, 4), 3u);
  EXPECT_EQ(resultOf("min.s64 %rd4, %rd2, %rd3;", std::uint64_t(-1), 1), std::uint64_t(-1));
  EXPECT_EQ(resultOf("max.u64 %rd4, %rd2, %rd3;", std::uint64_t(-1), 1), std::uint64_t(-1));
  EXPECT_EQ(resultOf("mad.lo.s64 %rd4, %rd2, %rd3, 4;", 5, 6), 34u);
  EXPECT_EQ(resultOf("cvt.u32.u64 %r1, %rd2;\n\tmul.wide.u32 %rd4, %r1, %r1;", 0xffffffff),
            0xfffffffe00000001u);
  EXPECT_EQ(resultOf("abs.s64 %rd4, %rd2;", std::uint64_t(-5)), 5u);
}

TEST(Ptx, ShiftsByMoreThanAWordHas) {
  EXPECT_EQ(resultOf("shl.b64 %rd4, %rd2, 64;", 1), 0u);
  EXPECT_EQ(resultOf("shr.u64 %rd4, %rd2, 200;", ~std::uint64_t(0)), 0u);
  EXPECT_EQ(resultOf("shr.s64 %rd4, %rd2, 64;", std::uint64_t(-5)), ~std::uint64_t(0));
  EXPECT_EQ(resultOf("shr.s64 %rd4, %rd2, 1;", std::uint64_t(-5)), std::uint64_t(-3));
}

TEST(Ptx, TakesBitsApart) {
  EXPECT_EQ(resultOf("bfe.u64 %rd4, %rd2, 4, 8;", 0xabcd), 0xbcu);
  EXPECT_EQ(resultOf("bfe.s64 %rd4, %rd2, 4, 8;", 0xabcd), std::uint64_t(std::int64_t(-0x44)));
  EXPECT_EQ(resultOf("bfi.b64 %rd4, %rd2, %rd3, 8, 4;", 0xf, 0), 0xf00u);
  EXPECT_EQ(resultOf("popc.b64 %r1, %rd2;\n\tcvt.u64.u32 %rd4, %r1;", 0xff), 8u);
  EXPECT_EQ(resultOf("clz.b64 %r1, %rd2;\n\tcvt.u64.u32 %rd4, %r1;", 1), 63u);
  EXPECT_EQ(resultOf("mov.b64 {%r1, %r2}, %rd2;\n\tmov.b64 %rd4, {%r2, %r1};", 0x0000000100000002),
            0x0000000200000001u);
  EXPECT_EQ(resultOf("mov.b64 {%r1, %r2}, %rd2;\n\tprmt.b32 %r3, %r1, %r2, 0x7650;\n"
                     "\tcvt.u64.u32 %rd4, %r3;",
                     0x8877665544332211),
            0x88776611u);
  EXPECT_EQ(resultOf("mov.b64 {%r1, %r2}, %rd2;\n\tshf.l.wrap.b32 %r3, %r1, %r2, 40;\n"
                     "\tcvt.u64.u32 %rd4, %r3;",
                     0x8877665544332211),
            0x77665544u);
}

TEST(Ptx, CarriesFromWordToWord) {
  EXPECT_EQ(resultOf("add.cc.s64 %rd5, %rd2, %rd3;\n\taddc.s64 %rd4, 0, 0;", ~std::uint64_t(0), 1),
            1u);
  EXPECT_EQ(resultOf("sub.cc.s64 %rd5, %rd2, %rd3;\n\tsubc.s64 %rd4, 5, 0;", 0, 1), 4u);
}

TEST(Ptx, RoundsToNearestAndContractsNothing) {
  double a = 1 + 0x1p-30, b = 1 - 0x1p-30;
  EXPECT_EQ(resultOf("mul.rn.f64 %rd5, %rd2, %rd3;\n\tsub.rn.f64 %rd4, %rd5, 0d3FF0000000000000;",
                     bitsOf(a), bitsOf(b)),
            bitsOf(0.0));
  EXPECT_EQ(resultOf("fma.rn.f64 %rd4, %rd2, %rd3, 0dBFF0000000000000;", bitsOf(a), bitsOf(b)),
            bitsOf(-0x1p-60));
  EXPECT_EQ(resultOf("sqrt.rn.f64 %rd4, %rd2;", bitsOf(2)), bitsOf(std::sqrt(2.0)));
  EXPECT_EQ(resultOf("div.rn.f64 %rd4, %rd2, %rd3;", bitsOf(1), bitsOf(3)), bitsOf(1.0 / 3));
  EXPECT_EQ(resultOf("mul.rn.f64 %rd4, %rd2, %rd3;", bitsOf(0x1p-1022), bitsOf(0.5)),
            bitsOf(0x1p-1023)); // denormal numbers are kept
}

TEST(Ptx, FindsExtremes) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(resultOf("min.f64 %rd4, %rd2, %rd3;", bitsOf(nan), bitsOf(2)), bitsOf(2));
  EXPECT_TRUE(std::isnan(
      std::bit_cast<double>(resultOf("min.NaN.f64 %rd4, %rd2, %rd3;", bitsOf(nan), bitsOf(2)))));
  EXPECT_EQ(resultOf("max.f64 %rd4, %rd2, %rd3;", bitsOf(-0.0), bitsOf(0.0)), bitsOf(0.0));
  EXPECT_EQ(resultOf("min.f64 %rd4, %rd2, %rd3;", bitsOf(0.0), bitsOf(-0.0)), bitsOf(-0.0));
  EXPECT_EQ(resultOf("copysign.f64 %rd4, %rd2, %rd3;", bitsOf(-1), bitsOf(5)), bitsOf(-5));
}

TEST(Ptx, ConvertsAndSaturates) {
  EXPECT_EQ(resultOf("cvt.rzi.s32.f64 %r1, %rd2;\n\tcvt.s64.s32 %rd4, %r1;", bitsOf(-1e300)),
            std::uint64_t(std::int64_t(INT32_MIN)));
  EXPECT_EQ(resultOf("cvt.rzi.u64.f64 %rd4, %rd2;", bitsOf(1e300)), UINT64_MAX);
  EXPECT_EQ(resultOf("cvt.rzi.s64.f64 %rd4, %rd2;", bitsOf(std::nan(""))), std::uint64_t(1) << 63);
  EXPECT_EQ(
      resultOf("cvt.rn.f32.f64 %r1, %rd2;\n\tcvt.rzi.s32.f32 %r2, %r1;\n\tcvt.s64.s32 %rd4, %r2;",
               bitsOf(std::nan(""))),
      0u);
  EXPECT_EQ(resultOf("cvt.rni.f64.f64 %rd4, %rd2;", bitsOf(2.5)), bitsOf(2.0));
  EXPECT_EQ(resultOf("cvt.rmi.f64.f64 %rd4, %rd2;", bitsOf(-2.5)), bitsOf(-3.0));
  EXPECT_EQ(resultOf("cvt.rn.f64.s64 %rd4, %rd2;", std::uint64_t(-3)), bitsOf(-3.0));
  EXPECT_EQ(resultOf("cvt.rn.f32.f64 %r1, %rd2;\n\tcvt.f64.f32 %rd4, %r1;", bitsOf(0.1)),
            bitsOf(double(0.1f)));
  EXPECT_EQ(resultOf("cvt.u16.u64 %rs1, %rd2;\n\tcvt.s16.s8 %rs2, %rs1;\n\tcvt.s64.s16 %rd4, %rs2;",
                     0x80),
            std::uint64_t(std::int64_t(-128)));
}

TEST(Ptx, ComparesAndBranches) {
  double nan = std::nan("");
  auto compared = [&](const std::string &how, double a, double b) {
    return resultOf("setp." + how + ".f64 %p1, %rd2, %rd3;\n\tselp.b64 %rd4, 1, 0, %p1;", bitsOf(a),
                    bitsOf(b));
  };
  EXPECT_EQ(compared("lt", 1, 2), 1u);
  EXPECT_EQ(compared("lt", nan, 2), 0u);
  EXPECT_EQ(compared("ltu", nan, 2), 1u);
  EXPECT_EQ(compared("neu", nan, nan), 1u);
  EXPECT_EQ(compared("ne", nan, nan), 0u);
  EXPECT_EQ(compared("nan", nan, 1), 1u);
  EXPECT_EQ(resultOf("mov.b64 %rd4, 0;\n$L1:\n\tadd.s64 %rd4, %rd4, 2;\n\tadd.s64 %rd2, %rd2, -1;\n"
                     "\tsetp.ne.b64 %p1, %rd2, 0;\n\t@%p1 bra $L1;\n\t@!%p1 add.s64 %rd4, %rd4, 1;",
                     10),
            21u);
}

TEST(Ptx, ThreadsKnowWhichTheyAre) {
  std::string text =
      kernelOf("\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ntid.x;\n\tmov.u32 %r3, %tid.x;\n"
               "\tmad.lo.s32 %r4, %r1, %r2, %r3;\n\tmul.wide.u32 %rd2, %r4, 8;\n"
               "\tadd.s64 %rd3, %rd1, %rd2;\n\tcvt.u64.u32 %rd4, %r4;\n"
               "\tst.global.b64 [%rd3], %rd4;");
  std::vector<std::uint64_t> words =
      runText(text, std::vector<std::uint64_t>(12), {{3, 1, 1}, {4, 1, 1}});
  for (std::uint64_t n = 0; n < words.size(); ++n)
    EXPECT_EQ(words[n], n);
}

/// Each thread adds its number and that of its neighbour, through shared memory.
static std::string exchange(const std::string &barrier) {
  return kernelOf(
      "\t.shared .align 8 .b8 both[64];\n\tmov.u32 %r1, %tid.x;\n\tmul.wide.u32 %rd2, %r1, 8;\n"
      "\tcvt.u64.u32 %rd3, %r1;\n\tmov.b64 %rd4, both;\n\tadd.s64 %rd5, %rd4, %rd2;\n"
      "\tst.shared.b64 [%rd5], %rd3;\n" +
      barrier +
      "\txor.b32 %r2, %r1, 7;\n\tmul.wide.u32 %rd6, %r2, 8;\n\tadd.s64 %rd7, %rd4, %rd6;\n"
      "\tld.shared.b64 %rd8, [%rd7];\n\tadd.s64 %rd9, %rd1, %rd2;\n"
      "\tst.global.b64 [%rd9], %rd8;");
}

TEST(Ptx, BarriersOrderWhatABlockShares) {
  LaunchShape eight{{1, 1, 1}, {8, 1, 1}};
  std::vector<std::uint64_t> reversed{7, 6, 5, 4, 3, 2, 1, 0};
  EXPECT_EQ(runText(exchange("\tbar.sync 0;\n"), std::vector<std::uint64_t>(8), eight), reversed);
}

/// The message of the error that running a text gives.
static std::string errorOf(const std::string &text, const LaunchShape &shape = {}) {
  try {
    runText(text, {0, 0, 0, 0}, shape);
  } catch (const DeviceError &error) {
    return std::string(error.message());
  }
  return "no error";
}

TEST(Ptx, TellsWhereAnAccessLeavesItsMemory) {
  std::string error = errorOf(kernelOf("\tst.global.b64 [%rd1+32], 1;"));
  EXPECT_NE(error.find("running kernels: CUDA_ERROR_ILLEGAL_ADDRESS, kernel 'k', block (0, 0, 0), "
                       "thread (0, 0, 0), line 13 of the text: 8 bytes at 0x"),
            std::string::npos)
      << error;
  std::string odd = errorOf(kernelOf("\tld.param.b64 %rd2, [k_param_0+4];"));
  EXPECT_NE(odd.find("CUDA_ERROR_MISALIGNED_ADDRESS"), std::string::npos) << odd;
  EXPECT_NE(odd.find("8 bytes are at 4, no multiple of that"), std::string::npos) << odd;
  EXPECT_NE(errorOf(kernelOf("\t.shared .align 8 .b8 both[8];\n\tst.shared.b64 [both+8], 1;"))
                .find("8 bytes at 0x8 are not in the block's shared memory"),
            std::string::npos);
  EXPECT_NE(errorOf(kernelOf("\ttrap;")).find("the kernel stopped by a trap"), std::string::npos);
  EXPECT_NE(errorOf(kernelOf("\t.local .align 8 .b8 own[8];\n\tst.local.b64 [own+8], 1;"))
                .find("are not in the thread's local memory"),
            std::string::npos);
  EXPECT_NE(
      errorOf(kernelOf("\tld.param.b64 %rd2, [k_param_0+8];")).find("are not in the parameters"),
      std::string::npos);
}

TEST(Ptx, AllThreadsOfABlockComeToABarrier) {
  EXPECT_NE(errorOf(kernelOf("\tmov.u32 %r1, %tid.x;\n\tsetp.eq.b32 %p1, %r1, 0;\n\t@%p1 bra $L1;\n"
                             "\tbar.sync 0;\n$L1:"),
                    {{1, 1, 1}, {4, 1, 1}})
                .find("3 of 4 threads wait at a barrier"),
            std::string::npos);
}

TEST(Ptx, TellsWhereABarrierIsMissing) {
  LaunchShape eight{{1, 1, 1}, {8, 1, 1}};
  std::string missing = "no barrier stands between two threads that reach byte ";
  EXPECT_NE(errorOf(exchange(""), eight).find(missing), std::string::npos);
  EXPECT_NE(errorOf(exchange(""), eight).find(" of shared memory"), std::string::npos);
  std::string after = exchange("\tbar.sync 0;\n"); // a store to what others have loaded
  after.insert(after.find("\tadd.s64 %rd9"), "\tst.shared.b64 [%rd5], %rd8;\n");
  EXPECT_NE(errorOf(after, eight).find(missing), std::string::npos);
  EXPECT_EQ(errorOf(exchange("")), "no error"); // one thread
}

TEST(Ptx, RefusesWhatMayBeContracted) {
  EXPECT_EQ(errorOf(kernelOf("\tadd.f64 %rd2, %rd2, %rd3;")),
            "loading kernels: CUDA_ERROR_INVALID_PTX, line 13: 'add.f64' does not say how it is "
            "rounded and may be contracted");
}

TEST(Ptx, RefusesWhatItDoesNotKnow) {
  auto refused = [](const std::string &body) {
    std::string error = errorOf(kernelOf(body));
    return error.substr(error.find(": ", error.find("line")) + 2);
  };
  EXPECT_EQ(refused("\tex2.approx.ftz.f32 %r1, %r2;"), "no such instruction 'ex2.approx.ftz.f32'");
  EXPECT_EQ(refused("\tmov.b64 %rd2, %rd99;"), "no such name '%rd99'");
  EXPECT_EQ(refused("\tbra $nowhere;"), "no such label '$nowhere'");
  EXPECT_EQ(refused("\tadd.s64 %rd2, %rd3;"), "expected ',', got ';'");
  EXPECT_EQ(refused("\tld.global.b128 %rd2, [%rd1];"), "no such type 'b128'");
  EXPECT_EQ(refused("\tmov %rd2, 5;"), "no such instruction 'mov'");
  EXPECT_EQ(refused("\tbar.sync 0, 4;"), "expected ';', got ','");
  EXPECT_EQ(refused("\t.pragmatic;"), "no such directive '.pragmatic'");
}

TEST(Ptx, RefusesWhatIsNotWellFormed) {
  auto refusedText = [](const std::string &text) {
    std::string error = errorOf(text);
    return error.substr(error.find(": ", error.find("line")) + 2);
  };
  auto refused = [&](const std::string &body) { return refusedText(kernelOf(body)); };
  EXPECT_EQ(refused("\t.local .align 3 .b8 own[8];"), "an alignment is no power of two");
  EXPECT_EQ(refused("\t.local .b64 own[1000000000];"), "'own' is too large");
  EXPECT_EQ(refused("\t.reg .b64 %q<1048575>;\n\t.reg .b64 %w<8>;"),
            "there are too many registers");
  EXPECT_EQ(refused("\tld.global.v4.b64 {%rd2, %rd3, %rd4, %rd5, %rd6}, [%rd1];"),
            "a list has more than four elements");
  EXPECT_EQ(refused("\tld.global.v2.b64 %rd2, [%rd1];"), "the list has another length");
  EXPECT_EQ(refused("\tld.texture.b64 %rd2, [%rd1];"), "no such access 'texture'");
  EXPECT_EQ(refused("\tcvta.const.u64 %rd2, %rd1;"), "no such space 'const'");
  EXPECT_EQ(refused("\tbar.sync 1;"), "there is one barrier, 0, of all threads");
  EXPECT_EQ(refused("\t@%q bra $L1;"), "no such predicate");
  EXPECT_EQ(refused("\t.shared .b8 both[50000];"), "'k' has too much shared memory");
  EXPECT_EQ(refused("\tbar.sync many;"), "expected a number, got 'many'");
  EXPECT_EQ(refused("\tbra 5;"), "expected a name, got '5'");
  std::string whole = kernelOf("");
  EXPECT_EQ(refusedText(whole.substr(0, whole.size() - 2)), "'k' has no end");
  whole.insert(whole.find(".visible"), ".global .align 8 .b64 both[1] = {1, 2};\n");
  EXPECT_EQ(refusedText(whole), "'both' has too many values");
}

TEST(Ptx, TextsThatAreDamagedAreRefusedOrRun) {
  std::string whole = exchange("\tbar.sync 0;\n");
  std::mt19937 random(7);
  int refused = 0;
  for (int n = 0; n < 3000; ++n) {
    std::string text = whole;
    for (int edits = 1 + n % 3; edits > 0; --edits) {
      std::size_t place = random() % text.size();
      switch (random() % 3) {
      case 0:
        text.erase(place, 1 + random() % 8);
        break;
      case 1:
        text[place] = static_cast<char>(32 + random() % 95);
        break;
      default:
        text.insert(place, text.substr(random() % text.size(), random() % 12));
      }
    }
    if (text.find("bra") != std::string::npos)
      continue; // which may be a loop without end
    try {
      runText(text, std::vector<std::uint64_t>(8), {{1, 1, 1}, {8, 1, 1}});
    } catch (const Error &) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Ptx, CopiesThatAreMissingShow) {
  std::string loop = "%s\n$L1:\n\tadd.s64 %rd4, %rd4, %rd3;\n\tadd.s64 %rd2, %rd2, -1;\n"
                     "\tsetp.ne.b64 %p1, %rd2, 0;\n\t@%p1 bra $L1;";
  auto withStart = [&](const std::string &copy) {
    std::string text = loop;
    return resultOf(text.replace(text.find("%s"), 2, copy), 3, 5);
  };
  EXPECT_EQ(withStart("\tmov.b64 %rd4, 0;"), 15u);
  EXPECT_NE(withStart(""), 15u);
}

TEST(Ptx, KernelsThatFailEndTheContext) {
  EmulatedContext own;
  auto fails = std::make_shared<DeviceModule>(
      own.context, kernelOf("\tst.global.b64 [%rd1], 1;").c_str(), SourceLine{});
  std::uint64_t nowhere = 8;
  auto errorOfWait = [&] {
    try {
      own.context->wait({});
    } catch (const DeviceError &error) {
      return std::string(error.message());
    }
    return std::string();
  };
  own.context->launch(fails->function("k", {}), {}, {&nowhere, 1}, {});
  EXPECT_NE(errorOfWait().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
  EXPECT_NE(errorOfWait().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
}
