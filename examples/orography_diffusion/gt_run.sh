#!/usr/bin/env bash
# Diffuses the orography with gt-run and compares with what the C++ program has
# written: gt_run.sh <folder of the programs> <folder of the results> <steps>
set -euo pipefail
bin=$1 results=$2 steps=$3
program=$(dirname "$0")/diffusion.mlir
"$bin/gt-run" "$program" --program hdiff --repeat "$steps" --feed next:height --time \
  --in height=/usr/share/ncarg/data/nug/HSURF_regional_model_0.11deg.nc:HSURF \
  --halo height=I:2,J:2 --fill height=mirror:I,mirror:J \
  --scalar alpha=0.02 --out next="$results/by-gt-run.nc"
"$bin/gt-run" "$program" --program compare \
  --in a="$results/by-gt-run.nc:HSURF" --in b="$results/diffused.nc:HSURF" \
  --out different="$results/different.npy"
different=$(tail -c 8 "$results/different.npy" | od -An -td8 | tr -d ' ')
if [ "$different" != 0 ]; then
  echo "ERROR: gt-run and the C++ program differ at $different points"
  exit 1
fi
echo "gt-run gives the same height at every point after $steps steps"
