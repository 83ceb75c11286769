// SPDX-License-Identifier: Apache-2.0
// A field of the tuner's own, since the user's is never written.
#pragma once

#include <tessera/grid/field.hpp>

#include <string>
#include <type_traits>

namespace tessera::detail {

/// Smooth values between 1 and 2 with some noise: they neither grow nor die out, and none is special.
template <class T>
struct SmoothValues {
  T* values;
  KOKKOS_FUNCTION void operator()(Index i) const {
    auto const noise =
        static_cast<double>((static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u) >> 40) * 0x1p-24;
    values[i] =
        static_cast<T>(1.5 + 0.45 * Kokkos::sin(0.01 * static_cast<double>(i)) + 0.05 * (noise - 0.5));
  }
};

/// A field with the shape, halo and strides of another one, in memory of its own.
template <class Exec, class ViewType>
class PrivateField {
public:
  using Fields = Field<ViewType>;
  using T = typename ViewType::non_const_value_type;
  static constexpr int D = static_cast<int>(ViewType::rank());

  PrivateField(Exec const& exec, Field<ViewType> const& like)
      : memory_(Kokkos::view_alloc(exec, std::string("tessera::tune::field"), Kokkos::WithoutInitializing),
                like.view().span()),
        field_(make_field(like.grid(), ViewType(memory_.data(), like.view().layout()), like.halo())),
        like_(like) {
    refill(exec);
  }
  /// Fills the field again. Values that are no numbers are copied from the other field, which is only read.
  void refill(Exec const& exec) const {
    if constexpr (std::is_arithmetic_v<T>)
      Kokkos::parallel_for(
          "tessera::tune::fill",
          Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Index>>(
              exec, 0, static_cast<Index>(memory_.size())),
          SmoothValues<T>{memory_.data()});
    else
      Kokkos::deep_copy(exec, field_.view(), like_.view());
  }
  Field<ViewType> const& field() const { return field_; }

private:
  Kokkos::View<T*, typename ViewType::device_type> memory_;
  Field<ViewType> field_, like_;
};

} // namespace tessera::detail
