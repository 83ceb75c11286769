// SPDX-License-Identifier: Apache-2.0
// HaloExchange: fills the halos of a field from the blocks of other ranks.
#pragma once

#include <tessera/distributed/blocks.hpp>
#include <tessera/distributed/detail/packer.hpp>
#include <tessera/distributed/transport.hpp>

#include <memory>
#include <optional>

namespace tessera {

/// What an exchange does for one halo width.
struct ExchangeReport {
  char const* transport; ///< its name
  int peers;             ///< ranks to which this one sends
  Index sent_bytes;      ///< of this rank, in one exchange
};

/// The exchange of a field's halo between ranks, which Stepper::advance takes as its third argument:
///
///     tessera::HaloExchange const exchange(exec, transport, blocks, u);
///     stepper.advance(u, 1000, exchange);
///
/// Construction allocates everything, for all widths up to that of the halo; an exchange allocates nothing.
/// Each peer gets one message, which one kernel packs and another unpacks. All ranks make and use their
/// exchanges in the same order, one at a time: begin, then finish, with the same width, which is at most that
/// of the blocks' halo. Copies of an exchange share its messages.
template <class Exec, class T, int D, class Layout, Transport TransportType>
class HaloExchange {
  static_assert(detail::known_space<Exec>());
  using Space = std::conditional_t<TransportType::device_memory, typename Exec::memory_space,
                                   Kokkos::SharedHostPinnedSpace>;
  using Channel = typename TransportType::Channel;
  using Order = detail::MessageOrder<D, Layout>;

public:
  /// \throws InvalidInput if the field does not have the block's nodes and halo
  template <class ViewType>
  HaloExchange(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
               Field<ViewType> const& u)
      : transport_(transport), shared_(std::make_shared<Shared>()), depth_(blocks.depth()) {
    check(blocks, u);
    auto const width = blocks.depth().width();
    std::vector<Patterns> patterns;
    Index sent = 0, received = 0;
    for (int w = 1; w <= width; ++w) {
      patterns.push_back(
          detail::halo_pattern(blocks.decomposition(), blocks.rank(), w, depth_.reads_corners(w)));
      sent = detail::max(sent, values_of(patterns.back().send));
      received = detail::max(received, values_of(patterns.back().receive));
    }
    shared_->out = buffer(exec, "tessera::halo_out", sent);
    shared_->in = buffer(exec, "tessera::halo_in", received);
    for (auto const& pattern : patterns) {
      auto const out = messages(pattern.send, shared_->out), in = messages(pattern.receive, shared_->in);
      shared_->widths.push_back({detail::pack_list<Exec, D, Layout>(exec, pattern.send),
                                 detail::pack_list<Exec, D, Layout>(exec, pattern.receive),
                                 transport.open(out, in), static_cast<int>(out.size())});
    }
  }

  /// Checks that these halos are deep enough for the sweeps of a stepper. The first call is collective: ranks
  /// whose sweeps fuse other numbers of steps would wait for each other's messages.
  /// \throws InvalidInput if the blocks were cut for other sweeps, or if ranks differ
  void check_sweeps(int radius, bool box, int fused_steps) const {
    if (radius * fused_steps > depth_.width() || (!depth_.box && (box || radius != depth_.radius)))
      throw InvalidInput(detail::text(
          "halo exchange: ", fused_steps, " fused steps of a ", box ? "box" : "star", " of radius ", radius,
          ", the blocks were cut for ", depth_.fused_steps, " of a ", depth_.box ? "box" : "star",
          " of radius ", depth_.radius, " (cut with tessera::halo_depth_of<Stencil>(", fused_steps, "))"));
    if (shared_->compared) return;
    shared_->compared = true;
    if constexpr (requires { transport_.expect_same("", std::string()); })
      transport_.expect_same("the number of fused steps", std::to_string(fused_steps));
  }

  /// Starts an exchange of `width` nodes: packs what neighbours need and sends it.
  template <class ViewType>
  void begin(Exec const& exec, Field<ViewType> const& field, int width) const {
    auto& one = of(field, width);
    detail::move_boxes<detail::Packs>("tessera::halo::pack", exec, one.send,
                                      detail::strided_data<Order>(field), shared_->out.data());
    one.channel.start(exec);
  }

  /// Ends it: kernels that exec is given next find the halo filled.
  template <class ViewType>
  void finish(Exec const& exec, Field<ViewType> const& field, int width) const {
    auto& one = of(field, width);
    one.channel.finish(exec);
    detail::move_boxes<detail::Unpacks>("tessera::halo::unpack", exec, one.receive,
                                        detail::strided_data<Order>(field), shared_->in.data());
  }

  /// Fills a field's halo once, with its full width: of a coefficient, or before a single sweep.
  template <class ViewType>
  void fill(Exec const& exec, Field<ViewType> const& field) const {
    begin(exec, field, depth_.width());
    finish(exec, field, depth_.width());
  }

  ExchangeReport report() const { return report(depth_.width()); }
  ExchangeReport report(int width) const {
    auto const& one = shared_->widths.at(static_cast<std::size_t>(width - 1));
    return {TransportType::name, one.peers, one.send.values * static_cast<Index>(sizeof(T))};
  }

private:
  using Patterns = detail::HaloPattern<D>;
  using Buffer = Kokkos::View<T*, Space>;
  struct Width {
    detail::PackList<Exec> send, receive;
    Channel channel;
    int peers;
  };
  struct Shared {
    Buffer out, in;
    std::vector<Width> widths; // of width 1, 2, ...
    bool compared = false;     // whether ranks know that they fuse the same steps
  };

  static Index values_of(std::vector<detail::PeerBoxes<D>> const& peers) {
    Index sum = 0;
    for (auto const& peer : peers) sum += peer.values();
    return sum;
  }
  static Buffer buffer(Exec const& exec, char const* label, Index values) {
    return Buffer(Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing),
                  static_cast<std::size_t>(values));
  }
  static std::vector<Message> messages(std::vector<detail::PeerBoxes<D>> const& peers, Buffer const& buffer) {
    std::vector<Message> messages;
    T* data = buffer.data();
    for (auto const& peer : peers) {
      messages.push_back({peer.rank, reinterpret_cast<std::byte*>(data), peer.values(), sizeof(T)});
      data += peer.values();
    }
    return messages;
  }

  template <class ViewType>
  static void check(Blocks<D> const& blocks, Field<ViewType> const& u) {
    auto const wanted = blocks.grid();
    for (int d = 0; d < D; ++d)
      if (u.grid().nodes[d] != wanted.nodes[d] || u.halo().lower[d] < blocks.halo().lower[d] ||
          u.halo().upper[d] < blocks.halo().upper[d])
        throw InvalidInput(detail::text(
            "halo exchange: field '", u.view().label(), "' has ", u.grid().nodes[d], " nodes along axis ", d,
            " with a halo of ", u.halo().lower[d], " and ", u.halo().upper[d], ", the block has ",
            wanted.nodes[d], " with ", blocks.halo().lower[d], " and ", blocks.halo().upper[d],
            " (make the field with tessera::make_field<T>(exec, blocks))"));
  }

  template <class ViewType>
  Width& of(Field<ViewType> const&, int width) const {
    static_assert(std::is_same_v<typename ViewType::non_const_value_type, T> &&
                      Field<ViewType>::dimension == D &&
                      std::is_same_v<typename ViewType::array_layout, Layout>,
                  "tessera::HaloExchange: the field has another value type, dimension or layout than that "
                  "which the exchange was made for");
    return shared_->widths[static_cast<std::size_t>(width - 1)];
  }

  TransportType transport_;
  std::shared_ptr<Shared> shared_;
  HaloDepth depth_;
};

template <class Exec, class TransportType, int D, class ViewType>
HaloExchange(Exec const&, TransportType const&, Blocks<D> const&, Field<ViewType> const&)
    -> HaloExchange<Exec, typename ViewType::non_const_value_type, D, typename ViewType::array_layout,
                    TransportType>;

} // namespace tessera
