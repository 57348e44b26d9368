// PTX of a stencil: a thread tests whether it has a point, which is one of all that are far
// enough from the first one along each loop, and runs it in straight line. All arithmetic is
// rounded to nearest, nothing is contracted.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_90 ptx-file=%t.ptx thread-points=1,1" | FileCheck %s --check-prefix=IMAGE
// RUN: FileCheck %s < %t.ptx

// IMAGE: llvm.func ptx_kernelcc @k0(%{{.+}}: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<22 x i64>})
// IMAGE-SAME: #gt.kernel_info<"stencil {{.*}}", storages = [read 0, write 1], loops = [2, 1, 0], scalars = [0], flops = 5, target = "nvptx">

// CHECK: .target sm_90
// CHECK: .visible .entry k0(
// CHECK-NEXT: .param .align 8 .b8 k0_param_0[176]
// CHECK-NOT: .local
// CHECK: ld.param.b64 {{.*}}, [k0_param_0+88];
// CHECK: %ctaid.x
// CHECK: %ctaid.y
// CHECK: %ctaid.z
// CHECK: @%p{{[0-9]+}} bra
// CHECK: ld.global.b64 {{.*}}, [%[[CENTRE:rd[0-9]+]]+8];
// CHECK-NEXT: ld.global.b64 {{.*}}, [%[[CENTRE]]+-8];
// CHECK: add.rn.f64
// CHECK-NOT: bra
// CHECK: mul.rn.f64
// CHECK-NEXT: sub.rn.f64
// CHECK-NOT: bra
// CHECK: st.global.b64
// CHECK: ret;
gt.program @lap(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[K, J, I], f64, unit>,
                %four: f64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %1 = gt.access %u [I - 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %2 = gt.access %u [J + 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %3 = gt.access %u [J - 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %4 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    %5 = gt.add %0, %1 : (f64, f64) -> f64
    %6 = gt.add %2, %3 : (f64, f64) -> f64
    %7 = gt.add %5, %6 : (f64, f64) -> f64
    %8 = gt.mul %four, %4 : (f64, f64) -> f64
    %9 = gt.sub %7, %8 : (f64, f64) -> f64
    gt.write %9 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}
