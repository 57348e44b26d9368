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

# Prints "<passed> <failed>" of a JUnit file; a missing file is a failure.
count() {
  python3 - "$1" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
try:
    cases = list(tree.parse(sys.argv[1]).getroot().iter("testcase"))
except (OSError, tree.ParseError):
    print(0, 1)
    sys.exit()
failed = sum(1 for c in cases if c.find("failure") is not None or c.find("error") is not None
             or c.get("status") == "fail")
skipped = sum(1 for c in cases if c.find("skipped") is not None)
print(len(cases) - failed - skipped, failed)
PYTHON
}

mkdir -p "$build/results"
rm -f "$build"/results/*.xml
ctest --test-dir "$build" -j"$(nproc)" --output-on-failure --output-junit results/ctest.xml || true
"$(llvm-config-22 --bindir)/lit" -sv --xunit-xml-output "$build/results/lit.xml" "$build/test" || true

read -r ctest_passed ctest_failed <<<"$(count "$build/results/ctest.xml")"
read -r lit_passed lit_failed <<<"$(count "$build/results/lit.xml")"
# The published table has to be the outcome of this run.
conformance_failed=0
python3 utils/conformance.py --check . "$build" || conformance_failed=1

failed=$((ctest_failed + lit_failed + conformance_failed))
echo "$((ctest_passed + lit_passed + 1 - conformance_failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
