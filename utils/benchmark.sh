#!/usr/bin/env bash
# Builds and runs the benchmarks and writes their results into docs/Performance.md.
# Arguments go to the harness of peers and classes (see benchmarks/peers/harness/Rounds.h);
# with none it takes about a quarter of an hour. --quick, alone, measures for two minutes, from memory
# doubles alone, and prints where the engine is behind hand-written loops; no page is written.
set -euo pipefail
cd "$(dirname "$0")/.."
source utils/packages.sh
ensure_packages "${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${benchmark_packages[@]}"

build=${GTJIT_BENCHMARK_BUILD:-build/release}
[ -f "$build/build.ninja" ] || cmake --preset release
cmake --build "$build" -j"$(nproc)" --target benchmarks
mkdir -p "$build/results"

# A millisecond of spinning after a parallel region, so that the idle threads of
# one peer do not slow the next; huge pages for what peers allocate.
export KMP_BLOCKTIME=1 GLIBC_TUNABLES=glibc.malloc.hugetlb=1
if [ "${*:-}" = --quick ]; then
  "$build/bin/gtjit_peers" --size 64x64x80 --seconds 0.3 >"$build/results/quick.jsonl"
  "$build/bin/gtjit_peers" --size 64x64x80 --caches cold --type double --seconds 0.1 >>"$build/results/quick.jsonl"
  "$build/bin/gtjit_classes" --size 64x64x32 --seconds 0.15 >>"$build/results/quick.jsonl"
  exec python3 benchmarks/peers/summary.py "$build/results/quick.jsonl"
fi
for kind in peers classes; do
  [ "$kind" = peers ] && small=64x64x80 || small=64x64x32
  "$build/bin/gtjit_$kind" "$@" >"$build/results/$kind.jsonl"
  "$build/bin/gtjit_$kind" "$@" --size "$small" --caches cold >>"$build/results/$kind.jsonl"
  python3 benchmarks/peers/report.py "$kind" "$build/results/$kind.jsonl" docs/Performance.md "utils/benchmark.sh${*:+ $*}"
done
unset GLIBC_TUNABLES KMP_BLOCKTIME

GTJIT_CACHE=0 OMP_NUM_THREADS=1 "$build/bin/gtjit_latency" >/dev/null # brings the compiler's files into memory
{
  GTJIT_CACHE=0 OMP_NUM_THREADS=1 "$build/bin/gtjit_latency"
  echo
  for program in Dispatch DeviceDispatch; do
    "$build/bin/$program" --benchmark_repetitions=5 --benchmark_report_aggregates_only=true 2>/dev/null |
      awk '/_median/ { sub("_median", "", $1); printf "%-28s %8.0f ns of a processor an evaluation\n", $1, $4 }'
  done
  echo
  echo "a whole process to its results:"
  python3 benchmarks/cold_process.py "$build/bin/first_steps" "$build/bin/mesh"
  echo
  "$build/bin/BusyHost"
} | tee "$build/results/latency.txt"
{
  echo "PTX for sm_90, points of a thread as the compiler chooses:"
  GTJIT_CACHE=0 "$build/bin/gtjit_latency" emulated
  echo "and with 4 x 2 points:"
  GTJIT_CACHE=0 "$build/bin/gtjit_latency" emulated 4 2
} | tee "$build/results/ptx-latency.txt"
"$build/bin/LayoutCopies" >"$build/results/copies.md"
"$build/bin/WholeModel" >"$build/results/model.md"
utils/ptxas.sh "$build/tools"
python3 benchmarks/device_code.py "$build" >"$build/results/ptx.md"

for part in latency ptx-latency; do
  { echo '```'; cat "$build/results/$part.txt"; echo '```'; } >"$build/results/$part.md"
  python3 utils/put.py docs/Performance.md "$part" "$build/results/$part.md"
done
python3 utils/put.py docs/Performance.md copies "$build/results/copies.md"
python3 utils/put.py docs/Performance.md model "$build/results/model.md"
python3 utils/put.py docs/Performance.md ptx "$build/results/ptx.md"
