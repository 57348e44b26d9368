// Integers in vectors are divided as floats, by a reciprocal that is computed where the divisor is
// known: a number's in front of all loops. Quotient and remainder of the same are one division.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[B:.*]] = llvm.sitofp %{{.*}} : vector<16xi32> to vector<16xf64>
// CHECK:         %[[INVERSE:.*]] = llvm.fdiv %{{.*}}, %[[B]] : vector<16xf64>
// CHECK:         %[[R:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[INVERSE]]
// CHECK:         llvm.br
// CHECK:         llvm.cond_br
// CHECK:         %[[A:.*]] = llvm.sitofp %{{.*}} : vector<16xi32> to vector<16xf64>
// CHECK-NEXT:    %[[RATIO:.*]] = llvm.intr.fma(%[[A]], %[[R]], %{{.*}})
// CHECK:         llvm.fadd %[[RATIO]], %{{.*}} : vector<16xf64>
// CHECK:         llvm.mul %{{.*}} : vector<16xi32>
// CHECK-NOT:     llvm.mul %{{.*}} : vector<16xi32>
// CHECK-NOT:     llvm.fdiv
// CHECK:         llvm.cond_br
!s = !gt.storage<[I], i32, unit>
gt.program @both(%u: !s, %q: !s, %r: !s, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> i32
    %1 = gt.floor_divide %0, %n : (i32, i32) -> i32
    %2 = gt.mod %0, %n : (i32, i32) -> i32
    gt.write %1 to %q : i32, !s
    gt.write %2 to %r : i32, !s
  }
}

// -----

// Of 64 bits a comparison tells whether floats hold all numbers of a vector.
// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[UPPER:.*]] = llvm.and %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK:         %[[LANES:.*]] = llvm.icmp "ne" %[[UPPER]], %{{.*}} : vector<8xi64>
// CHECK-NEXT:    %[[BITS:.*]] = llvm.bitcast %[[LANES]] : vector<8xi1> to i8
// CHECK:         %[[ANY:.*]] = llvm.icmp "ne" %[[BITS]], %{{.*}} : i8
// CHECK:         llvm.cond_br %[[ANY]]
!s = !gt.storage<[I], i64, unit>
gt.program @wide(%u: !s, %r: !s, %n: i64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> i64
    %1 = gt.mod %0, %n : (i64, i64) -> i64
    gt.write %1 to %r : i64, !s
  }
}

// -----

// What happens in loops is no point's: each loop has a division of its own.
// CHECK-LABEL: llvm.func @k0
// CHECK:         llvm.sdiv %{{.*}} : i32
// CHECK:         llvm.sdiv %{{.*}} : i32
!s = !gt.storage<[I], i32, unit>
gt.program @twice(%q: !s, %r: !s, %m: i32, %n: i32, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      %0 = gt.mod %m, %n : (i32, i32) -> i32
      gt.put %0 to %q : i32, !s
    }
    gt.loop I {
      %0 = gt.mod %m, %n : (i32, i32) -> i32
      gt.put %0 to %r : i32, !s
    }
  }
}
