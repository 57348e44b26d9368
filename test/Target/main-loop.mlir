// The machine code of a stencil with contiguous rows: the loop over whole vectors has neither
// masks nor gathers nor calls, its loads are folded, and neighbours are lanes.
// Memory that is not initialised is not 0, so that a name made from it shows.
// RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.perturb=85 gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// Backwards to where the loop begins, behind the test in front of it; between the two only
// unmasked vectors.
// CHECK-LABEL: <k0>:
// CHECK:      vmovupd {{.*}} {%k{{[0-7]}}} {z}
// CHECK:      cmpq
// CHECK-NEXT: jge
// CHECK-NEXT: [[HEAD:[0-9a-f]+]]: {{[a-z]}}
// CHECK-NOT:  %k{{[0-7]}}
// CHECK-NOT:  jmp
// CHECK:      vmovupd {{.*}}), %zmm{{[0-9]+ *$}}
// CHECK-NOT:  %k{{[0-7]}}
// CHECK-NOT:  gather
// CHECK-NOT:  call
// CHECK:      valignq $0x6
// CHECK-NOT:  %k{{[0-7]}}
// CHECK:      vmovupd %zmm{{[0-9]+}}, (
// CHECK:      cmpq
// CHECK-NEXT: jl 0x[[HEAD]]

// One masked vector for the rest of the row.
// CHECK:      vpcmp{{gt|lt}}d {{.*}}, %[[REST:k[0-7]]]
// CHECK:      vmovupd {{.*}} {%[[REST]]} {z}
// CHECK:      vmovupd %zmm{{[0-9]+}}, ({{.*}}) {%[[REST]]}

// CHECK:      vzeroupper
// CHECK:      retq
gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                %four: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.access %u [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %4 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %5 = gt.add %0, %1 : (f64, f64) -> f64
    %6 = gt.add %2, %3 : (f64, f64) -> f64
    %7 = gt.add %5, %6 : (f64, f64) -> f64
    %8 = gt.mul %4, %four : (f64, f64) -> f64
    %9 = gt.sub %7, %8 : (f64, f64) -> f64
    gt.write %9 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
