# SPDX-License-Identifier: Apache-2.0
# Which compilers Tessera takes, and the packages of Debian that hold one by name. Sourced by scripts/setup.

oldest_gcc=12 oldest_clang=14

# clang++-16 needs its OpenMP beside it; g++-13 brings its own.
packages_of_compiler() { # compiler
  local version=
  [[ $1 =~ -([0-9]+)$ ]] && version=-${BASH_REMATCH[1]}
  case ${1##*/} in
    clang++*) echo "clang$version libomp$version-dev" ;;
    g++*) echo "g++$version" ;;
  esac
}

# Refuses a compiler that is not there, or too old for C++20 as it is used here. Others than these two are let pass.
check_compiler() { # compiler
  local macros gcc clang
  have "$1" || die "no compiler $1 found: install it, or name another (CXX)"
  macros=$("$1" -dM -E -x c++ /dev/null 2>/dev/null) || return 0
  clang=$(awk '$2 == "__clang_major__" {print $3}' <<<"$macros")
  gcc=$(awk '$2 == "__GNUC__" {print $3}' <<<"$macros")
  if [ -n "$clang" ]; then
    [ "$clang" -ge $oldest_clang ] || die "$1 is clang $clang: Tessera needs clang $oldest_clang or later"
  elif [ -n "$gcc" ] && [ "$gcc" -lt $oldest_gcc ]; then
    die "$1 is g++ $gcc: Tessera needs g++ $oldest_gcc or later (CXX names another compiler)"
  fi
}
