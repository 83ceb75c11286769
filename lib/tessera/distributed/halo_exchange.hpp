// SPDX-License-Identifier: Apache-2.0
// HaloExchange: fills the halos of a field from the blocks of other ranks.
#pragma once

#include <tessera/distributed/blocks.hpp>
#include <tessera/distributed/detail/check_block.hpp>
#include <tessera/distributed/detail/message_plan.hpp>
#include <tessera/distributed/detail/packer.hpp>

#include <memory>
#include <optional>

namespace tessera {

/// What an exchange does for one halo width.
struct ExchangeReport {
  std::string transport; ///< its name
  int peers;             ///< ranks to which this one sends
  Index sent_bytes;      ///< of this rank, in one exchange
};

/// How an exchange is used.
struct HaloExchangeOptions {
  /// Whether sweeps are made in two parts, the nodes that read no halo while messages are under way, and the
  /// rim after that. Neither way changes a bit. If nothing is said, they are on a device whose messages go
  /// through a host: the rim takes more time than messages between devices.
  std::optional<bool> overlap = {};
};

/// The exchange of a field's halo between ranks, which Stepper::advance takes as its third argument:
///
///     tessera::HaloExchange const exchange(exec, transport, blocks, u);
///     stepper.advance(u, 1000, exchange);
///
/// Construction allocates everything, for all widths up to that of the halo; an exchange allocates nothing.
/// Each peer gets one message. One kernel packs all messages and another unpacks them, or one does both
/// (fill, with PeerTransport). All ranks make and use their exchanges in the same order, one at a time:
/// begin, then finish, or fill, with the same width, which is at most that of the blocks' halo. Copies of an
/// exchange share its messages.
template <class Exec, class T, int D, class Layout, Transport TransportType>
class HaloExchange {
  static_assert(detail::known_space<Exec>());
  using Space = std::conditional_t<TransportType::device_memory, typename Exec::memory_space,
                                   Kokkos::SharedHostPinnedSpace>;
  using Channel = typename TransportType::Channel;
  using Order = detail::MessageOrder<D, Layout>;
  static constexpr bool places_messages = PlacesMessages<Channel>;

public:
  /// \throws InvalidInput if the field does not have the block's nodes and halo
  template <class ViewType>
  HaloExchange(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
               Field<ViewType> const& u, HaloExchangeOptions const& options = {})
      : transport_(transport), shared_(std::make_shared<Shared>()), depth_(blocks.depth()),
        overlaps_(options.overlap.value_or(detail::has_warps<Exec> && !TransportType::device_memory) &&
                  blocks.count() > 1) {
    detail::check_block(blocks, u.grid(), u.halo(),
                        detail::text("halo exchange: field '", u.view().label(), "'"),
                        "make the field with tessera::make_field<T>(exec, blocks)");
    auto const pattern = [&](int width) {
      return detail::halo_pattern(blocks.decomposition(), blocks.rank(), width, depth_.reads_corners(width));
    };
    std::vector<Pattern> patterns;
    for (int w = 1; w <= depth_.width(); ++w) patterns.push_back(pattern(w));
    std::vector<LaidOut> out, in; // of each width, then of each pair of widths
    for (auto const& one : patterns) {
      out.push_back(lay_out(one.send, {}));
      in.push_back(lay_out(one.receive, {}));
    }
    for (int steps = 2; steps <= depth_.fused_steps; ++steps) {
      auto const& now = patterns[static_cast<std::size_t>(depth_.radius * steps - 1)];
      auto const& previous = patterns[static_cast<std::size_t>(depth_.radius * (steps - 1) - 1)];
      out.push_back(lay_out(now.send, previous.send));
      in.push_back(lay_out(now.receive, previous.receive));
    }
    if constexpr (!places_messages) {
      shared_->out = buffer(exec, "tessera::halo_out", out);
      shared_->in = buffer(exec, "tessera::halo_in", in);
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const sent = messages(out[i], shared_->out), received = messages(in[i], shared_->in);
      auto const lists_of = [&](LaidOut const& laid) {
        return [&](auto const& memory_of) { return lists(exec, laid, memory_of); };
      };
      shared_->plans.emplace_back(
          detail::open_channel(transport, detail::text("the field '", u.view().label(), "'"), sent, received),
          sent, received, lists_of(out[i]), lists_of(in[i]));
    }
  }

  /// Checks that these halos are deep enough for the sweeps of a stepper. The first call is collective: ranks
  /// whose sweeps fuse other numbers of steps would wait for each other's messages.
  /// \throws InvalidInput if the blocks were cut for other sweeps, or if ranks differ
  void check_sweeps(int radius, bool box, int fused_steps) const {
    if (is_alone()) return;
    if (radius != depth_.radius || fused_steps > depth_.fused_steps || (box && !depth_.box))
      throw InvalidInput(detail::text(
          "halo exchange: ", fused_steps, " fused steps of a ", box ? "box" : "star", " of radius ", radius,
          ", the blocks were cut for ", depth_.fused_steps, " of a ", depth_.box ? "box" : "star",
          " of radius ", depth_.radius, " (cut with tessera::halo_depth_of<Stencil>(", fused_steps, "))"));
    if (shared_->compared) return;
    shared_->compared = true;
    if constexpr (requires { transport_.expect_same("", std::string()); })
      transport_.expect_same("the number of fused steps", std::to_string(fused_steps));
  }

  /// Makes the next check_sweeps() compare the ranks, as the first one does. Collective.
  void compare_again() const { shared_->compared = false; }

  /// Whether Stepper::advance sweeps inner nodes while messages are under way.
  bool overlaps() const { return overlaps_; }

  /// Starts an exchange of `width` nodes: packs what neighbours need and sends it.
  template <class ViewType>
  void begin(Exec const& exec, Field<ViewType> const& field, int width) const {
    if (!is_alone()) of(width).start(exec, moves<detail::Packs>(field));
  }
  /// Ends it: kernels that exec is given next find the halo filled.
  template <class ViewType>
  void finish(Exec const& exec, Field<ViewType> const& field, int width) const {
    if (!is_alone()) of(width).finish(exec, moves<detail::Unpacks>(field));
  }
  /// Both at once, with nothing in between.
  template <class ViewType>
  void fill(Exec const& exec, Field<ViewType> const& field, int width) const {
    if (!is_alone()) of(width).fill(exec, moves<detail::Packs>(field), moves<detail::Unpacks>(field));
  }

  /// The same for two levels of a field in the same messages; `previous_width` is less than `width` by the
  /// radius for which the blocks were cut.
  template <class ViewType, class PreviousView>
  void begin(Exec const& exec, Field<ViewType> const& field, int width, Field<PreviousView> const& previous,
             int /*previous_width*/) const {
    if (!is_alone()) of_two(width).start(exec, moves<detail::Packs>(field, previous));
  }
  template <class ViewType, class PreviousView>
  void finish(Exec const& exec, Field<ViewType> const& field, int width, Field<PreviousView> const& previous,
              int /*previous_width*/) const {
    if (!is_alone()) of_two(width).finish(exec, moves<detail::Unpacks>(field, previous));
  }
  template <class ViewType, class PreviousView>
  void fill(Exec const& exec, Field<ViewType> const& field, int width, Field<PreviousView> const& previous,
            int /*previous_width*/) const {
    if (!is_alone())
      of_two(width).fill(exec, moves<detail::Packs>(field, previous),
                         moves<detail::Unpacks>(field, previous));
  }

  /// Fills a field's halo once, with its full width: of a coefficient, or before a single sweep.
  template <class ViewType>
  void fill(Exec const& exec, Field<ViewType> const& field) const {
    fill(exec, field, depth_.width());
  }

  ExchangeReport report() const { return report(depth_.width()); }
  ExchangeReport report(int width) const {
    auto const& plan = of(width);
    return {TransportType::name, plan.peers(), plan.sent().of[0].values * static_cast<Index>(sizeof(T))};
  }

private:
  using Pattern = detail::HaloPattern<D>;
  using Peers = std::vector<detail::PeerBoxes<D>>;
  using Buffer = Kokkos::View<T*, Space>;
  using List = detail::PackList<Exec>;

  /// Messages that lie one after the other: to or from whom, where they begin, how many values they have.
  struct LaidOut {
    /// One message: its peer, its first value, and how many it has.
    struct Part {
      int peer;
      Index place, values;
    };
    std::vector<Part> parts{};
    std::vector<detail::PlacedBox<D>> boxes[2]{}; // of the level now, and of the one before
    Index values = 0;
  };
  /// The boxes of both levels, whose places count from `base`.
  struct Lists {
    List of[2];
    T* base;
  };
  using Plan = detail::MessagePlan<Channel, Lists>;
  struct Shared {
    Buffer out, in;
    std::vector<Plan> plans; // of width 1, 2, ...; then of two levels for 2, 3, ... fused steps
    bool compared = false;   // whether ranks know that they fuse the same steps
  };

  /// One message a peer: its boxes of the level now, then those of the level before.
  static LaidOut lay_out(Peers const& now, Peers const& previous) {
    LaidOut laid;
    auto const put = [&](std::vector<Box<D>> const& boxes, int level) {
      for (auto const& box : boxes) {
        laid.boxes[level].push_back({box, laid.values});
        laid.values += box.size();
      }
    };
    for (auto const& peer : now) {
      Index const place = laid.values;
      put(peer.boxes, 0);
      for (auto const& before : previous)
        if (before.rank == peer.rank) put(before.boxes, 1);
      laid.parts.push_back({peer.rank, place, laid.values - place});
    }
    return laid;
  }
  /// The boxes of messages of which message m lies at memory_of(m).
  template <class MemoryOf>
  static Lists lists(Exec const& exec, LaidOut laid, MemoryOf const& memory_of) {
    if (laid.parts.empty()) return {};
    auto* const base = memory_of(0);
    for (auto& boxes : laid.boxes)
      for (auto& box : boxes) {
        std::size_t m = 0;
        while (box.place >= laid.parts[m].place + laid.parts[m].values) ++m;
        auto const apart = static_cast<Index>(memory_of(m) - base);
        if (apart % static_cast<Index>(sizeof(T)) != 0)
          throw InvalidInput(detail::text("halo exchange: values of ", sizeof(T), " bytes with ",
                                          TransportType::name,
                                          " (give values of a power of two bytes, or take "
                                          "another transport)"));
        box.place += apart / static_cast<Index>(sizeof(T)) - laid.parts[m].place;
      }
    return {{detail::pack_list<Exec, Layout, T>(exec, laid.boxes[0]),
             detail::pack_list<Exec, Layout, T>(exec, laid.boxes[1])},
            reinterpret_cast<T*>(base)};
  }
  static Buffer buffer(Exec const& exec, char const* label, std::vector<LaidOut> const& all) {
    Index values = 0;
    for (auto const& laid : all) values = detail::max(values, laid.values);
    return Buffer(Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing),
                  static_cast<std::size_t>(values));
  }
  static std::vector<Message> messages(LaidOut const& laid, Buffer const& buffer) {
    std::vector<Message> messages;
    for (auto const& part : laid.parts)
      messages.push_back(
          {part.peer, reinterpret_cast<std::byte*>(buffer.data() + part.place), part.values, sizeof(T)});
    return messages;
  }

  /// What moves the values of a field, of one level or of two, to or from messages.
  template <class Direction, class ViewType>
  static auto moves(Field<ViewType> const& field) {
    check_type<ViewType>();
    return [data = detail::strided_data<Order>(field)](Lists const& lists) {
      return detail::moves_of<Direction>(lists.of[0], data, lists.base);
    };
  }
  template <class Direction, class ViewType, class PreviousView>
  static auto moves(Field<ViewType> const& field, Field<PreviousView> const& previous) {
    check_type<ViewType>();
    check_type<PreviousView>();
    return [now = detail::strided_data<Order>(field),
            before = detail::strided_data<Order>(previous)](Lists const& lists) {
      return detail::both(detail::moves_of<Direction>(lists.of[0], now, lists.base),
                          detail::moves_of<Direction>(lists.of[1], before, lists.base));
    };
  }

  template <class ViewType>
  static constexpr void check_type() {
    static_assert(std::is_same_v<typename ViewType::non_const_value_type, T> &&
                      Field<ViewType>::dimension == D &&
                      std::is_same_v<typename ViewType::array_layout, Layout>,
                  "tessera::HaloExchange: the field has another value type, dimension or layout than that "
                  "which the exchange was made for");
  }
  /// One rank has no halo. Its sweeps may make more steps than any message was made for.
  bool is_alone() const { return shared_->plans.back().peers() == 0; }
  Plan& of(int width) const { return shared_->plans[static_cast<std::size_t>(width - 1)]; }
  Plan& of_two(int width) const {
    return shared_->plans[static_cast<std::size_t>(depth_.width() + width / depth_.radius - 2)];
  }

  TransportType transport_;
  std::shared_ptr<Shared> shared_;
  HaloDepth depth_;
  bool overlaps_;
};

template <class Exec, class TransportType, int D, class ViewType>
HaloExchange(Exec const&, TransportType const&, Blocks<D> const&, Field<ViewType> const&,
             HaloExchangeOptions const& = {})
    -> HaloExchange<Exec, typename ViewType::non_const_value_type, D, typename ViewType::array_layout,
                    TransportType>;

} // namespace tessera
