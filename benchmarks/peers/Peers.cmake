# Hand-written kernels beside the engine's, in one program that measures them in
# the same rounds: compiled by g++ and by clang 22 for this machine, with the flags
# of a user who wants speed; only the target `benchmarks` builds them.
#
#   add_peer(peer folder compiler [flags...])   objects of a folder's kernels
#   add_peers_program(name sources...)          the program, with all objects so far
find_program(GTJIT_CLANG clang++ HINTS /usr/lib/llvm-22/bin NO_DEFAULT_PATH)
find_library(GTJIT_LIBOMP omp HINTS /usr/lib/llvm-22/lib NO_DEFAULT_PATH)
if(NOT GTJIT_CLANG OR NOT GTJIT_LIBOMP OR NOT TARGET gtjit)
  message(STATUS "No peers: clang-22 or libomp-22-dev is missing")
  return()
endif()

set(peers_folder "${CMAKE_CURRENT_LIST_DIR}")
set(GTJIT_PEERS_ARCH native CACHE STRING
  "What the hand-written kernels are compiled for; with GTJIT_CPU=x86-64-v3 the engine's are for the same")
set(peer_flags -std=c++17 -O3 "-march=${GTJIT_PEERS_ARCH}" -DNDEBUG -fopenmp "-I${peers_folder}")
set(peer_objects "")

# Objects of the kernels in `folder` as the peer `peer`.
function(add_peer peer folder compiler)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h"
    "${peers_folder}/${folder}/*.h")
  foreach(source ${sources})
    get_filename_component(kernel "${source}" NAME_WE)
    set(own_flags "")
    if(kernel MATCHES "_libmvec$") # no stores of its own: the same with -DNT=1
      if(peer MATCHES "_nt$")
        continue()
      endif()
      set(own_flags -ffast-math)
      if(peer MATCHES "^clang")
        list(APPEND own_flags -fveclib=libmvec)
      endif()
    endif()
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${peer}_${kernel}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${compiler}" ${peer_flags} ${own_flags} ${ARGN} -DPEER=${peer} -c "${source}" -o "${object}"
      DEPENDS "${source}" ${headers} "${peers_folder}/harness/PeerApi.h" VERBATIM)
    list(APPEND peer_objects "${object}")
  endforeach()
  set(peer_objects "${peer_objects}" PARENT_SCOPE)
endfunction()

function(add_peers_program name)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN} "${peers_folder}/harness/Rounds.cpp"
    "${peers_folder}/harness/Memory.cpp" ${peer_objects})
  target_include_directories(${name} PRIVATE "${peers_folder}" "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE -fopenmp -fvisibility=default)
  # One OpenMP for the objects of both compilers and the engine: libomp has
  # libgomp's entry points too.
  target_link_libraries(${name} PRIVATE "${GTJIT_LIBOMP}" gtjit::gtjit mvec ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON BUILD_RPATH
    "${CMAKE_LIBRARY_OUTPUT_DIRECTORY};/usr/lib/llvm-22/lib")
  if(TARGET gtjit-compiler)
    add_dependencies(${name} gtjit-compiler)
  endif()
  add_dependencies(benchmarks ${name})
endfunction()
