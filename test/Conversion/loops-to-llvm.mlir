// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// A kernel becomes a function; attributes say how it is run.
// CHECK:       module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64, unit>, !gt.storage<[J, I], f64, unit>], scalars = 1, ranges = 2>,
// CHECK:       llvm.func @k0(%[[ARGS:.*]]: !llvm.ptr, %[[TILE:.*]]: !llvm.ptr) attributes {gt.kernel =
// CHECK-SAME:    #gt.kernel_info<"stencil {{.*}}loops-to-llvm.mlir:{{[0-9]+}}", storages = [read merging 0, write merging 1], loops = [1, 0], scalars = [0], merging = 2, flops = 2, lanes = 8>

// The spans of the tile are read at the entry, where the scalar is read and spread.
// CHECK:         %[[FIRST:.*]] = llvm.load %[[TILE]]
// CHECK:       llvm.shufflevector %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf64>
// So is which bits of an address tell where it lies in a vector, if rows are long, and where whole
// vectors end if they are not; a pointer for each storage goes with the loop over rows.
// CHECK:       %[[LONG:.*]] = llvm.select
// CHECK:       %[[WHOLE:.*]] = llvm.and
// CHECK:       %[[END:.*]] = llvm.add %{{.*}}, %[[WHOLE]]
// CHECK:       llvm.br ^[[ROWS:.*]](%[[FIRST]], %{{.*}}, %{{.*}} : i64, !llvm.ptr, !llvm.ptr)
// CHECK:       ^[[ROWS]](%[[J:.*]]: i64, %[[U:.*]]: !llvm.ptr, %[[V:.*]]: !llvm.ptr):

// A pointer for each other row that is read.
// CHECK-NOT:       llvm.mul
// CHECK:           %[[BELOW:.*]] = llvm.getelementptr %[[U]]

// Whole vectors, without masks, tested at the bottom: the first step goes up to where stores are
// aligned.
// CHECK:           llvm.cond_br %{{.*}}, ^[[IS_LONG:.*]], ^[[KNOWN:bb[0-9]+]](%[[LANES:.*]], %[[END]] : i64, i64)
// CHECK:           ^[[IS_LONG]]:
// CHECK:           %[[BITS:.*]] = llvm.and %{{.*}}, %[[LONG]]
// CHECK:           %[[BEHIND:.*]] = llvm.lshr %[[BITS]]
// CHECK:           %[[FIRST_STEP:.*]] = llvm.sub %[[LANES]], %[[BEHIND]]
// CHECK:           llvm.br ^[[KNOWN]](%[[FIRST_STEP]], %{{.*}} : i64, i64)
// CHECK:           ^[[KNOWN]](%[[STEP:.*]]: i64, %{{.*}}: i64):
// CHECK:           llvm.cond_br
// CHECK:             llvm.br ^[[ROW:.*]](%{{.*}}, %[[STEP]] : i64, i64)
// CHECK:           ^[[ROW]](%[[I:.*]]: i64, %[[BY:.*]]: i64):
// CHECK-NEXT:          %[[P:.*]] = llvm.getelementptr %[[U]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT:          %[[EAST:.*]] = llvm.getelementptr %[[P]][8]
// CHECK-NEXT:          llvm.load %[[EAST]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:          %[[SOUTH:.*]] = llvm.getelementptr %[[BELOW]][%[[I]]]
// CHECK-NEXT:          llvm.load %[[SOUTH]]
// CHECK-NEXT:          llvm.fmul %{{.*}} : vector<8xf64>
// CHECK-NEXT:          llvm.fadd %{{.*}} : vector<8xf64>
// CHECK:               llvm.store %{{.*}} {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
// CHECK:               %[[ON:.*]] = llvm.add %[[I]], %[[BY]]
// CHECK:               %[[MORE:.*]] = llvm.icmp "slt" %[[ON]]
// CHECK-NEXT:          llvm.cond_br %[[MORE]], ^[[ROW]](%[[ON]], %[[LANES]] : i64, i64), ^

// One masked vector for the rest.
// CHECK:           llvm.cond_br
// CHECK:             %[[MASK:.*]] = llvm.icmp "slt" %{{.*}} : vector<8xi32>
// CHECK:             llvm.intr.masked.load %{{.*}}, %[[MASK]]
// CHECK:             llvm.intr.masked.store %{{.*}}, %[[MASK]]
// CHECK:           %[[NEXT:.*]] = llvm.getelementptr %[[U]]
// CHECK:           llvm.br ^[[ROWS]](%{{.*}}, %[[NEXT]], %{{.*}} : i64, !llvm.ptr, !llvm.ptr)
// CHECK-NOT:   {{gt.program|fastmath}}
gt.program @step(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                 %alpha: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.mul %1, %alpha : (f64, f64) -> f64
    %3 = gt.add %0, %2 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
