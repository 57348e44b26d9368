#!/usr/bin/env bash
# Builds what the main example needs and runs it on the real orography; without
# arguments also by gt-run, and compares. Arguments go to the example.
set -euo pipefail
cd "$(dirname "$0")/.."
source utils/packages.sh
ensure_packages "${build_packages[@]}" "${demo_packages[@]}"

build=build/demo
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=g++ \
  -DGTJIT_TESTS=OFF -DGTJIT_BENCHMARKS=OFF
cmake --build "$build" -j"$(nproc)" --target orography_diffusion gt-run
"$build/bin/orography_diffusion" "$@"
[ $# -gt 0 ] || examples/orography_diffusion/gt_run.sh "$build/bin" orography 400
