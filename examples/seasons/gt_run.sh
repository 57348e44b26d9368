#!/usr/bin/env bash
# Compares two months of a file of 12 with gt-run, which is on the PATH, and prints
# the results that are single numbers.
set -euo pipefail
seasons=$(dirname "$0")/seasons.mlir
# listing: run
file=/usr/share/ncarg/data/nug/tas_rectilinear_grid_2D.nc
gt-run "$seasons" --in july=$file:tas --index july=time:6 --in january=$file:tas --index january=time:0 \
  --out warmer=warmer.nc --out most=most.npy --out least=least.npy
# end listing
for result in most least; do
  echo "$result:" $(tail -c 4 $result.npy | od -An -tf4)
done
