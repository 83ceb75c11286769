// SPDX-License-Identifier: Apache-2.0
// System: several Views on one grid that together hold a struct at each node, a View for each member.
#pragma once

#include <tessera/grid/field.hpp>
#include <tessera/grid/staggering.hpp>

#include <string>
#include <utility>

namespace tessera {

namespace detail {

/// Whether an aggregate S consists of values of type T: a list of as many as fit into its size initialises
/// it, and none of them is narrowed. Of structs with constructors or private members this is not known.
template <class S, class T, std::size_t... I>
constexpr bool made_of(std::index_sequence<I...>) {
  if constexpr (std::is_aggregate_v<S>) return requires {
      S{(static_cast<void>(I), std::declval<T>())...};
    };
  else
    return true;
}
template <class S, class T>
inline constexpr bool consists_of =
    sizeof(S) % sizeof(T) == 0 && made_of<S, T>(std::make_index_sequence<sizeof(S) / sizeof(T)>{});

} // namespace detail

/// Fields that are stepped together. A node has a value of the struct `Value`; each of its members lies in a
/// View of its own, in the order in which the struct declares them. Copies share the data. The struct may say
/// that members lie half a spacing beyond their nodes (see grid/staggering.hpp). All members have the same
/// halo, none if nothing is said.
template <class Value, class ViewType>
class System {
public:
  using value_type = Value;
  using view_type = ViewType;
  using member_type = typename ViewType::non_const_value_type;
  static constexpr int dimension = static_cast<int>(ViewType::rank());
  static constexpr int count = static_cast<int>(sizeof(Value) / sizeof(member_type));

  static_assert(detail::staggering_fits<Value, count, dimension>(),
                "tessera: `staggering` of a system's struct has a row for each member, an array counting as "
                "many members as it has values, and a column for each axis of the grid");

  /// \throws InvalidInput where a View does not fit the grid (see Field), where two Views share memory, and
  /// where their strides differ
  System(Grid<dimension> const& grid, Kokkos::Array<ViewType, count> const& views,
         Halo<dimension> const& halo = {})
      : grid_(grid), views_(views), halo_(halo) {
    for (int m = 0; m < count; ++m) {
      Field<ViewType> const checked(grid, views[m], halo);
      for (int d = 0; d < dimension; ++d)
        if (views[m].stride(d) != views[0].stride(d) && views[m].extent(d) > 1)
          throw InvalidInput(detail::text("system: '", views[m].label(), "' has a stride of ",
                                          views[m].stride(d), " along axis ", d, ", '", views[0].label(),
                                          "' of ", views[0].stride(d),
                                          " (give all members Views of the same extents and layout)"));
      for (int other = 0; other < m; ++other)
        if (detail::share_memory(views[m], views[other]))
          throw InvalidInput(detail::text("system: '", views[m].label(), "' and '", views[other].label(),
                                          "' share memory (give each member a View of its own)"));
    }
  }

  Grid<dimension> const& grid() const { return grid_; }
  /// The View of a member, in the order of the struct.
  ViewType view(int member) const { return views_[member]; }
  /// The halo of each member.
  Halo<dimension> const& halo() const { return halo_; }

  /// The grid on which a member lies: its origin is half a spacing further along the axes on which the member
  /// is staggered.
  Grid<dimension> grid(int member) const {
    Grid<dimension> own = grid_;
    if constexpr (detail::says_staggering<Value>)
      for (int d = 0; d < dimension; ++d)
        if ((detail::StaggeringOf<Value>::half[static_cast<std::size_t>(member)] >> d & 1u) != 0)
          own.origin[d] += 0.5 * own.spacing[d];
    return own;
  }
  /// A member as a field on its own grid.
  Field<ViewType> field(int member) const { return make_field(grid(member), view(member), halo_); }

private:
  Grid<dimension> grid_;
  Kokkos::Array<ViewType, count> views_;
  Halo<dimension> halo_;
};

/// The application's own Views as the members of a struct, in order, without a copy:
///
///     struct Em { double ez, hx, hy; };
///     auto const em = tessera::make_system<Em>(grid, ez, hx, hy);
///
/// Views that hold a halo too are given after it: make_system<Em>(grid, halo, ez, hx, hy).
template <class Value, int D, class First, class... Rest>
requires(Kokkos::is_view_v<First> && !(sizeof...(Rest) == 0 && static_cast<int>(First::rank()) == D + 1))
    System<Value, First> make_system(Grid<D> const& grid, Halo<D> const& halo, First const& first,
                                     Rest const&... rest) {
  static_assert(static_cast<int>(First::rank()) == D,
                "tessera::make_system: the Views' rank is the grid's dimension");
  static_assert((std::is_same_v<First, Rest> && ...),
                "tessera::make_system: all members have Views of the same type");
  static_assert(sizeof(Value) == (1 + sizeof...(Rest)) * sizeof(typename First::value_type),
                "tessera::make_system: the struct has as many members as there are Views, all of the type of "
                "the Views' values");
  static_assert(detail::consists_of<Value, typename First::non_const_value_type>,
                "tessera::make_system: all members of the struct have the type of the Views' values");
  return System<Value, First>(grid, {first, rest...}, halo);
}
/// The same without a halo.
template <class Value, int D, class First, class... Rest>
requires(Kokkos::is_view_v<First> && !(sizeof...(Rest) == 0 && static_cast<int>(First::rank()) == D + 1))
    System<Value, First> make_system(Grid<D> const& grid, First const& first, Rest const&... rest) {
  return make_system<Value>(grid, Halo<D>{}, first, rest...);
}

/// The same for one View that holds all members, each of them a plane of its own: `all` has one rank more
/// than the grid has axes, and the additional index, which numbers the members, has the largest stride. So it
/// is the first index of LayoutRight and the last one of LayoutLeft.
///
///     Kokkos::View<double***, Kokkos::LayoutRight> const all("em", 3, 80, 60); // ez, hx, hy
///     auto const em = tessera::make_system<Em>(grid, all);
template <class Value, int D, class ViewType>
requires(Kokkos::is_view_v<ViewType>&& static_cast<int>(ViewType::rank()) ==
         D + 1) auto make_system(Grid<D> const& grid, Halo<D> const& halo, ViewType const& all) {
  constexpr bool first = std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutRight>;
  static_assert(first || std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>,
                "tessera::make_system: a View of all members has LayoutRight or LayoutLeft");
  using T = typename ViewType::non_const_value_type;
  static_assert(detail::consists_of<Value, T>,
                "tessera::make_system: all members of the struct have the type of the View's values");
  auto const member = [&](std::size_t m) {
    using Kokkos::ALL;
    if constexpr (D == 1 && first)
      return Kokkos::subview(all, m, ALL);
    else if constexpr (D == 1)
      return Kokkos::subview(all, ALL, m);
    else if constexpr (D == 2 && first)
      return Kokkos::subview(all, m, ALL, ALL);
    else if constexpr (D == 2)
      return Kokkos::subview(all, ALL, ALL, m);
    else if constexpr (first)
      return Kokkos::subview(all, m, ALL, ALL, ALL);
    else
      return Kokkos::subview(all, ALL, ALL, ALL, m);
  };
  using MemberView = decltype(member(0));
  constexpr int count = System<Value, MemberView>::count;
  std::size_t const extent = all.extent(first ? 0 : D);
  if (extent != static_cast<std::size_t>(count))
    throw InvalidInput(
        detail::text("system: '", all.label(), "' holds ", extent, " members, the struct has ", count));
  Kokkos::Array<MemberView, count> views;
  for (std::size_t m = 0; m < extent; ++m) views[m] = member(m);
  return System<Value, MemberView>(grid, views, halo);
}
/// The same without a halo.
template <class Value, int D, class ViewType>
requires(Kokkos::is_view_v<ViewType>&& static_cast<int>(ViewType::rank()) ==
         D + 1) auto make_system(Grid<D> const& grid, ViewType const& all) {
  return make_system<Value>(grid, Halo<D>{}, all);
}

/// A system that owns its Views: zeroed, in the memory of Exec and in the layout that Kokkos prefers there.
/// `T` is the type of the members.
template <class Value, class T, class Exec = Kokkos::DefaultExecutionSpace, int D>
auto make_system(Exec const& exec, Grid<D> const& grid, std::string const& label = "tessera::member") {
  using FieldType = decltype(make_field<T>(exec, grid, label));
  using ViewType = typename FieldType::view_type;
  constexpr int count = System<Value, ViewType>::count;
  static_assert(detail::consists_of<Value, T>, "tessera::make_system<Value, T>: all members are of type T");
  Kokkos::Array<ViewType, count> views;
  for (int m = 0; m < count; ++m) views[m] = make_field<T>(exec, grid, label + std::to_string(m)).view();
  return System<Value, ViewType>(grid, views);
}

} // namespace tessera
