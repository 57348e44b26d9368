#!/usr/bin/env bash
# Formats every C++ file with clang-format 22; with --check, names those that
# are not formatted and fails.
set -euo pipefail
cd "$(dirname "$0")/.."
formatter=/usr/lib/llvm-22/bin/clang-format
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp' '*.c' '*.cu' '*.cuh' |
  while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done)
if [ "${1:-}" = --check ]; then
  "$formatter" --dry-run --Werror --ferror-limit=1 "${files[@]}"
  echo "${#files[@]} files formatted"
else
  "$formatter" -i "${files[@]}"
fi
