//===- SelectAvx512Test.cpp - Instruction selection for AVX-512 -----------===//
#include "SelectedCode.h"

using namespace gtcompiler;

namespace {

TEST(SelectKernelsAvx512, ComparesAndChoosesLanes) {
  expectAll({
      {"%c = select <8 x i1> %m, <8 x double> zeroinitializer, <8 x double> %w\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VBLENDMPDZ"},
      {"%a = load <8 x i64>, ptr %p, align 8\n%k = icmp ult <8 x i64> %a, splat (i64 7)\n"
       "%c = select <8 x i1> %k, <8 x double> %v, <8 x double> %w\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VPCMPUQZ"},
      {"%c = call <8 x double> @llvm.maximum.v8f64(<8 x double> %v, <8 x double> %w)\n"
       "store <8 x double> %c, ptr %q, align 8",
       ":vr512, 232"},
      {"%c = call <8 x double> @llvm.minimum.v8f64(<8 x double> %v, <8 x double> %w)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VPORQZrr"},
      {"%a = load double, ptr %p, align 8\n%b = load double, ptr %q, align 8\n"
       "%c = call double @llvm.maximum.f64(double %a, double %b)\n"
       "store double %c, ptr %q, align 8",
       "VPTERNLOGQZ128rri"},
      {"%b = icmp slt i64 %n, 5\n%d = load double, ptr %p, align 8\n%e = load double, ptr %q, "
       "align "
       "8\n%s = select i1 %b, double %d, double %e\nstore double %s, ptr %q, align 8",
       "VBLENDMPDZ128rrk"},
      {"%c = call i64 @llvm.smin.i64(i64 %n, i64 8)\nstore i64 %c, ptr %q, align 8", "CMOV64rr"},
  });
}

TEST(SelectKernelsAvx512, ComputesExponentials) {
  expectAll({
      {"%c = call <8 x double> @llvm.x86.avx512.max.pd.512(<8 x double> %v, <8 x double> %w, i32 "
       "4)\nstore <8 x double> %c, ptr %q, align 8",
       "VMAXPDZrr"},
      {"%a = bitcast <8 x double> %v to <16 x float>\n%b = bitcast <8 x double> %w to <16 x "
       "float>\n%c = call <16 x float> @llvm.x86.avx512.min.ps.512(<16 x float> %a, <16 x float> "
       "%b, i32 4)\nstore <16 x float> %c, ptr %q, align 8",
       "VMINPSZrr"},
      {"%c = call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(<8 x double> %v, <8 x double> "
       "%w, <8 x double> %v, i8 -1, i32 4)\nstore <8 x double> %c, ptr %q, align 8",
       "VSCALEFPDZrr"},
      {"%i = bitcast <8 x double> %v to <8 x i64>\n%c = call <8 x double> "
       "@llvm.x86.avx512.vpermi2var.pd.512(<8 x double> splat (double 0.5), <8 x i64> %i, <8 x "
       "double> %w)\nstore <8 x double> %c, ptr %q, align 8",
       "VPERMI2PDZrr"},
  });
}

TEST(SelectKernelsAvx512, MasksMemory) {
  expectAll({
      {"%a = getelementptr double, ptr %p, i64 %n\n%b = getelementptr i8, ptr %a, i64 -8\n"
       "%c = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %b, <8 x i1> %m, "
       "<8 x double> zeroinitializer)\n"
       "call void @llvm.masked.store.v8f64.p0(<8 x double> %c, ptr align 8 %q, <8 x i1> %m)",
       "VMOVUPDZrmkz"},
      {"%i = load <8 x i32>, ptr %p, align 4\n%a = getelementptr double, ptr %q, <8 x i32> %i\n"
       "%c = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %a, <8 x i1> %m, "
       "<8 x double> zeroinitializer)\nstore <8 x double> %c, ptr %q, align 8",
       "VGATHERDPDZrm"},
      {"call void @llvm.prefetch.p0(ptr %p, i32 0, i32 2, i32 1)", "PREFETCHT1"},
  });
}

TEST(SelectKernelsAvx512, MovesLanes) {
  expectAll({
      {"%a = bitcast <8 x double> %v to <8 x i64>\n%b = bitcast <8 x double> %w to <8 x i64>\n"
       "%s = shufflevector <8 x i64> %a, <8 x i64> %b, <8 x i32> <i32 7, i32 8, i32 9, i32 10, "
       "i32 11, i32 12, i32 13, i32 14>\nstore <8 x i64> %s, ptr %q, align 8",
       "VALIGNQZrri"},
      {"%s = shufflevector <8 x double> %v, <8 x double> %w, <8 x i32> <i32 1, i32 8, i32 2, i32 "
       "11, i32 4, i32 12, i32 7, i32 15>\nstore <8 x double> %s, ptr %q, align 8",
       ":vr512, 201"},
      {"%a = bitcast <8 x double> %v to <16 x float>\n%b = bitcast <8 x double> %w to <16 x "
       "float>\n%s = shufflevector <16 x float> %a, <16 x float> %b, <16 x i32> <i32 1, i32 3, "
       "i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 "
       "15, i32 29, i32 31>\nstore <16 x float> %s, ptr %q, align 8",
       "VSHUFPSZrri"},
      {"%a = shufflevector <8 x double> %v, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, "
       "i32 3>\n%s = shufflevector <4 x double> %a, <4 x double> %a, <8 x i32> <i32 0, i32 1, i32 "
       "2, i32 3, i32 4, i32 5, i32 6, i32 7>\nstore <8 x double> %s, ptr %q, align 8",
       "VINSERTF64X4Zrri"},
      {"%d = load double, ptr %p, align 8\n%a = insertelement <8 x double> poison, double %d, i32 "
       "0\n"
       "%s = shufflevector <8 x double> %a, <8 x double> poison, <8 x i32> zeroinitializer\n"
       "store <8 x double> %s, ptr %q, align 8",
       "VBROADCASTSDZrm"},
      {"%h = shufflevector <8 x double> %v, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, "
       "i32 7>\nstore <4 x double> %h, ptr %q, align 8",
       "VEXTRACTF64X4Z"},
      {"%a = load <4 x float>, ptr %p, align 4\n%e = extractelement <4 x float> %a, i32 3\n"
       "store float %e, ptr %q, align 4",
       "VPERMILPSZ128"},
      {"%a = load double, ptr %p, align 8\n%b = load double, ptr %q, align 8\n"
       "%x = insertelement <2 x double> poison, double %a, i64 0\n"
       "%y = insertelement <2 x double> %x, double %b, i64 1\n"
       "store <2 x double> %y, ptr %q, align 8",
       "VMOVHPDZ128rm"},
      {"%b = bitcast <8 x i1> %m to i8\nstore i8 %b, ptr %q, align 1", "KMOVBrk"},
      {"%b = icmp slt i64 %n, 5\n%a = insertelement <8 x i1> poison, i1 %b, i32 0\n"
       "%s = shufflevector <8 x i1> %a, <8 x i1> poison, <8 x i32> zeroinitializer\n"
       "%c = select <8 x i1> %s, <8 x double> %v, <8 x double> %w\n"
       "store <8 x double> %c, ptr %q, align 8",
       "KMOVBkr"},
  });
}

TEST(SelectKernelsAvx512, ComputesOnLanes) {
  expectAll({
      {"%c = call <8 x double> @llvm.fma.v8f64(<8 x double> %v, <8 x double> %w, <8 x double> %v)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VFMADD213PDZr"},
      {"%s = fneg <8 x double> %v\n%c = call <8 x double> @llvm.fma.v8f64(<8 x double> %v, "
       "<8 x double> %w, <8 x double> %s)\nstore <8 x double> %c, ptr %q, align 8",
       "VFMSUB213PDZr"},
      {"%s = fneg <8 x double> %v\n%c = call <8 x double> @llvm.fma.v8f64(<8 x double> %s, "
       "<8 x double> %w, <8 x double> %w)\nstore <8 x double> %c, ptr %q, align 8",
       "VFNMADD213PDZr"},
      {"%s = fneg <8 x double> %v\n%t = fneg <8 x double> %w\n%c = call <8 x double> "
       "@llvm.fma.v8f64(<8 x double> %s, <8 x double> %w, <8 x double> %t)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VFNMSUB213PDZr"},
      {"%s = fneg <8 x double> %v\n%c = call <8 x double> @llvm.fma.v8f64(<8 x double> %s, "
       "<8 x double> %w, <8 x double> %s)\nstore <8 x double> %c, ptr %q, align 8",
       "VFMADD213PDZr"},
      {"%c = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %v)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VSQRTPDZ"},
      {"%c = call <8 x double> @llvm.floor.v8f64(<8 x double> %v)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VRNDSCALEPDZrri"},
      {"%c = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VPANDQZ"},
      {"%c = call <8 x double> @llvm.copysign.v8f64(<8 x double> %v, <8 x double> %w)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VPTERNLOGQZrri"},
      {"%c = fneg <8 x double> %v\nstore <8 x double> %c, ptr %q, align 8", "VPXORQZ"},
      {"%a = load <8 x i64>, ptr %p, align 8\n%c = uitofp <8 x i64> %a to <8 x double>\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VCVTUQQ2PDZ"},
      {"%a = load <8 x float>, ptr %p, align 4\n%c = fpext <8 x float> %a to <8 x double>\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VCVTPS2PDZ"},
      {"%a = load <8 x i64>, ptr %p, align 8\n%c = lshr <8 x i64> %a, splat (i64 3)\n"
       "store <8 x i64> %c, ptr %q, align 8",
       "VPSRLQZ"},
      {"%a = load <8 x i64>, ptr %p, align 8\n%b = load <8 x i64>, ptr %q, align 8\n"
       "%c = lshr <8 x i64> %a, %b\nstore <8 x i64> %c, ptr %q, align 8",
       "VPSRLVQZ"},
  });
}

/// Loads that one instruction needs are part of it, unless memory is written between.
TEST(SelectKernelsAvx512, FoldsLoads) {
  EXPECT_NE(select("%s = fadd <8 x double> %v, %v\n%u = load <8 x double>, ptr %q, align 8\n"
                   "%t = fmul <8 x double> %s, %s\n%r = fadd <8 x double> %t, %u\n"
                   "store <8 x double> %r, ptr %p, align 8")
                .find("VADDPDZrm"),
            std::string::npos);
  EXPECT_EQ(select("%u = load <8 x double>, ptr %q, align 8\n"
                   "store <8 x double> %v, ptr %p, align 8\n%r = fadd <8 x double> %v, %u\n"
                   "store <8 x double> %r, ptr %p, align 8")
                .find("VADDPDZrm"),
            std::string::npos);
}

// What the machine's own greatest and least are, NaN and zeros included, and nothing else: their
// first operand, where it is above or below the second.
TEST(SelectKernelsAvx512, FindsExtremes) {
  auto choose = [](const std::string &predicate, const std::string &choice) {
    return select("%c = fcmp " + predicate + " <8 x double> %v, %w\n%s = select <8 x i1> %c, " +
                  "<8 x double> " + choice + "\nstore <8 x double> %s, ptr %q, align 8");
  };
  std::string code;
  /// The instruction with the registers that hold what is at the two pointers.
  auto with = [&](const std::string &name, const std::string &first, const std::string &second) {
    auto holding = [&](const std::string &pointer) {
      std::size_t load = code.find("(load (s512) from %ir." + pointer);
      std::size_t start = code.rfind('%', code.rfind(":vr512 =", load));
      return code.substr(start, code.find(' ', start) - start);
    };
    return name + " " + holding(first) + ", " + holding(second);
  };
  const std::string one = "%v, <8 x double> %w", other = "%w, <8 x double> %v";
  code = choose("ogt", one);
  EXPECT_NE(code.find(with("VMAXPDZrr", "p", "q")), std::string::npos) << code;
  code = choose("olt", other);
  EXPECT_NE(code.find(with("VMAXPDZrr", "q", "p")), std::string::npos) << code;
  code = choose("olt", one);
  EXPECT_NE(code.find(with("VMINPDZrr", "p", "q")), std::string::npos) << code;
  code = choose("ogt", other);
  EXPECT_NE(code.find(with("VMINPDZrr", "q", "p")), std::string::npos) << code;
  code = choose("oge", one);
  EXPECT_NE(code.find("VBLENDMPD"), std::string::npos) << code;
  code = choose("olt", "%v, <8 x double> zeroinitializer");
  EXPECT_NE(code.find("VBLENDMPD"), std::string::npos) << code;
}

TEST(SelectKernelsAvx512, FindsExtremesOfScalars) {
  auto choose = [](const std::string &type, const std::string &predicate,
                   const std::string &choice) {
    return select("%a = load " + type + ", ptr %p\n%b = load " + type + ", ptr %q\n%c = fcmp " +
                  predicate + " " + type + " %a, %b\n%r = select i1 %c, " + choice + "\nstore " +
                  type + " %r, ptr %p");
  };
  const std::string one = "double %a, double %b", other = "float %b, float %a";
  EXPECT_NE(choose("double", "ogt", one).find("VMAXSDZrr"), std::string::npos);
  EXPECT_NE(choose("float", "ogt", other).find("VMINSSZrr"), std::string::npos);
  EXPECT_NE(choose("float", "olt", other).find("VMAXSSZrr"), std::string::npos);
  for (const char *predicate : {"oge", "ugt", "une"})
    EXPECT_EQ(choose("double", predicate, one).find("VMAX"), std::string::npos) << predicate;
}

// The allocator of registers would else take a loop for two rounds of it.
TEST(SelectKernelsAvx512, HasBytesBesideWiderLanes) {
  std::string load = "%b = load <8 x i8>, ptr %p, align 1\n%k = icmp ne <8 x i8> %b, ";
  std::string choose = "%c = select <8 x i1> %k, <8 x double> %v, <8 x double> %w\n"
                       "store <8 x double> %c, ptr %q, align 8";
  std::string bytes = "%b = zext <8 x i1> %m to <8 x i8>\n";
  expectAll({
      {load + "zeroinitializer\n" + choose, "VMOVQI2PQIZrm"},
      {load + "<i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8>\n" + choose, "VPCMPBZ128rri"},
      {bytes + "store <8 x i8> %b, ptr %q, align 1", "VPABSBZ128rr"},
      {"%b = sext <8 x i1> %m to <8 x i8>\nstore <8 x i8> %b, ptr %q, align 1", "VMOVPQI2QIZmr"},
      {bytes + "store <8 x i8> %b, ptr %q, align 8, !nontemporal !{i32 1}", "MOVNTI_64mr"},
      {"%b = call <8 x i8> @llvm.masked.load.v8i8.p0(ptr align 1 %p, <8 x i1> %m, <8 x i8> "
       "zeroinitializer)\n%x = xor <8 x i8> %b, splat (i8 1)\n"
       "call void @llvm.masked.store.v8i8.p0(<8 x i8> %x, ptr align 1 %q, <8 x i1> %m)",
       "VMOVDQU8Z128mrk"},
      {"%a = load <8 x i8>, ptr %q, align 1\n%k = icmp eq <8 x i8> %a, zeroinitializer\n"
       "%b = call <8 x i8> @llvm.masked.load.v8i8.p0(ptr align 1 %p, <8 x i1> %k, <8 x i8> "
       "zeroinitializer)\nstore <8 x i8> %b, ptr %q, align 1",
       "KANDBkk"},
      {load + "zeroinitializer\n" + choose, "VPTESTMBZ128rr"},
      {"%b = load <8 x i8>, ptr %p, align 1\n%z = zext <8 x i8> %b to <8 x i64>\n"
       "store <8 x i64> %z, ptr %q, align 8",
       "VPMOVZXBQZrm"},
      {"%b = load <8 x i8>, ptr %p, align 1\n%z = sext <8 x i8> %b to <8 x i32>\n"
       "store <8 x i32> %z, ptr %q, align 8",
       "VPMOVSXBDZ256rm"},
      {"%a = load <8 x i64>, ptr %p, align 8\n%z = trunc <8 x i64> %a to <8 x i8>\n"
       "store <8 x i8> %z, ptr %q, align 1",
       "VPMOVQBZrr"},
      {"%b = load <8 x i8>, ptr %p, align 1\n%a = add <8 x i8> %b, splat (i8 3)\n"
       "%c = select <8 x i1> %m, <8 x i8> %a, <8 x i8> %b\nstore <8 x i8> %c, ptr %q, align 1",
       "VPBLENDMBZ128rrk"},
      {"%t = trunc i64 %n to i8\n%i = insertelement <64 x i8> poison, i8 %t, i32 0\n"
       "%s = shufflevector <64 x i8> %i, <64 x i8> poison, <64 x i32> zeroinitializer\n"
       "store <64 x i8> %s, ptr %q, align 1",
       "VPBROADCASTBrZrr"},
  });
}

TEST(SelectKernelsAvx512, ComputesWhereAMaskIsSet) {
  std::string load = "%a = load <8 x double>, ptr %p, align 8\n";
  std::string sum = "%s = fsub <8 x double> %v, %w\n%c = select <8 x i1> %m, <8 x double> %s, ";
  std::string store = "\nstore <8 x double> %c, ptr %q, align 8";
  expectAll({
      {sum + "<8 x double> zeroinitializer" + store, "VSUBPDZrrkz"},
      {load + "%n0 = fneg <8 x double> %a\n" + sum + "<8 x double> %n0" + store, "VSUBPDZrrk "},
      {load +
           "%s = fmul <8 x double> %a, %w\n%c = select <8 x i1> %m, <8 x double> %s, <8 x "
           "double> zeroinitializer" +
           store,
       "VMULPDZrmkz"},
  });
  EXPECT_EQ(select(sum + "<8 x double> %v" + store +
                   "\nstore <8 x double> %s, ptr %p, align 8") // needed as it is, too
                .find("VSUBPDZrrk"),
            std::string::npos);
}

TEST(SelectKernelsAvx512, JoinsMasks) {
  std::string other = "%k = fcmp ogt <8 x double> %v, zeroinitializer\n";
  std::string store = "%b = zext <8 x i1> %r to <8 x i8>\nstore <8 x i8> %b, ptr %q, align 1";
  std::string halves =
      "%l = shufflevector <8 x i1> %m, <8 x i1> %m, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
      "%h = shufflevector <8 x i1> %m, <8 x i1> %m, <4 x i32> <i32 4, i32 5, i32 6, i32 7>\n"
      "%o = or <4 x i1> %l, %h\n%e = extractelement <4 x i1> %o, i32 3\n"
      "%i = select i1 %e, i64 %n, i64 5\nstore i64 %i, ptr %q, align 8";
  expectAll({
      {other + "%r = select <8 x i1> %m, <8 x i1> %k, <8 x i1> zeroinitializer\n" + store,
       "KANDNBkk"},
      {other + "%r = icmp eq <8 x i1> %m, %k\n" + store, "KXNORBkk"},
      {other + "%r = icmp ne <8 x i1> %m, %k\n" + store, "KXORBkk"},
      {"%z = zext <8 x i1> %m to <8 x i64>\nstore <8 x i64> %z, ptr %q, align 8", "VPSRLQZ"},
      {"%z = sext <8 x i1> %m to <8 x i32>\nstore <8 x i32> %z, ptr %q, align 8", "VPMOVM2DZ256rk"},
      {halves, "KSHIFTRBki"},
      {halves, "KORWkk"},
      {"%c = icmp sgt i64 %n, 3\n%i = insertelement <64 x i1> poison, i1 %c, i32 0\n"
       "%s = shufflevector <64 x i1> %i, <64 x i1> poison, <64 x i32> zeroinitializer\n"
       "%b = zext <64 x i1> %s to <64 x i8>\nstore <64 x i8> %b, ptr %q, align 1",
       "KMOVQkr"},
  });
}

TEST(SelectKernelsAvx512, ConvertsNumbers) {
  std::string word = "%t = trunc i64 %n to i32\n", byte = "%t = load i8, ptr %p, align 1\n";
  std::string store = "store double %d, ptr %q, align 8";
  expectAll({
      {"%d = sitofp i64 %n to double\n" + store, "AVX512_128_SET0"},
      {"%d = sitofp i64 %n to double\n" + store, "VCVTSI642SDZrr"},
      {word + "%d = uitofp i32 %t to double\n" + store, "VCVTUSI2SDZrr"},
      {byte + "%d = uitofp i8 %t to double\n" + store, "MOVZX32rm8"},
      {byte + "%d = sitofp i8 %t to double\n" + store, "MOVSX32rm8"},
      {"%a = load float, ptr %p, align 4\n%d = fpext float %a to double\n" + store, "VCVTSS2SDZrr"},
      {"%b = load <8 x i8>, ptr %p, align 1\n%d = uitofp <8 x i8> %b to <8 x double>\n"
       "store <8 x double> %d, ptr %q, align 8",
       "VCVTDQ2PDZrr"},
      {"%b = load <16 x i8>, ptr %p, align 1\n%d = sitofp <16 x i8> %b to <16 x float>\n"
       "store <16 x float> %d, ptr %q, align 4",
       "VPMOVSXBDZrm"},
      {"%i = fptosi <8 x double> %v to <8 x i64>\nstore <8 x i64> %i, ptr %q, align 8",
       "VCVTTPD2QQZrr"},
      {"%i = fptoui <8 x double> %v to <8 x i64>\nstore <8 x i64> %i, ptr %q, align 8",
       "VCVTTPD2UQQZrr"},
      {"%i = fptoui <8 x double> %v to <8 x i32>\nstore <8 x i32> %i, ptr %q, align 4",
       "VCVTTPD2UDQZrr"},
  });
  expectAll({{"%d = sitofp i64 %n to double\n" + store, "VCVTSI642SDrr"},
             {"%d = sitofp i64 %n to double\n" + store, "V_SET0"}},
            kAvx2);
}

TEST(SelectKernelsAvx512, FindsExtremesOfShortNumbers) {
  for (const char *kind : {"smin", "smax", "umin", "umax"})
    for (const char *type : {"i8", "i16"}) {
      std::string call = std::string("@llvm.") + kind + "." + type;
      EXPECT_NE(select(std::string("%a = load ") + type + ", ptr %p, align 1\n%b = load " + type +
                       ", ptr %q, align 1\n%c = call " + type + " " + call + "(" + type + " %a, " +
                       type + " %b)\nstore " + type + " %c, ptr %q, align 1")
                    .find("CMOV32rr"),
                std::string::npos)
          << call;
    }
}

TEST(SelectKernelsAvx512, WeighsLoops) {
  std::string code = select(R"(br label %head
    head:
      %i = phi i64 [0, %0], [%next, %end]
      %goesOn = icmp slt i64 %i, %n
      br i1 %goesOn, label %row, label %behind
    row:
      %k = phi i64 [%i, %head], [%more, %row]
      store i64 %k, ptr %p
      %more = add i64 %k, 8
      %isMore = icmp slt i64 %more, %n
      br i1 %isMore, label %row, label %choice
    choice:
      %isRest = icmp slt i64 %more, 7
      br i1 %isRest, label %rest, label %end
    rest:
      store i64 %i, ptr %q
      br label %end
    end:
      %next = add i64 %i, 1
      br label %head
    behind:)");
  for (const char *edges :
       {"%bb.6(6.25%), %bb.2(93.75%)", "%bb.2(93.75%), %bb.3(6.25%)", "successors: %bb.5, %bb.4"})
    EXPECT_NE(code.find(edges), std::string::npos) << edges << " expected in\n" << code;
}

// A function with one instruction that is not known begins anew with LLVM's own selection.
TEST(SelectKernelsAvx512, LeavesTheRestToLlvm) {
  EXPECT_EQ(select("%s = shufflevector <8 x double> %v, <8 x double> %w, <8 x i32> <i32 0, i32 3, "
                   "i32 1, i32 2, i32 9, i32 4, i32 5, i32 6>\n"
                   "store <8 x double> %s, ptr %q, align 8"),
            "");
  EXPECT_EQ(select("%s = srem <8 x i32> splat (i32 7), zeroinitializer\n"
                   "store <8 x i32> %s, ptr %q, align 8"),
            "");
}

} // namespace
