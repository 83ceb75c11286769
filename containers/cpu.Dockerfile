# SPDX-License-Identifier: Apache-2.0
# Tessera's programs on a CPU. `tools` holds what a build needs; the last image holds the programs.
#
#     docker build -f containers/cpu.Dockerfile -t tessera .
#     docker run --rm -v "$PWD:/data" tessera tessera-heat --initial sine --output /data/out
FROM debian:12 AS tools
COPY scripts /tessera/scripts
COPY cmake /tessera/cmake
RUN apt-get -qq update \
 && apt-get -qq -y --no-install-recommends install ca-certificates git \
 && /tessera/scripts/setup --tests --kokkos none \
 && rm -rf /var/lib/apt/lists/* /tessera

FROM tools AS build
COPY . /tessera
WORKDIR /tessera
# No -march=native (TESSERA_NATIVE): the image is for every machine of this kind.
RUN apt-get -qq update \
 && scripts/setup \
 && cmake -G Ninja -B build/image -DCMAKE_BUILD_TYPE=Release -DTESSERA_BACKEND=openmp -DTESSERA_BUILD_TESTS=OFF \
      -DTESSERA_BUILD_BENCHMARKS=OFF -DTESSERA_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX=/opt/tessera \
 && cmake --build build/image \
 && cmake --install build/image \
 && containers/runtime-packages /opt/tessera/bin/tessera-* >/opt/tessera/runtime-packages \
 && mkdir -p .deps

FROM debian:12
COPY --from=build /opt/tessera /opt/tessera
# Where Kokkos came from Debian's packages, programs look for it where it was when they were linked.
COPY --from=build /tessera/.deps /tessera/.deps
RUN apt-get -qq update \
 && xargs apt-get -qq -y --no-install-recommends install </opt/tessera/runtime-packages \
 && rm -rf /var/lib/apt/lists/* \
 && for program in /opt/tessera/bin/tessera-*; do "$program" --help >/dev/null || exit 1; done
ENV PATH=/opt/tessera/bin:$PATH OMP_PROC_BIND=false
WORKDIR /data
CMD ["tessera-heat", "--help"]
