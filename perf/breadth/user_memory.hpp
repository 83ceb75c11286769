// SPDX-License-Identifier: Apache-2.0
// Where the values of a user's stencil lie: in one View, or each member of a node in a View of its own.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/system.hpp>
#include <tessera/tessera.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "../options.hpp"
#include "members_apart.hpp"
#include "values.hpp"

namespace tessera::perf {

/// A View of n^D values, filled later by the threads that sweep it.
template <class View>
View view_of_cube(std::string const& label, std::int64_t n) {
  typename View::array_layout layout;
  for (int d = 0; d < static_cast<int>(View::rank()); ++d) layout.dimension[d] = static_cast<std::size_t>(n);
  return View(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
}

/// One View: a field.
template <class Stencil>
class OneView {
public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using V = typename Stencil::Value;
  using View = NodeView<V, Stencil::dimension>;
  using Stepped = View; ///< what a Stepper is of
  using From = V const*;
  using To = V*;

  /// The schemes that can step the formula and are wanted.
  template <class Formula>
  static std::vector<std::string> schemes(Options const& options) {
    std::vector<std::string> names;
    Schemes::for_each([&](auto const& scheme) {
      using S = std::remove_cvref_t<decltype(scheme)>;
      if (detail::can_step<S, Exec, Formula, V> && options.wants_scheme(S::name)) names.push_back(S::name);
    });
    return names;
  }

  OneView(std::string const& label, std::int64_t n) : n_(n), view_(view_of_cube<View>(label, n)) {
    fill(Exec());
  }
  void fill(Exec const& exec) const {
    Kokkos::parallel_for("perf::start", all_of(exec, view_), UserStart<Stencil>{view_.data(), n_});
  }
  std::uint64_t checksum(Exec const& exec) const { return user_checksum(exec, view_); }
  /// A View that as many values are copied from and to, as the limit.
  auto const& copied() const { return view_; }
  From from() const { return view_.data(); }
  To to() const { return view_.data(); }
  auto fields() const { return make_field(cube<Stencil::dimension>(n_), view_); }

private:
  std::int64_t n_;
  View view_;
};

/// What the nodes of a system start with.
template <class Stencil>
struct UserSystemStart {
  MembersApart<typename Stencil::Value, typename Stencil::Real> nodes;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { nodes.write(i, Stencil::start(random_at(i))); }
};

/// A View a member: a system of fields.
template <class Stencil>
class ViewsApart {
public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using V = typename Stencil::Value;
  using T = typename Stencil::Real;
  using View = NodeView<T, Stencil::dimension>;
  using Stepped = System<V, View>;
  using From = MembersApart<V, T const>;
  using To = MembersApart<V, T>;
  static_assert(!Stencil::has_edge_value);

  /// The schemes that step systems and are wanted.
  template <class>
  static std::vector<std::string> schemes(Options const& options) {
    std::vector<std::string> names;
    for (char const* name : {Direct::name, Streaming::name, Tiled::name, Temporal::name})
      if (options.wants_scheme(name)) names.push_back(name);
    return names;
  }

  ViewsApart(std::string const& label, std::int64_t n) : n_(n) {
    for (int m = 0; m < count; ++m) members_[m] = view_of_cube<View>(label, n);
    fill(Exec());
  }
  void fill(Exec const& exec) const {
    Kokkos::parallel_for("perf::start", all_of(exec, members_[0]), UserSystemStart<Stencil>{to()});
  }
  std::uint64_t checksum(Exec const& exec) const {
    std::uint64_t sum = 0;
    for (int m = 0; m < count; ++m)
      sum += mixed(user_checksum(exec, members_[m]) + static_cast<std::uint64_t>(m));
    return sum;
  }
  auto const& copied() const { return members_[0]; }
  From from() const { return pointers<From>(); }
  To to() const { return pointers<To>(); }
  auto fields() const { return System<V, View>(cube<Stencil::dimension>(n_), members_); }

private:
  static constexpr int count = detail::Apart<V, T>::count;
  template <class Pointers>
  Pointers pointers() const {
    Pointers all;
    for (int m = 0; m < count; ++m) all.member[m] = members_[m].data();
    return all;
  }

  std::int64_t n_;
  Kokkos::Array<View, count> members_;
};

} // namespace tessera::perf
