// RUN: gt-opt %s --gt-loops-to-llvm | FileCheck %s

// Only the LLVM dialect is left, with no fast-math flag.
// CHECK-LABEL: llvm.func @row
// CHECK:       %[[SPLAT:.*]] = llvm.shufflevector
// CHECK:       llvm.cond_br
// CHECK:       llvm.fmul %{{.*}}, %[[SPLAT]] : vector<8xf64>
// CHECK-NEXT:  llvm.intr.sqrt(%{{.*}}) : (vector<8xf64>) -> vector<8xf64>
// CHECK:       llvm.intr.maximum
// CHECK-NOT:   {{arith|scf|cf|vector\.|math}}
// CHECK:       llvm.return
llvm.func @row(%p: !llvm.ptr, %n: i64, %a: f64) {
  %first = arith.constant 0 : i64
  %step = arith.constant 8 : i64
  %splat = vector.broadcast %a : f64 to vector<8xf64>
  scf.for %i = %first to %n step %step : i64 {
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %y = arith.mulf %x, %splat : vector<8xf64>
    %z = math.sqrt %y : vector<8xf64>
    %w = arith.maximumf %z, %x : vector<8xf64>
    llvm.store %w, %q : vector<8xf64>, !llvm.ptr
  }
  llvm.return
}
