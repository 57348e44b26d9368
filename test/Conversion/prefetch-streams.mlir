// A row fetches ahead_bytes ahead of itself, but of more than 16 streams a part of that: of so many
// fields, or of one field at so many pins.
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
!s = !gt.storage<[J, I], f64, unit>
!m = !gt.storage<[C, J, I], f64, unit>

gt.program @p(%u0: !s, %u1: !s, %u2: !s, %u3: !s, %u4: !s, %u5: !s, %u6: !s, %u7: !s, %u8: !s, %u9: !s,
              %u10: !s, %u11: !s, %u12: !s, %u13: !s, %u14: !s, %u15: !s, %u16: !s, %m: !m, %out: !s,
              %other: !s, %c0: !gt.range<C>, %c1: !gt.range<C>, %c2: !gt.range<C>, %c3: !gt.range<C>,
              %c4: !gt.range<C>, %c5: !gt.range<C>, %c6: !gt.range<C>, %c7: !gt.range<C>,
              %c8: !gt.range<C>, %c9: !gt.range<C>, %c10: !gt.range<C>, %c11: !gt.range<C>,
              %c12: !gt.range<C>, %c13: !gt.range<C>, %c14: !gt.range<C>, %c15: !gt.range<C>,
              %c16: !gt.range<C>, %j: !gt.range<J>, %i: !gt.range<I>) {
  // CHECK-LABEL:    llvm.func @some
  // CHECK-DAG:      %[[FAR:.*]] = llvm.mlir.constant(16384 : i64)
  // CHECK:          llvm.udiv %[[FAR]],
  // CHECK-COUNT-16: llvm.intr.prefetch
  gt.kernel @some over %j, %i : !gt.range<J>, !gt.range<I> flops 15 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        gt.prefetch %u2 : !s
        gt.prefetch %u3 : !s
        gt.prefetch %u4 : !s
        gt.prefetch %u5 : !s
        gt.prefetch %u6 : !s
        gt.prefetch %u7 : !s
        gt.prefetch %u8 : !s
        gt.prefetch %u9 : !s
        gt.prefetch %u10 : !s
        gt.prefetch %u11 : !s
        gt.prefetch %u12 : !s
        gt.prefetch %u13 : !s
        gt.prefetch %u14 : !s
        gt.prefetch %u15 : !s
        %ax0 = gt.get %u0 : !s -> f64
        %ax1 = gt.get %u1 : !s -> f64
        %ax2 = gt.get %u2 : !s -> f64
        %ax3 = gt.get %u3 : !s -> f64
        %ax4 = gt.get %u4 : !s -> f64
        %ax5 = gt.get %u5 : !s -> f64
        %ax6 = gt.get %u6 : !s -> f64
        %ax7 = gt.get %u7 : !s -> f64
        %ax8 = gt.get %u8 : !s -> f64
        %ax9 = gt.get %u9 : !s -> f64
        %ax10 = gt.get %u10 : !s -> f64
        %ax11 = gt.get %u11 : !s -> f64
        %ax12 = gt.get %u12 : !s -> f64
        %ax13 = gt.get %u13 : !s -> f64
        %ax14 = gt.get %u14 : !s -> f64
        %ax15 = gt.get %u15 : !s -> f64
        %as1 = gt.add %ax0, %ax1 : (f64, f64) -> f64
        %as2 = gt.add %as1, %ax2 : (f64, f64) -> f64
        %as3 = gt.add %as2, %ax3 : (f64, f64) -> f64
        %as4 = gt.add %as3, %ax4 : (f64, f64) -> f64
        %as5 = gt.add %as4, %ax5 : (f64, f64) -> f64
        %as6 = gt.add %as5, %ax6 : (f64, f64) -> f64
        %as7 = gt.add %as6, %ax7 : (f64, f64) -> f64
        %as8 = gt.add %as7, %ax8 : (f64, f64) -> f64
        %as9 = gt.add %as8, %ax9 : (f64, f64) -> f64
        %as10 = gt.add %as9, %ax10 : (f64, f64) -> f64
        %as11 = gt.add %as10, %ax11 : (f64, f64) -> f64
        %as12 = gt.add %as11, %ax12 : (f64, f64) -> f64
        %as13 = gt.add %as12, %ax13 : (f64, f64) -> f64
        %as14 = gt.add %as13, %ax14 : (f64, f64) -> f64
        %as15 = gt.add %as14, %ax15 : (f64, f64) -> f64
        gt.put %as15 to %out streaming : f64, !s
      }
    }
  }
  // CHECK-LABEL:    llvm.func @many
  // CHECK-NOT:      llvm.mlir.constant(16384 : i64)
  // CHECK:          %[[NEXT:.*]] = llvm.mlir.constant(1024 : i64)
  // CHECK:          llvm.udiv %[[NEXT]],
  // CHECK-COUNT-17: llvm.intr.prefetch
  gt.kernel @many over %j, %i : !gt.range<J>, !gt.range<I> flops 16 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        gt.prefetch %u2 : !s
        gt.prefetch %u3 : !s
        gt.prefetch %u4 : !s
        gt.prefetch %u5 : !s
        gt.prefetch %u6 : !s
        gt.prefetch %u7 : !s
        gt.prefetch %u8 : !s
        gt.prefetch %u9 : !s
        gt.prefetch %u10 : !s
        gt.prefetch %u11 : !s
        gt.prefetch %u12 : !s
        gt.prefetch %u13 : !s
        gt.prefetch %u14 : !s
        gt.prefetch %u15 : !s
        gt.prefetch %u16 : !s
        %bx0 = gt.get %u0 : !s -> f64
        %bx1 = gt.get %u1 : !s -> f64
        %bx2 = gt.get %u2 : !s -> f64
        %bx3 = gt.get %u3 : !s -> f64
        %bx4 = gt.get %u4 : !s -> f64
        %bx5 = gt.get %u5 : !s -> f64
        %bx6 = gt.get %u6 : !s -> f64
        %bx7 = gt.get %u7 : !s -> f64
        %bx8 = gt.get %u8 : !s -> f64
        %bx9 = gt.get %u9 : !s -> f64
        %bx10 = gt.get %u10 : !s -> f64
        %bx11 = gt.get %u11 : !s -> f64
        %bx12 = gt.get %u12 : !s -> f64
        %bx13 = gt.get %u13 : !s -> f64
        %bx14 = gt.get %u14 : !s -> f64
        %bx15 = gt.get %u15 : !s -> f64
        %bx16 = gt.get %u16 : !s -> f64
        %bs1 = gt.add %bx0, %bx1 : (f64, f64) -> f64
        %bs2 = gt.add %bs1, %bx2 : (f64, f64) -> f64
        %bs3 = gt.add %bs2, %bx3 : (f64, f64) -> f64
        %bs4 = gt.add %bs3, %bx4 : (f64, f64) -> f64
        %bs5 = gt.add %bs4, %bx5 : (f64, f64) -> f64
        %bs6 = gt.add %bs5, %bx6 : (f64, f64) -> f64
        %bs7 = gt.add %bs6, %bx7 : (f64, f64) -> f64
        %bs8 = gt.add %bs7, %bx8 : (f64, f64) -> f64
        %bs9 = gt.add %bs8, %bx9 : (f64, f64) -> f64
        %bs10 = gt.add %bs9, %bx10 : (f64, f64) -> f64
        %bs11 = gt.add %bs10, %bx11 : (f64, f64) -> f64
        %bs12 = gt.add %bs11, %bx12 : (f64, f64) -> f64
        %bs13 = gt.add %bs12, %bx13 : (f64, f64) -> f64
        %bs14 = gt.add %bs13, %bx14 : (f64, f64) -> f64
        %bs15 = gt.add %bs14, %bx15 : (f64, f64) -> f64
        %bs16 = gt.add %bs15, %bx16 : (f64, f64) -> f64
        gt.put %bs16 to %out streaming : f64, !s
      }
    }
  }
  // CHECK-LABEL:    llvm.func @pins
  // CHECK-NOT:      llvm.mlir.constant(16384 : i64)
  // CHECK-COUNT-17: llvm.intr.prefetch
  gt.kernel @pins over %j, %i : !gt.range<J>, !gt.range<I> flops 16 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %m [C at %c0] : !m, !gt.range<C>
        gt.prefetch %m [C at %c1] : !m, !gt.range<C>
        gt.prefetch %m [C at %c2] : !m, !gt.range<C>
        gt.prefetch %m [C at %c3] : !m, !gt.range<C>
        gt.prefetch %m [C at %c4] : !m, !gt.range<C>
        gt.prefetch %m [C at %c5] : !m, !gt.range<C>
        gt.prefetch %m [C at %c6] : !m, !gt.range<C>
        gt.prefetch %m [C at %c7] : !m, !gt.range<C>
        gt.prefetch %m [C at %c8] : !m, !gt.range<C>
        gt.prefetch %m [C at %c9] : !m, !gt.range<C>
        gt.prefetch %m [C at %c10] : !m, !gt.range<C>
        gt.prefetch %m [C at %c11] : !m, !gt.range<C>
        gt.prefetch %m [C at %c12] : !m, !gt.range<C>
        gt.prefetch %m [C at %c13] : !m, !gt.range<C>
        gt.prefetch %m [C at %c14] : !m, !gt.range<C>
        gt.prefetch %m [C at %c15] : !m, !gt.range<C>
        gt.prefetch %m [C at %c16] : !m, !gt.range<C>
        %cx0 = gt.get %m [C at %c0] : !m, !gt.range<C> -> f64
        %cx1 = gt.get %m [C at %c1] : !m, !gt.range<C> -> f64
        %cx2 = gt.get %m [C at %c2] : !m, !gt.range<C> -> f64
        %cx3 = gt.get %m [C at %c3] : !m, !gt.range<C> -> f64
        %cx4 = gt.get %m [C at %c4] : !m, !gt.range<C> -> f64
        %cx5 = gt.get %m [C at %c5] : !m, !gt.range<C> -> f64
        %cx6 = gt.get %m [C at %c6] : !m, !gt.range<C> -> f64
        %cx7 = gt.get %m [C at %c7] : !m, !gt.range<C> -> f64
        %cx8 = gt.get %m [C at %c8] : !m, !gt.range<C> -> f64
        %cx9 = gt.get %m [C at %c9] : !m, !gt.range<C> -> f64
        %cx10 = gt.get %m [C at %c10] : !m, !gt.range<C> -> f64
        %cx11 = gt.get %m [C at %c11] : !m, !gt.range<C> -> f64
        %cx12 = gt.get %m [C at %c12] : !m, !gt.range<C> -> f64
        %cx13 = gt.get %m [C at %c13] : !m, !gt.range<C> -> f64
        %cx14 = gt.get %m [C at %c14] : !m, !gt.range<C> -> f64
        %cx15 = gt.get %m [C at %c15] : !m, !gt.range<C> -> f64
        %cx16 = gt.get %m [C at %c16] : !m, !gt.range<C> -> f64
        %cs1 = gt.add %cx0, %cx1 : (f64, f64) -> f64
        %cs2 = gt.add %cs1, %cx2 : (f64, f64) -> f64
        %cs3 = gt.add %cs2, %cx3 : (f64, f64) -> f64
        %cs4 = gt.add %cs3, %cx4 : (f64, f64) -> f64
        %cs5 = gt.add %cs4, %cx5 : (f64, f64) -> f64
        %cs6 = gt.add %cs5, %cx6 : (f64, f64) -> f64
        %cs7 = gt.add %cs6, %cx7 : (f64, f64) -> f64
        %cs8 = gt.add %cs7, %cx8 : (f64, f64) -> f64
        %cs9 = gt.add %cs8, %cx9 : (f64, f64) -> f64
        %cs10 = gt.add %cs9, %cx10 : (f64, f64) -> f64
        %cs11 = gt.add %cs10, %cx11 : (f64, f64) -> f64
        %cs12 = gt.add %cs11, %cx12 : (f64, f64) -> f64
        %cs13 = gt.add %cs12, %cx13 : (f64, f64) -> f64
        %cs14 = gt.add %cs13, %cx14 : (f64, f64) -> f64
        %cs15 = gt.add %cs14, %cx15 : (f64, f64) -> f64
        %cs16 = gt.add %cs15, %cx16 : (f64, f64) -> f64
        gt.put %cs16 to %out streaming : f64, !s
      }
    }
  }
  // Of a kernel's rows each has its own.
  // CHECK-LABEL:    llvm.func @both
  // CHECK-DAG:      llvm.mlir.constant(1024 : i64)
  // CHECK-DAG:      llvm.mlir.constant(16384 : i64)
  // CHECK-COUNT-19: llvm.intr.prefetch
  gt.kernel @both over %j, %i : !gt.range<J>, !gt.range<I> flops 17 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        gt.prefetch %u2 : !s
        gt.prefetch %u3 : !s
        gt.prefetch %u4 : !s
        gt.prefetch %u5 : !s
        gt.prefetch %u6 : !s
        gt.prefetch %u7 : !s
        gt.prefetch %u8 : !s
        gt.prefetch %u9 : !s
        gt.prefetch %u10 : !s
        gt.prefetch %u11 : !s
        gt.prefetch %u12 : !s
        gt.prefetch %u13 : !s
        gt.prefetch %u14 : !s
        gt.prefetch %u15 : !s
        gt.prefetch %u16 : !s
        %dx0 = gt.get %u0 : !s -> f64
        %dx1 = gt.get %u1 : !s -> f64
        %dx2 = gt.get %u2 : !s -> f64
        %dx3 = gt.get %u3 : !s -> f64
        %dx4 = gt.get %u4 : !s -> f64
        %dx5 = gt.get %u5 : !s -> f64
        %dx6 = gt.get %u6 : !s -> f64
        %dx7 = gt.get %u7 : !s -> f64
        %dx8 = gt.get %u8 : !s -> f64
        %dx9 = gt.get %u9 : !s -> f64
        %dx10 = gt.get %u10 : !s -> f64
        %dx11 = gt.get %u11 : !s -> f64
        %dx12 = gt.get %u12 : !s -> f64
        %dx13 = gt.get %u13 : !s -> f64
        %dx14 = gt.get %u14 : !s -> f64
        %dx15 = gt.get %u15 : !s -> f64
        %dx16 = gt.get %u16 : !s -> f64
        %ds1 = gt.add %dx0, %dx1 : (f64, f64) -> f64
        %ds2 = gt.add %ds1, %dx2 : (f64, f64) -> f64
        %ds3 = gt.add %ds2, %dx3 : (f64, f64) -> f64
        %ds4 = gt.add %ds3, %dx4 : (f64, f64) -> f64
        %ds5 = gt.add %ds4, %dx5 : (f64, f64) -> f64
        %ds6 = gt.add %ds5, %dx6 : (f64, f64) -> f64
        %ds7 = gt.add %ds6, %dx7 : (f64, f64) -> f64
        %ds8 = gt.add %ds7, %dx8 : (f64, f64) -> f64
        %ds9 = gt.add %ds8, %dx9 : (f64, f64) -> f64
        %ds10 = gt.add %ds9, %dx10 : (f64, f64) -> f64
        %ds11 = gt.add %ds10, %dx11 : (f64, f64) -> f64
        %ds12 = gt.add %ds11, %dx12 : (f64, f64) -> f64
        %ds13 = gt.add %ds12, %dx13 : (f64, f64) -> f64
        %ds14 = gt.add %ds13, %dx14 : (f64, f64) -> f64
        %ds15 = gt.add %ds14, %dx15 : (f64, f64) -> f64
        %ds16 = gt.add %ds15, %dx16 : (f64, f64) -> f64
        gt.put %ds16 to %out streaming : f64, !s
      }
    }
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        %ex0 = gt.get %u0 : !s -> f64
        %ex1 = gt.get %u1 : !s -> f64
        %es1 = gt.add %ex0, %ex1 : (f64, f64) -> f64
        gt.put %es1 to %other streaming : f64, !s
      }
    }
  }
}
