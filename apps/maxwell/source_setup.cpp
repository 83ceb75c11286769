// SPDX-License-Identifier: Apache-2.0
#include "source_setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/places.hpp"
#include "../common/source_checks.hpp"
#include "numbers.hpp"

namespace tessera::maxwell {

namespace {

/// Whether the source lies in an absorbing layer along an axis.
bool in_layer(MaxwellProblem const& problem, Source const& source, std::size_t axis) {
  auto const width = static_cast<double>(problem.layer[axis]);
  auto const place =
      static_cast<double>(source.node[axis]) + offset_of_e(problem.geometry, source.direction)[axis];
  auto const last = static_cast<double>(problem.geometry.nodes[axis] - 1);
  return width > 0. && (place < width || place > last - width);
}

void set_node(app::NodeValues<double>& field, app::NodeIndex const& where, double value) {
  field.change([where, value](app::NodeBox const& box, std::vector<double>& values) {
    app::for_each_node(box, [&](std::size_t n, app::NodeIndex const& node) {
      if (node == where) values[n] = value;
    });
  });
}

/// The component of E that the source drives.
int direction_of(Settings const& settings, SourceKind kind, int dimension) {
  if (dimension == 2) {
    if (kind == SourceKind::plane_z)
      throw InvalidInput("the source-kind is plane-z in a plane (give plane-x or plane-y, or three axes)");
    if (settings.source_direction.value_or(2) != 2)
      throw InvalidInput(
          fmt::format("the source-direction is {} in a plane, which has Ez alone (leave it out, "
                      "or give three axes)",
                      name_of_direction(*settings.source_direction)));
  }
  int const direction = settings.source_direction.value_or(kind == SourceKind::plane_z ? 0 : 2);
  if (direction == travel_axis(kind))
    throw InvalidInput(fmt::format("the source-kind is {} and the source-direction {}, along which its waves "
                                   "travel (give one of the two other axes)",
                                   name_of(kind), name_of_direction(direction)));
  if (kind == SourceKind::hard && direction != 2)
    throw InvalidInput(
        fmt::format("the source-direction is {} of a hard source, which is Ez (leave it out, or "
                    "give --source-kind additive)",
                    name_of_direction(direction)));
  return direction;
}

} // namespace

bool e_is_kept(int direction, app::Geometry const& g, std::array<bool, 3> const& walled,
               app::NodeIndex const& node) {
  bool kept = false;
  for (std::size_t axis = 0; axis < g.nodes.size(); ++axis) {
    if (!walled[axis]) continue;
    auto const last = g.nodes[axis] - 1;
    kept = kept || node[axis] == last || (static_cast<int>(axis) != direction && node[axis] == 0);
  }
  return kept;
}

void prepare_source(app::Options const& options, Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  if (!app::has_source(options, settings.source, settings.frequency, {"dipole", "maxwell", "X,Y"})) {
    if (settings.source_kind)
      throw InvalidInput("a source-kind is given without a source (give --source X,Y)");
    if (settings.source_direction)
      throw InvalidInput("a source-direction is given without a source (give --source X,Y,Z)");
    return;
  }
  auto const kind = settings.source_kind.value_or(SourceKind::additive);
  int const direction = direction_of(settings, kind, problem.geometry.dimension);
  auto const& source =
      problem.source.emplace(Source{kind, direction,
                                    app::nearest_node(*settings.source, problem.geometry, "the source",
                                                      offset_of_e(problem.geometry, direction)),
                                    *settings.frequency});
  int const travels = travel_axis(kind);
  for (std::size_t axis = 0; axis < problem.geometry.nodes.size(); ++axis) {
    bool const across = travels >= 0 && static_cast<int>(axis) != travels;
    if (across && settings.walls[axis] != Wall::periodic)
      throw InvalidInput(fmt::format("the source-kind is {} and the walls of axis {} are {}, where its waves "
                                     "can't be plane (make all axes periodic but {})",
                                     name_of(kind), axis, name_of(settings.walls[axis]), travels));
    if (in_layer(problem, source, axis))
      throw InvalidInput(
          fmt::format("the source ({}) lies in an absorbing layer of {} nodes (give a position "
                      "further inside)",
                      app::listed(*settings.source), problem.layer[axis]));
  }
  app::NodeIndex place{};
  std::copy(source.node.begin(), source.node.end(), place.begin());
  if (problem.inverse.at(place) == 0. || e_is_kept(direction, problem.geometry, problem.walled, place))
    throw InvalidInput(fmt::format("the source ({}) lies on a conductor, where E{} is 0 (give a position "
                                   "further inside)",
                                   app::listed(*settings.source), name_of_direction(direction)));
  if (kind == SourceKind::hard) {
    if (problem.geometry.dimension == 2) set_node(problem.inverse, place, 0.);
    set_node(problem.ez, place, ricker_pulse(0., source.frequency));
  }
  auto const what = direction == 2 ? "" : fmt::format(" E{},", name_of_direction(direction));
  prepared.add("source", fmt::format("{},{} frequency {} at node {}", name_of(kind), what, source.frequency,
                                     fmt::join(source.node, ", ")));
}

} // namespace tessera::maxwell
