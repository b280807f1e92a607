# What `cmake --install` puts where. The result may be moved: the command finds its library, and the package files their
# folders, relative to themselves.
include(CMakePackageConfigHelpers)
set(HARRIER_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/harrier)

# The names that an installed package has, for projects that build Harrier as a part of themselves.
add_library(harrier::harrier ALIAS harrier)
add_executable(harrier::command ALIAS harrier-bin)
set_target_properties(harrier-bin PROPERTIES EXPORT_NAME command)

install(TARGETS harrier-bin harrier EXPORT harrier)
install(TARGETS harrier-check LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}) # preloaded, never linked
install(FILES include/harrier.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES include/harrier/adapter.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/harrier)

# ---- find_package(harrier) ----
install(EXPORT harrier NAMESPACE harrier:: FILE harrierTargets.cmake DESTINATION ${HARRIER_PACKAGE_DIR})
configure_package_config_file(cmake/harrierConfig.cmake.in harrierConfig.cmake INSTALL_DESTINATION ${HARRIER_PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(harrierConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/harrierConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/harrierConfigVersion.cmake
  cmake/HarrierTest.cmake DESTINATION ${HARRIER_PACKAGE_DIR})

# ---- pkg-config ----
file(RELATIVE_PATH HARRIER_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" HARRIER_PC_PREFIX ${HARRIER_PC_PREFIX})
foreach(dir BINDIR LIBDIR INCLUDEDIR)
  file(RELATIVE_PATH HARRIER_PC_${dir} ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_${dir}})
endforeach()
configure_file(cmake/harrier.pc.in harrier.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/harrier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- harrier(1): the hand-written page around the command's own option table ----
add_custom_command(
  OUTPUT harrier.1
  COMMAND ${CMAKE_COMMAND} -DHARRIER=$<TARGET_FILE:harrier-bin> -DVERSION=${PROJECT_VERSION}
          -DIN=${PROJECT_SOURCE_DIR}/docs/man/harrier.1.in -DOUT=harrier.1 -P ${PROJECT_SOURCE_DIR}/cmake/man.cmake
  DEPENDS harrier-bin docs/man/harrier.1.in cmake/man.cmake VERBATIM)
add_custom_target(harrier-man ALL DEPENDS harrier.1)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/harrier.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
