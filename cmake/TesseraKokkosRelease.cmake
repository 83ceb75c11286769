# SPDX-License-Identifier: Apache-2.0
# The upstream release that is built when no Kokkos is installed.
set(TESSERA_KOKKOS_RELEASE 5.0.2)
set(TESSERA_KOKKOS_URL "https://github.com/kokkos/kokkos/releases/download/${TESSERA_KOKKOS_RELEASE}")
set(TESSERA_KOKKOS_SHA256 188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e)
