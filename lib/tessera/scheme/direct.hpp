// SPDX-License-Identifier: Apache-2.0
// Direct: one time step from memory to memory. Neighbours come from the caches, on a device also from
// registers. It supports every stencil, boundary and backend, and is the reference for the other schemes.
#pragma once

#include <tessera/scheme/detail/direct/device_block.hpp>
#include <tessera/scheme/detail/direct/device_march.hpp>
#include <tessera/scheme/detail/direct/device_plane.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera {

/// One step a sweep, without scratch; there is nothing to choose.
struct Direct {
  static constexpr char const* name = "direct";

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous() { return true; }

    Plan(Exec const& exec, Rules const& rules, Direct const&, char const* label = "tessera::direct::sweep")
        : label_(label), rules_(rules), device_(exec, rules) {
      if constexpr (!detail::on_host<Exec>) detail::reserve_scratch(exec, 0);
    }

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const { return {.scheme = name}; }

    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int) const {
      if constexpr (detail::on_host<Exec>)
        detail::direct_on_host(label_, exec, rules_, levels, step);
      else
        device_.sweep(label_, exec, rules_, levels, step);
    }

  private:
    /// A stand-in on a host, which needs nothing of what a device does.
    struct Host {
      Host(Exec const&, Rules const&) {}
    };
    using Volume = std::conditional_t<detail::marches<Rules>, detail::DirectMarch<Exec, Rules>,
                                      detail::DirectBlocks<Exec, Rules>>;
    using Device = std::conditional_t<
        detail::on_host<Exec>, Host,
        std::conditional_t<Rules::dimension == 3, Volume, detail::DirectPlane<Exec, Rules>>>;

    char const* label_;
    Rules rules_;
    Device device_;
  };
};

} // namespace tessera
