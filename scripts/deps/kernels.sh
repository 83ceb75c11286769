# SPDX-License-Identifier: Apache-2.0
# Decides where Kokkos Kernels comes from. Sourced by scripts/setup. CMake looks in the same order on its own
# (cmake/TesseraKokkosKernels.cmake); this only provides what it will find.

# Version of the Kokkos Kernels that CMake finds on this machine.
kernels_installed() {
  local build version
  build=$(mktemp -d)
  version=$(cmake -S "$root/scripts/deps/find-kernels" -B "$build" 2>/dev/null |
    sed -n 's/^-- found Kokkos Kernels //p')
  rm -rf "$build"
  [ -n "$version" ] && echo "$version"
}

provide_kernels() { # source, as of Kokkos
  local version
  case $1 in
    none) return ;;
    auto | installed)
      if version=$(kernels_installed); then
        say "Kokkos Kernels $version: installed on this machine"
        return
      fi
      ;;
  esac
  if [ -d "$deps/kokkos-kernels" ]; then
    say "Kokkos Kernels: already in .deps/kokkos-kernels"
  elif [ "$1" != debian ] && kokkos_upstream_reachable; then
    say "Kokkos Kernels: upstream is reachable, CMake will fetch the pinned release"
  elif have apt-get; then
    install_kernels_debian
  else
    warn "no Kokkos Kernels: the solvers that need it are left out (set KokkosKernels_ROOT)"
  fi
}
