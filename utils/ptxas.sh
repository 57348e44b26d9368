#!/usr/bin/env bash
# utils/ptxas.sh FOLDER: puts NVIDIA's assembler of PTX there, if it is not, for tests and tables.
# It comes from PyPI; the library never needs it. Where it cannot be had that is said, and the
# tests that want it do not run.
set -uo pipefail
folder=$1
[ -x "$folder/ptxas" ] && exit 0
wheel=$(mktemp -d)
trap 'rm -rf "$wheel"' EXIT
mkdir -p "$folder"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$wheel" nvidia-cuda-nvcc-cu12==12.9.86 &&
  python3 -m zipfile -e "$wheel"/*.whl "$wheel" &&
  install -m 755 "$wheel/nvidia/cuda_nvcc/bin/ptxas" "$folder/ptxas" &&
  exit 0
echo "no ptxas: tests that need it are left out" >&2
