// SPDX-License-Identifier: Apache-2.0
// Direct: every read goes to memory, caches do the work. Complete, untuned, and the reference for the others.
#pragma once

#include <tessera/scheme/detail/direct_device.hpp>
#include <tessera/scheme/detail/direct_host.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera {

/// No scratch, one step a sweep; nothing to tune.
struct Direct {
  static constexpr char const* name = "direct";

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous = true;

    Plan([[maybe_unused]] Exec const& exec, Rules const& rules, Direct const&) : rules_(rules) {
      if constexpr (!detail::on_host<Exec>) detail::reserve_scratch(exec, 0);
    }

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const { return {.scheme = name}; }

    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int) const {
      if constexpr (detail::on_host<Exec>)
        detail::direct_on_host(exec, rules_, levels, step);
      else
        detail::direct_on_device(exec, rules_, levels, step);
    }

  private:
    Rules rules_;
  };
};

} // namespace tessera
