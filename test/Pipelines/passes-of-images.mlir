// All passes between the text of the engine and an image, in their order: nothing converts types
// part by part, and nothing is reconciled afterwards.
// RUN: gt-opt %s --gt-cpu-pipeline=cpu=x86-64-v3 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=PASSES,CPU --implicit-check-not="convert-" --implicit-check-not=reconcile
// RUN: gt-opt %s --gt-gpu-pipeline=chip=sm_90 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=PASSES,GPU --implicit-check-not="convert-" --implicit-check-not=reconcile
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v3 check-finite debug-info" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL

// PASSES:      Pass Manager with 5 passes:
// PASSES-NEXT: builtin.module(
// CPU-NEXT:      gt-set-machine{cpu=x86-64-v3 features=},
// GPU-NEXT:      gt-set-machine{cpu=sm_90 features=},
// PASSES-NEXT:   gt.program(
// PASSES-NEXT:     gt-unroll-reductions{{[{].*[}]}},
// PASSES-NEXT:     gt-simplify,
// PASSES-NEXT:     gt-separate-windows,
// PASSES-NEXT:     gt-place-fields{{[{].*[}]}},
// PASSES-NEXT:     gt-fields-to-stencils{{[{].*[}]}},
// PASSES-NEXT:     gt-simplify,
// PASSES-NEXT:     gt-write-at-pins
// PASSES-NEXT:   ),
// PASSES-NEXT:   gt.program(
// PASSES-NEXT:     gt-stencils-to-loops{{[{].*[}]}},
// PASSES-NEXT:     gt-lay-out-scratch
// PASSES-NEXT:   ),
// PASSES-NEXT:   gt-loops-to-llvm{{[{].*[}]}},
// PASSES-NEXT:   gt-emit-image{{[{].*[}]}}
// PASSES-NEXT: ){{$}}

// ALL:      Pass Manager with 7 passes:
// ALL:          gt-fields-to-stencils
// ALL-NEXT:     gt-simplify
// ALL-NEXT:     gt-write-at-pins
// ALL-NEXT:   ),
// ALL-NEXT:   gt.program(
// ALL-NEXT:     gt-check-finite
// ALL-NEXT:   ),
// ALL-NEXT:   gt.program(
// ALL-NEXT:     gt-stencils-to-loops
// ALL:        gt-loops-to-llvm{share-code=false},
// ALL-NEXT:   gt-add-debug-info,
// ALL-NEXT:   gt-emit-image
gt.program @copy(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  gt.store %0 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
