#!/usr/bin/env bash
# Builds everything and runs every test. The last line is "N passed, N failed"
# over unit tests, project tests and lit tests; the exit status tells the same.
set -euo pipefail
cd "$(dirname "$0")/.."
source utils/packages.sh
ensure_packages "${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}"

build=build/release
cmake --preset release
cmake --build "$build" -j"$(nproc)"

utils/ptxas.sh "$build/tools"
mkdir -p "$build/results"
rm -f "$build"/results/*.xml
ctest_code=0 lit_code=0
ctest --test-dir "$build" -j"$(nproc)" --output-on-failure --output-junit results/ctest.xml ||
  ctest_code=$?
"$(llvm-config-22 --bindir)/lit" -sv --xunit-xml-output "$build/results/lit.xml" "$build/test" || lit_code=$?

counts=$(python3 utils/count_tests.py "$build/results/ctest.xml=$ctest_code" "$build/results/lit.xml=$lit_code")
read -r passed failed <<<"$counts"
# The published table has to be the outcome of this run.
conformance_failed=0
python3 utils/conformance.py --check . "$build" || conformance_failed=1

failed=$((failed + conformance_failed))
echo "$((passed + 1 - conformance_failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
