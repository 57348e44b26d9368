//===- Corpus.cpp - Programs that are changed -----------------------------===//

#include "Corpus.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstdio>
#include <cstdlib>

using namespace textfuzz;

static constexpr const char *kPrograms[] = {
    R"(gt.program @fields(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>, %m: !gt.storage<[], f64>, %c: f64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<I>, %west: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
  %1 = gt.shift %0 [I + 1, J - 1] : !gt.field<[I, J], f64>
  %2 = gt.pin %0 at %west : !gt.field<[I, J], f64>, !gt.range<I> -> !gt.field<[J], f64>
  %3 = gt.olt %0, %1 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], i1>
  %4 = gt.select %3, %2, %1 : (!gt.field<[I, J], i1>, !gt.field<[J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %5 = gt.mul %c, %4 : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %half = gt.constant 5.0e-01 : f64
  %6 = gt.mul %half, %5 : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %7 = gt.reduce max %0 over %k, %j lanes : !gt.field<[I, J], f64>, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  gt.store %6 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>, !gt.range<J>, !gt.range<I>
  gt.store %7 to %m : !gt.field<[], f64>, !gt.storage<[], f64>
}
)",
    R"(!s = !gt.storage<[K, J, I], i32, unit>
!f = !gt.field<[I, J, K], i32>
gt.program @integers(%n: !s, %p: !s, %q: !gt.storage<[J, I], i64, unit>, %a: i32, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) attributes {remarks = ["a: b"]} {
  %0 = gt.load %n : !s -> !f
  %1 = gt.shift %0 [K + 1] : !f
  %2 = gt.floor_divide %0, %1 {gt.placement = #gt.placement<materialise>} : (!f, !f) -> !f
  %3 = gt.shift %2 [I - 1] : !f
  %4 = gt.add %2, %3 : (!f, !f) -> !f
  %5 = gt.broadcast %a : i32 -> !gt.field<[], i32>
  %6 = gt.min %4, %5 : (!f, !gt.field<[], i32>) -> !f
  gt.store %6 to %p over %k, %j, %i : !f, !s, !gt.range<K>, !gt.range<J>, !gt.range<I>
  %7 = gt.cast %0 : (!f) -> !gt.field<[I, J, K], i64>
  %8 = gt.reduce sum %7 over %k : !gt.field<[I, J, K], i64>, !gt.range<K> -> !gt.field<[I, J], i64>
  %9 = gt.index I : !gt.field<[I], i64>
  %10 = gt.add %8, %9 : (!gt.field<[I, J], i64>, !gt.field<[I], i64>) -> !gt.field<[I, J], i64>
  gt.store %10 to %q over %j, %i : !gt.field<[I, J], i64>, !gt.storage<[J, I], i64, unit>, !gt.range<J>, !gt.range<I>
}
)",
    R"(gt.program @kernels(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>, %m: !gt.storage<[J], f64, unit>, %x: !gt.storage<[J], f64, unit>, %c: f64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<I>, %west: !gt.range<I>) {
  %i1 = gt.grow %i by 0, 1 : !gt.range<I>
  %i0 = gt.intersect %i, %k : !gt.range<I>
  %i2 = gt.hull %i1, %i0 : !gt.range<I>
  %t = gt.temporary over %j, %i2 : !gt.range<J>, !gt.range<I> -> !gt.storage<[J, I], f64, unit>
  %minus = gt.neg %c : (f64) -> f64
  gt.stencil over %j, %i2 : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [I at %west + 1, J - 1] : !gt.storage<[J, I], f64, unit>, !gt.range<I> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    %3 = gt.mul %minus, %2 : (f64, f64) -> f64
    gt.check_finite %2, %3 : f64, f64
    gt.write %3 to %t : f64, !gt.storage<[J, I], f64, unit>
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.index I at %west + 2 : i64
    %2 = gt.cast %1 : (i64) -> f64
    %3 = gt.exp %0 : (f64) -> f64
    %4 = gt.constant 2.0 : f64
    %5 = gt.pow %3, %4 : (f64, f64) -> f64
    %6 = gt.add %5, %2 : (f64, f64) -> f64
    gt.write %6 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
  gt.fold sum, max over %j : !gt.range<J> along %k : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.abs %0 : (f64) -> f64
    gt.yield %0, %1 : f64, f64
  } into %m, %x : !gt.storage<[J], f64, unit>, !gt.storage<[J], f64, unit>
}
)",
    R"(gt.program @neighbours(%u: !gt.storage<[K, V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>, %w: !gt.storage<[K, E], f64, unit>, %v: !gt.range<V>, %e: !gt.range<E>, %k: !gt.range<K>, %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[K, V], f64, unit> -> !gt.field<[V, K], f64>
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !gt.field<[E, L], i32>
  %2 = gt.sqrt %0 : (!gt.field<[V, K], f64>) -> !gt.field<[V, K], f64>
  %3 = gt.remap %2 by %1 in %v : !gt.field<[V, K], f64> by !gt.field<[E, L], i32> in !gt.range<V> -> !gt.field<[E, L, K], f64>
  %4 = gt.reduce sum %3 over %l width 3 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
  %5 = gt.pin %3 at %l + 1 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
  %6 = gt.sub %4, %5 : (!gt.field<[E, K], f64>, !gt.field<[E, K], f64>) -> !gt.field<[E, K], f64>
  gt.store %6 to %w over %k, %e : !gt.field<[E, K], f64>, !gt.storage<[K, E], f64, unit>, !gt.range<K>, !gt.range<E>
}
)",
    R"(gt.program @components(%u: !gt.storage<[I, C], f64, unit>, %w: !gt.storage<[I], f64, unit>, %i: !gt.range<I>, %c: !gt.range<C>) {
  %0 = gt.load %u : !gt.storage<[I, C], f64, unit> -> !gt.field<[C, I], f64>
  %1 = gt.mul %0, %0 : (!gt.field<[C, I], f64>, !gt.field<[C, I], f64>) -> !gt.field<[C, I], f64>
  %2 = gt.reduce sum %1 over %c lanes width 3 : !gt.field<[C, I], f64>, !gt.range<C> -> !gt.field<[I], f64>
  %3 = gt.sqrt %2 : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %3 to %w over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
)",
    R"(!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scans(%u: !s, %h: !gt.storage<[I], f64, unit>, %v: !s, %c: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %2:2 = gt.scan forward along %k : !gt.range<K> from %c, %1 : f64, !gt.field<[I], f64> over %0, %c : !f, f64 -> !f, !f {
  ^bb0(%a: f64, %b: f64, %x: f64, %y: f64):
    %4 = gt.constant 2.0 : f64
    %5 = gt.mul %a, %4 : (f64, f64) -> f64
    %6 = gt.add %5, %x : (f64, f64) -> f64
    %7 = gt.max %b, %y : (f64, f64) -> f64
    gt.yield %6, %7 : f64, f64
  }
  %3 = gt.scan backward along %k : !gt.range<K> from %c : f64 over %2#0, %2#1 : !f, !f -> !f {
  ^bb0(%a: f64, %x: f64, %y: f64):
    %4 = gt.sub %x, %a : (f64, f64) -> f64
    gt.yield %4 : f64
  }
  gt.store %3 to %v over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}
)",
    R"(gt.program @sweeps(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>, %c: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %t = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %c : f64
  } do {
  ^bb0(%a: f64):
    %0 = gt.access %u [K + 1] : !gt.storage<[K, I], f64, unit> -> f64
    %1 = gt.add %a, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !gt.storage<[K, I], f64, unit>
    gt.yield %1 : f64
  }
  gt.sweep backward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %c : f64
  } do {
  ^bb0(%a: f64):
    %0 = gt.access %t : !gt.storage<[K, I], f64, unit> -> f64
    %1 = gt.mul %a, %0 : (f64, f64) -> f64
    gt.check_finite %1 : f64
    gt.write %1 to %v : f64, !gt.storage<[K, I], f64, unit>
    gt.yield %1 : f64
  }
}
)",
    R"(gt.program @mixed(%h: !gt.storage<[J, I], f16, unit>, %b: !gt.storage<[I, J], bf16>, %y: !gt.storage<[J, I], i1, unit>, %z: !gt.storage<[J, I], complex<f32>, unit>, %w: !gt.storage<["a dim", I], ui8, unit>, %e: !gt.storage<[J, I], f32>, %i: !gt.range<I>, %j: !gt.range<J>, %d: !gt.range<"a dim">) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %h [I + 1] : !gt.storage<[J, I], f16, unit> -> f16
    %1 = gt.access %b [J - 1] : !gt.storage<[I, J], bf16> -> bf16
    %2 = gt.cast %0 : (f16) -> f32
    %3 = gt.cast %1 : (bf16) -> f32
    %4 = gt.sqrt %3 : (f32) -> f32
    %5 = gt.oge %2, %4 : (f32, f32) -> i1
    %6 = gt.access %y : !gt.storage<[J, I], i1, unit> -> i1
    %7 = gt.and %5, %6 : (i1, i1) -> i1
    gt.write %7 to %y : i1, !gt.storage<[J, I], i1, unit>
    gt.write %4 to %e : f32, !gt.storage<[J, I], f32>
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %e : !gt.storage<[J, I], f32> -> f32
    %1 = gt.cast %0 : (f32) -> complex<f32>
    gt.write %1 to %z : complex<f32>, !gt.storage<[J, I], complex<f32>, unit>
  }
  gt.stencil over %d, %i : !gt.range<"a dim">, !gt.range<I> {
    %0 = gt.access %w : !gt.storage<["a dim", I], ui8, unit> -> ui8
    %1 = gt.constant 255 : ui8
    %2 = gt.mod %0, %1 : (ui8, ui8) -> ui8
    gt.write %2 to %w : ui8, !gt.storage<["a dim", I], ui8, unit>
  }
}
)"};

static constexpr const char *kCallable = R"(#l0 = loc("model.cpp":12:3)
!f = !gt.field<[I, J, K], f64>
gt.callable @callable(%u: !f loc("u"(#l0)), %a: f64) {
  %0 = gt.slice %u [I from 1 to -1, J, K at -2] : !f -> !gt.field<[I, J], f64>
  %1 = gt.part %0 [J from -4, I to 9] : !gt.field<[I, J], f64> -> !gt.field<[I, J], f64>
  %2 = gt.count %0 over [J] : !gt.field<[I, J], f64>
  %3 = gt.cast %2 : (i64) -> f64
  %4 = gt.reduce_dims sum %1 over [J, I] {gt.called = "mean"} : !gt.field<[I, J], f64> -> !gt.field<[], f64> loc(#l0)
  %5:2 = gt.find_extreme min %u over [J, I] : !f -> !gt.field<[K], i64>, !gt.field<[K], i64>
  %6 = gt.index I : !gt.field<[I], i64>
  %7 = gt.div %4, %3 : (!gt.field<[], f64>, f64) -> !gt.field<[], f64>
  %8 = gt.mul %u, %a {gt.called = "pow"} : (!f, f64) -> !f loc("flux"(#l0))
  %9 = gt.scan_dim backward [K from 0] from %a : f64 over %u : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %10 = gt.min %c, %x {gt.called = "clip"} : (f64, f64) -> f64
    gt.yield %10 : f64
  }
  %11 = gt.shift_by %u, %6 [I from -1 to 2] : (!f, !gt.field<[I], i64>) -> !f
  %12 = gt.at %u, %6, %5#1 [J, K] : (!f, !gt.field<[I], i64>, !gt.field<[K], i64>) -> !gt.field<[I, K], f64>
  gt.return %8, %7, %5#1, %6 : !f, !gt.field<[], f64>, !gt.field<[K], i64>, !gt.field<[I], i64>
}
)";

namespace {
struct Maker {
  explicit Maker(mlir::DialectRegistry &registry)
      : context(registry, mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  mlir::OwningOpRef<mlir::ModuleOp> parse(const char *text);
  void add(const char *text);
  void addStages(const char *text);
  void addNames();

  mlir::MLIRContext context;
  Corpus result;
};
} // namespace

mlir::OwningOpRef<mlir::ModuleOp> Maker::parse(const char *text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, "corpus.mlir");
  if (!module) {
    std::fprintf(stderr, "no valid program: %s\n", text);
    std::exit(2);
  }
  return module;
}

static Document printed(mlir::ModuleOp module, mlir::OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, flags);
  return documentOf(text);
}

void Maker::addStages(const char *text) {
  auto module = parse(text);
  auto target = llvm::cantFail(
      gtcompiler::createTarget({"x86-64-v4", ""}, gtcompiler::CodeGenLevel::HandPicked));
  (*module)->setAttr(gtcompiler::GTDialect::kMachineAttrName, target->machine(context));
  for (const gtcompiler::Stage &stage : gtcompiler::kernelStages()) {
    mlir::PassManager manager(&context, "builtin.module");
    stage.build(manager, {});
    if (mlir::failed(manager.run(*module)))
      return;
    result.all.push_back(printed(*module, {}));
  }
}

void Maker::add(const char *text) {
  auto module = parse(text);
  result.programs.push_back(documentOf(text));
  result.all.push_back(documentOf(text));
  result.all.push_back(printed(*module, mlir::OpPrintingFlags().printGenericOpForm()));
  result.all.push_back(printed(*module, mlir::OpPrintingFlags().enableDebugInfo(true, false)));
  result.all.push_back(printed(
      *module, mlir::OpPrintingFlags().printGenericOpForm().enableDebugInfo().useLocalScope()));
  addStages(text);
}

void Maker::addNames() {
  for (mlir::RegisteredOperationName name : context.getRegisteredOperationsByDialect("gt"))
    result.operations.push_back(name.getStringRef().str());
  for (const char *foreign : {"builtin.module", "arith.constant", "scf.for", "llvm.func", "x.y"})
    result.operations.push_back(foreign);
  for (const char *element :
       {"i1",   "i8",           "i16",           "i32",          "i64",  "ui8",
        "ui16", "ui32",         "ui64",          "f16",          "bf16", "f32",
        "f64",  "complex<f32>", "complex<f64>",  "index",        "i7",   "si32",
        "f128", "none",         "vector<4xf64>", "complex<i32>", "i0",   "i100000"}) {
    result.types.push_back(element);
    for (const char *dims : {"[]", "[I]", "[J, I]", "[K, J, I]", "[I, I]", "[\"\"]"}) {
      result.types.push_back("!gt.field<" + std::string(dims) + ", " + element + ">");
      result.types.push_back("!gt.storage<" + std::string(dims) + ", " + element + ">");
      result.types.push_back("!gt.storage<" + std::string(dims) + ", " + element + ", unit>");
    }
  }
  for (const char *range : {"!gt.range<I>", "!gt.range<J>", "!gt.range<K>", "!gt.range<\"\">"})
    result.types.push_back(range);
}

const Corpus &textfuzz::corpus() {
  static const Corpus *made = [] {
    mlir::DialectRegistry registry;
    gtcompiler::registerCompilerDialects(registry);
    Maker maker(registry);
    for (const char *text : kPrograms)
      maker.add(text);
    maker.add(kCallable);
    maker.addNames();
    return new Corpus(std::move(maker.result));
  }();
  return *made;
}
