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
if(TARGET harrier-mpi)
  install(TARGETS harrier-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/harrier)
endif()
install(FILES include/harrier.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES include/harrier/adapter.h include/harrier/consensus.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/harrier)

# ---- find_package(harrier) ----
install(EXPORT harrier NAMESPACE harrier:: FILE harrierTargets.cmake DESTINATION ${HARRIER_PACKAGE_DIR})
configure_package_config_file(cmake/harrierConfig.cmake.in harrierConfig.cmake INSTALL_DESTINATION ${HARRIER_PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(harrierConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/harrierConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/harrierConfigVersion.cmake
  cmake/HarrierTest.cmake DESTINATION ${HARRIER_PACKAGE_DIR})

# The build folder is a package too: -Dharrier_DIR=BUILD-FOLDER.
export(EXPORT harrier NAMESPACE harrier:: FILE ${CMAKE_CURRENT_BINARY_DIR}/harrierTargets.cmake)
configure_file(cmake/HarrierTest.cmake HarrierTest.cmake COPYONLY)

install(FILES docs/result.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/harrier) # of --output json

# ---- for gdb: beside the command in the build folder ----
configure_file(src/cli/harrier-gdb.py harrier-gdb.py COPYONLY)
install(FILES src/cli/harrier-gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/harrier)

# ---- pkg-config ----
include(cmake/pc.cmake)
configure_file(cmake/harrier.pc.in harrier.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/harrier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- harrier(1), the hand-written page around the command's own option table, and harrier-schedule(5) ----
foreach(page harrier.1 harrier-schedule.5)
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -DHARRIER=$<TARGET_FILE:harrier-bin> -DVERSION=${PROJECT_VERSION}
            -DIN=${PROJECT_SOURCE_DIR}/docs/man/${page}.in -DOUT=${page} -P ${PROJECT_SOURCE_DIR}/cmake/man.cmake
    DEPENDS harrier-bin docs/man/${page}.in cmake/man.cmake VERBATIM)
  string(REGEX MATCH "[0-9]$" section ${page})
  set(installed ${page})
  if(HARRIER_PACKAGE) # Debian wants them compressed
    set(installed ${page}.gz)
    add_custom_command(OUTPUT ${installed} COMMAND gzip -9nc ${page} > ${installed} DEPENDS ${page} VERBATIM)
  endif()
  list(APPEND HARRIER_PAGES ${installed})
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${installed} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
add_custom_target(harrier-man ALL DEPENDS ${HARRIER_PAGES})

# ---- completion of command lines, by the command itself ----
# Each shell has its own place and name for the file.
function(harrier_completion shell folder name)
  set(file completion.${shell})
  add_custom_command(OUTPUT ${file} COMMAND harrier-bin completion ${shell} > ${file} DEPENDS harrier-bin VERBATIM)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name})
endfunction()
harrier_completion(bash bash-completion/completions harrier)
# Debian's zsh looks into site-functions below /usr/local only.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
  harrier_completion(zsh zsh/vendor-completions _harrier)
else()
  harrier_completion(zsh zsh/site-functions _harrier)
endif()
harrier_completion(fish fish/vendor_completions.d harrier.fish)
add_custom_target(harrier-completion ALL DEPENDS completion.bash completion.zsh completion.fish)

# ---- what there is to read ----
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN man EXCLUDE)
install(FILES README.md CHANGELOG.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.c" PATTERN "*.md")

# All that is installed, and no test or example.
add_custom_target(harrier-installed)
add_dependencies(harrier-installed harrier-bin harrier harrier-check harrier-man harrier-completion)
if(TARGET harrier-raft)
  add_dependencies(harrier-installed harrier-raft)
endif()
