// SPDX-License-Identifier: Apache-2.0
#include "node_data.hpp"

#include <cstdint>

namespace tessera::app {

template <class T>
using OnHost = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T>
using OnDevice = Kokkos::View<T*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class T>
void copy_to_device(T* to, T const* from, std::size_t count) {
  Kokkos::deep_copy(OnDevice<T>(to, count), OnHost<T const>(from, count));
}

template <class T>
void copy_to_host(T* to, T const* from, std::size_t count) {
  Kokkos::deep_copy(OnHost<T>(to, count), OnDevice<T const>(from, count));
}

template <class T>
void zero_on_device(T* values, std::size_t count) {
  Kokkos::deep_copy(OnDevice<T>(values, count), T{});
}

template void copy_to_device(float*, float const*, std::size_t);
template void copy_to_device(double*, double const*, std::size_t);
template void copy_to_device(std::uint8_t*, std::uint8_t const*, std::size_t);
template void copy_to_host(float*, float const*, std::size_t);
template void copy_to_host(double*, double const*, std::size_t);
template void zero_on_device(float*, std::size_t);
template void zero_on_device(double*, std::size_t);
template void zero_on_device(std::uint8_t*, std::size_t);

} // namespace tessera::app
