// What a column's step reads is loaded four steps before, unless the column writes it.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_90 ptx-file=%t.ptx" -o /dev/null
// RUN: FileCheck %s < %t.ptx

// CHECK-LABEL: .entry k0(
// Before the loop, if it has a step: the first four, or the last one again.
// CHECK-COUNT-3: ld.global.b64
// CHECK:         ld.global.b64 [[WAITS:%rd[0-9]+]],
// CHECK:         $L__BB0_[[HEAD:[0-9]+]]:
// The first of four copies.
// CHECK:         ld.global.b64 [[OWN:%rd[0-9]+]], {{\[}}[[PLACE:%rd[0-9]+]]];
// CHECK:         add.rn.f64 {{%rd[0-9]+}}, {{%rd[0-9]+}}, [[OWN]];
// CHECK-NEXT:    st.global.b64 {{\[}}[[PLACE]]],
// CHECK:         add.s64 [[FAR:%rd[0-9]+]], {{%rd[0-9]+}}, 4;
// CHECK-NEXT:    min.s64 {{%rd[0-9]+}}, [[FAR]],
// CHECK:         ld.global.b64
// CHECK-COUNT-3: st.global.b64
// CHECK-NOT:     st.global
// CHECK:         ld.global.b64
// CHECK:         bra.uni $L__BB0_[[HEAD]];
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @sums(%u: !s, %v: !s, %c: f64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %c : f64
  } do {
  ^bb0(%sum: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %v : !s -> f64
    %2 = gt.add %sum, %0 : (f64, f64) -> f64
    %3 = gt.add %2, %1 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !s
    gt.yield %3 : f64
  }
}
