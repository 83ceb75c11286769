// SPDX-License-Identifier: Apache-2.0
// SharedMultigrid: the V-cycle of Multigrid, for a grid that ranks share.
#pragma once

#include <tessera/solver/poisson/multigrid.hpp>
#include <tessera/solver/poisson/ranks.hpp>

#include <algorithm>
#include <vector>

namespace tessera {

/// The preconditioner Multigrid, in all bits, on a grid that ranks share. Each rank smooths its part of the
/// finest grid. The defect is then brought together, and all ranks make the same cycle on the coarser grids:
/// work that does not become less with more ranks, a third of the whole in planes and a seventh in volumes.
/// Construction allocates and waits; apply() waits for messages. Both are collective.
template <class Exec, class T, int D>
class SharedMultigrid {
public:
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;
  using Ranks = PoissonRanks<Exec, T, D>;

  /// \param part  the operator of this rank's part, with its ranks
  /// \param grid  the block of the whole grid on which the part lies, and its halo
  /// \param whole the operator on the whole grid, which is needed for construction only
  SharedMultigrid(Exec const& exec, Operator const& part, std::shared_ptr<Ranks const> const& ranks,
                  Grid<D> const& grid, Halo<D> const& halo, Operator const& whole)
      : part_(part), ranks_(ranks), grid_(grid), halo_(halo), x_(part.make(exec, "x")),
        rhs_(part.make(exec, "rhs")), defect_(part.make(exec, "defect")), sought_(whole.sought()) {
    smooth_[0] = sweep(exec, whole.ends(), 0);
    smooth_[1] = sweep(exec, whole.ends(), 1);
    auto const coarse = detail::coarsened(exec, whole);
    if (!coarse) return;
    coarse_.emplace(exec, coarse->poisson);
    coarse_known_ = coarse->poisson.known();
    transfers_ = coarse->transfers;
    coarse_rhs_ = coarse->poisson.make(exec, "rhs");
    coarse_x_ = coarse->poisson.make(exec, "x");
    whole_defect_ = whole.make(exec, "defect");
    for (int axis = 0; axis < 3; ++axis)
      up_[axis] = Table(rows_of_part(axis, whole, coarse->poisson.grid().nodes));
  }

  /// z = B g for a defect g that is zero at known nodes.
  void apply(Exec const& exec, Vector const& g, Vector const& z) const {
    Kokkos::deep_copy(exec, rhs_, g);
    Kokkos::deep_copy(exec, x_, T(0));
    if (!coarse_) {
      Index const sweeps = Multigrid<Exec, T, D>::sweeps_of_coarsest(sought_);
      smooth(exec, 0, sweeps);
      smooth(exec, 1, sweeps);
    } else {
      smooth(exec, 0, 1);
      part_.defect(exec, x_, rhs_, 1, 1, defect_);
      bring_together(exec);
      transfers_.restrict_to(exec, whole_defect_, coarse_rhs_, coarse_known_.data());
      coarse_->apply(exec, coarse_rhs_, coarse_x_);
      interpolate(exec);
      smooth(exec, 1, 1);
    }
    Kokkos::deep_copy(exec, z, x_);
  }

private:
  using Memory = typename Operator::Memory;
  using Table = detail::DeviceTable<T, Memory>;
  using Sweep = std::function<void()>;

  Sweep sweep(Exec const& exec, PoissonEnds<D> const& ends, int first) const {
    auto weights = part_.weights();
    weights.rhs = 1; // the right side is a defect already
    using Smoother = detail::Smoother<T, D, Memory>;
    Smoother const stencil{{weights, rhs_, halo_.lower}, part_.obstacle(), {}, first, halo_.lower};
    auto const boundary = poisson_boundary<D>(ends);
    auto const field = make_field(grid_, x_, halo_);
    using StepperType = Stepper<Exec, Vector, Smoother, std::remove_const_t<decltype(boundary)>, Direct>;
    auto const stepper = std::make_shared<StepperType>(exec, field, stencil, boundary, Direct{});
    return [stepper, field] { stepper->advance(field, 1); };
  }
  void smooth(Exec const& exec, int first, Index sweeps) const {
    for (Index half = 0; half < 2 * sweeps; ++half) {
      ranks_->fill_halo(exec, x_);
      smooth_[first]();
    }
  }

  /// The index in the whole grid of node i of this part along an axis.
  Index in_whole(int axis, Index i) const {
    return detail::wrapped(grid_.first[axis] + i - halo_.lower[axis], grid_.whole_nodes(axis));
  }

  /// The interpolation to this part's nodes.
  detail::AxisTable rows_of_part(int axis, Operator const& whole, Extents<D> const& coarse) const {
    int const d = axis - (3 - D);
    if (d < 0) return detail::identity_table(1);
    auto const& ends = whole.ends();
    Index const fine = whole.grid().nodes[d];
    auto const all = coarse[d] < fine
                         ? detail::AxisPair{fine, coarse[d], ends[2 * d], ends[2 * d + 1]}.prolongation()
                         : detail::identity_table(fine);
    detail::AxisTable part{all.width, {}, {}};
    for (Index i = 0; i < part_.grid().nodes[d]; ++i)
      for (int m = 0; m < all.width; ++m) {
        auto const from = static_cast<std::size_t>(in_whole(d, i) * all.width + m);
        part.index.push_back(all.index[from]);
        part.weight.push_back(all.weight[from]);
      }
    return part;
  }
  void interpolate(Exec const& exec) const {
    auto const nodes = detail::padded_nodes<D>(part_.grid().nodes);
    detail::for_rows("tessera::poisson::interpolate", exec, nodes,
                     detail::Transfer<T, Memory>{{up_[0], up_[1], up_[2]},
                                                 nodes,
                                                 transfers_.coarse,
                                                 T(1),
                                                 true,
                                                 coarse_x_.data(),
                                                 part_.known().data(),
                                                 x_.data()});
  }

  /// The defects of all parts on the whole grid. A node belongs to one rank; the bits of all others are 0, so
  /// sums of integers put its value everywhere.
  void bring_together(Exec const& exec) const {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    auto const own = Kokkos::create_mirror_view(defect_);
    auto const all = Kokkos::create_mirror_view(whole_defect_);
    Kokkos::deep_copy(exec, own, defect_);
    exec.fence("tessera::poisson: the part's defect");
    std::vector<std::int64_t> bits(all.size(), 0);
    auto const part = detail::padded_nodes<D>(grid_.nodes),
               outer = detail::padded_nodes<D>(part_.grid().nodes),
               whole = detail::padded_nodes<D>(grid_.whole_grid().nodes);
    for (Index i = 0; i < part[0]; ++i)
      for (Index j = 0; j < part[1]; ++j)
        for (Index k = 0; k < part[2]; ++k) {
          Index const at[3] = {i, j, k};
          Index from = 0, to = 0;
          for (int axis = 0; axis < 3; ++axis) {
            int const d = axis - (3 - D);
            from = from * outer[axis] + at[axis] + (d < 0 ? 0 : halo_.lower[d]);
            to = to * whole[axis] + at[axis] + (d < 0 ? 0 : grid_.first[d]);
          }
          bits[static_cast<std::size_t>(to)] =
              static_cast<std::int64_t>(Kokkos::bit_cast<Bits>(own.data()[from]));
        }
    constexpr std::size_t in_a_message = std::size_t{1} << 24;
    for (std::size_t first = 0; first < bits.size(); first += in_a_message)
      ranks_->add(bits.data() + first, static_cast<int>(std::min(in_a_message, bits.size() - first)));
    for (std::size_t n = 0; n < bits.size(); ++n)
      all.data()[n] = Kokkos::bit_cast<T>(static_cast<Bits>(bits[n]));
    Kokkos::deep_copy(exec, whole_defect_, all);
    exec.fence("tessera::poisson: the whole defect");
  }

  Operator part_;
  std::shared_ptr<Ranks const> ranks_;
  Grid<D> grid_;
  Halo<D> halo_;
  Vector x_, rhs_, defect_;
  Index sought_;
  Sweep smooth_[2];
  std::optional<Multigrid<Exec, T, D>> coarse_;
  typename Operator::Mask coarse_known_;
  detail::Transfers<Exec, T, D> transfers_ = {};
  Table up_[3];
  Vector coarse_rhs_, coarse_x_, whole_defect_;
};

} // namespace tessera
