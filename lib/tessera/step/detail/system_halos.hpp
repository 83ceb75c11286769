// SPDX-License-Identifier: Apache-2.0
// What a step of a system reads of a halo, and whether a system has that.
#pragma once

#include <tessera/boundary/detail/obstacle_data.hpp>
#include <tessera/boundary/face.hpp>
#include <tessera/grid/detail/domain.hpp>
#include <tessera/grid/system.hpp>

namespace tessera::detail {

/// Nodes of a halo along memory axis a, on its lower and its upper side.
struct HaloSides {
  int side[3][2] = {};
};

/// What a step of these stages reads of a halo: the sums of their reaches, since a stage also makes the halo
/// nodes that later ones read.
template <class First, class... Rest>
struct HaloNeed {
  static constexpr HaloSides of_step = [] {
    HaloSides sum;
    auto const add = [&]<class Rules>(std::type_identity<Rules>) {
      for (int a = 0; a < Rules::dimension; ++a) {
        sum.side[a][0] += Rules::below(a);
        sum.side[a][1] += Rules::above(a);
      }
    };
    add(std::type_identity<First>{});
    (add(std::type_identity<Rest>{}), ...);
    return sum;
  }();
  /// The largest of them, which all sides get.
  static constexpr int width = [] {
    int most = 0;
    for (auto const& axis : of_step.side)
      for (int const nodes : axis) most = nodes > most ? nodes : most;
    return most;
  }();
  /// Whether a single step reads nodes beyond two faces of a block.
  static constexpr bool corners = sizeof...(Rest) > 0 || First::box || First::reads_both_sides;
  /// So many nodes beside a face of the whole grid depend on its conditions.
  static constexpr int frame = [] {
    int most = First::radius;
    for (int a = 0; a < First::dimension; ++a) {
      int const beyond = First::radius + First::most_beyond(a);
      most = beyond > most ? beyond : most;
      ((most = Rest::radius + Rest::most_beyond(a) > most ? Rest::radius + Rest::most_beyond(a) : most), ...);
    }
    return most;
  }();
};

/// Checks the halo of a system.
/// \throws InvalidInput if it is narrower than what a sweep reads, and where a sweep would update nodes in
/// the neighbouring block that depend on a condition there
template <class Need, class Order, class SystemType>
void check_system_halo(SystemType const& u, Domain const& domain, int fused_steps) {
  for (int face = 0; face < 2 * Order::dimension; ++face) {
    int const axis = face / 2, side = face % 2, a = Order::memory_axis(axis);
    if (domain.wraps[a] || !domain.open[a][side]) continue;
    Index const width = side == 0 ? u.halo().lower[axis] : u.halo().upper[axis];
    Index const reads = Index{Need::of_step.side[a][side]} * fused_steps;
    auto const sweep = [&] {
      return text(fused_steps, fused_steps == 1 ? " step" : " fused steps", ", whose stages read ",
                  Need::of_step.side[a][side], " a step,");
    };
    if (width < reads)
      throw InvalidInput(text("system '", u.view(0).label(), "' has a halo of ", width, " nodes on face ",
                              face_names[face], "; ", sweep(), " read ", reads,
                              " (give the system a wider halo, or take fewer fused steps)"));
    Index const beyond =
        side == 0 ? domain.first[a] : domain.whole_nodes[a] - domain.first[a] - domain.nodes[a];
    if (reads > 0 && domain.period[a] == 0 && beyond > 0 && beyond < reads + Need::frame)
      throw InvalidInput(text("system '", u.view(0).label(), "' ends ", beyond, " nodes before face ",
                              face_names[face], " of the whole grid; ", sweep(), " need ",
                              reads + Need::frame, " there, ", Need::frame,
                              " of them beside the face (give the neighbouring block more nodes, or take "
                              "fewer fused steps)"));
  }
}

/// Checks that the mask of an obstacle covers the halo, whose nodes stages and fused steps update.
/// \throws InvalidInput where the halo is wider than the mask's
template <class Order>
void check_mask_of_system(Domain const& domain, ObstacleData const& obstacle) {
  if (!obstacle.present()) return;
  for (int face = 0; face < 2 * Order::dimension; ++face) {
    int const a = Order::memory_axis(face / 2);
    auto const width = [&](Box3 const& box) {
      return face % 2 ? box.upper[a] - domain.nodes[a] : -box.lower[a];
    };
    if (width(obstacle.held) < width(domain.readable))
      throw InvalidInput(text("an obstacle with a halo of ", width(obstacle.held), " nodes on face ",
                              face_names[face], "; the system's has ", width(domain.readable),
                              " (give the mask as a field with a halo as wide)"));
  }
}

/// A View of the same memory that counts no references.
template <class ViewType>
using UnmanagedOf = Kokkos::View<typename ViewType::non_const_data_type, typename ViewType::array_layout,
                                 typename ViewType::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Whether an exchange fills the halos of systems.
template <class Exchange, class Exec, class SystemType>
inline constexpr bool exchanges_system = requires(
    Exchange const& exchange, Exec const& exec,
    System<typename SystemType::value_type, UnmanagedOf<typename SystemType::view_type>> const& system) {
  exchange.begin(exec, system, 1, 1u);
  exchange.finish(exec, system, 1, 1u);
};

/// The system whose member m lies in view(m).
template <class Value, class ViewType, class ViewOf>
System<Value, UnmanagedOf<ViewType>> system_of(System<Value, ViewType> const& like, ViewOf const& view) {
  Kokkos::Array<UnmanagedOf<ViewType>, System<Value, ViewType>::count> views;
  for (int m = 0; m < System<Value, ViewType>::count; ++m) views[m] = view(m);
  return System<Value, UnmanagedOf<ViewType>>(like.grid(), views, like.halo());
}

} // namespace tessera::detail
