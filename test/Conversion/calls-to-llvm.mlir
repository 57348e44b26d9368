// A call has the lanes of a vector one after the other, from the stack and to it; of a
// masked vector those that the mask has.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-loops-to-llvm | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-loops-to-llvm --gt-emit-image=object-file=%t.o -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE

// CHECK:       module attributes {gt.image = #gt.image<{{.*}}imports = ["narrow" : {{[0-9]+}}, "root" : {{[0-9]+}}]>
// CHECK:       llvm.func @k0(%[[ARGS:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK-DAG:     %[[ROOTS:.*]] = llvm.alloca %{{.*}} x vector<8xf64>
// CHECK-DAG:     %[[NARROWS:.*]] = llvm.alloca %{{.*}} x vector<8xi8>

// The address stands in KernelArgs::imports.
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %[[ARGS]][56]
// CHECK:         %[[IMPORTS:.*]] = llvm.load %[[PLACE]]
// CHECK:         %[[NARROW:.*]] = llvm.load %[[IMPORTS]]
// CHECK:         %[[PLACE1:.*]] = llvm.getelementptr %[[IMPORTS]][8]
// CHECK:         %[[ROOT:.*]] = llvm.load %[[PLACE1]]

// Integers of less than 32 bits are extended; the result is what C gives.
// CHECK:         llvm.store %{{.*}}, %{{.*}} : vector<8xi8>, !llvm.ptr
// CHECK:         %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK:         %[[WIDE:.*]] = llvm.sext %[[BYTE]] : i8 to i32
// CHECK:         %[[WORD:.*]] = llvm.zext %{{.*}} : i16 to i32
// CHECK:         llvm.call %[[NARROW]](%[[WIDE]], %[[WORD]]) : !llvm.ptr, (i32, i32) -> i8

// What reports writes its result itself.
// CHECK:         %[[STATUS:.*]] = llvm.call %[[ROOT]](%{{.*}}, %[[RESULT:.*]]) : !llvm.ptr, (f64, !llvm.ptr) -> i32
// CHECK:         %[[FAILED:.*]] = llvm.icmp "ne" %[[STATUS]], %{{.*}} : i32
// CHECK:         llvm.cond_br %[[FAILED]], ^[[BAD:.*]], ^{{.*}}
// CHECK:       ^[[BAD]]:
// CHECK:         %[[NAN:.*]] = llvm.mlir.constant(0x7FF8000000000000 : f64)
// CHECK:         llvm.store %[[NAN]], %{{.*}}
// CHECK:         %[[LONG:.*]] = llvm.zext %[[STATUS]] : i32 to i64
// CHECK:         %[[HIGH:.*]] = llvm.shl %[[LONG]], %{{.*}}
// CHECK:         %[[NUMBER:.*]] = llvm.mlir.constant(3 : i64)
// CHECK:         %[[REPORT:.*]] = llvm.or %[[HIGH]], %[[NUMBER]]
// CHECK:         llvm.store %[[REPORT]], %{{.*}} {alignment = 8 : i64}

// CHECK:         %[[BITS:.*]] = llvm.bitcast %{{.*}} : vector<8xi1> to i8
// CHECK:         %[[MOVED:.*]] = llvm.lshr %[[BITS]], %{{.*}} : i8
// CHECK:         %[[BIT:.*]] = llvm.trunc %[[MOVED]] : i8 to i1
// CHECK:         llvm.cond_br %[[BIT]]

// Others than kernels may keep the upper halves of vector registers.
// CODE:        vzeroupper
// CODE-NEXT:   callq *
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
              %a: !gt.storage<[I], i8, unit>, %b: !gt.storage<[I], ui16, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 0 {
    gt.row I lanes 8 {
      %0 = gt.get %a : !gt.storage<[I], i8, unit> -> i8
      %1 = gt.get %b : !gt.storage<[I], ui16, unit> -> ui16
      %2 = gt.call @narrow(%0, %1) : (i8, ui16) -> i8
      gt.put %2 to %a : i8, !gt.storage<[I], i8, unit>
      %3 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %4 = gt.call @root(%3) status : (f64) -> f64
      gt.put %4 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}
