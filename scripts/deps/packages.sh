# SPDX-License-Identifier: Apache-2.0
# Compilers, tools and libraries from the distribution. Sourced by scripts/setup.

packages_needed=(
  cmake ninja-build g++ binutils python3
  libgtest-dev libbenchmark-dev
  libcli11-dev libtomlplusplus-dev libfmt-dev nlohmann-json3-dev libmuparser-dev
  libhdf5-dev libpng-dev libagg-dev libxxhash-dev libopenmpi-dev openmpi-bin
  python3-matplotlib clang-format
)

# What scripts/docs needs.
packages_for_site=(python3 python3-sphinx python3-myst-parser python3-breathe doxygen furo)

# The tests read our files with what others read them with, and build the site. Where a package is absent its test is
# skipped. ParaView's own Python holds VTK too, and Debian lets only one of the two be installed.
packages_for_tests() {
  packages_needed+=(
    python3-xarray python3-h5netcdf python3-h5py python3-jsonschema pkg-config reuse "${packages_for_site[@]}"
  )
  [ -z "$(packages_missing python3-paraview)" ] || packages_needed+=(python3-vtk9)
}

packages_missing() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

# Runs a command as root, or says no.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo && sudo -n true 2>/dev/null; then
    sudo "$@"
  else
    return 1
  fi
}

install_packages() {
  local missing available=() package
  if ! have apt-get; then
    warn "no apt-get here: install by your own means a C and a C++ compiler, CMake, Ninja, Python 3, zlib and HDF5 with its" \
      "high-level library, and an MPI for many ranks. The other libraries are fetched by CMake where it finds none"
    return
  fi
  mapfile -t missing < <(packages_missing "${packages_needed[@]}")
  if [ ${#missing[@]} = 0 ]; then
    say "system packages: all present"
    return
  fi
  say "system packages missing: ${missing[*]}"
  as_root true || die "not root and no password-less sudo: run 'apt-get install ${missing[*]}' as root, then again"
  # One dead third-party entry must not stop the rest: what is really missing shows at the installation.
  as_root apt-get -qq update || warn "apt-get update reported errors"
  for package in "${missing[@]}"; do
    if [ -n "$(apt-cache madison "$package" 2>/dev/null)" ]; then
      available+=("$package")
    else
      warn "this system has no package $package"
    fi
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${available[@]}" \
    >/dev/null || die "apt-get could not install: ${available[*]}"
}
