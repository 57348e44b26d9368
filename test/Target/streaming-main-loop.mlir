// The machine code of a stencil whose calls may stream: a masked vector before and
// behind the loops, entered twice; the plain loop; and one that stores past the caches
// and fetches ahead.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK:      vpcmp{{gt|lt}}d {{.*}}, %k1
// CHECK:      vmovupd {{.*}} {%k1} {z}
// CHECK:      vmovupd %zmm{{[0-9]+}}, ({{.*}}) {%k1}

// CHECK-NOT:  prefetch
// CHECK-NOT:  %k{{[0-7]}}
// CHECK:      vmovupd %zmm{{[0-9]+}}, (
// CHECK:      jl

// CHECK:      prefetcht1
// CHECK-NOT:  prefetch
// CHECK-NOT:  %k{{[0-7]}}
// CHECK:      vmovntpd %zmm{{[0-9]+}}, (
// CHECK:      jl

// CHECK-NOT:  {%k1}
// CHECK:      retq
gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.add %0, %1 : (f64, f64) -> f64
    %4 = gt.sub %3, %2 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
