// Every form of the loop level's text is read back as it was written.
// RUN: gt-opt %s | gt-opt | FileCheck %s

// CHECK-LABEL: gt.program @points(
// CHECK-SAME: %[[U:.+]]: !gt.storage<[K, J, I], f64, unit>, %[[V:.+]]: !gt.storage<[J, I], f64, unit>,
// CHECK-SAME: %[[I:.+]]: !gt.range<I>, %[[J:.+]]: !gt.range<J>, %[[K:.+]]: !gt.range<K>)
gt.program @points(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                   %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  // CHECK-NEXT: gt.kernel @k0 over %[[J]], %[[I]] : !gt.range<J>, !gt.range<I> along %[[K]] : !gt.range<K> across "J" flops 2 scratch 4096 {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> across "J" flops 2 scratch 4096 {
    // CHECK-NEXT: gt.loop I by 64 {
    gt.loop I by 64 {
      // CHECK-NEXT: gt.loop J {
      gt.loop J {
        // CHECK-NEXT: gt.row I lanes 8 {
        gt.row I lanes 8 {
          // CHECK-NEXT: %[[AT:.+]] = gt.get %[[U]] [K at %[[K]] + 1, J - 2, I + 3] : !gt.storage<[K, J, I], f64, unit>, !gt.range<K> -> f64
          %0 = gt.get %u [I + 3, K at %k + 1, J - 2] : !gt.storage<[K, J, I], f64, unit>, !gt.range<K> -> f64
          // CHECK-NEXT: %[[HERE:.+]] = gt.get %[[V]] : !gt.storage<[J, I], f64, unit> -> f64
          %1 = gt.get %v [J + 0] : !gt.storage<[J, I], f64, unit> -> f64
          // CHECK-NEXT: %[[SUM:.+]] = gt.add %[[AT]], %[[HERE]] : (f64, f64) -> f64
          %2 = gt.add %0, %1 : (f64, f64) -> f64
          // CHECK-NEXT: gt.put %[[SUM]] to %[[V]] in_place : f64, !gt.storage<[J, I], f64, unit>
          gt.put %2 to %v in_place : f64, !gt.storage<[J, I], f64, unit>
        }
      }
    }
  }
  // CHECK: gt.kernel @k1 along %[[K]] : !gt.range<K> {
  gt.kernel @k1 along %k : !gt.range<K> flops 0 scratch 0 {
  }
  // CHECK: gt.kernel @k2 {
  gt.kernel @k2 {
  }
}

// CHECK-LABEL: gt.program @strides(
gt.program @strides(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // CHECK: gt.row I lanes 8 strides [-1, 2] {
    gt.row I lanes 8 strides [-1, 2] {
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
      gt.put %0 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// CHECK-LABEL: gt.program @buffers(
// CHECK-SAME: %[[U:.+]]: !gt.storage<[K, I, J], f64, unit>, %[[V:.+]]: !gt.storage<[J, I], f64, unit>,
// CHECK-SAME: %[[I:.+]]: !gt.range<I>, %[[J:.+]]: !gt.range<J>, %[[K:.+]]: !gt.range<K>)
gt.program @buffers(%u: !gt.storage<[K, I, J], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  // CHECK-NEXT: gt.kernel
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    // CHECK-NEXT: gt.buffer in_registers : !gt.buffer<[], f64>
    %held = gt.buffer in_registers : !gt.buffer<[], f64>
    // CHECK-NEXT: gt.buffer : !gt.buffer<[], i1>
    %0 = gt.buffer copies 1 padding 0 : !gt.buffer<[], i1>
    // CHECK-NEXT: gt.buffer copies 48 padding 64 at 128 : !gt.buffer<["cell index": 8], f32>
    %1 = gt.buffer copies 48 padding 64 at 128 : !gt.buffer<["cell index": 8], f32>
    // CHECK-NEXT: %[[STRIP:.+]] = gt.buffer at 0 : !gt.buffer<[I: 64], f64>
    %strip = gt.buffer at 0 : !gt.buffer<[I: 64], f64>
    // CHECK-NEXT: %[[ROWS:.+]] = gt.buffer padding 64 : !gt.buffer<[J: 8, I: 64], f64>
    %rows = gt.buffer padding 64 : !gt.buffer<[J: 8, I: 64], f64>
    gt.loop J by 8 {
      gt.loop I by 64 {
        // CHECK: gt.stage %[[U]] [K at %[[K]] - 1, I + 2] : !gt.storage<[K, I, J], f64, unit>, !gt.range<K> into %[[ROWS]] : !gt.buffer<[J: 8, I: 64], f64> transposed 8
        gt.stage %u [I + 2, K at %k - 1] : !gt.storage<[K, I, J], f64, unit>, !gt.range<K>
            into %rows : !gt.buffer<[J: 8, I: 64], f64> transposed 8
      }
      gt.loop J {
        gt.loop I by 64 {
          // CHECK: gt.stage %[[V]] : !gt.storage<[J, I], f64, unit> into %[[STRIP]] : !gt.buffer<[I: 64], f64>{{$}}
          gt.stage %v : !gt.storage<[J, I], f64, unit> into %strip : !gt.buffer<[I: 64], f64>
          // CHECK: gt.loop I by 64 {
          gt.loop I by 64 {
            gt.row I lanes 8 {
              // CHECK: gt.prefetch %[[V]] [J + 1] : !gt.storage<[J, I], f64, unit>
              gt.prefetch %v [J + 1] : !gt.storage<[J, I], f64, unit>
              // CHECK: gt.prefetch exact %[[V]] : !gt.storage<[J, I], f64, unit>
              gt.prefetch exact %v : !gt.storage<[J, I], f64, unit>
              // CHECK: %[[STAGED:.+]] = gt.get %[[ROWS]] : !gt.buffer<[J: 8, I: 64], f64> -> f64
              %2 = gt.get %rows : !gt.buffer<[J: 8, I: 64], f64> -> f64
              // CHECK-NEXT: gt.put %[[STAGED]] to %[[V]] streaming : f64, !gt.storage<[J, I], f64, unit>
              gt.put %2 to %v streaming : f64, !gt.storage<[J, I], f64, unit>
            }
          }
        }
      }
    }
  }
}

// CHECK-LABEL: gt.program @columns_ahead(
gt.program @columns_ahead(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // CHECK: gt.prefetch exact ahead 8 within 1536 %arg0 [E by %arg1] : !gt.storage<[E, K], f64, unit>, i32
        gt.prefetch exact ahead 8 within 1536 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
        // CHECK: gt.prefetch exact ahead 4 %arg0 [E by %arg1 + 1] : !gt.storage<[E, K], f64, unit>, i32
        gt.prefetch exact ahead 4 %u [E by %n + 1] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// CHECK-LABEL: gt.program @reductions(
gt.program @reductions(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    // CHECK: %[[COUNT:.+]] = gt.buffer
    %count = gt.buffer : !gt.buffer<[], i64>
    // CHECK-NEXT: %[[SUM:.+]] = gt.buffer
    %sum = gt.buffer : !gt.buffer<[I: 512], f64>
    // CHECK-NEXT: %[[SUMS:.+]] = gt.buffer
    %sums = gt.buffer copies 48 : !gt.buffer<[I: 512], f64>
    // CHECK-NEXT: %[[MAX:.+]] = gt.buffer
    %max = gt.buffer : !gt.buffer<[I: 512], f64>
    // CHECK-NEXT: %[[MAXIMA:.+]] = gt.buffer
    %maxima = gt.buffer copies 48 : !gt.buffer<[I: 512], f64>
    gt.loop I by 512 {
      // CHECK: gt.pairwise max of %[[MAX]] : !gt.buffer<[I: 512], f64> along K by 64 lanes 8 on %[[MAXIMA]] : !gt.buffer<[I: 512], f64> count %[[COUNT]] : !gt.buffer<[], i64> {
      gt.pairwise max of %max : !gt.buffer<[I: 512], f64> along K by 64 lanes 8
          on %maxima : !gt.buffer<[I: 512], f64> count %count : !gt.buffer<[], i64> {
      }
      // CHECK: gt.pairwise sum, max of %[[SUM]], %[[MAX]] : !gt.buffer<[I: 512], f64>, !gt.buffer<[I: 512], f64> along K by 64 lanes 8
      // CHECK-SAME: on %[[SUMS]], %[[MAXIMA]] : !gt.buffer<[I: 512], f64>, !gt.buffer<[I: 512], f64> count %[[COUNT]] : !gt.buffer<[], i64> {
      gt.pairwise sum, max of %sum, %max : !gt.buffer<[I: 512], f64>, !gt.buffer<[I: 512], f64> along K by 64 lanes 8
          on %sums, %maxima : !gt.buffer<[I: 512], f64>, !gt.buffer<[I: 512], f64> count %count : !gt.buffer<[], i64> {
        gt.loop K {
          gt.row I lanes 8 {
            // CHECK: %[[VALUE:.+]] = gt.get
            %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
            // CHECK-NEXT: gt.accumulate %[[VALUE]] to %[[MAX]] : f64, !gt.buffer<[I: 512], f64>
            gt.accumulate %0 to %max : f64, !gt.buffer<[I: 512], f64>
          }
        }
      }
    }
  }
}

// CHECK-LABEL: gt.program @ordered(
gt.program @ordered(%u: !gt.storage<[K, J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.kernel @k0 over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    // CHECK: gt.buffer padding 64 : !gt.buffer<[J: 8, I: ?], f64>
    %rows = gt.buffer padding 64 : !gt.buffer<[J: 8, I: ?], f64>
    // CHECK: gt.loop K forward {
    gt.loop K forward {
      // CHECK-NEXT: gt.loop J backward {
      gt.loop J backward {
        gt.row I lanes 8 {
          // CHECK: gt.get %{{.*}} [K - 1, J + 2]
          %0 = gt.get %u [K - 1, J + 2] : !gt.storage<[K, J, I], f64, unit> -> f64
          gt.put %0 to %u : f64, !gt.storage<[K, J, I], f64, unit>
          %1 = gt.get %u [K - 3] : !gt.storage<[K, J, I], f64, unit> -> f64
        }
      }
    }
  }
}

// CHECK-LABEL: gt.program @in_registers
gt.program @in_registers(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k : !gt.range<K> along %i : !gt.range<I> {
    %count = gt.buffer : !gt.buffer<[], i64>
    %sum = gt.buffer : !gt.buffer<[I: 64], f64>
    %sums = gt.buffer copies 48 : !gt.buffer<[], f64>
    // CHECK: gt.loop K step 4 {
    gt.loop K step 4 {
    }
    // CHECK: gt.loop K step 4 rest {
    gt.loop K step 4 rest {
      gt.pairwise sum of %sum : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
          on %sums : !gt.buffer<[], f64> count %count : !gt.buffer<[], i64> {
        // CHECK: gt.row I lanes 8 vectors 8 {
        gt.row I lanes 8 vectors 8 {
          %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
          gt.accumulate %0 to %sum : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
  }
}

// CHECK-LABEL: gt.program @again
gt.program @again(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>,
                  %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    // CHECK: gt.loop K step 2 again {
    gt.loop K step 2 again {
      gt.row I lanes 8 {
        %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
        gt.put %0 to %v : f64, !gt.storage<[K, I], f64, unit>
      }
    }
    // CHECK: gt.loop K step 2 rest again {
    gt.loop K step 2 rest again {
      gt.row I lanes 8 {
        %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
        gt.put %0 to %v : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}

// CHECK-LABEL: gt.program @ahead
gt.program @ahead(%v: !gt.storage<[K, I], f64, unit>, %a: f64, %k: !gt.range<K>,
                  %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K step 4 {
      gt.loop I step 2 {
        // CHECK: gt.put %{{.+}} to %{{.+}} : f64
        gt.put %a to %v : f64, !gt.storage<[K, I], f64, unit>
        // CHECK-NEXT: gt.put %{{.+}} to %{{.+}} in_place [K + 3, I + 1] : f64, !gt.storage<[K, I], f64, unit>
        gt.put %a to %v in_place [I + 1, K + 3] : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}

// CHECK-LABEL: gt.program @neighbours
gt.program @neighbours(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                       %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // CHECK: %[[HERE:.+]] = gt.get
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // CHECK-NEXT: %[[BEHIND:.+]] = gt.neighbour %[[HERE]][-8] : f64
      %1 = gt.neighbour %0 [-8] : f64
      gt.put %1 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// CHECK-LABEL: gt.program @together
gt.program @together(%u: !gt.storage<[I], f64, unit>, %r: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %sum = gt.buffer : !gt.buffer<[], f64>
    // CHECK: gt.pairwise sum of %{{.+}} : !gt.buffer<[], f64> along I by 4096 lanes 64 threads {
    gt.pairwise sum of %sum : !gt.buffer<[], f64> along I by 4096 lanes 64 threads {
      gt.loop I {
        %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
        gt.accumulate %0 to %sum : f64, !gt.buffer<[], f64>
      }
    }
    %1 = gt.get %sum : !gt.buffer<[], f64> -> f64
    gt.put %1 to %r : f64, !gt.storage<[], f64>
  }
}
