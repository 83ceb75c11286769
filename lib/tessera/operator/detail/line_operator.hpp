// SPDX-License-Identifier: Apache-2.0
// LineOperator: makes sums of derivatives from grids and Views. It checks its arguments, orders the axes by
// memory, computes the weights and chooses the kernel.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/grid/detail/wide_access.hpp>
#include <tessera/grid/grid.hpp>
#include <tessera/operator/detail/line_sum_host.hpp>
#include <tessera/operator/detail/line_sum_plan_device.hpp>
#include <tessera/operator/detail/line_sum_strided.hpp>
#include <tessera/operator/ends.hpp>
#include <tessera/stencil/weights.hpp>

#include <utility>

namespace tessera::detail {

/// The formula of one axis; all its numbers are known only at run time.
struct AxisFormula {
  int axis = 0; // the user's
  Ends ends = Ends::periodic;
};

/// \throws InvalidInput where no such formula exists on this grid.
template <int D>
void check_formula(Grid<D> const& grid, AxisFormula const& f, int derivative, int order) {
  if (derivative != 1 && derivative != 2)
    throw InvalidInput(text("derivative ", derivative, " is not there (give 1 or 2)"));
  if (order < 2 || order > 16 || order % 2 != 0)
    throw InvalidInput(
        text("a derivative of order ", order, " is not there (give an even order of 2 to 16)"));
  if (f.axis < 0 || f.axis >= D)
    throw InvalidInput(text("axis ", f.axis, " is none of the grid's ", D, " (give ",
                            D == 1 ? "0" : text("0 to ", D - 1), ")"));
  int const points = f.ends == Ends::bounded ? derivative + order : order + 1;
  Index const needed = points + (f.ends == Ends::end_repeated), nodes = grid.nodes[f.axis];
  if (nodes < needed)
    throw InvalidInput(text("derivative ", derivative, " of order ", order, " needs ", needed,
                            " nodes along axis ", f.axis, " with ", name_of(f.ends), " ends, the grid has ",
                            nodes, " (give more nodes, or a lower order)"));
}

/// The weights of an order's formulas for nodes that are 1 apart. A call takes them from here, since to
/// compute them takes longer than a launch.
struct UnitWeights {
  static constexpr int most_radius = 8;

  int derivative, radius;
  double central[most_radius + 1] = {};               // upper half of the central formula
  double ends[most_radius][2 * most_radius + 2] = {}; // of the nodes at a lower end

  UnitWeights(int derivative, int radius) : derivative(derivative), radius(radius) {
    for (int k = 0; k <= radius; ++k)
      central[k] = lagrange_weight(derivative, -radius, 2 * radius + 1, radius + k);
    for (int at = 0; at < radius; ++at)
      for (int k = 0; k < points_at_end(); ++k)
        ends[at][k] = lagrange_weight(derivative, -at, points_at_end(), k);
  }

  int points_at_end() const { return derivative + 2 * radius; }
};

template <class T, int R>
Line<T, R> line_of(Index nodes, double spacing, AxisFormula const& f, UnitWeights const& weights,
                   Index in_stride) {
  double const unit = weights.derivative == 1 ? spacing : spacing * spacing;
  Line<T, R> line{};
  for (int k = 0; k <= R; ++k) line.w[k] = static_cast<T>(weights.central[k] / unit);
  line.sign = weights.derivative == 1 ? T(-1) : T(1);
  line.scale[0] = static_cast<T>(1 / unit);
  line.scale[1] = line.sign * line.scale[0];
  line.nodes = nodes;
  line.period = f.ends == Ends::bounded ? 0 : f.ends == Ends::periodic ? nodes : nodes - 1;
  line.in_stride = in_stride;
  return line;
}

template <class T, int R>
EndWeights<T, R> end_weights(UnitWeights const& weights) {
  EndWeights<T, R> ends{};
  ends.points = weights.points_at_end();
  for (int at = 0; at < R; ++at)
    for (int k = 0; k < ends.points; ++k) ends.w[at][k] = static_cast<T>(weights.ends[at][k]);
  return ends;
}

/// The axes in the order of a View's strides, smallest first; axes of one node come last.
template <int D, class ViewType>
Kokkos::Array<int, 3> sweep_order(ViewType const& view) {
  Kokkos::Array<int, 3> order = {0, 1, 2};
  auto const before = [&](int a, int b) {
    if (a >= D || b >= D) return a < D && b >= D;
    bool const flat_a = view.extent(a) == 1, flat_b = view.extent(b) == 1;
    return flat_a != flat_b ? flat_b : view.stride(a) < view.stride(b);
  };
  for (int i = 1; i < 3; ++i)
    for (int j = i; j > 0 && before(order[j], order[j - 1]); --j) std::swap(order[j], order[j - 1]);
  return order;
}

template <int D, class T, class ViewType>
Strided<T> strided(ViewType const& view, Kokkos::Array<int, 3> const& order) {
  Strided<T> data{view.data(), {0, 0, 0}};
  for (int a = 0; a < D; ++a)
    if (order[a] < D) data.stride[a] = static_cast<Index>(view.stride(order[a]));
  return data;
}

/// Whether a device's packs lie at addresses that allow 16-byte accesses.
template <class T>
bool wide_access(Strided<T> const& data) {
  return wide_access<pack_width<T, 16>>(Data<T>{data.origin, data.stride[1], data.stride[2]});
}

/// A LineSum ready for kernels, and what decides which kernel may run it.
template <class T, int R>
struct PreparedSum {
  LineSum<T, R> sum;
  bool compact = true; // the same axis has a unit stride in all fields
  bool wide = true;    // wide accesses can move packs
};

/// `in(t)` and `out(t)` are the Views of term t.
template <class T, int R, int D, class InOfTerm, class OutOfTerm>
PreparedSum<T, R> prepare_sum(Grid<D> const& grid, UnitWeights const& weights,
                              Kokkos::Array<AxisFormula, 3> const& formulas, Terms terms, InOfTerm const& in,
                              OutOfTerm const& out) {
  PreparedSum<T, R> prepared{};
  auto& sum = prepared.sum;
  auto const order = sweep_order<D>(out(0));
  sum.terms = terms == Terms::one ? 1 : D;
  sum.apart = terms == Terms::apart;
  sum.ends = end_weights<T, R>(weights);
  for (int a = 0; a < 3; ++a) sum.nodes[a] = order[a] < D ? grid.nodes[order[a]] : 1;
  for (int t = 0; t < sum.terms; ++t) {
    auto const& f = formulas[t];
    auto& term = sum.term[t];
    term.in = strided<D, T const>(in(t), order);
    term.out = strided<D, T>(out(t), order);
    while (order[term.axis] != f.axis) ++term.axis;
    term.line =
        line_of<T, R>(grid.nodes[f.axis], grid.spacing[f.axis], f, weights, term.in.stride[term.axis]);
    prepared.compact &= term.in.stride[0] == 1 && term.out.stride[0] == 1;
    prepared.wide &= wide_access(term.in) && wide_access(term.out);
  }
  return prepared;
}

template <class Exec, int D, Terms terms_are>
class LineOperator {
  static_assert(known_space<Exec>());

public:
  /// Each term has one of the first formulas.
  LineOperator(Exec const& exec, Grid<D> const& grid, int derivative, int order,
               Kokkos::Array<AxisFormula, 3> const& formulas, Index pencils = 0)
      : exec_(exec), grid_(grid), weights_(checked_weights(grid, formulas, derivative, order)),
        formulas_(formulas), pencils_(pencils) {
    if (pencils < 0)
      throw InvalidInput(text(pencils, " pencils (give 1 or more, or 0 to leave the choice to the library)"));
    if constexpr (has_warps<Exec>) reserve_scratch(exec, 0);
  }

  /// out(t) is the View that has the derivative of in(t); all terms of a sum have the same. The call is
  /// asynchronous.
  template <class InOfTerm, class OutOfTerm>
  void run(char const* label, InOfTerm const& in, OutOfTerm const& out) const {
    using In = std::decay_t<decltype(in(0))>;
    using Out = std::decay_t<decltype(out(0))>;
    using T = typename Out::non_const_value_type;
    static_assert(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>, "tessera: derivatives take Kokkos::Views");
    static_assert(In::rank() == D && Out::rank() == D,
                  "tessera: a View of a derivative has the grid's dimension");
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "tessera: derivatives of fields of float or double");
    static_assert(std::is_same_v<T, typename In::non_const_value_type>,
                  "tessera: a derivative has the value type of its field");
    static_assert(!std::is_const_v<typename Out::value_type>,
                  "tessera: the result's View is of const values");
    static_assert(Kokkos::SpaceAccessibility<Exec, typename In::memory_space>::accessible &&
                      Kokkos::SpaceAccessibility<Exec, typename Out::memory_space>::accessible,
                  "tessera: the execution space can't access the memory of a View");
    for (int r = 0; r < results; ++r) check_result(out(r), in);
    [&]<int... less>(std::integer_sequence<int, less...>) {
      ((weights_.radius == less + 1 ? run_with<T, less + 1>(label, in, out) : void()), ...);
    }
    (std::make_integer_sequence<int, 8>{});
  }

private:
  static constexpr int terms = terms_are == Terms::one ? 1 : D, results = terms_are == Terms::apart ? D : 1;

  static UnitWeights checked_weights(Grid<D> const& grid, Kokkos::Array<AxisFormula, 3> const& formulas,
                                     int derivative, int order) {
    validate_whole("derivative", grid);
    for (int t = 0; t < terms; ++t) check_formula(grid, formulas[t], derivative, order);
    return {derivative, order / 2};
  }

  template <class Out, class InOfTerm>
  void check_result(Out const& out, InOfTerm const& in) const {
    check_extents(out);
    check_memory("the View", out);
    for (int t = 0; t < terms; ++t) {
      check_extents(in(t));
      check_given("the View", in(t));
      if (in(t).data() == out.data())
        throw InvalidInput(
            text("the View '", out.label(), "' can't hold its own derivative (give another View)"));
      if (share_memory(in(t), out))
        throw InvalidInput(text("the View '", out.label(), "' shares memory with '", in(t).label(),
                                "', whose derivative it is to hold (give another View)"));
    }
  }

  template <class ViewType>
  void check_extents(ViewType const& view) const {
    for (int d = 0; d < D; ++d)
      if (static_cast<Index>(view.extent(d)) != grid_.nodes[d])
        throw InvalidInput(text("the View '", view.label(), "' has ", view.extent(d), " values along axis ",
                                d, ", the grid ", grid_.nodes[d], " nodes (make them equal)"));
  }

  template <class T, int R, class InOfTerm, class OutOfTerm>
  void run_with(char const* label, InOfTerm const& in, OutOfTerm const& out) const {
    auto const prepared = prepare_sum<T, R>(grid_, weights_, formulas_, terms_are, in, out);
    auto const& sum = prepared.sum;
    if constexpr (is_portable<Exec>)
      line_sum_by_node(exec_, label, sum);
    else if (!prepared.compact)
      line_sum_by_node(exec_, label, sum);
    else if constexpr (on_host<Exec>)
      line_sum_on_host<terms_are, terms>(exec_, label, sum, pencils_);
    else
      with_line_sum<terms_are, D>(sum, pencils_, prepared.wide, exec_.concurrency(),
                                  [&](auto const& tiles) { launch(label, tiles); });
  }

  template <class Kernel>
  void launch(char const* label, TeamTiles<Kernel> const& tiles) const {
    launch_tiles<Kernel::most_members, Kernel::concurrent_teams>(label, exec_, tiles.kernel, tiles.count,
                                                                 tiles.members, tiles.scratch);
  }

  Exec exec_;
  Grid<D> grid_;
  UnitWeights weights_;
  Kokkos::Array<AxisFormula, 3> formulas_;
  Index pencils_;
};

} // namespace tessera::detail
