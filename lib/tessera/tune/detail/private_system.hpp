// SPDX-License-Identifier: Apache-2.0
// A system of the tuner's own, since the user's is never written.
#pragma once

#include <tessera/grid/system.hpp>

namespace tessera::detail {

/// A system with the shape and strides of another one, in memory of its own. It has the values of the other
/// one, which is only read: members may be a material or a mask, for which no other values would do.
template <class Exec, class Value, class ViewType>
class PrivateSystem {
public:
  using Fields = System<Value, ViewType>;

  PrivateSystem(Exec const& exec, Fields const& like)
      : field_(like.grid(), copies(exec, like), like.halo()), like_(like) {
    refill(exec);
  }
  void refill(Exec const& exec) const {
    for (int m = 0; m < Fields::count; ++m) Kokkos::deep_copy(exec, field_.view(m), like_.view(m));
  }
  Fields const& field() const { return field_; }

private:
  using Memory = Kokkos::View<typename Fields::member_type*, typename ViewType::device_type>;

  Kokkos::Array<ViewType, Fields::count> copies(Exec const& exec, Fields const& like) {
    Kokkos::Array<ViewType, Fields::count> views;
    for (int m = 0; m < Fields::count; ++m) {
      memory_[m] =
          Memory(Kokkos::view_alloc(exec, std::string("tessera::tune::member"), Kokkos::WithoutInitializing),
                 like.view(m).span());
      views[m] = ViewType(memory_[m].data(), like.view(m).layout());
    }
    return views;
  }

  Kokkos::Array<Memory, Fields::count> memory_;
  Fields field_, like_;
};

} // namespace tessera::detail
