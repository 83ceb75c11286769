# SPDX-License-Identifier: Apache-2.0
# Decides where Kokkos comes from. Sourced by scripts/setup. CMake looks in the same order on its own
# (cmake/TesseraKokkos.cmake); this only provides what it will find.

# Version of the Kokkos with OpenMP that CMake finds on this machine, our private prefix left aside.
kokkos_installed() {
  local build version
  build=$(mktemp -d)
  version=$(cmake -S "$root/scripts/deps/find-kokkos" -B "$build" 2>/dev/null | sed -n 's/^-- found Kokkos //p')
  rm -rf "$build"
  [ -n "$version" ] && echo "$version"
}

kokkos_upstream_reachable() {
  cmake -P "$root/cmake/TesseraKokkosReachable.cmake" >/dev/null 2>&1
}

provide_kokkos() { # source
  local version
  case $1 in
    auto)
      if version=$(kokkos_installed); then
        say "Kokkos $version: installed on this machine"
      elif [ -d "$deps/kokkos" ]; then
        say "Kokkos: already in .deps/kokkos"
      elif kokkos_upstream_reachable; then
        say "Kokkos: upstream is reachable, CMake will fetch and build the pinned release"
      else
        install_kokkos_debian
      fi
      ;;
    installed)
      version=$(kokkos_installed) || die "CMake finds no Kokkos >= 4.6 with OpenMP: set Kokkos_ROOT to its prefix"
      say "Kokkos $version: installed on this machine"
      ;;
    fetch)
      kokkos_upstream_reachable || die "Kokkos' upstream can't be reached from this machine"
      say "Kokkos: CMake will fetch and build the pinned release"
      ;;
    debian) [ -d "$deps/kokkos" ] && say "Kokkos: already in .deps/kokkos" || install_kokkos_debian ;;
    none) ;;
    *) die "unknown source of Kokkos '$1': give auto, installed, fetch, debian or none" ;;
  esac
}
