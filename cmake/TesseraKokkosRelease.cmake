# SPDX-License-Identifier: Apache-2.0
# The upstream releases that are built if no Kokkos, or no Kokkos Kernels, is installed. The two versions
# belong together.
set(TESSERA_KOKKOS_RELEASE 5.0.2)
set(TESSERA_KOKKOS_URL "https://github.com/kokkos/kokkos/releases/download/${TESSERA_KOKKOS_RELEASE}")
set(TESSERA_KOKKOS_SHA256 188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e)
set(TESSERA_KOKKOS_KERNELS_URL
    "https://github.com/kokkos/kokkos-kernels/releases/download/${TESSERA_KOKKOS_RELEASE}/kokkos-kernels-${TESSERA_KOKKOS_RELEASE}.tar.gz"
)
set(TESSERA_KOKKOS_KERNELS_SHA256 7c7af2c3659ecc620cc7b7016876330d9f288e8c6fd7b70b70907687df823b43)
