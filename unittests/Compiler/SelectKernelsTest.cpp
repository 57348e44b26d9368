//===- SelectKernelsTest.cpp - Instruction selection for kernels ----------===//
//
// What the pass in front of LLVM's own selection does by itself, checked by LLVM's verifier of
// machine code, and what it leaves. That the instructions mean the same is what the tests of all
// operations show, which run what it selects.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/PassList.h"
#include "gtcompiler/Target/Target.h"

#include "gtcompiler/Target/Host/CodeGenerator.h"
#include "gtcompiler/Target/Host/Cpu.h"
#include "gtcompiler/Target/Host/SelectKernels.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace gtcompiler;

namespace {

/// Notes whether functions are selected, and what LLVM's verifier says of them.
class Recorder final : public llvm::MachineFunctionPass {
public:
  static inline char ID = 0;
  static inline std::string errors, code;
  static inline bool isSelected;
  Recorder() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    isSelected = function.getProperties().hasSelected();
    llvm::raw_string_ostream stream(errors), print(code);
    if (isSelected)
      function.verify(nullptr, "selected", &stream, /*AbortOnError=*/false);
    function.print(print);
    return false;
  }
};

/// CPUs, and how many doubles their vectors have.
struct Level {
  const char *cpu, *doubles, *bits;
};
constexpr Level kAvx512{"x86-64-v4", "<8 x double>", "512"};
constexpr Level kAvx2{"x86-64-v3", "<4 x double>", "256"};

/// What becomes of the body of a function: its code, or "" where the pass leaves it. Arguments
/// are %p and %q, pointers, and %n, i64; %v, %w: doubles at %p and %q, %m: a mask of them.
std::string select(const std::string &body, Level level = kAvx512) {
  std::string text = R"(
    define void @f(ptr %p, ptr %q, i64 %n) nounwind {
      %v = load DOUBLES, ptr %p, align 8
      %w = load DOUBLES, ptr %q, align 8
      %m = fcmp olt DOUBLES %v, %w
      )" + body + R"(
      ret void
    })";
  for (std::size_t at; (at = text.find("DOUBLES")) != std::string::npos;)
    text.replace(at, std::strlen("DOUBLES"), level.doubles);
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  if (!module)
    return "cannot be read: " + error.getMessage().str();
  TargetName name{level.cpu, ""};
  auto machine = llvm::cantFail(createTargetMachine(name, CodeGenLevel::HandPicked));
  machine->setFastISel(true);
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  for (llvm::Function &function : *module) {
    function.addFnAttr("target-cpu", name.cpu);
    function.addFnAttr("prefer-vector-width", level.bits);
    function.addFnAttr("min-legal-vector-width", level.bits);
  }
  registerSelectKernels();
  static const llvm::PassInfo &recorder = []() -> const llvm::PassInfo & {
    auto create = []() -> llvm::Pass * { return new Recorder; };
    auto *known =
        new llvm::PassInfo("Recorder", "gt-test-recorder", &Recorder::ID, create, false, false);
    llvm::PassRegistry::getPassRegistry()->registerPass(*known);
    return *known;
  }();
  (void)recorder;
  llvm::SmallVector<llvm::StringRef> names(handPickedPasses());
  auto *place = llvm::find(names, kSelect);
  place = names.insert(place, "gt-test-recorder");
  names.insert(place, kSelectKernels);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  llvm::cantFail(addPasses(passes, *machine, names, stream, llvm::CodeGenFileType::ObjectFile));
  Recorder::errors.clear();
  Recorder::code.clear();
  llvm::cantFail(runPasses(passes, *module));
  EXPECT_FALSE(object.empty()) << body;
  EXPECT_EQ(Recorder::errors, "") << body;
  return Recorder::isSelected ? Recorder::code : "";
}

struct Case {
  std::string body, instruction; ///< that the code has
};

void expectAll(llvm::ArrayRef<Case> cases, Level level = kAvx512) {
  for (const Case &each : cases)
    EXPECT_NE(select(each.body, level).find(each.instruction), std::string::npos)
        << each.body << "\n"
        << each.instruction << " expected in\n"
        << Recorder::code;
}

TEST(SelectKernels, ComparesAndChoosesLanes) {
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
       "VRANGEPDZrri"},
      {"%c = call <8 x double> @llvm.minimum.v8f64(<8 x double> %v, <8 x double> %w)\n"
       "store <8 x double> %c, ptr %q, align 8",
       "VRANGEPDZrri"},
      {"%a = load double, ptr %p, align 8\n%b = load double, ptr %q, align 8\n"
       "%c = call double @llvm.maximum.f64(double %a, double %b)\n"
       "store double %c, ptr %q, align 8",
       "VRANGEPDZ128rri"},
      {"%c = call i64 @llvm.smin.i64(i64 %n, i64 8)\nstore i64 %c, ptr %q, align 8", "CMOV64rr"},
  });
}

TEST(SelectKernels, MasksMemory) {
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

TEST(SelectKernels, MovesLanes) {
  expectAll({
      {"%a = bitcast <8 x double> %v to <8 x i64>\n%b = bitcast <8 x double> %w to <8 x i64>\n"
       "%s = shufflevector <8 x i64> %a, <8 x i64> %b, <8 x i32> <i32 7, i32 8, i32 9, i32 10, "
       "i32 11, i32 12, i32 13, i32 14>\nstore <8 x i64> %s, ptr %q, align 8",
       "VALIGNQZrri"},
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

TEST(SelectKernels, ComputesOnLanes) {
  expectAll({
      {"%c = call <8 x double> @llvm.fma.v8f64(<8 x double> %v, <8 x double> %w, <8 x double> %v)\n"
       "store <8 x double> %c, ptr %q, align 8",
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
       "VPSRLVQZ"},
  });
}

/// Loads that one instruction needs are part of it, unless memory is written between.
TEST(SelectKernels, FoldsLoads) {
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

/// A function with one instruction that is not known begins anew with LLVM's own selection.
// What the machine's own greatest and least are, NaN and zeros included, and nothing else: their
// first operand, where it is above or below the second.
TEST(SelectKernels, FindsExtremes) {
  auto choose = [](const std::string &predicate, const std::string &choice) {
    return select("%c = fcmp " + predicate + " <8 x double> %v, %w\n%s = select <8 x i1> %c, " +
                  "<8 x double> " + choice + "\nstore <8 x double> %s, ptr %q, align 8");
  };
  /// The instruction with the registers that hold what is at the two pointers.
  auto with = [](const std::string &name, const std::string &first, const std::string &second) {
    auto holding = [](const std::string &pointer) {
      std::size_t load = Recorder::code.find("(load (s512) from %ir." + pointer);
      std::size_t start = Recorder::code.rfind('%', Recorder::code.rfind(":vr512 =", load));
      return Recorder::code.substr(start, Recorder::code.find(' ', start) - start);
    };
    return name + " " + holding(first) + ", " + holding(second);
  };
  const std::string one = "%v, <8 x double> %w", other = "%w, <8 x double> %v";
  std::string code = choose("ogt", one);
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

TEST(SelectKernels, FindsExtremesOfScalars) {
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
TEST(SelectKernels, WeighsLoops) {
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

TEST(SelectKernels, LeavesTheRestToLlvm) {
  EXPECT_EQ(select("%s = shufflevector <8 x double> %v, <8 x double> %w, <8 x i32> <i32 0, i32 3, "
                   "i32 1, i32 2, i32 9, i32 4, i32 5, i32 6>\n"
                   "store <8 x double> %s, ptr %q, align 8"),
            "");
  EXPECT_EQ(select("%s = srem <8 x i32> splat (i32 7), zeroinitializer\n"
                   "store <8 x i32> %s, ptr %q, align 8"),
            "");
}

//===----------------------------------------------------------------------===//
// AVX2
//===----------------------------------------------------------------------===//

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
          {"%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 1, i32 5, i32 3, "
           "i32 7>\nstore <4 x double> %s, ptr %q, align 8",
           "VBLENDPDYrri"},
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
           "VMINPDYrr"},
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
           "VPSRLVQYrr"},
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
