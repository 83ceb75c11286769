// SPDX-License-Identifier: Apache-2.0
// What a choice was made for, in words: the question of an entry of the cache.
#pragma once

#include <tessera/grid/field.hpp>
#include <tessera/tune/cache.hpp>
#include <tessera/tune/cost.hpp>

#include <cxxabi.h>
#include <typeinfo>

namespace tessera::detail {

template <class T>
std::string type_name() {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> const name(
      abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : typeid(T).name();
}

[[maybe_unused]] inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      if (auto const colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown processor";
}

/// "OpenMP, AMD EPYC ..., 2 threads"
template <class Exec>
std::string device_text(Exec const& exec) {
  std::string name = "device";
  if constexpr (on_host<Exec>) name = processor_name();
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) name = exec.cuda_device_prop().name;
#endif
  return text(Exec::name(), ", ", name, ", ", exec.concurrency(), on_host<Exec> ? " threads" : " at a time");
}

template <class Exec, class StencilType, class BoundaryType, class ViewType>
TuningLines question_of(Exec const& exec, Field<ViewType> const& u, Work const& work, bool obstacle,
                        std::vector<std::string> const& schemes) {
  constexpr int D = Field<ViewType>::dimension;
  auto const& halo = u.halo();
  std::string strides, allowed;
  for (int d = 0; d < D; ++d) strides += (d ? " " : "") + std::to_string(u.view().stride(d));
  for (auto const& scheme : schemes) allowed += (allowed.empty() ? "" : " ") + scheme;
  return {{"device", device_text(exec)},
          {"stencil", type_name<StencilType>()},
          {"boundary", type_name<BoundaryType>()},
          {"obstacle", obstacle ? "yes" : "no"},
          {"value", type_name<typename ViewType::non_const_value_type>()},
          {"grid", extents_text(u.grid().nodes, D)},
          {"strides", strides},
          {"halo", text(extents_text(halo.lower, D), ", ", extents_text(halo.upper, D))},
          {"steps a call", work.steps_per_call > 0 ? std::to_string(work.steps_per_call) : "many"},
          {"schemes", allowed.empty() ? "all" : allowed}};
}

} // namespace tessera::detail
