//===- SelectAvx2Test.cpp - Instruction selection for AVX2 ----------------===//
#include "SelectedCode.h"

using namespace gtcompiler;

namespace {

/// What becomes of lanes chosen by a comparison of integers of `type`.
std::string chooseByIntegers(const std::string &predicate, const std::string &type) {
  return select("%a = load " + type + ", ptr %p, align 8\n%b = load " + type +
                    ", ptr %q, align 8\n%k = icmp " + predicate + " " + type +
                    " %a, %b\n%c = select <4 x i1> %k, <4 x double> %v, <4 x double> %w\n"
                    "store <4 x double> %c, ptr %q, align 8",
                kAvx2);
}

// Masks are vectors as wide as those that they are for.
TEST(SelectKernelsAvx2, ComparesAndChoosesLanes) {
  expectAll(
      {
          {"%c = select <4 x i1> %m, <4 x double> zeroinitializer, <4 x double> %w\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VBLENDVPDYrrr"},
          {"%a = load <8 x float>, ptr %p, align 8\n%k = fcmp ole <8 x float> %a, zeroinitializer\n"
           "%c = select <8 x i1> %k, <8 x float> %a, <8 x float> splat (float 2.0)\n"
           "store <8 x float> %c, ptr %q, align 8",
           "VBLENDVPSYrrr"},
          {"%a = load <8 x i32>, ptr %p, align 8\n%k = icmp sgt <8 x i32> %a, splat (i32 7)\n"
           "%c = select <8 x i1> %k, <8 x i32> %a, <8 x i32> splat (i32 9)\n"
           "store <8 x i32> %c, ptr %q, align 8",
           "VPBLENDVBYrrr"},
          {"%k = fcmp olt <4 x double> %w, zeroinitializer\n%b = and <4 x i1> %m, %k\n"
           "%c = select <4 x i1> %b, <4 x double> %v, <4 x double> %w\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VPANDYrr"},
          {"%b = xor <4 x i1> %m, splat (i1 true)\n"
           "%c = select <4 x i1> %b, <4 x double> %v, <4 x double> %w\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VPXORYrr"},
          {"%c = zext <4 x i1> %m to <4 x i64>\nstore <4 x i64> %c, ptr %q, align 8", "VPSRLQYri"},
          {"%b = bitcast <4 x i1> %m to i4\n%z = zext i4 %b to i32\nstore i32 %z, ptr %q, align 4",
           "VMOVMSKPDYrr"},
          {"%a = load <8 x float>, ptr %p, align 4\n%k = fcmp ord <8 x float> %a, %a\n"
           "%b = bitcast <8 x i1> %k to i8\nstore i8 %b, ptr %q, align 1",
           "VMOVMSKPSYrr"},
          {"%c = fcmp ogt <4 x double> %v, %w\n"
           "%s = select <4 x i1> %c, <4 x double> %v, <4 x double> %w\n"
           "store <4 x double> %s, ptr %q, align 8",
           "VMAXPDYrr"},
      },
      kAvx2);
  for (const char *predicate : {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
    EXPECT_NE(chooseByIntegers(predicate, "<4 x i64>").find("VPCMP"), std::string::npos)
        << predicate;
}

// Also where the mask is made in another block.
TEST(SelectKernelsAvx2, MasksMemory) {
  const std::string masked =
      "%c = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %p, <4 x i1> %m, "
      "<4 x double> zeroinitializer)\n"
      "call void @llvm.masked.store.v4f64.p0(<4 x double> %c, ptr align 8 %q, <4 x i1> %m)";
  for (const char *before : {"", "br label %next\nnext:\n"}) {
    std::string code = select(before + masked, kAvx2);
    EXPECT_NE(code.find("VMASKMOVPDYrm"), std::string::npos) << code;
    EXPECT_NE(code.find("VMASKMOVPDYmr"), std::string::npos) << code;
  }
  expectAll({{"call void @llvm.masked.store.v4f64.p0(<4 x double> %v, ptr align 8 %q, "
              "<4 x i1> <i1 true, i1 true, i1 false, i1 false>)",
              "VMASKMOVPDYmr"},
             {"%b = load <4 x i32>, ptr %p, align 4\n%k = icmp slt <4 x i32> %b, splat (i32 3)\n"
              "call void @llvm.masked.store.v4i32.p0(<4 x i32> %b, ptr align 4 %q, <4 x i1> %k)",
              "VPMASKMOVDmr"}},
            kAvx2);
}

TEST(SelectKernelsAvx2, MovesLanes) {
  auto follow = [](const std::string &type, unsigned first, unsigned lanes) {
    std::string numbers;
    for (unsigned lane = 0; lane < lanes; ++lane)
      numbers += (lane ? ", i32 " : "i32 ") + std::to_string(first + lane);
    return "%a = load " + type + ", ptr %p, align 4\n%b = load " + type +
           ", ptr %q, align 4\n%s = shufflevector " + type + " %a, " + type + " %b, <" +
           std::to_string(lanes) + " x i32> <" + numbers + ">\nstore " + type +
           " %s, ptr %q, align 4";
  };
  const std::string broadcast = "%s = shufflevector <4 x i64> %a, <4 x i64> poison, <4 x i32> "
                                "zeroinitializer\nstore <4 x i64> %s, ptr %q, align 8";
  expectAll(
      {
          {follow("<4 x double>", 3, 4), "VSHUFPDYrri"},
          {follow("<4 x double>", 2, 4), "VPERM2F128"},
          {follow("<8 x float>", 7, 8), "VPALIGNRYrri"},
          {follow("<8 x i32>", 1, 8), "VPERM2I128"},
          {"%b = icmp slt i64 %n, 5\n%d = load double, ptr %p, align 8\n%e = load double, ptr %q, "
           "align "
           "8\n%s = select i1 %b, double %d, double %e\nstore double %s, ptr %q, align 8",
           "VBLENDVPDrrr"},
          {follow("<2 x double>", 1, 2), "VSHUFPDr"},
          {follow("<4 x float>", 1, 4), "VPALIGNRr"},
          {"%a = insertelement <4 x i64> poison, i64 %n, i32 0\n" + broadcast, "VPBROADCASTQYrr"},
          {"%d = load double, ptr %p, align 8\n%a = insertelement <4 x double> poison, double %d, "
           "i32 0\n%s = shufflevector <4 x double> %a, <4 x double> poison, <4 x i32> "
           "zeroinitializer\nstore <4 x double> %s, ptr %q, align 8",
           "VBROADCASTSDYrm"},
          {"%s = shufflevector <4 x double> %v, <4 x double> poison, <4 x i32> <i32 3, "
           "i32 2, i32 1, i32 0>\nstore <4 x double> %s, ptr %q, align 8",
           "VPERMPDYri"},
          {"%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 3, i32 5, i32 1, "
           "i32 7>\nstore <4 x double> %s, ptr %q, align 8",
           "VBLENDPDYrri"},
          {"%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 1, i32 5, i32 3, "
           "i32 7>\nstore <4 x double> %s, ptr %q, align 8",
           "VSHUFPDYrri"},
          {"%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 2, i32 3, i32 6, "
           "i32 7>\nstore <4 x double> %s, ptr %q, align 8",
           "VPERM2F128rri"},
          {"%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 0, i32 1, i32 6, "
           "i32 7>\nstore <4 x double> %s, ptr %q, align 8",
           "VBLENDPSYrri"},
          {"%a = load <2 x double>, ptr %p, align 8\n%r = getelementptr i8, ptr %p, i64 %n\n"
           "%b = load <2 x double>, ptr %r, align 8\n"
           "%s = shufflevector <2 x double> %a, <2 x double> %b, <4 x i32> <i32 0, i32 1, i32 2, "
           "i32 3>\nstore <4 x double> %s, ptr %q, align 8",
           "VINSERTF128rmi"},
          {"%a = load <8 x float>, ptr %p, align 4\n%s = shufflevector <8 x float> %a, <8 x float> "
           "poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>\n"
           "store <8 x float> %s, ptr %q, align 8",
           "VPERMPSYr"},
          {"%b = icmp slt i64 %n, 5\n%a = insertelement <4 x i1> poison, i1 %b, i32 0\n"
           "%s = shufflevector <4 x i1> %a, <4 x i1> poison, <4 x i32> zeroinitializer\n"
           "%c = select <4 x i1> %s, <4 x double> %v, <4 x double> %w\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VPBROADCASTDYrr"},
          {"%e = extractelement <4 x double> %v, i32 3\nstore double %e, ptr %q, align 8",
           "VPERMILPDri"},
          {"%h = shufflevector <4 x double> %v, <4 x double> poison, <2 x i32> <i32 2, i32 3>\n"
           "store <2 x double> %h, ptr %q, align 8",
           "VEXTRACTF128rri"},
          {"%a = load <4 x float>, ptr %p, align 4\n%e = extractelement <4 x float> %a, i32 3\n"
           "store float %e, ptr %q, align 4",
           "VPERMILPSmi"},
          {"%a = load double, ptr %p, align 8\n%b = load double, ptr %q, align 8\n"
           "%x = insertelement <2 x double> poison, double %a, i64 0\n"
           "%y = insertelement <2 x double> %x, double %b, i64 1\n"
           "store <2 x double> %y, ptr %q, align 8",
           "VMOVHPDrm"},
      },
      kAvx2);
}

TEST(SelectKernelsAvx2, ComputesOnLanes) {
  expectAll(
      {
          {"%c = call <4 x double> @llvm.fma.v4f64(<4 x double> %v, <4 x double> %w, "
           "<4 x double> %v)\nstore <4 x double> %c, ptr %q, align 8",
           "VFMADD213PDYr"},
          {"%c = call <4 x double> @llvm.sqrt.v4f64(<4 x double> %v)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VSQRTPDY"},
          {"%c = call <4 x double> @llvm.floor.v4f64(<4 x double> %v)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VROUNDPDY"},
          {"%c = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VANDPDYrr"},
          {"%c = call <4 x double> @llvm.copysign.v4f64(<4 x double> %v, <4 x double> %w)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VANDNPDYrr"},
          {"%c = call <4 x double> @llvm.minimum.v4f64(<4 x double> %v, <4 x double> %w)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VORPDYrr"},
          {"%c = call <4 x double> @llvm.maximum.v4f64(<4 x double> %v, <4 x double> %w)\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VANDPDYrr"},
          {"%a = load float, ptr %p, align 4\n%b = load float, ptr %q, align 4\n"
           "%c = call float @llvm.maximum.f32(float %a, float %b)\nstore float %c, ptr %q, align 4",
           "VMAXPSrr"},
          {"%c = fneg <4 x double> %v\nstore <4 x double> %c, ptr %q, align 8", "VXORPDYrr"},
          {"%a = load <4 x float>, ptr %p, align 4\n%c = fpext <4 x float> %a to <4 x double>\n"
           "store <4 x double> %c, ptr %q, align 8",
           "VCVTPS2PDY"},
          {"%a = load <8 x float>, ptr %p, align 4\n%c = fptosi <8 x float> %a to <8 x i32>\n"
           "store <8 x i32> %c, ptr %q, align 4",
           "VCVTTPS2DQY"},
          {"%a = load <4 x i64>, ptr %p, align 8\n%c = lshr <4 x i64> %a, splat (i64 3)\n"
           "store <4 x i64> %c, ptr %q, align 8",
           "VPSRLQYri"},
          {"%a = load <4 x i64>, ptr %p, align 8\n%b = load <4 x i64>, ptr %q, align 8\n"
           "%c = lshr <4 x i64> %a, %b\nstore <4 x i64> %c, ptr %q, align 8",
           "VPSRLVQY"},
          {"%c = call <4 x double> @llvm.fma.v4f64(<4 x double> %v, <4 x double> splat (double "
           "3.0), "
           "<4 x double> splat (double 5.0))\n%d = fmul <4 x double> %v, %c\n"
           "store <4 x double> %d, ptr %q, align 8",
           "VFMADD231PDYr"},
          {"%a = load <4 x i64>, ptr %p, align 8\n%b = load <4 x i64>, ptr %q, align 8\n"
           "%c = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %a, <4 x i64> %b)\n"
           "store <4 x i64> %c, ptr %q, align 8",
           "VPBLENDVBYrrr"},
          {"call void @llvm.prefetch.p0(ptr %p, i32 0, i32 2, i32 1)", "PREFETCHT1"},
      },
      kAvx2);
}

// A mask is made for the other lanes that it is used for, also in another block.
TEST(SelectKernelsAvx2, MakesMasksForOtherLanes) {
  for (const std::string before : {"", "br label %next\nnext:\n"})
    expectAll(
        {{before + "%a = load <4 x float>, ptr %p, align 4\n%c = select <4 x i1> %m, "
                   "<4 x float> %a, <4 x float> zeroinitializer\n"
                   "store <4 x float> %c, ptr %q, align 4",
          "VSHUFPSrri"},
         {"%i = load <4 x i32>, ptr %p, align 4\n%k = icmp slt <4 x i32> %i, splat (i32 3)\n" +
              before +
              "%c = select <4 x i1> %k, <4 x double> %v, <4 x double> %w\n"
              "store <4 x double> %c, ptr %q, align 8",
          "VPMOVSXDQYrr"}},
        kAvx2);
}

// A mask that is made from bytes.
TEST(SelectKernelsAvx2, LeavesTheRestToLlvm) {
  EXPECT_EQ(select("%a = load <4 x i8>, ptr %p, align 1\n%b = trunc <4 x i8> %a to <4 x i1>\n"
                   "%c = select <4 x i1> %b, <4 x double> %v, <4 x double> %w\n"
                   "store <4 x double> %c, ptr %q, align 8",
                   kAvx2),
            "");
}

} // namespace
