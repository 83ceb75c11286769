// SPDX-License-Identifier: Apache-2.0
// Launches of kernels that do much per call, such as a tile or a block of rows.
#pragma once

#include <tessera/core/device.hpp>

namespace tessera::detail {

/// True if Kokkos::parallel_for on this execution space returns when the kernel is done.
template <class Exec>
consteval bool is_synchronous() {
#if defined(KOKKOS_ENABLE_SERIAL)
  if (std::is_same_v<Exec, Kokkos::Serial>) return true;
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
  if (std::is_same_v<Exec, Kokkos::OpenMP>) return true;
#endif
#if defined(KOKKOS_ENABLE_THREADS)
  if (std::is_same_v<Exec, Kokkos::Threads>) return true;
#endif
  return false;
}

/// Calls a kernel of any type through a pointer (type erasure). The kernel has to outlive it.
/// \tparam Argument what Kokkos calls a kernel with: an index, or a member of a team
template <class Argument>
class ErasedKernel {
public:
  template <class Kernel>
  explicit ErasedKernel(Kernel const& kernel)
      : kernel_(&kernel), call_([](void const* erased, Argument const& argument) {
          (*static_cast<Kernel const*>(erased))(argument);
        }) {}

  void operator()(Argument const& argument) const { call_(kernel_, argument); }

private:
  void const* kernel_;
  void (*call_)(void const*, Argument const&);
};

/// Kokkos::parallel_for. On a host, Kokkos' launch is compiled once for a policy rather than once for a
/// kernel: a program has many kernels, and a launch takes as long to compile as a small one. The call through
/// a pointer is paid once per index or team.
template <class Policy, class Kernel>
void launch(char const* label, Policy const& policy, Kernel const& kernel) {
  if constexpr (is_synchronous<typename Policy::execution_space>())
    Kokkos::parallel_for(label, policy, ErasedKernel<typename Policy::member_type>(kernel));
  else
    Kokkos::parallel_for(label, policy, kernel);
}

} // namespace tessera::detail
