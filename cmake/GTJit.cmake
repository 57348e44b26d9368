# The build vocabulary. A folder names its target once; the sources of a folder
# are found by themselves, so adding a file means adding a file.
#
#   add_gtjit_library(name [SRCS...])             objects of libgtjit
#   add_gt_library(name [SRCS...] [LINK ...])     a layer of the compiler (static, hidden)
#   add_gt_tool(name [SRCS...] [LINK ...])        an executable over the compiler's layers, installed
#   add_gtjit_unittest(name [SRCS...] [LINK ...] [PUBLIC_API] [USES_COMPILER])
#   add_gtjit_example(name [SRCS...] [LINK ...] [TEST [ARGS...]] [OUTPUT REGEX] [REPLAY [ARGS...]])
#   add_gtjit_output_test(name REGEX COMMAND...)  a test that prints REGEX and ends with 0
#   add_gtjit_benchmark(name [SRCS...] [LINK ...])
#   add_gt_tablegen_target(name)                  closes a folder's mlir_tablegen() calls
#
# SRCS default to the *.cpp files of the calling folder.

# Sets `result` to SRCS, or to the folder's *.cpp where none are given.
function(gtjit_sources result)
  set(sources ${ARGN})
  if(NOT sources)
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# Adds every direct subfolder that has a CMakeLists.txt.
function(gtjit_add_subfolders)
  file(GLOB lists CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(list ${lists})
    get_filename_component(folder "${list}" DIRECTORY)
    add_subdirectory("${folder}")
  endforeach()
endfunction()

# What every source of the engine, and every test that looks inside it, sees.
add_library(gtjit-build INTERFACE)
target_include_directories(gtjit-build INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_SOURCE_DIR}/lib/gtjit" "${PROJECT_BINARY_DIR}/include" "${XXHASH_INCLUDE}")
target_link_libraries(gtjit-build INTERFACE
  OpenMP::OpenMP_CXX Threads::Threads ${CMAKE_DL_LIBS})

set_property(GLOBAL PROPERTY GTJIT_ENGINE_LIBRARIES "")
function(add_gtjit_library name)
  gtjit_sources(sources ${ARGN})
  if(NOT sources)
    return()
  endif()
  add_library(${name} OBJECT ${sources})
  target_link_libraries(${name} PRIVATE gtjit-build)
  # Its own lines are no place that a message may name.
  target_compile_definitions(${name} PRIVATE GTJIT_BUILDING GTJIT_NO_SOURCE_LINES XXH_INLINE_ALL)
  # A function is as visible as its declaration's namespace, or with clang its
  # definition's: there all of the engine is.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET default)
  endif()
  add_dependencies(${name} gtjit-operations)
  set_property(GLOBAL APPEND PROPERTY GTJIT_ENGINE_LIBRARIES ${name})
endfunction()

# What the tools say to --version, behind their names.
set(GT_TOOL_VERSION "${PROJECT_VERSION} (LLVM ${LLVM_PACKAGE_VERSION})")

# What every source of the compiler sees. Generated headers come with gt-headers.
add_custom_target(gt-headers)
add_library(gt-build INTERFACE)
target_include_directories(gt-build INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_BINARY_DIR}/include" "${XXHASH_INCLUDE}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # names types as libMLIR's compiler does
  target_include_directories(gt-build INTERFACE "${PROJECT_SOURCE_DIR}/cmake/gcc")
endif()
target_include_directories(gt-build SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
separate_arguments(gt_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(gt-build INTERFACE ${gt_llvm_definitions})
target_compile_definitions(gt-build INTERFACE XXH_INLINE_ALL)
if(NOT LLVM_ENABLE_ASSERTIONS)
  # Some classes of LLVM's headers, pass statistics among them, have other
  # members with assertions than without: the library's way is everybody's.
  target_compile_definitions(gt-build INTERFACE NDEBUG)
endif()
target_link_libraries(gt-build INTERFACE MLIR LLVM)

# One precompiled header for all layers; gt-precompiled owns it.
if(GTJIT_PRECOMPILE)
  file(WRITE "${PROJECT_BINARY_DIR}/precompiled/Empty.cpp" "\n")
  add_library(gt-precompiled STATIC "${PROJECT_BINARY_DIR}/precompiled/Empty.cpp")
  target_link_libraries(gt-precompiled PUBLIC gt-build)
  target_precompile_headers(gt-precompiled PRIVATE "${PROJECT_SOURCE_DIR}/cmake/MlirPrecompiled.h")
  set_target_properties(gt-precompiled PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(gt-precompiled PRIVATE -fPIC)
endif()

function(gt_compiler_target name)
  target_link_libraries(${name} PUBLIC gt-build)
  add_dependencies(${name} gt-headers gtjit-operations)
  if(GTJIT_PRECOMPILE)
    # A precompiled header serves one kind of code only, so executables are -fPIC too.
    target_precompile_headers(${name} REUSE_FROM gt-precompiled)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
endfunction()

function(add_gt_library name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  gtjit_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(sources)
    add_library(${name} STATIC ${sources})
    gt_compiler_target(${name})
    target_link_libraries(${name} PUBLIC ${arg_LINK})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE gt-build ${arg_LINK})
  endif()
endfunction()

function(add_gt_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(gt-headers ${name})
endfunction()

function(add_gt_tool name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  gtjit_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  gt_compiler_target(${name})
  target_compile_definitions(${name} PRIVATE GT_TOOL_VERSION="${GT_TOOL_VERSION}")
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  set(rpath "$ORIGIN/../lib" "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" ${LLVM_LIBRARY_DIRS})
  list(REMOVE_DUPLICATES rpath)
  set_target_properties(${name} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${rpath}")
  install(TARGETS ${name})
  set_property(GLOBAL APPEND PROPERTY GTJIT_TOOLS ${name})
endfunction()

# What the tests of the engine are built with: GoogleTest's headers precompiled;
# under sanitizers, which make a minute of each, not optimized.
function(gtjit_engine_test name)
  target_link_libraries(${name} PRIVATE gtjit-internal GTest::gtest GTest::gmock)
  set(plain "")
  if(GTJIT_SANITIZE)
    set(plain -O0)
  endif()
  target_compile_options(${name} PRIVATE ${plain})
  if(NOT GTJIT_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET gtjit-test-precompiled)
    add_library(gtjit-test-precompiled STATIC "${PROJECT_BINARY_DIR}/precompiled/Empty.cpp")
    target_link_libraries(gtjit-test-precompiled PRIVATE gtjit-internal GTest::gtest GTest::gmock)
    target_precompile_headers(gtjit-test-precompiled PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    set_target_properties(gtjit-test-precompiled PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(gtjit-test-precompiled PRIVATE -fPIC ${plain})
  endif()
  target_precompile_headers(${name} REUSE_FROM gtjit-test-precompiled)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
endfunction()

# A unit test of the engine sees its private parts (it links the engine's
# objects) unless PUBLIC_API, which links libgtjit as a user does. A test whose
# LINK names a layer of the compiler links that and not the engine: LLVM's
# library folder holds another OpenMP. USES_COMPILER builds what the engine opens
# at a miss along with the test.
function(add_gtjit_unittest name)
  cmake_parse_arguments(arg "PUBLIC_API;USES_COMPILER" "" "LINK" ${ARGN})
  gtjit_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources} "${PROJECT_SOURCE_DIR}/unittests/WithoutDiskCache.cpp")
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gmock GTest::gtest_main ${arg_LINK})
  if("${arg_LINK}" MATCHES "(^|;)GT")
    gt_compiler_target(${name})
  elseif(arg_PUBLIC_API)
    target_link_libraries(${name} PRIVATE gtjit OpenMP::OpenMP_CXX)
  else()
    gtjit_engine_test(${name})
  endif()
  if(arg_USES_COMPILER)
    add_dependencies(${name} gtjit-compiler)
  endif()
  set_target_properties(${name} PROPERTIES BUILD_RPATH "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
  gtest_discover_tests(${name} TEST_PREFIX "${name}/" DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES ENVIRONMENT "GTJIT_COMPILER=${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libgtjit-compiler.so")
  set_property(GLOBAL APPEND PROPERTY GTJIT_TEST_PROGRAMS ${name})
endfunction()

# A program that links libgtjit as a user does and finds the compiler built.
function(gtjit_user_program name sources)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE gtjit::gtjit ${ARGN})
  if(TARGET gtjit-compiler)
    add_dependencies(${name} gtjit-compiler)
  endif()
endfunction()

# An example is a program of a user. TEST registers a run of it with the
# arguments that follow, and a run, with those of REPLAY if there are any, every
# evaluation of which gt-run repeats.
function(add_gtjit_output_test name regex)
  add_test(NAME "${name}" COMMAND Python3::Interpreter
    "${PROJECT_SOURCE_DIR}/utils/expect_output.py" "${regex}" ${ARGN})
endfunction()

function(add_gtjit_example name)
  cmake_parse_arguments(arg "" "OUTPUT" "LINK;TEST;REPLAY" ${ARGN})
  gtjit_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(NOT sources OR NOT TARGET gtjit)
    return()
  endif()
  gtjit_user_program(${name} "${sources}" ${arg_LINK})
  set_property(GLOBAL APPEND PROPERTY GTJIT_EXAMPLE_PROGRAMS ${name})
  if(GTJIT_TESTS AND "TEST" IN_LIST ARGN)
    if(arg_OUTPUT)
      add_gtjit_output_test("examples/${name}" "${arg_OUTPUT}" $<TARGET_FILE:${name}> ${arg_TEST})
    else()
      add_test(NAME "examples/${name}" COMMAND ${name} ${arg_TEST})
    endif()
    set_tests_properties("examples/${name}" PROPERTIES WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
    if(NOT arg_REPLAY)
      set(arg_REPLAY ${arg_TEST})
    endif()
    if(TARGET gt-run)
      add_test(NAME "examples/${name}/gt-run"
        COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/test/GtRun/Inputs/replay.py"
                "${PROJECT_BINARY_DIR}/replay/${name}" $<TARGET_FILE:gt-run> 1
                $<TARGET_FILE:${name}> ${arg_REPLAY})
    endif()
  endif()
endfunction()

function(add_gtjit_benchmark name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  gtjit_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(NOT sources OR NOT TARGET gtjit)
    return()
  endif()
  gtjit_user_program(${name} "${sources}" benchmark::benchmark ${arg_LINK})
endfunction()
