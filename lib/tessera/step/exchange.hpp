// SPDX-License-Identifier: Apache-2.0
// What an exchange is, which fills halos before sweeps, and the one that fills none.
#pragma once

namespace tessera {

/// An exchange fills a field's halo before a sweep that reads it. begin() may start messages; after finish(),
/// kernels launched on `exec` see the filled halo. `width` nodes are needed: radius x steps of the sweep. The
/// given field is in turn the user's and the stepper's second level (or a compact copy of a field without a
/// unit stride): fill the halo of that field, not of a View of your own. An exchange must not throw once it
/// has begun: the field would be left between two levels.
/// Sweeps of several steps of a stencil that reads two levels need the halo of the level before too, narrower
/// by a radius. An exchange may have begin() and finish() of five arguments, exec, field, width, previous and
/// its width, which fill both, in the same messages; one that has none is called for each of the two.
/// An exchange may have a member fill() with the arguments of begin(), which is called where finish() would
/// follow begin() at once.
/// An exchange may have a member overlaps(). If it says true at a call of advance(), sweeps are made in two
/// parts where that is possible: the nodes that read no halo between begin() and finish(), and the rim after
/// that. On a device, begin() and finish() are then called for an instance beside the stepper's. An exchange
/// that has none, or says false, is filled at once before each sweep. An
/// exchange may have a member check_sweeps(radius, box, fused_steps). advance() calls it before anything
/// else, with the radius of the stencil's reads, whether they fill a box, and the most steps that a sweep
/// fuses; it throws InvalidInput where it can't fill such halos. This default fills nothing. It serves fields
/// without a halo, and single sweeps of fields whose halo is filled.
struct NoExchange {
  bool checks_halo =
      true; ///< whether advance() refuses several sweeps if a halo is read; if not, they read what it holds

  template <class Exec, class FieldType>
  void begin(Exec const&, FieldType const&, int /*width*/) const {}
  template <class Exec, class FieldType>
  void finish(Exec const&, FieldType const&, int /*width*/) const {}
};

namespace detail {

/// Fills halos with nothing in between.
/// \tparam What the field and the width, perhaps the level before and its width; or the system, the width and
///         its members
template <class Exchange, class Exec, class... What>
void fill_halo(Exchange const& exchange, Exec const& exec, What const&... what) {
  if constexpr (requires { exchange.fill(exec, what...); }) {
    exchange.fill(exec, what...);
  } else {
    exchange.begin(exec, what...);
    exchange.finish(exec, what...);
  }
}

} // namespace detail

} // namespace tessera
