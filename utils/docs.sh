#!/usr/bin/env bash
# Rewrites the generated pages of docs/ from the release build and from the
# outcome of its last test run (utils/check.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
cmake --build "$build" --target gtjit-operations
python3 utils/generate_docs.py . "$build"
python3 utils/fill_pages.py . "$build"
python3 utils/conformance.py . "$build"
