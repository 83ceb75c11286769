// SPDX-License-Identifier: Apache-2.0
// The time levels of a field, which are the same whatever formula, boundary and scheme step it.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/memory.hpp>
#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/detail/move.hpp>

#include <string>
#include <type_traits>

namespace tessera::detail {

/// A View like ViewType with memory of its own.
template <class ViewType>
using LevelViewOf = Kokkos::View<typename ViewType::non_const_data_type, typename ViewType::array_layout,
                                 typename ViewType::device_type>;

/// Allocates such a View with compact strides, in the same order of axes as `view`.
template <class Order, class ViewType>
LevelViewOf<ViewType> second_level(typename ViewType::execution_space const& exec, ViewType const& view,
                                   char const* label) {
  auto const properties = Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing);
  typename ViewType::array_layout layout;
  Index stride = 1;
  for (int memory_axis = 0; memory_axis < Order::dimension; ++memory_axis) {
    int const axis = Order::memory_axis(memory_axis);
    layout.dimension[axis] = view.extent(axis);
    if constexpr (std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride>)
      layout.stride[axis] = static_cast<std::size_t>(stride);
    stride *= static_cast<Index>(view.extent(axis));
  }
  return LevelViewOf<ViewType>(properties, layout);
}

/// The user's field holds one level; this holds the others. A stencil of one level goes back and forth
/// between the field and a second level. With two levels, a sweep either writes over the older one, or reads
/// two levels and writes two others: then there are four.
template <class Exec, class ViewType, class Order, bool two_levels>
class TimeLevels {
public:
  using T = typename ViewType::non_const_value_type;
  using LevelView = LevelViewOf<ViewType>;
  static constexpr bool may_be_strided =
      std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride>;

  /// Allocates the levels. Of two levels, the previous one starts as a copy of u.
  /// \param four whether a sweep of two levels reads two and writes two others
  TimeLevels(Exec const& exec, Field<ViewType> const& u, Domain const& domain, bool four)
      : grid_(u.grid()), halo_(u.halo()), nodes_(domain.whole()),
        strided_(may_be_strided && !unit_stride_first<Order>(u.view())), four_(four) {
    for (int level = 0; level < (four_ ? 3 : 1); ++level)
      levels_[level] = second_level<Order>(memory_of(exec), u.view(), "tessera::time_level");
    if (strided_) staged_ = second_level<Order>(memory_of(exec), u.view(), "tessera::staged_field");
    reserve_scratch(exec, 0); // for copies between levels, which are launched as teams
    if constexpr (two_levels && may_be_strided)
      Kokkos::deep_copy(memory_of(exec), levels_[0], u.view());
    else if constexpr (two_levels)
      copy_field(exec, data_of<Order>(u), own(0), domain.readable);
  }

  /// Checks a field for advance().
  /// \throws InvalidInput if these levels were not made for it, or if it is one of them
  void check(Field<ViewType> const& u) const {
    check_same_shape<Order>(u, grid_, halo_, strided_);
    for (auto const& level : levels_)
      if (share_memory(u.view(), level))
        throw InvalidInput(
            text("advance: field '", u.view().label(),
                 "' is a level that the stepper itself holds (advance the field that it was made for)"));
  }

  /// Calls step(field) with u, or with a compact copy of it where u has no unit stride.
  template <class Step>
  void with_unit_stride(Exec const& exec, Field<ViewType> const& u, Step const& step) const {
    if constexpr (may_be_strided) {
      if (strided_) {
        Kokkos::deep_copy(exec, staged_, u.view());
        step(make_field(grid_, staged_, halo_));
        Kokkos::deep_copy(exec, u.view(), staged_);
        return;
      }
    }
    step(u);
  }

  /// Whether fields are stepped in a compact copy.
  bool strided() const { return strided_; }

  /// The levels that a sweep reads and writes: it starts from u if the current level is in it, else it ends
  /// there.
  template <class FieldType>
  Levels<T> of_sweep(FieldType const& u, bool in_field) const {
    auto const choose = [&](bool first, Data<T> const& one, Data<T> const& other) {
      return first ? one : other;
    };
    auto const read = [](Data<T> const& data) {
      return Data<T const>{data.origin, data.stride_y, data.stride_z};
    };
    Data<T> const field = data_of<Order>(u);
    if (two_levels && four_) {
      Data<T> const previous = own(0), second = own(1), second_previous = own(2);
      return {read(choose(in_field, field, second)), choose(in_field, second, field),
              read(choose(in_field, previous, second_previous)), choose(in_field, second_previous, previous)};
    } else {
      Data<T> const in = choose(in_field, field, own(0)), out = choose(in_field, own(0), field);
      return {read(in), out, two_levels ? read(out) : Data<T const>{nullptr, 0, 0}};
    }
  }

  /// Brings the result to u after an odd number of sweeps.
  template <class FieldType>
  void bring_back(Exec const& exec, FieldType const& u) const {
    if (two_levels && four_) {
      copy_field(exec, own(1), data_of<Order>(u), nodes_);
      copy_field(exec, own(2), own(0), nodes_);
    } else if constexpr (two_levels) {
      swap_fields(exec, data_of<Order>(u), own(0), nodes_);
    } else {
      copy_field(exec, own(0), data_of<Order>(u), nodes_);
    }
  }

  /// Calls act(current) with the level that the next sweep reads, and act(current, previous) where that sweep
  /// also updates halo nodes of which it reads the previous level.
  template <class FieldType, class Act>
  void with_halos(FieldType const& u, bool in_field, bool updates_halo, Act const& act) const {
    auto const with = [&](auto const& current) {
      if constexpr (two_levels)
        if (four_ && updates_halo) return act(current, field(in_field ? 0 : 2));
      act(current);
    };
    if (in_field)
      with(u);
    else
      with(field(four_ ? 1 : 0));
  }

  /// The level before the user's field, for a stencil that reads two levels.
  Field<LevelView> previous() const { return field(0); }

private:
  static auto memory_of(Exec const& exec) {
    if constexpr (std::is_same_v<typename ViewType::execution_space, Exec>)
      return exec;
    else
      return typename ViewType::execution_space{};
  }

  Field<LevelView> field(int level) const { return make_field(grid_, levels_[level], halo_); }
  Data<T> own(int level) const { return data_of<Order>(field(level)); }

  Grid<Order::dimension> grid_;
  Halo<Order::dimension> halo_;
  Box3 nodes_;
  bool strided_; // whether the field has no unit-stride axis in this order: it is stepped in a compact copy
  bool four_;
  LevelView levels_[3]; // if `four_`, all have memory, else only the first; that holds the previous level
  LevelView staged_;
};

} // namespace tessera::detail
