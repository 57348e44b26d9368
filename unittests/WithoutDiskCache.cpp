//===- WithoutDiskCache.cpp - Tests compile their kernels -----------------===//
//
// Tests count compilations and look at what the compiler does: they find no
// kernels of earlier runs, and leave none in the user's cache. Part of every
// test program.
//
//===----------------------------------------------------------------------===//
#include <cstdlib>

static const bool isOff = ::setenv("GTJIT_CACHE", "0", /*overwrite=*/0) == 0;
