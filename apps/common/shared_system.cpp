// SPDX-License-Identifier: Apache-2.0
#include "shared_system.hpp"

#ifdef TESSERA_APPS_SHARE
#include "mpi_team.hpp"
#include "transport_choice.hpp"
#endif

namespace tessera::app {

#ifdef TESSERA_APPS_SHARE

namespace {

template <class T, int D, int Count, class TransportType>
class RanksSystem final : public SharedSystem<T, D, Count> {
public:
  using typename SharedSystem<T, D, Count>::SystemType;

  RanksSystem(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks, SystemType const& u)
      : exchange_(exec, transport, blocks, u) {
    exchange_.keep_inputs();
    sharing_.transport = TransportType::name;
    sharing_.halo_width = blocks.depth().width();
    for (int d = 0; d < D; ++d) sharing_.blocks.push_back(blocks_along(blocks, d));
  }

  void check_sweeps(int width, bool corners, int fused_steps, unsigned written) override {
    exchange_.check_sweeps(width, corners, fused_steps, written);
    if (sharing_.halo_bytes_per_step == 0)
      sharing_.halo_bytes_per_step = team().sum(exchange_.sent_bytes(fused_steps)) / fused_steps;
  }
  void begin(Exec const& exec, SystemType const& u, int width, unsigned members) const override {
    exchange_.begin(exec, u, width, members);
  }
  void finish(Exec const& exec, SystemType const& u, int width, unsigned members) const override {
    exchange_.finish(exec, u, width, members);
  }
  void fill(Exec const& exec, SystemType const& u, int width, unsigned members) const override {
    exchange_.fill(exec, u, width, members);
  }
  Sharing const& sharing() const override { return sharing_; }

private:
  SystemExchange<Exec, Members<T, Count>, T, D, typename NodeView<T, D>::array_layout, TransportType>
      exchange_;
  Sharing sharing_;
};

} // namespace

#endif

template <class T, int D, int Count>
std::shared_ptr<SharedSystem<T, D, Count>>
share_system([[maybe_unused]] Exec const& exec, [[maybe_unused]] Block<D> const& block,
             [[maybe_unused]] typename SharedSystem<T, D, Count>::SystemType const& u) {
#ifdef TESSERA_APPS_SHARE
  if (block.blocks)
    return with_transport(dynamic_cast<MpiTeam const&>(team()).ranks(),
                          [&]<class By>(By const& by) -> std::shared_ptr<SharedSystem<T, D, Count>> {
                            return std::make_shared<RanksSystem<T, D, Count, By>>(exec, by, *block.blocks, u);
                          });
#endif
  return {};
}

#define TESSERA_SHARED_SYSTEM(T, D, Count)                                                                   \
  template std::shared_ptr<SharedSystem<T, D, Count>> share_system<T, D, Count>(                             \
      Exec const&, Block<D> const&, SharedSystem<T, D, Count>::SystemType const&);
TESSERA_SHARED_SYSTEM(float, 2, 4)
TESSERA_SHARED_SYSTEM(float, 2, 5)
TESSERA_SHARED_SYSTEM(float, 3, 7)
TESSERA_SHARED_SYSTEM(float, 3, 13)
TESSERA_SHARED_SYSTEM(double, 2, 4)
TESSERA_SHARED_SYSTEM(double, 2, 5)
TESSERA_SHARED_SYSTEM(double, 3, 7)
TESSERA_SHARED_SYSTEM(double, 3, 13)
#undef TESSERA_SHARED_SYSTEM

} // namespace tessera::app
