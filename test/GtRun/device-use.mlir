// What kernels take of a device, and what goes there and back.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 8 'n'
// RUN: env GTJIT_PROFILE=profile.txt gt-run %s -i u=u.npy --feed v:u -n 3 -o v=v.npy -b emulated --time --explain \
// RUN:   | FileCheck %s --check-prefix=TOLD
// TOLD: kernel 'stencil {{.*}}' over {I[0,8)}: reads 0.000 MB, writes 0.000 MB, {{.*}} Mflop, [[USE:[0-9]+ registers a thread, occupancy [0-9]+ %]]
// TOLD: since the runtime was made: 0 copies of 0 bytes to the device, 0 of 0 bytes from it
// TOLD: to device           0.000 MB in 1 copies
// TOLD: from device         0.000 MB in 1 copies
// RUN: FileCheck %s --check-prefix=PROFILE < profile.txt
// PROFILE: device: emulated, sm_90; 1 copy of 64 bytes to the device, 1 of 64 bytes from it
// PROFILE: stencil_0: 3 runs, {{[0-9.]+}} ms, {{[0-9.]+}} us each, 0.000 MB each, {{[0-9.]+}} GB/s, {{[0-9]+}} registers a thread, occupancy {{[0-9]+}} %

// On processors there is nothing of it.
// RUN: gt-run %s -i u=u.npy -o v=v.npy --time --explain | FileCheck %s --check-prefix=HOST
// HOST: kernel {{.*}} Mflop, {{[0-9]+}} lanes
// HOST-NOT: device
gt.program @step(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.add %0, %0 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
