# Folders as the files for pkg-config name them: relative to themselves, so that the result may be moved.
file(RELATIVE_PATH HARRIER_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" HARRIER_PC_PREFIX ${HARRIER_PC_PREFIX})
foreach(dir BINDIR LIBDIR INCLUDEDIR DATADIR)
  file(RELATIVE_PATH HARRIER_PC_${dir} ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_${dir}})
endforeach()
