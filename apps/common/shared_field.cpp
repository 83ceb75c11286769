// SPDX-License-Identifier: Apache-2.0
#include "shared_field.hpp"

#include <tessera/distributed/cut.hpp>

#ifdef TESSERA_APPS_SHARE
#include "mpi_team.hpp"
#include "transport_choice.hpp"
#endif

namespace tessera::app {

template <int D>
Block<D> make_block(Geometry const& geometry, HaloDepth const& depth,
                    std::vector<std::int64_t> const& parts) {
  Block<D> block{make_grid<D>(geometry)};
  for (std::size_t d = 0; d < D; ++d) block.periodic[d] = geometry.periodic[d];
  team().agree([&] {
    CutOptions<D> options{.unit_stride_axis = D - 1};
    if (!parts.empty() && parts.size() != D)
      throw InvalidInput(detail::text("--blocks has ", parts.size(), " values for ", D,
                                      " axes (give the blocks along each axis)"));
    for (std::size_t d = 0; d < parts.size(); ++d) {
      if (parts[d] < 1)
        throw InvalidInput(detail::text("--blocks has ", parts[d], " along axis ", d, " (give 1 or more)"));
      options.parts[d] = parts[d];
    }
    if (!team().shared() && parts.empty()) return;
    auto cells = cut(block.grid, block.periodic, depth, team().count(), options);
    if (team().shared()) block.blocks.emplace(block.grid, std::move(cells), depth, team().rank());
  });
  if (block.blocks) {
    block.grid = block.blocks->grid();
    block.halo = block.blocks->halo();
  }
  return block;
}

#ifdef TESSERA_APPS_SHARE

namespace {

Ranks const& all_ranks() { return dynamic_cast<MpiTeam const&>(team()).ranks(); }

template <class T, int D, class TransportType>
class RanksField final : public SharedField<T, D> {
public:
  using typename SharedField<T, D>::FieldType;

  RanksField(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks, FieldType const& u)
      : blocks_(blocks), exchange_(exec, transport, blocks_, u) {
    auto const report = exchange_.report();
    auto const all = team().sum(report.sent_bytes);
    sharing_.transport = report.transport;
    sharing_.halo_width = blocks.depth().width();
    sharing_.halo_bytes_per_step = all / blocks.depth().fused_steps;
    for (int d = 0; d < D; ++d) sharing_.blocks.push_back(blocks_along(blocks, d));
  }

  void check_sweeps(int radius, bool box, int fused_steps) const override {
    exchange_.check_sweeps(radius, box, fused_steps);
  }
  bool overlaps() const override { return exchange_.overlaps(); }
  void begin(Exec const& exec, FieldType const& field, int width) const override {
    exchange_.begin(exec, field, width);
  }
  void finish(Exec const& exec, FieldType const& field, int width) const override {
    exchange_.finish(exec, field, width);
  }
  void fill(Exec const& exec, FieldType const& field, int width) const override {
    exchange_.fill(exec, field, width);
  }
  void begin(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
             int previous_width) const override {
    exchange_.begin(exec, field, width, previous, previous_width);
  }
  void finish(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
              int previous_width) const override {
    exchange_.finish(exec, field, width, previous, previous_width);
  }
  void fill(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
            int previous_width) const override {
    exchange_.fill(exec, field, width, previous, previous_width);
  }
  Sharing const& sharing() const override { return sharing_; }

private:
  Blocks<D> blocks_;
  HaloExchange<Exec, T, D, typename NodeView<T, D>::array_layout, TransportType> exchange_;
  Sharing sharing_;
};

} // namespace

#endif

template <class T, int D>
std::shared_ptr<SharedField<T, D> const> share_field([[maybe_unused]] Exec const& exec,
                                                     [[maybe_unused]] Block<D> const& block,
                                                     [[maybe_unused]] Field<NodeView<T, D>> const& u) {
#ifdef TESSERA_APPS_SHARE
  if (block.blocks)
    return with_transport(all_ranks(),
                          [&]<class By>(By const& by) -> std::shared_ptr<SharedField<T, D> const> {
                            return std::make_shared<RanksField<T, D, By>>(exec, by, *block.blocks, u);
                          });
#endif
  return {};
}

template <class T, int D>
HostField gathered_values(Exec const& exec, [[maybe_unused]] Block<D> const& block,
                          Field<NodeView<T, D>> const& u) {
#ifdef TESSERA_APPS_SHARE
  if (block.blocks) {
    auto const& nodes = block.blocks->whole().nodes;
    return shared_values<T>(nodes[0], block.blocks->whole().size() / nodes[0],
                            [exec, blocks = *block.blocks, u](Index first, Index count) {
                              return gather_planes(exec, MpiTransport(all_ranks()), blocks, u, first, count);
                            });
  }
#endif
  exec.fence("tessera::app: values to be copied");
  return host_values(u.view());
}

template Block<1> make_block(Geometry const&, HaloDepth const&, std::vector<std::int64_t> const&);
template Block<2> make_block(Geometry const&, HaloDepth const&, std::vector<std::int64_t> const&);
template Block<3> make_block(Geometry const&, HaloDepth const&, std::vector<std::int64_t> const&);

#define TESSERA_SHARED_FIELDS(T, D)                                                                          \
  template std::shared_ptr<SharedField<T, D> const> share_field(Exec const&, Block<D> const&,                \
                                                                Field<NodeView<T, D>> const&);               \
  template HostField gathered_values<T, D>(Exec const&, Block<D> const&, Field<NodeView<T, D>> const&);
TESSERA_SHARED_FIELDS(float, 1)
TESSERA_SHARED_FIELDS(float, 2)
TESSERA_SHARED_FIELDS(float, 3)
TESSERA_SHARED_FIELDS(double, 1)
TESSERA_SHARED_FIELDS(double, 2)
TESSERA_SHARED_FIELDS(double, 3)
#undef TESSERA_SHARED_FIELDS

} // namespace tessera::app
