# SPDX-License-Identifier: Apache-2.0
# Tessera's programs on an NVIDIA GPU. KOKKOS_ARCH is Kokkos' name of the architecture, for example AMPERE80 or
# HOPPER90; a program runs on that one only.
#
#     docker build -f containers/cuda.Dockerfile --build-arg KOKKOS_ARCH=HOPPER90 -t tessera-cuda .
#     docker run --rm --gpus all -v "$PWD:/data" tessera-cuda tessera-heat --initial sine --output /data/out
ARG CUDA=13.0.1
FROM nvidia/cuda:${CUDA}-devel-ubuntu24.04 AS build
ARG KOKKOS_ARCH
RUN test -n "$KOKKOS_ARCH" || { echo "give --build-arg KOKKOS_ARCH=..., for example HOPPER90" >&2; exit 1; }
COPY . /tessera
WORKDIR /tessera
RUN apt-get -qq update \
 && apt-get -qq -y --no-install-recommends install ca-certificates git \
 && scripts/setup --kokkos none \
 && cmake -G Ninja -B build/image -DCMAKE_BUILD_TYPE=Release -DTESSERA_BACKEND=cuda -DTESSERA_KOKKOS_SOURCE=fetch \
      -DKokkos_ARCH_${KOKKOS_ARCH}=ON -DTESSERA_BUILD_TESTS=OFF -DTESSERA_BUILD_BENCHMARKS=OFF \
      -DTESSERA_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX=/opt/tessera \
 && cmake --build build/image \
 && cmake --install build/image \
 && containers/runtime-packages /opt/tessera/bin/tessera-* >/opt/tessera/runtime-packages

FROM nvidia/cuda:${CUDA}-runtime-ubuntu24.04
COPY --from=build /opt/tessera /opt/tessera
RUN apt-get -qq update \
 && grep -v '^cuda-\|^libnvidia' /opt/tessera/runtime-packages | xargs apt-get -qq -y --no-install-recommends install \
 && rm -rf /var/lib/apt/lists/*
ENV PATH=/opt/tessera/bin:$PATH OMP_PROC_BIND=false
WORKDIR /data
CMD ["tessera-heat", "--help"]
