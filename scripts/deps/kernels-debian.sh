# SPDX-License-Identifier: Apache-2.0
# Kokkos Kernels' headers from Debian's experimental suite, where Trilinos 17 brings them. Sourced by scripts/setup.
# The package is built for Trilinos' own Kokkos (Serial only); its headers alone serve any Kokkos of that version.

kernels_minimum=5.0
kernels_package=libtrilinos-kokkos-kernels-dev

# Nothing is taken from the package's library: the lists of what it holds ready-made are emptied, and the
# configuration says that neither Serial nor a Fortran BLAS or LAPACK is there.
repair_kernels_headers() { # include folder
  local list name
  for list in "$1"/generated_specializations_hpp/*.hpp; do : >"$list"; done
  for name in INST_EXECSPACE_SERIAL ENABLE_TPL_BLAS ENABLE_TPL_LAPACK; do
    sed -i "s/^#define KOKKOSKERNELS_$name\$/#undef KOKKOSKERNELS_$name/" "$1/KokkosKernels_config.h"
  done
}

install_kernels_debian() {
  local apt=$deps/apt kernels=$deps/kokkos-kernels version
  say "Kokkos Kernels' headers from Debian's experimental suite into .deps/kokkos-kernels"
  mkdir -p "$deps"
  rm -rf "$apt" "$kernels.new"
  apt_private "$apt" experimental ||
    die "no usable Debian entry in this machine's apt configuration: install Kokkos Kernels and set KokkosKernels_ROOT"
  version=$(apt-cache policy $kernels_package | awk '/Candidate:/ {print $2}')
  [ -n "$version" ] && [ "$version" != "(none)" ] ||
    die "Debian's experimental suite has no $kernels_package: install Kokkos Kernels and set KokkosKernels_ROOT"
  apt_unpack "$kernels.new" "$kernels_package=$version" || die "could not download Debian's Kokkos Kernels"
  mkdir -p "$kernels.new/prefix"
  mv "$kernels.new/usr/include/trilinos" "$kernels.new/prefix/include"
  version=$(awk '/define KOKKOSKERNELS_VERSION_(MAJOR|MINOR|PATCH) / {printf "%s%s", dot, $3; dot = "."}' \
    "$kernels.new/prefix/include/KokkosKernels_config.h")
  dpkg --compare-versions "${version:-0}" ge "$kernels_minimum" ||
    die "Debian has Kokkos Kernels ${version:-of no version}, need >= $kernels_minimum: set KokkosKernels_ROOT"
  repair_kernels_headers "$kernels.new/prefix/include"
  say "  Kokkos Kernels $version"
  rm -rf "$kernels"
  mv "$kernels.new/prefix" "$kernels"
  rm -rf "$kernels.new" "$apt"
  unset APT_CONFIG
}
