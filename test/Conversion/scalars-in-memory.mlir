// Scalars that no register is kept for are read from memory where they are needed: with masks, by
// instructions that have one number in all lanes, else in all lanes.
// RUN: sed -e 's/WIDE/64/' -e 's/LANES/8/' -e 's/HAS_MASKS/true/' %s | gt-opt --gt-loops-to-llvm - \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: sed -e 's/WIDE/32/' -e 's/LANES/4/' -e 's/HAS_MASKS/false/' %s | gt-opt --gt-loops-to-llvm - \
// RUN:   | FileCheck %s --check-prefix=ALL

!u = !gt.storage<[I], f64, unit>

// ONE-NOT:   llvm.alloca
// ONE:       llvm.intr.masked.store
// ONE-NOT:   llvm.alloca

// ALL:       %[[SLOT:.*]] = llvm.alloca %{{.*}} x vector<4xf64>
// ALL-NOT:   llvm.alloca
// ALL:       llvm.store %{{.*}}, %[[SLOT]] {{.*}}: vector<4xf64>, !llvm.ptr
// ALL:       llvm.br
// ALL:       %[[LANES:.*]] = llvm.load %[[SLOT]] {{.*}}: !llvm.ptr -> vector<4xf64>
// ALL-NEXT:  llvm.fmul %{{.*}}, %[[LANES]]
module attributes {gt.machine = #gt.machine<vector_bytes = WIDE, lane_bytes = 4, has_half = true,
    kept_scalars = 2, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = HAS_MASKS>} {
  gt.program @eval(%u: !u, %v: !u, %a: f64, %b: f64, %c: f64, %i: !gt.range<I>) {
    gt.kernel @k over %i : !gt.range<I> {
      gt.row I lanes LANES {
        %0 = gt.get %u : !u -> f64
        %1 = gt.mul %0, %a : (f64, f64) -> f64
        %2 = gt.add %1, %a : (f64, f64) -> f64
        %3 = gt.add %2, %b : (f64, f64) -> f64
        %4 = gt.div %3, %b : (f64, f64) -> f64
        %5 = gt.mul %4, %c : (f64, f64) -> f64
        gt.put %5 to %v : f64, !u
      }
    }
  }
}
