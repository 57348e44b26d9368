# Flags that hold for every target: language, visibility, floating-point
# strictness, linker and compiler cache.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/static")

set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")

# The reference evaluator's arithmetic is the contract of every kernel: no
# contraction of a * b + c behind its back.
add_compile_options(-Wall -Wextra -Wno-unused-parameter -ffp-contract=off)

if(GTJIT_SANITIZE)
  add_compile_options("-fsanitize=${GTJIT_SANITIZE}" -fno-sanitize=vptr -fno-omit-frame-pointer
    # Compiled kernels have no record of their type in front of them.
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  add_link_options("-fsanitize=${GTJIT_SANITIZE}")
else()
  add_link_options(-Wl,--no-undefined)
endif()

find_program(GTJIT_LLD ld.lld HINTS /usr/lib/llvm-22/bin NO_DEFAULT_PATH)
# What g++ leaves to be compiled when it is linked, only the system's own linker hands back to it.
if(GTJIT_LLD AND NOT (CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
  get_filename_component(lldFolder "${GTJIT_LLD}" DIRECTORY)
  add_link_options(-fuse-ld=lld "-B${lldFolder}")
  set(GTJIT_LINKS_WITH_LLD TRUE)
endif()

# With precompiled headers ccache needs to be told that macros and times in
# them do not matter, and g++ to keep its preprocessed text readable.
find_program(GTJIT_CCACHE ccache)
if(GTJIT_CCACHE AND (NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER OR CMAKE_CXX_COMPILER_LAUNCHER STREQUAL "ccache"))
  set(CMAKE_C_COMPILER_LAUNCHER "${GTJIT_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "env;CCACHE_SLOPPINESS=pch_defines,time_macros;${GTJIT_CCACHE}")
endif()
if(GTJIT_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
