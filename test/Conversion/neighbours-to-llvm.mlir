// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// In front of the row: what its first point needs of the point before it, loaded where that is.
// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[FRONT:.*]] = llvm.sub %{{.*}}, %{{.*}} : i64
// CHECK:         %[[U:.*]] = llvm.intr.masked.load
// CHECK-NEXT:    %[[BITS:.*]] = llvm.bitcast %[[U]] : vector<8xf64> to vector<8xi64>
// CHECK-NOT:     llvm.intr.masked

// Whole vectors pass their lanes on, as integers.
// CHECK:         llvm.br ^[[ROW:.*]](%{{.*}}, %[[BITS]] : i64, vector<8xi64>)
// CHECK-NEXT:  ^[[ROW]](%[[I:.*]]: i64, %[[BEFORE:.*]]: vector<8xi64>):
// CHECK:         %[[HERE:.*]] = llvm.load {{.*}} -> vector<8xf64>
// CHECK-NEXT:    %[[LANES:.*]] = llvm.bitcast %[[HERE]]
// CHECK-NEXT:    %[[SHIFTED:.*]] = llvm.shufflevector %[[BEFORE]], %[[LANES]] [6, 7, 8, 9, 10, 11, 12, 13] : vector<8xi64>
// CHECK-NEXT:    %[[BEHIND:.*]] = llvm.bitcast %[[SHIFTED]] : vector<8xi64> to vector<8xf64>
// CHECK-NEXT:    llvm.fadd %[[HERE]], %[[BEHIND]]
// CHECK:         %[[NEXT:.*]] = llvm.bitcast %[[HERE]]
// CHECK-NEXT:    llvm.br ^[[ROW]](%{{.*}}, %[[NEXT]] : i64, vector<8xi64>)

// The rest.
// CHECK:         %[[MASK:.*]] = llvm.icmp "slt" %{{.*}} : vector<8xi32>
// CHECK:         llvm.intr.masked.load %{{.*}}, %[[MASK]]
// CHECK:         llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[MASK]]
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 1 {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.neighbour %0 [-2] : f64
      %2 = gt.add %0, %1 : (f64, f64) -> f64
      gt.put %2 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

// A row that streams has a masked vector in front of the first aligned one: it goes around again.
// Loads are in front of the row where its points need that, stores in it alone.
// CHECK-LABEL: llvm.func @k0
// CHECK:         llvm.ptrtoint
// CHECK:         llvm.intr.masked.load
// CHECK:         llvm.br ^[[PART:.*]](%{{.*}}, %{{.*}} : i64, vector<8xi64>)
// CHECK:       ^[[PART]](
// CHECK:         llvm.store {{.*}} {alignment = 8 : i64}
// CHECK:         llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK:         %[[POINTS:.*]] = llvm.xor {{.*}} : vector<8xi1>
// CHECK:         %[[NEEDED:.*]] = llvm.xor {{.*}} : vector<8xi1>
// CHECK:         llvm.intr.masked.load %{{.*}}, %[[NEEDED]]
// CHECK:         llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[POINTS]]
// CHECK:         llvm.br ^[[PART]](
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 1 {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.neighbour %0 [-1] : f64
      gt.put %1 to %v streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

// As many points away as there are lanes are all of the vector before.
// CHECK-LABEL: llvm.func @k0
// CHECK:       ^{{.*}}(%{{.*}}: i64, %[[BEFORE:.*]]: vector<8xi64>):
// CHECK-NOT:     llvm.shufflevector
// CHECK:         llvm.bitcast %[[BEFORE]] : vector<8xi64> to vector<8xf64>
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 1 {
    gt.row I lanes 8 {
      %0 = gt.get %u [I + 4] : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.neighbour %0 [-8] : f64
      %2 = gt.add %0, %1 : (f64, f64) -> f64
      gt.put %2 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}
