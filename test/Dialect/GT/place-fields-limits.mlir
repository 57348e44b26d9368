// The limits of gt-place-fields are options.
// RUN: gt-opt %s --gt-place-fields=recompute-limit=0 | FileCheck %s --check-prefix=RECOMPUTE
// RUN: gt-opt %s --gt-place-fields=kernel-limit=3 | FileCheck %s --check-prefix=KERNEL

!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>

// RECOMPUTE: remarks = ["{{.+}}: neg: materialise: read at 2 positions, recomputing would cost 1 cycles, more than 0"]
// KERNEL: remarks = ["{{.+}}: neg: materialise: its readers would exceed 3 operations",
// KERNEL-SAME: "{{.+}}: sub: materialise: its readers would exceed 3 operations"]
// KERNEL: gt.neg {{.*}}<materialise>
// KERNEL: gt.sub {{.*}}<materialise>
// KERNEL: gt.abs {{.*}}<inline>
// KERNEL: gt.sqrt {{.*}}<inline>
gt.program @limits(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.neg %0 : (!f) -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.sub %2, %1 : (!f, !f) -> !f
  %4 = gt.abs %3 : (!f) -> !f
  %5 = gt.sqrt %4 : (!f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}

// Stores over the same ranges share a kernel as long as it does not become too large: what stores
// of two kernels need is read by both.
// RUN: gt-opt %s --gt-place-fields=kernel-limit=6 | FileCheck %s --check-prefix=GROUPS
// RUN: gt-opt %s --gt-place-fields=kernel-limit=8 | FileCheck %s --check-prefix=GROUP
// GROUPS: exp: materialise: read by 2 kernels, recomputing would cost 30 cycles
// GROUP-LABEL: @shared
// GROUP: gt.exp {{.*}}<inline>
gt.program @shared(%u: !s, %v: !s, %w: !s, %x: !s, %a: f64, %b: f64, %c: f64, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.mul %a, %1 : (f64, !f) -> !f
  %3 = gt.mul %b, %1 : (f64, !f) -> !f
  %4 = gt.mul %c, %1 : (f64, !f) -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
  gt.store %3 to %w over %i : !f, !s, !gt.range<I>
  gt.store %4 to %x over %i : !f, !s, !gt.range<I>
}
