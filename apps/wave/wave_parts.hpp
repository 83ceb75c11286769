// SPDX-License-Identifier: Apache-2.0
// A wave problem on the device: all but the stencil's order, so that it is compiled once for a dimension and
// precision.
#pragma once

#include <tessera/equation/wave.hpp>
#include <tessera/equation/wave_face.hpp>
#include <tessera/points/with_points.hpp>

#include <functional>

#include "../common/device_faces.hpp"
#include "../common/shared_stepping.hpp"
#include "problem.hpp"

namespace tessera::wave {

using app::Exec, app::Memory;

template <int D, class T>
struct WaveParts {
  using FieldType = Field<NodeView<T, D>>;
  using Medium = MediumAtNodes<T, D, Memory>;
  using Damping = Sponge<T, D, Memory>;
  using SourceType = PointSource<T, D, Memory>; // of the nearest node
  using Face = WaveFace<D, Memory>;
  using BoundaryType = decltype(app::make_boundary<D>([](std::size_t) { return Face{}; }));

  Exec exec;
  app::SchemeSpec scheme;
  app::Block<D> block;
  FieldType u;
  std::shared_ptr<app::SharedField<T, D> const> shared;
  app::TimedTables tables;
  Kokkos::Array<T, D> inverse_h2;
  Medium medium;
  Damping sponge;
  SourceType source;
  Injection<T, D, Memory> injection; // of a source between nodes
  Sampling<T, D, Memory> sampling;
  BoundaryType boundary;
  std::optional<Field<NodeView<std::uint8_t, D>>> mask;
  Clock clock;

  /// \param first_sample the first level that receivers record
  WaveParts(WaveProblem const& problem, std::int64_t first_sample);

  /// Before an advance from this level by so many steps.
  void fill_tables(std::int64_t first, std::int64_t steps) const;
  std::int64_t longest_advance() const;

  /// Another time level, of these values.
  FieldType level(char const* label, app::NodeValues<double> const& values) const;

  template <int order>
  auto stencil() const {
    return with_points(Wave<T, D, order, Medium, Damping, SourceType>{inverse_h2, medium, sponge, source},
                       inject(injection), sample(sampling));
  }

private:
  std::function<double(double)> pulse_; // of a source between nodes
};

/// A stepper of this order for these parts. Compiled once for each, from stepper.cpp.in.
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
template <int order, int D, class T>
std::unique_ptr<AnyStepper<typename WaveParts<D, T>::FieldType>>
make_wave_stepper(WaveParts<D, T> const& parts, WaveProblem const& problem);

/// Makes the first step of a field at rest, see Wave::from_rest().
template <int order, int D, class T>
void step_from_rest(WaveParts<D, T> const& parts, typename WaveParts<D, T>::FieldType const& u);

} // namespace tessera::wave
