# Puts the output of `harrier --man` where the page says @OPTIONS@.
execute_process(COMMAND ${HARRIER} --man OUTPUT_VARIABLE OPTIONS RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${HARRIER} --man: status ${status}")
endif()
configure_file(${IN} ${OUT} @ONLY)
