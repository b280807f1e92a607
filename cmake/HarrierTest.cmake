# harrier_discover_tests(TARGET [OPTIONS OPTION...] [ARGS ARG...])
#
# Adds one CTest test, TARGET.NAME, for each HR_TEST(NAME) of the executable TARGET: `harrier check OPTIONS --test NAME TARGET
# ARGS`. A program with a main() of its own is one test, TARGET. A test that calls hr_skip() is shown as skipped. The names
# are read whenever TARGET was built, so a new HR_TEST needs no new CMake run.
function(harrier_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 A "" "" "OPTIONS;ARGS")
  set(tests "${CMAKE_CURRENT_BINARY_DIR}/${target}_harrier_tests.cmake")
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS "${tests}"
    COMMAND ${CMAKE_COMMAND} "-DTARGET=${target}" "-DEXE=$<TARGET_FILE:${target}>" "-DHARRIER=$<TARGET_FILE:harrier::command>"
            "-DOPTIONS=${A_OPTIONS}" "-DARGS=${A_ARGS}" "-DDIR=${CMAKE_CURRENT_BINARY_DIR}" "-DOUT=${tests}"
            -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${target}_harrier_include.cmake")
  file(WRITE "${include}" "if(EXISTS [==[${tests}]==])\n  include([==[${tests}]==])\n"
    "else()\n  add_test([==[${target}_NOT_BUILT]==] [==[${target}_NOT_BUILT]==])\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

# ---- the same file as a script, after the build of the target: writes its tests ----

function(harrier_write_test name)
  set(words)
  foreach(word IN LISTS ARGN)
    string(APPEND words " [==[${word}]==]")
  endforeach()
  file(APPEND "${OUT}" "add_test([==[${name}]==]${words})\n"
    "set_tests_properties([==[${name}]==] PROPERTIES SKIP_RETURN_CODE 77 LABELS harrier WORKING_DIRECTORY [==[${DIR}]==])\n")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE AND CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  execute_process(COMMAND "${HARRIER}" list tests "${EXE}" OUTPUT_VARIABLE names RESULT_VARIABLE status ERROR_QUIET)
  string(REGEX MATCHALL "[^\n]+" names "${names}")
  file(WRITE "${OUT}" "")
  if(status EQUAL 0)
    foreach(name IN LISTS names)
      harrier_write_test("${TARGET}.${name}" "${HARRIER}" check ${OPTIONS} --test "${name}" "${EXE}" ${ARGS})
    endforeach()
  else() # it has no HR_TEST, or cannot be run at all, which the test will tell
    harrier_write_test("${TARGET}" "${HARRIER}" check ${OPTIONS} "${EXE}" ${ARGS})
  endif()
endif()
