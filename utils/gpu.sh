#!/usr/bin/env bash
# Builds, and runs on this machine's GPU what the tests run on the emulated device; then measures
# kernels there, beside the same in CUDA and in JAX, and writes what it found into
# docs/Performance.md.
set -euo pipefail
cd "$(dirname "$0")/.."
source utils/packages.sh
ensure_packages "${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${benchmark_packages[@]}"

cmake --preset release
cmake --build build/release -j"$(nproc)"
cmake --build build/release -j"$(nproc)" --target gtjit_device
export GTJIT_CACHE=0 GTJIT_DEVICE=cuda GTJIT_COMPILER="$PWD/build/release/lib/libgtjit-compiler.so"
of_processors=$(paste -sd: unittests/Device/OfProcessors.txt)
for suite in Array Evaluate Field Graph Mesh NetCdf Program Runtime Semantics Storage; do
  "build/release/bin/${suite}Tests" --gtest_brief=1 --gtest_filter="-$of_processors"
done
build/release/bin/RandomGraphTests --graphs 1000 --seed 6 --gtest_filter='Shard/*' --gtest_brief=1
build/release/bin/DeviceTests --gtest_brief=1 \
  --gtest_filter='DeviceMath*:DeviceReduction*:ThreadPoints*:SyncTable*:SyncStateHandle*:DLPack.*'

# Rivals: kernels in CUDA, by the machine's compiler or else NVIDIA's from PyPI, and JAX.
tools=$PWD/build/release/tools
nvcc=$(command -v nvcc || echo "$tools/cuda/nvidia/cu13/bin/nvcc")
[ -x "$nvcc" ] || python3 -m pip install --quiet --target "$tools/cuda" \
  nvidia-cuda-nvcc nvidia-cuda-runtime nvidia-cuda-crt nvidia-nvvm nvidia-cuda-cccl
"$nvcc" -std=c++20 -O3 -arch=native -shared -Xcompiler -fPIC -L"${nvcc%/bin/nvcc}/lib" \
  -Ibenchmarks/peers benchmarks/peers/cuda/*.cu -o build/release/lib/libgtjit-cuda-peers.so
python=python3
if ! python3 -c 'import jax; jax.devices("gpu")' 2>/dev/null; then
  python3 -m venv "$tools/jax"
  python="$tools/jax/bin/python"
  "$python" -m pip install --quiet "jax[cuda13]"
fi

results=build/release/results/device.md
mkdir -p "${results%/*}"
{
  echo "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader), $(date +'%-d %B %Y'), \`utils/gpu.sh\`:"
  build/release/bin/gtjit_device
  echo
  "$python" benchmarks/peers/jax_device.py
} | tee "$results"
python3 utils/put.py docs/Performance.md device "$results"
