# Installed: both libraries, the public headers, and the package `gtjit`; the
# tools install themselves.
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/gtjit")
install(TARGETS gtjit EXPORT gtjitTargets)
install(TARGETS gtjit-compiler)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/gtjit" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${PROJECT_BINARY_DIR}/include/gtjit-generated/PointFunctions.inc"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gtjit-generated")
install(EXPORT gtjitTargets NAMESPACE gtjit:: DESTINATION "${package}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/gtjitConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/gtjitConfig.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gtjitConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/gtjitConfig.cmake" "${PROJECT_BINARY_DIR}/gtjitConfigVersion.cmake"
  DESTINATION "${package}")
