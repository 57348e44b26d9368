# Installed: the libraries, the public headers, the Fortran module, and how others
# find them: the CMake package `gtjit`, pkg-config files, a .deb. The tools
# install themselves.
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # installing builds nothing
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/gtjit")
install(TARGETS gtjit EXPORT gtjitTargets)
install(TARGETS gtjit-compiler)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/gtjit" "${PROJECT_SOURCE_DIR}/include/gtjit-c"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" PATTERN netcdf.h EXCLUDE)
install(FILES "${PROJECT_BINARY_DIR}/include/gtjit-generated/PointFunctions.inc"
  "${PROJECT_BINARY_DIR}/include/gtjit-generated/ArrayFunctions.inc"
  "${PROJECT_BINARY_DIR}/include/gtjit-generated/PointBuiltins.inc"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gtjit-generated")
if(TARGET gtjit-netcdf)
  install(TARGETS gtjit-netcdf EXPORT gtjitTargets)
  install(FILES "${PROJECT_SOURCE_DIR}/include/gtjit/netcdf.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gtjit")
endif()
if(TARGET gtjit-fortran)
  install(TARGETS gtjit-fortran EXPORT gtjitTargets)
  install(FILES "${PROJECT_BINARY_DIR}/fortran/gtjit.mod"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gtjit-fortran")
endif()

install(EXPORT gtjitTargets NAMESPACE gtjit:: DESTINATION "${package}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/gtjitConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/gtjitConfig.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gtjitConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/gtjitConfig.cmake" "${PROJECT_BINARY_DIR}/gtjitConfigVersion.cmake"
  DESTINATION "${package}")

# pkg-config: paths relative to the file, so that an unpacked package works where
# it lies.
file(RELATIVE_PATH GTJIT_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
foreach(name gtjit gtjit-fortran gtjit-netcdf)
  if(name STREQUAL "gtjit" OR TARGET ${name})
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gtjit)
set(CPACK_PACKAGE_CONTACT "The gtjit developers <gtjit@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libllvm22)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
include(CPack)
