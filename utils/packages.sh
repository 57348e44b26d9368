# The Debian packages that building, testing and the demo need; sourced by the
# scripts that build. The test project/packages compares what a build touched
# with these lists.

build_packages=(
  cmake ninja-build g++ gfortran ccache lld-22 clang-22 python3
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libxxhash-dev libcli11-dev libnetcdf-dev zlib1g-dev libzstd-dev
)
demo_packages=(libcairo2-dev libncarg-data)
test_packages=(
  git clang-format-22 libgtest-dev libgmock-dev libbenchmark-dev libmpfr-dev
  dpkg-dev file pkgconf gdb python3-numpy python3-pip
)
# Only for utils/sanitize.sh: clang's run-times and an OpenMP that the thread
# sanitizer understands.
sanitizer_packages=(clang-22 libclang-rt-22-dev libomp-22-dev)
# Only for utils/benchmark.sh: the compiler of the peers and its OpenMP.
benchmark_packages=(clang-22 libomp-22-dev)

# Installs those of the named packages that are missing.
ensure_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  echo "installing ${missing[*]}"
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}
