# What the project is built from. Each is a Debian package named in
# utils/packages.sh; nothing is downloaded.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
set(MLIR_BINARY_DIR "${PROJECT_BINARY_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(GTJIT_TABLEGEN NAMES llvm-tblgen HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH REQUIRED)
find_program(GTJIT_LIT NAMES lit HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)

# Imports a C library that ships no CMake package, as gtjit-<name>.
function(gtjit_import_library name header library)
  find_path(${name}_INCLUDE ${header} REQUIRED)
  find_library(${name}_LIBRARY ${library} REQUIRED)
  add_library(gtjit-${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(gtjit-${name} PROPERTIES
    IMPORTED_LOCATION "${${name}_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${${name}_INCLUDE}")
endfunction()

find_path(XXHASH_INCLUDE xxhash.h REQUIRED)
if(GTJIT_TOOLS) # examples of files are built with the tools alone
  gtjit_import_library(libnetcdf netcdf.h netcdf)
  find_package(CLI11 REQUIRED)
  if(GTJIT_EXAMPLES)
    gtjit_import_library(cairo cairo/cairo.h cairo)
  endif()
endif()
if(GTJIT_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
if(GTJIT_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
