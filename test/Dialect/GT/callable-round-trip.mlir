// A callable is read back as it was written, with the user's names.
// RUN: gt-opt %s --mlir-print-debuginfo --mlir-print-local-scope | gt-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

#l0 = loc("model.cpp":12:3)
!f = !gt.field<[I, J, "a dim"], f32>
// CHECK-LABEL: gt.callable @everything(
// CHECK-SAME: %[[U:.+]]: !gt.field<[I, J, "a dim"], f32> loc("u"("model.cpp":12:3)), %[[A:.+]]: f32 loc(
gt.callable @everything(%u: !f loc("u"(#l0)), %a: f32) {
  // CHECK: %[[SLICE:.+]] = gt.slice %[[U]] [I from 1 to -1, J, "a dim" at -2] : !gt.field<[I, J, "a dim"], f32> -> !gt.field<[I, J], f32>
  %0 = gt.slice %u [I from 1 to -1, J, "a dim" at -2] : !f -> !gt.field<[I, J], f32>
  // CHECK: gt.part %[[SLICE]] [J from -4, I to 9] : !gt.field<[I, J], f32> -> !gt.field<[I, J], f32>
  %1 = gt.part %0 [J from -4, I to 9] : !gt.field<[I, J], f32> -> !gt.field<[I, J], f32>
  // CHECK: gt.part %{{.+}} [] : !gt.field<[I, J], f32> -> !gt.field<[I, J], f32>
  %2 = gt.part %1 [] : !gt.field<[I, J], f32> -> !gt.field<[I, J], f32>
  // CHECK: gt.interior %[[U]] : !gt.field<[I, J, "a dim"], f32>
  %9 = gt.interior %u : !f
  // CHECK: gt.count %[[SLICE]] over [J] : !gt.field<[I, J], f32>
  %3 = gt.count %0 over [J] : !gt.field<[I, J], f32>
  // CHECK: gt.reduce_dims {{ ?}}sum %[[SLICE]] over [J, I] {gt.called = "mean"} : !gt.field<[I, J], f32> -> !gt.field<[], f32> loc("model.cpp":12:3)
  %4 = gt.reduce_dims sum %0 over [J, I] {gt.called = "mean"} : !gt.field<[I, J], f32> -> !gt.field<[], f32> loc(#l0)
  // CHECK: %[[AT:.+]]:2 = gt.find_extreme {{ ?}}min %[[U]] over [J, I] : !gt.field<[I, J, "a dim"], f32> -> !gt.field<["a dim"], i64>, !gt.field<["a dim"], i64>
  %5:2 = gt.find_extreme min %u over [J, I] : !f -> !gt.field<["a dim"], i64>, !gt.field<["a dim"], i64>
  // CHECK: gt.index I : !gt.field<[I], i64>
  %6 = gt.index I : !gt.field<[I], i64>
  // CHECK: gt.constant 3.000000e+00 : f32
  %7 = gt.constant 3.0 : f32
  // CHECK: gt.mul %{{.+}}, %[[A]] {gt.called = "pow"} : (!gt.field<[I, J], f32>, f32) -> !gt.field<[I, J], f32> loc("flux"("model.cpp":12:3))
  %8 = gt.mul %2, %a {gt.called = "pow"} : (!gt.field<[I, J], f32>, f32) -> !gt.field<[I, J], f32> loc("flux"(#l0))
  // CHECK: gt.return %{{.+}}, %[[AT]]#1, %[[A]] : !gt.field<[I, J], f32>, !gt.field<["a dim"], i64>, f32
  gt.return %8, %5#1, %a : !gt.field<[I, J], f32>, !gt.field<["a dim"], i64>, f32
}
