# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts next door: where things are, and how they speak.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
deps=$root/.deps

say() { printf '== %s\n' "$*"; }
warn() { printf '== warning: %s\n' "$*" >&2; }
die() {
  printf '%s: error: %s\n' "${0##*/}" "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# One job per core, but none that memory can't hold: a Kokkos translation unit takes up to 2 GB.
jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 2)
  memory=$(awk '/MemAvailable/ {print int($2 / 2000000)}' /proc/meminfo 2>/dev/null || echo "$cores")
  [ "$memory" -ge 1 ] || memory=1
  echo "${TESSERA_JOBS:-$((cores < memory ? cores : memory))}"
}

# CMake with the source of Kokkos and the further flags that the environment names.
configure() {
  # shellcheck disable=SC2086 # one flag a word
  cmake "$@" ${TESSERA_KOKKOS_SOURCE:+"-DTESSERA_KOKKOS_SOURCE=$TESSERA_KOKKOS_SOURCE"} ${TESSERA_CMAKE_FLAGS:-}
}

# The system's Python, to which the packages belong that setup installs; it may not be the first on the path.
system_python() { if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else echo python3; fi; }
