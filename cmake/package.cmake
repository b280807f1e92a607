# The Debian package: `make package`, which is a build with the prefix /usr and then `cpack -G DEB`. One package has everything: the command,
# the engine that it preloads and the library that programs link come from one build and belong together.
set(HARRIER_MAINTAINER "The Harrier authors <harrier@localhost>" CACHE STRING "Who maintains the Debian package: a name and an address")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME harrier)
set(CPACK_PACKAGE_CONTACT "${HARRIER_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR "The Harrier authors")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds message-ordering bugs in C actor programs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Harrier is a model checker for actor programs in C. The program is an
ordinary executable that is linked with libharrier; 'harrier check' runs it
in every order in which its messages can be delivered, reports what goes
wrong (assertions, deadlocks, crashes, errors with memory), and keeps the
order as a schedule that can be replayed, also in gdb.
.
The package has the command, the library with its header, and documents.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc | c-compiler, gdb")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, graphviz, pkgconf")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What Debian wants to find in a package, and nobody else.
string(TIMESTAMP HARRIER_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH is honoured
file(READ LICENSE HARRIER_LICENSE)
string(REGEX REPLACE "^MIT License\n\n(Copyright [^\n]*)\n+" "" HARRIER_LICENSE "${HARRIER_LICENSE}")
set(HARRIER_COPYRIGHT "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^Copyright \\(c\\) " "" HARRIER_COPYRIGHT "${HARRIER_COPYRIGHT}")
string(REGEX REPLACE "\n\n" "\n.\n" HARRIER_LICENSE "${HARRIER_LICENSE}")
string(REGEX REPLACE "\n+$" "" HARRIER_LICENSE "${HARRIER_LICENSE}")
string(REGEX REPLACE "\n" "\n " HARRIER_LICENSE "${HARRIER_LICENSE}")
configure_file(cmake/debian/copyright.in debian/copyright @ONLY)
configure_file(cmake/debian/changelog.in debian/changelog @ONLY)
execute_process(COMMAND gzip -9nc debian/changelog WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
  OUTPUT_FILE debian/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
# Programs that are linked with the library depend on this package; the loader's cache is renewed.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/shlibs "libharrier 0 harrier (>= ${PROJECT_VERSION})\n")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/debian/shlibs ${CMAKE_CURRENT_BINARY_DIR}/debian/triggers)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES cmake/debian/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME harrier)
include(CPack)
