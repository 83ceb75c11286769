# SPDX-License-Identifier: Apache-2.0
# Writes what PROGRAM --print-schema WHAT says into FILE. Where the program does not start there is none.
execute_process(
  COMMAND "${PROGRAM}" --print-schema ${WHAT}
  OUTPUT_VARIABLE schema
  RESULT_VARIABLE status
  ERROR_VARIABLE cause
)
if(status EQUAL 0)
  file(WRITE "${FILE}" "${schema}")
else()
  message(STATUS "no schema of ${PROGRAM}, which does not start here: ${cause}")
endif()
