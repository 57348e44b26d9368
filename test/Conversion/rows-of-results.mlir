// Rows of results that read the same vectors are reduced together: four of them, with four points of
// the reduced dimension, and one by one where fewer are left over.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s

// What is read along the row is there once for four rows, what is each row's own in front of it.
// CHECK-LABEL: gt.program @product
// CHECK:       gt.kernel @k0 over %{{[^ ]*}}, %{{[^ ]*}} : !gt.range<J>, !gt.range<I> along %{{[^ ]*}} : !gt.range<M> across "J" flops
// CHECK-COUNT-4: gt.buffer : !gt.buffer<[I: 128], f64>
// CHECK:         gt.loop J step 4 {
// CHECK-NEXT:      gt.loop I by 128 {
// CHECK-NEXT:        gt.pairwise sum, sum, sum, sum of %{{.*}} along M by 64 lanes 8
// CHECK-NEXT:          gt.loop M step 4 {
// CHECK-COUNT-16:        gt.get %{{.*}} : !gt.storage<[J, M], f64, unit> -> f64
// CHECK-NEXT:            gt.row I lanes 8 {
// CHECK-COUNT-4:           gt.get %{{.*}} : !gt.storage<[M, I], f64, unit> -> f64
// CHECK-NOT:               gt.get
// CHECK-COUNT-16:          gt.accumulate
// CHECK:               gt.loop M step 4 rest {
// CHECK-COUNT-4:         gt.get %{{.*}} : !gt.storage<[J, M], f64, unit> -> f64
// CHECK-NEXT:            gt.row I lanes 8 {
// CHECK-COUNT-1:           gt.get %{{.*}} : !gt.storage<[M, I], f64, unit> -> f64
// CHECK-COUNT-4:           gt.accumulate
// CHECK:               gt.row I lanes 8 {
// CHECK:                 gt.put %{{[^ ]*}} to %[[OUT:[^ ]*]] :
// CHECK-NEXT:            gt.put %{{[^ ]*}} to %[[OUT]] [J + 1] :
// CHECK-NEXT:            gt.put %{{[^ ]*}} to %[[OUT]] [J + 2] :
// CHECK-NEXT:            gt.put %{{[^ ]*}} to %[[OUT]] [J + 3] :
// CHECK:         gt.loop J step 4 rest {
// CHECK-NEXT:      gt.loop I by 128 {
// CHECK-NEXT:        gt.pairwise sum of
// CHECK:             gt.put %{{[^ ]*}} to %[[OUT]] :
// CHECK-NOT:         gt.put
gt.program @product(%u: !gt.storage<[M, I], f64, unit>, %a: !gt.storage<[J, M], f64, unit>,
                    %s: !gt.storage<[J, I], f64, unit>, %m: !gt.range<M>, %j: !gt.range<J>,
                    %i: !gt.range<I>) {
  gt.fold sum over %j, %i : !gt.range<J>, !gt.range<I> along %m : !gt.range<M> {
    %0 = gt.access %u : !gt.storage<[M, I], f64, unit> -> f64
    %1 = gt.access %a : !gt.storage<[J, M], f64, unit> -> f64
    %2 = gt.mul %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[J, I], f64, unit>
}

// -----

// Rows of a loop further out, which goes around the row then.
// CHECK-LABEL: gt.program @levels
// CHECK:       gt.kernel @k0 over {{.*}} across "K" flops
// CHECK:         gt.loop J {
// CHECK-NEXT:      gt.loop K step 4 {
// CHECK-NEXT:        gt.loop I by 128 {
// CHECK:             gt.put %{{[^ ]*}} to %[[OUT:[^ ]*]] :
// CHECK-NEXT:        gt.put %{{[^ ]*}} to %[[OUT]] [K + 1] :
// CHECK:           gt.loop K step 4 rest {
gt.program @levels(%u: !gt.storage<[M, J, I], f64, unit>, %a: !gt.storage<[K, M], f64, unit>,
                   %s: !gt.storage<[K, J, I], f64, unit>, %m: !gt.range<M>, %k: !gt.range<K>,
                   %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.fold sum over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> along %m : !gt.range<M> {
    %0 = gt.access %u : !gt.storage<[M, J, I], f64, unit> -> f64
    %1 = gt.access %a : !gt.storage<[K, M], f64, unit> -> f64
    %2 = gt.mul %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[K, J, I], f64, unit>
}

// -----

// Each row has vectors of its own: there is nothing to share.
// CHECK-LABEL: gt.program @apart
// CHECK:         gt.loop J {
// CHECK-NEXT:      gt.loop I by 512 {
// CHECK-NEXT:        gt.pairwise sum of
gt.program @apart(%u: !gt.storage<[M, J, I], f64, unit>, %a: !gt.storage<[M, I], f64, unit>,
                  %s: !gt.storage<[J, I], f64, unit>, %m: !gt.range<M>, %j: !gt.range<J>,
                  %i: !gt.range<I>) {
  gt.fold sum over %j, %i : !gt.range<J>, !gt.range<I> along %m : !gt.range<M> {
    %0 = gt.access %u : !gt.storage<[M, J, I], f64, unit> -> f64
    %1 = gt.access %a : !gt.storage<[M, I], f64, unit> -> f64
    %2 = gt.mul %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[J, I], f64, unit>
}

// -----

// What each row reads once for all points of the reduced dimension does not matter.
// CHECK-LABEL: gt.program @once
// CHECK:         gt.loop J {
// CHECK-NEXT:      gt.loop K step 4 {
gt.program @once(%u: !gt.storage<[M, J, I], f64, unit>, %a: !gt.storage<[K, J, I], f64, unit>,
                 %s: !gt.storage<[K, J, I], f64, unit>, %m: !gt.range<M>, %k: !gt.range<K>,
                 %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.fold sum over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> along %m : !gt.range<M> {
    %0 = gt.access %u : !gt.storage<[M, J, I], f64, unit> -> f64
    %1 = gt.access %a : !gt.storage<[K, J, I], f64, unit> -> f64
    %2 = gt.max %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[K, J, I], f64, unit>
}
