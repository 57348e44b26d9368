// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 | sed "s/line_bytes = 64/line_bytes = 128/" | gt-opt --gt-lay-out-scratch | FileCheck %s --check-prefix=LINE
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --remarks-filter=gt-lay-out-scratch --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Buffers begin at lines: 8 bytes, 3 rows of 5 * 4 + 64 bytes, 48 rows of 16.
// CHECK: gt.kernel @k0 over %{{.*}} : !gt.range<J>, !gt.range<I> scratch 1088 {
// CHECK: gt.buffer at 0 : !gt.buffer<[], i64>
// CHECK: gt.buffer padding 64 at 64 : !gt.buffer<[J: 3, I: 5], f32>
// CHECK: gt.buffer copies 48 at 320 : !gt.buffer<[I: 16], i1>
// LINE: scratch 1152
// LINE: at 384
gt.program @buffers(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], i64>
    %1 = gt.buffer padding 64 : !gt.buffer<[J: 3, I: 5], f32>
    %2 = gt.buffer copies 48 : !gt.buffer<[I: 16], i1>
  }
}

// What the tile gives lies behind what has a size; what is in registers has no place.
// CHECK: gt.kernel @k1 over {{.*}} scratch 64 {
// CHECK: gt.buffer at 64 : !gt.buffer<[I: ?], f64>
// CHECK: gt.buffer in_registers : !gt.buffer<[], f64>
// CHECK: gt.buffer at 0 : !gt.buffer<[], f32>
// REMARK: remark: [Analysis] of-tile
// REMARK-SAME: 1 buffers are as large as the tile, and lie behind the others
gt.program @tile(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k1 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: ?], f64>
    %1 = gt.buffer in_registers : !gt.buffer<[], f64>
    %2 = gt.buffer : !gt.buffer<[], f32>
  }
}
