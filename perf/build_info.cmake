# SPDX-License-Identifier: Apache-2.0
# cmake -Dsource=... -Doutput=... -Dflags=... -Dcompiler=... -P: run before every build, touches its output only where
# something changed.
execute_process(
  COMMAND git -C "${source}" describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
)
if(NOT commit)
  set(commit unknown)
endif()
configure_file("${source}/build_info.cpp.in" "${output}" @ONLY)
