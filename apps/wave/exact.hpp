// SPDX-License-Identifier: Apache-2.0
// The named initial fields, and the exact solutions that go with them.
#pragma once

#include "problem.hpp"

namespace tessera::wave {

/// standing: one wavelength an axis, sin(2 pi x / length) between rigid or periodic faces, cos between free
/// ones, times cos(omega t). plane: sin(2 pi (x / length_x + y / length_y + ...) - omega t), which runs;
/// every face has to be periodic. gaussian: width a tenth of the shortest side, in the middle.
inline std::vector<std::string> const initial_names{"standing", "plane", "gaussian"};

/// A named field at a time; gaussian at time 0.
class NamedField {
public:
  /// \throws InvalidInput for a plane wave between faces that are not periodic
  NamedField(std::string const& name, WaveProblem const& problem, double time);

  double operator()(std::size_t i, std::size_t j, std::size_t k) const;
  app::NodeValues<double> values(app::Geometry const& geometry) const;

private:
  bool plane_;
  double time_factor_ = 1., time_phase_ = 0.;
  std::vector<std::vector<double>> along_; ///< per axis: factors of a product, or phases of a plane wave
};

/// Whether the named field has a known exact solution here: one velocity, no source, sponge or obstacle,
/// faces that suit.
bool is_exact(std::string const& name, WaveProblem const& problem);

} // namespace tessera::wave
