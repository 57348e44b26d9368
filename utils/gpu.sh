#!/usr/bin/env bash
# Builds, and runs on this machine's GPU what the tests run on the emulated device; then measures
# kernels there and writes what it found into docs/Performance.md.
set -euo pipefail
cd "$(dirname "$0")/.."
source utils/packages.sh
ensure_packages "${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${benchmark_packages[@]}"

cmake --preset release
cmake --build build/release -j"$(nproc)"
cmake --build build/release -j"$(nproc)" --target gtjit_device
export GTJIT_CACHE=0 GTJIT_DEVICE=cuda GTJIT_COMPILER="$PWD/build/release/lib/libgtjit-compiler.so"
host='PlanMemory.*:*TheSampleOfACall*:*ExceptionsOfTheHost*:*OrdersCompileNothing*:HostExecutorTest.*'
host+=':FailureTest.*:WorkUnderWayTest.*:*aSmallPartThatReads*:*DeviceIsNoneOrGpu*'
for suite in Array Evaluate Field Graph Mesh NetCdf Program Runtime Semantics Storage; do
  "build/release/bin/${suite}Tests" --gtest_brief=1 --gtest_filter="-$host"
done
build/release/bin/RandomGraphTests --graphs 1000 --seed 6 --gtest_filter='Shard/*' --gtest_brief=1
build/release/bin/DeviceTests --gtest_brief=1 \
  --gtest_filter='DeviceMath*:DeviceReduction*:ThreadPoints*:SyncTable*:SyncStateHandle*:DLPack.*'

results=build/release/results/device.md
mkdir -p "${results%/*}"
{
  echo "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader), $(date +'%-d %B %Y'), \`utils/gpu.sh\`:"
  build/release/bin/gtjit_device
} | tee "$results"
python3 utils/put.py docs/Performance.md device "$results"
