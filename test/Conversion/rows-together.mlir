// Rows of a stencil that share what they read and compute go together, where the machine has
// registers for them; what may come from memory, if the rows take longer than that.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=MEMORY
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops="in-cache quick" --split-input-file | FileCheck %s --check-prefix=ALONE
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: step

!s = !gt.storage<[J, I], f64, unit>
!p = !gt.storage<[J], f64>

// A flux between two rows is computed once for both; what does not change along them is in
// front, each row's own.
// CHECK-LABEL: gt.program @flux
// CHECK:       gt.loop J step 2 again {
// CHECK-DAG:     %[[P0:.*]] = gt.get %arg2 : {{.*}} -> f64
// CHECK-DAG:     %[[P1:.*]] = gt.get %arg2 [J + 1] : {{.*}} -> f64
// CHECK:         gt.row I lanes 8 {
// CHECK-COUNT-4:   gt.get %arg0
// CHECK-NOT:       gt.get
// CHECK:           gt.put %{{.*}} to %arg1 : f64
// CHECK-NEXT:      gt.put %{{.*}} to %arg1 [J + 1] : f64
// CHECK:       gt.loop J step 2 rest again {
// CHECK-NEXT:    %{{.*}} = gt.get %arg2 : {{.*}} -> f64
// CHECK-NEXT:    gt.row I lanes 8 {
// CHECK-COUNT-3:   gt.get %arg0
// CHECK-NOT:       gt.get
// CHECK:           gt.put %{{.*}} to %arg1 : f64
// REMARK: remark: [Analysis] rows
// REMARK-SAME: 2 rows go together, which share what they read and compute
gt.program @flux(%u: !s, %v: !s, %f: !p, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [J + 1] : !s -> f64
    %3 = gt.sub %1, %0 : (f64, f64) -> f64
    %4 = gt.mul %3, %3 : (f64, f64) -> f64
    %5 = gt.mul %4, %3 : (f64, f64) -> f64
    %6 = gt.sub %2, %1 : (f64, f64) -> f64
    %7 = gt.mul %6, %6 : (f64, f64) -> f64
    %8 = gt.mul %7, %6 : (f64, f64) -> f64
    %9 = gt.sub %8, %5 : (f64, f64) -> f64
    %10 = gt.access %f : !p -> f64
    %11 = gt.mul %9, %10 : (f64, f64) -> f64
    gt.write %11 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Loads are shared, and no sum: four rows, which read eight and not twenty.
// CHECK-LABEL: gt.program @window
// CHECK:       gt.loop J step 4 again {
// CHECK-NEXT:    gt.row I lanes 8 {
// CHECK-COUNT-8:   gt.get %arg0
// CHECK-NOT:       gt.get
// CHECK-COUNT-4:   gt.put
// REMARK: 4 rows go together
gt.program @window(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 2] : !s -> f64
    %1 = gt.access %u [J - 1] : !s -> f64
    %2 = gt.access %u : !s -> f64
    %3 = gt.access %u [J + 1] : !s -> f64
    %4 = gt.access %u [J + 2] : !s -> f64
    %5 = gt.add %0, %4 : (f64, f64) -> f64
    %6 = gt.add %1, %5 : (f64, f64) -> f64
    %7 = gt.add %3, %6 : (f64, f64) -> f64
    %8 = gt.add %2, %7 : (f64, f64) -> f64
    gt.write %8 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Little is shared, but the loads of a row become lanes of one of them.
// CHECK-LABEL: gt.program @light
// CHECK-NOT:   step
// CHECK:         gt.row I lanes 8 {
// CHECK:           %[[EAST:.*]] = gt.get %arg0 [I + 1] :
// CHECK-DAG:       gt.neighbour %[[EAST]][-2]
// CHECK-DAG:       gt.neighbour %[[EAST]][-1]
// CHECK:           gt.put
// REMARK-NOT: rows go together
// REMARK: remark: [Analysis] rolled
// REMARK-SAME: values that the points behind have computed: 2
gt.program @light(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.access %u [J + 1] : !s -> f64
    %2 = gt.access %u [I + 1] : !s -> f64
    %3 = gt.access %u [J - 1] : !s -> f64
    %4 = gt.access %u : !s -> f64
    %5 = gt.add %0, %1 : (f64, f64) -> f64
    %6 = gt.add %5, %2 : (f64, f64) -> f64
    %7 = gt.add %6, %3 : (f64, f64) -> f64
    %8 = gt.add %7, %4 : (f64, f64) -> f64
    gt.write %8 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Rows that may come from memory: the foremost of each is fetched ahead. Temporaries of which the
// engine keeps windows go together whatever they take, and their results stream.
// MEMORY-LABEL: gt.program @heavy
// MEMORY:       gt.kernel @k0
// MEMORY:       gt.loop J step 4 again {
// MEMORY-NEXT:    gt.row I lanes 8 {
// MEMORY-NEXT:      gt.prefetch %arg0 [J + 1] :
// MEMORY-NEXT:      gt.prefetch %arg0 [J + 2] :
// MEMORY-NEXT:      gt.prefetch %arg0 [J + 3] :
// MEMORY-NEXT:      gt.prefetch %arg0 [J + 4] :
// MEMORY:           gt.put %{{.*}} to %[[WINDOW:.*]] : f64
// MEMORY-NEXT:      gt.put %{{.*}} to %[[WINDOW]] [J + 1] : f64
// MEMORY:       gt.loop J step 4 rest again {
// MEMORY:       gt.kernel @k1
// MEMORY:       gt.row I lanes 8 {
// MEMORY-NOT:     gt.prefetch
// MEMORY:         gt.put %{{.*}} to %arg1 streaming
// REMARK: 2 rows go together
// REMARK: 2 rows go together
gt.program @heavy(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  %j1 = gt.grow %j by -1, 1 : !gt.range<J>
  %t = gt.temporary over %j1, %i : !gt.range<J>, !gt.range<I> -> !s
  gt.stencil over %j1, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [J + 1] : !s -> f64
    %3 = gt.div %1, %0 : (f64, f64) -> f64
    %4 = gt.div %3, %1 : (f64, f64) -> f64
    %5 = gt.div %4, %3 : (f64, f64) -> f64
    %6 = gt.div %2, %1 : (f64, f64) -> f64
    %7 = gt.div %6, %2 : (f64, f64) -> f64
    %8 = gt.div %7, %6 : (f64, f64) -> f64
    %9 = gt.sub %8, %5 : (f64, f64) -> f64
    gt.write %9 to %t : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t [J - 1] : !s -> f64
    %1 = gt.access %t : !s -> f64
    %2 = gt.access %t [J + 1] : !s -> f64
    %3 = gt.div %1, %0 : (f64, f64) -> f64
    %4 = gt.div %2, %1 : (f64, f64) -> f64
    %5 = gt.sub %4, %3 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Too little is shared.
// CHECK-LABEL: gt.program @apart
// CHECK-NOT:   step
// REMARK-NOT: rows go together
gt.program @apart(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %u [J + 1] : !s -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
  }
}
