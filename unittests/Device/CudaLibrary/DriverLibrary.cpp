//===- DriverLibrary.cpp - A library as CUDA's driver is one --------------===//
//
// Functions of the driver by their names. Which they are the test program says: whoever looks for
// one gets the program's, by an indirect function of the linker.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Driver.h"

using namespace gtjit::detail;

extern "C" const Driver &driverOfTheTest();

#define GTJIT_DRIVER_EXPORT(NAME, ARGUMENTS)                                                       \
  extern "C" CUresult(*find_##NAME()) ARGUMENTS { return driverOfTheTest().NAME; }                 \
  extern "C" [[gnu::ifunc("find_" #NAME), gnu::visibility("default")]] CUresult NAME ARGUMENTS;
GTJIT_DRIVER_FUNCTIONS(GTJIT_DRIVER_EXPORT)
