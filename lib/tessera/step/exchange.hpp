// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tessera {

/// What fills a field's halo before a sweep that reads it. begin() may start messages, finish() ends with the halo
/// filled as seen by kernels launched on `exec` afterwards. `width` nodes are needed: radius x steps of the sweep.
/// The field it is given is the user's and the stepper's second level (or a compact copy of a field without a unit
/// stride) in turn: fill the halo of that field, not of a View of your own. It must not throw once it has begun: the
/// field would be left between two levels.
/// This default serves fields without a halo, and single sweeps of fields whose halo is filled.
struct NoExchange {
  bool insists =
      true; ///< on that: advance() refuses several sweeps. Without it they read whatever the halo holds

  template <class Exec, class FieldType>
  void begin(Exec const&, FieldType const&, int /*width*/) const {}
  template <class Exec, class FieldType>
  void finish(Exec const&, FieldType const&, int /*width*/) const {}
};

} // namespace tessera
