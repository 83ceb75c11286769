# SPDX-License-Identifier: Apache-2.0
# Kokkos from Debian's unstable suite in a private prefix. Sourced by scripts/setup.

kokkos_minimum=5.0
runtime_packages=(libc6 libstdc++6 libgcc-s1 libgomp1)
runtime_suites=(stable testing unstable)

# The targets file names archives the package does not ship (they are empty upstream too), and its
# include path is absolute.
repair_kokkos_prefix() { # prefix
  local config archive
  config=$(dirname "$(find "$1" -name KokkosTargets.cmake)")
  sed -i 's#"/usr/include/kokkos"#"${_IMPORT_PREFIX}/include/kokkos"#' "$config/KokkosTargets.cmake"
  grep -ohE '[A-Za-z0-9_./-]+/lib[A-Za-z0-9_]+\.a' "$config"/KokkosTargets-*.cmake | sort -u |
    while read -r archive; do
      archive=$1/${archive#/}
      [ -e "$archive" ] || ar qc "$archive"
    done
  # The loader flags below belong to Kokkos' target, so that every program that links it runs.
  cp "$root/scripts/deps/kokkos-runtime.cmake" "$config/KokkosRuntime.cmake"
  printf '\ninclude("${CMAKE_CURRENT_LIST_DIR}/KokkosRuntime.cmake")\n' >>"$config/KokkosConfig.cmake"
}

# Complaints of a loader about Kokkos' library; none: this C library will do.
loader_complaints() { # prefix [loader folder]
  local library
  library=$(find "$1" -name 'libkokkoscore.so.*' -type f)
  if [ $# = 1 ]; then
    ldd "$library" 2>&1 | grep 'not found'
  else
    "$2"/ld-linux-*.so.* --library-path "$2" --list "$library" 2>&1 | grep 'not found'
  fi
}

# The oldest suite whose C and C++ libraries satisfy Kokkos: closest to the system's own.
install_runtime() { # kokkos prefix, target
  local suite folder
  for suite in "${runtime_suites[@]}"; do
    rm -rf "$2.new"
    say "C and C++ runtime of Debian's $suite suite into ${2#"$root"/}"
    apt_unpack "$2.new" "${runtime_packages[@]/%//$suite}" || continue
    folder=$(dirname "$(find "$2.new" -name libc.so.6)")
    if ! loader_complaints "$1" "$folder"; then
      rm -rf "$2" && mkdir -p "$2" && mv "$folder" "$2/lib" && rm -rf "$2.new"
      return
    fi
  done
  return 1
}

install_kokkos_debian() {
  local apt=$deps/apt kokkos=$deps/kokkos version
  have apt-get || die "Debian's Kokkos packages need apt-get"
  say "Kokkos from Debian's unstable suite into .deps/kokkos"
  mkdir -p "$deps"
  rm -rf "$apt" "$kokkos.new"
  apt_private "$apt" "${runtime_suites[@]}" ||
    die "no usable Debian entry in this machine's apt configuration: install Kokkos >= $kokkos_minimum and set Kokkos_ROOT"
  version=$(apt-cache policy libkokkos-dev | awk '/Candidate:/ {print $2}')
  dpkg --compare-versions "${version:-0}" ge "$kokkos_minimum" ||
    die "Debian has Kokkos ${version:-nowhere}, need >= $kokkos_minimum: install it and set Kokkos_ROOT"
  apt_unpack "$kokkos.new" "libkokkos-dev=$version" \
    "$(apt-cache depends libkokkos-dev="$version" | awk '/Depends: libkokkos/ {print $2}')=$version" ||
    die "could not download Debian's Kokkos packages"
  rm -rf "$kokkos" "$deps/runtime"
  repair_kokkos_prefix "$kokkos.new/usr"
  if loader_complaints "$kokkos.new" >/dev/null; then
    install_runtime "$kokkos.new" "$deps/runtime" || die "no Debian suite has a C library that suits Kokkos $version"
  fi
  mv "$kokkos.new/usr" "$kokkos"
  rm -rf "$kokkos.new" "$apt"
  unset APT_CONFIG
}
