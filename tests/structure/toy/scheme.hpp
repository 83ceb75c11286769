// SPDX-License-Identifier: Apache-2.0
// A scheme as somebody would add it: Direct under another name, with a tile that it does not need.
#pragma once

#include <tessera/scheme/direct.hpp>

namespace tessera {

struct Toy {
  static constexpr char const* name = "toy";
  Tile tile = {0, 0, 0};

  template <class Exec, class Rules>
  static constexpr bool runs = Rules::dimension < 3;

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous() { return true; }

    Plan(Exec const& exec, Rules const& rules, Toy const& scheme)
        : direct_(exec, rules, Direct{}), tile_(scheme.tile) {
      if (!runs<Exec, Rules>) throw InvalidInput("toy: no volumes (take direct)");
    }

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const { return {.scheme = name, .tile = tile_}; }
    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int steps) const {
      direct_.sweep(exec, levels, step, steps);
    }

  private:
    Direct::Plan<Exec, Rules> direct_;
    Tile tile_;
  };
};

} // namespace tessera
