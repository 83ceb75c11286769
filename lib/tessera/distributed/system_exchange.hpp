// SPDX-License-Identifier: Apache-2.0
// SystemExchange: fills the halos of a system's members from the blocks of other ranks.
#pragma once

#include <tessera/distributed/blocks.hpp>
#include <tessera/distributed/detail/check_block.hpp>
#include <tessera/distributed/detail/member_packer.hpp>
#include <tessera/distributed/detail/message_plan.hpp>
#include <tessera/distributed/detail/rank_numbers.hpp>

#include <bit>
#include <memory>

namespace tessera {

/// The exchange of a system's halos between ranks, which Stepper::advance takes as its third argument:
///
///     tessera::SystemExchange const exchange(exec, transport, blocks, em);
///     stepper.advance(em, 1000, exchange);
///
/// Each peer gets one message, which holds all members that a sweep changes; the first one of an advance
/// holds the inputs too, which no stage writes. One kernel packs all messages and another unpacks them, or
/// one does both (fill, with PeerTransport). The first advance allocates what all later ones use. All ranks
/// make and use their exchanges in the same order, one at a time. Copies of an exchange share its messages.
template <class Exec, class Value, class T, int D, class Layout, Transport TransportType>
class SystemExchange {
  static_assert(detail::known_space<Exec>());
  using Space = std::conditional_t<TransportType::device_memory, typename Exec::memory_space,
                                   Kokkos::SharedHostPinnedSpace>;
  using Channel = typename TransportType::Channel;
  using Order = detail::MessageOrder<D, Layout>;
  static constexpr bool places_messages = PlacesMessages<Channel>;
  static constexpr int count = static_cast<int>(sizeof(Value) / sizeof(T));
  static constexpr unsigned all = count == 32 ? ~0u : (1u << count) - 1;

public:
  /// \throws InvalidInput if the system does not have the block's nodes and halo
  template <class ViewType>
  SystemExchange(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
                 System<Value, ViewType> const& u)
      : transport_(transport),
        shared_(std::make_shared<Shared>(blocks, detail::text("the system '", u.view(0).label(), "'"))),
        exec_(exec) {
    detail::check_block(blocks, u.grid(), u.halo(),
                        detail::text("system exchange: system '", u.view(0).label(), "'"),
                        "make the system with tessera::make_system<Value, T>(exec, blocks)");
    int const width = blocks.depth().width();
    auto const pattern = detail::halo_pattern(blocks.decomposition(), blocks.rank(), width, true);
    if constexpr (!places_messages) {
      shared_->out = buffer("tessera::system_halo_out", pattern.send);
      shared_->in = buffer("tessera::system_halo_in", pattern.receive);
    }
    open({width, true, all});
  }

  /// Leaves the halo of members that no stage writes as it is: it was filled by fill(), or by the
  /// application. Else every advance() fills it once.
  SystemExchange& keep_inputs() {
    keeps_inputs_ = true;
    return *this;
  }

  /// Checks that the blocks' halos are deep enough for the sweeps of a stepper, and makes what its exchanges
  /// need. Collective: ranks whose sweeps fuse other numbers of steps would wait for each other's messages.
  /// \param width what a step reads of a halo, on the side where that is most
  /// \param corners whether a step reads nodes beyond two faces of a block
  /// \param written a bit for each member that a stage writes
  /// \throws InvalidInput if the blocks were cut for other sweeps, or if ranks differ
  void check_sweeps(int width, bool corners, int fused_steps, unsigned written) const {
    if (peers() == 0) return; // one rank: no halo is read
    Sweeps const sweeps{width, corners, fused_steps, written};
    if (shared_->sweeps == sweeps) return;
    int const held = shared_->blocks.depth().width();
    if (width * fused_steps > held)
      throw InvalidInput(detail::text(
          "system exchange: ", fused_steps, fused_steps == 1 ? " step" : " fused steps",
          ", whose stages read ", width, " nodes a step, read ", width * fused_steps,
          ", the blocks have a halo of ", held, " (cut with tessera::halo_depth_of<Value, T>(stages, ",
          "boundary, ", fused_steps, "), or take ",
          width > held ? std::string("blocks for these stages") : detail::text(held / width, " fused steps"),
          ")"));
    if constexpr (requires { transport_.expect_same("", std::string()); })
      transport_.expect_same("the number of fused steps", std::to_string(fused_steps));
    if (width > 0)
      for (int steps = 1; steps <= fused_steps; ++steps)
        for (unsigned const members : {all, written}) open({width * steps, corners || steps > 1, members});
    shared_->sweeps = sweeps;
  }

  /// Starts an exchange of `width` nodes of these members, a bit each: packs what neighbours need and sends
  /// it.
  template <class ViewType>
  void begin(Exec const& exec, System<Value, ViewType> const& system, int width, unsigned members) const {
    if (auto* const plan = of_sweep(width, members))
      plan->messages.start(exec, moves<detail::Packs>(system, plan->key));
  }
  /// Ends it: kernels that exec is given next find the halo filled.
  template <class ViewType>
  void finish(Exec const& exec, System<Value, ViewType> const& system, int width, unsigned members) const {
    if (auto* const plan = of_sweep(width, members))
      plan->messages.finish(exec, moves<detail::Unpacks>(system, plan->key));
  }
  /// Both at once, with nothing in between.
  template <class ViewType>
  void fill(Exec const& exec, System<Value, ViewType> const& system, int width, unsigned members) const {
    if (auto* const plan = of_sweep(width, members)) fill(exec, system, *plan);
  }

  /// Fills the halo of all members with its full width, inputs included.
  template <class ViewType>
  void fill(Exec const& exec, System<Value, ViewType> const& system) const {
    fill(exec, system, shared_->plans.front());
  }

  /// Joins a number of each rank's block, here a View of rank 0, in the order of ranks; all get the result.
  /// It waits for exec. The numbers go through a transport's ranks() if it has them, as tessera::Ranks, else
  /// through rank 0.
  template <class Reduction, class ResultView>
  void combine(Exec const& exec, ResultView const& result) const {
    using Number = typename ResultView::non_const_value_type;
    if (shared_->blocks.count() == 1) return;
    if constexpr (requires(Number number) { transport_.ranks().gather(number); }) {
      Number own{};
      Kokkos::View<Number, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(&own);
      Kokkos::deep_copy(exec, host, result);
      exec.fence("tessera: the watched number is there");
      auto const numbers = transport_.ranks().gather(own);
      Number joined = numbers[0];
      for (std::size_t rank = 1; rank < numbers.size(); ++rank)
        joined = Reduction::join(joined, numbers[rank]);
      Kokkos::deep_copy(exec, result, joined);
    } else {
      static_assert(!places_messages,
                    "tessera::SystemExchange: numbers are joined by a transport with ranks()");
      auto& numbers = shared_->numbers;
      if (!numbers || numbers->bytes != sizeof(Number))
        numbers = std::make_unique<Numbers>(transport_, shared_->blocks.rank(), shared_->blocks.count(),
                                            sizeof(Number));
      numbers->template join<Reduction>(exec, result);
    }
  }

  /// \returns the bytes that this rank sends in the exchange of a sweep of so many steps, inputs left out; 0
  ///          if no advance() has made such a sweep yet
  Index sent_bytes(int steps) const {
    auto const* const plan = of_sweep(shared_->sweeps.width * steps, shared_->sweeps.written);
    return plan ? plan->values * static_cast<Index>(sizeof(T)) : 0;
  }
  int peers() const { return shared_->plans.front().messages.peers(); }

private:
  using Numbers = detail::RankNumbers<Exec, TransportType>;
  using Peers = std::vector<detail::PeerBoxes<D>>;
  using Buffer = Kokkos::View<T*, Space>;

  struct Sweeps {
    int width = 0;
    bool corners = false;
    int fused_steps = 0;
    unsigned written = 0;
    bool operator==(Sweeps const&) const = default;
  };
  struct Key {
    int width;
    bool corners;
    unsigned members;
    bool operator==(Key const&) const = default;
  };
  /// The boxes of all messages, whose places count from `base`.
  struct List {
    detail::PackList<Exec> boxes{};
    T* base = nullptr;
  };
  struct Plan {
    Key key;
    Index values; // that are sent
    detail::MessagePlan<Channel, List> messages;
  };
  struct Shared {
    Shared(Blocks<D> const& of, std::string words) : blocks(of), what(std::move(words)) {}
    Blocks<D> blocks;
    std::string what; // is exchanged
    Buffer out{}, in{};
    std::vector<Plan> plans{}; // the first one for all that a halo holds
    Sweeps sweeps{};           // for which there are plans
    std::unique_ptr<Numbers> numbers{};
  };

  /// Makes the plan of an exchange, unless there is one.
  void open(Key const& key) const {
    for (auto const& plan : shared_->plans)
      if (plan.key == key) return;
    auto const& blocks = shared_->blocks;
    auto const pattern = detail::halo_pattern(blocks.decomposition(), blocks.rank(), key.width, key.corners);
    auto const out = lay_out(pattern.send, shared_->out, key.members),
               in = lay_out(pattern.receive, shared_->in, key.members);
    Index values = 0;
    for (auto const& message : out.messages) values += message.values;
    auto const list_of = [&](LaidOut const& laid) {
      return [&](auto const& memory_of) { return list(laid, memory_of); };
    };
    shared_->plans.push_back({key,
                              values,
                              {detail::open_channel(transport_, shared_->what, out.messages, in.messages),
                               out.messages, in.messages, list_of(out), list_of(in)}});
  }

  struct LaidOut {
    std::vector<Message> messages{};
    std::vector<std::vector<detail::PlacedBox<D>>> boxes{}; // of each message, by the place in it
  };
  /// The messages lie one after the other.
  static LaidOut lay_out(Peers const& peers, Buffer const& buffer, unsigned members) {
    Index const many = std::popcount(members);
    LaidOut laid;
    Index first = 0;
    for (auto const& peer : peers) {
      laid.messages.push_back(
          {peer.rank, reinterpret_cast<std::byte*>(buffer.data() + first), peer.values() * many, sizeof(T)});
      first += peer.values() * many;
      Index place = 0;
      auto& boxes = laid.boxes.emplace_back();
      for (auto const& box : peer.boxes) {
        boxes.push_back({box, place});
        place += box.size() * many;
      }
    }
    return laid;
  }
  /// The boxes of all messages, of which message m lies at memory_of(m).
  template <class MemoryOf>
  List list(LaidOut const& laid, MemoryOf const& memory_of) const {
    if (laid.messages.empty()) return {};
    auto* const base = reinterpret_cast<T*>(memory_of(0));
    std::vector<detail::PlacedBox<D>> all;
    for (std::size_t m = 0; m < laid.messages.size(); ++m)
      for (auto const& one : laid.boxes[m])
        all.push_back({one.box, reinterpret_cast<T*>(memory_of(m)) - base + one.place});
    return {detail::pack_list<Exec, Layout, T>(exec_, all), base};
  }
  Buffer buffer(char const* label, Peers const& peers) const {
    Index values = 0;
    for (auto const& peer : peers) values += peer.values() * count;
    return Buffer(Kokkos::view_alloc(exec_, std::string(label), Kokkos::WithoutInitializing),
                  static_cast<std::size_t>(values));
  }

  /// The plan of a sweep's exchange, or nothing where nothing is read.
  Plan* of_sweep(int width, unsigned members) const {
    if (keeps_inputs_) members &= shared_->sweeps.written;
    Key const key{width, shared_->sweeps.corners || width > shared_->sweeps.width, members};
    for (auto& plan : shared_->plans)
      if (plan.key == key) return &plan;
    return nullptr;
  }

  template <class ViewType>
  void fill(Exec const& exec, System<Value, ViewType> const& system, Plan& plan) const {
    plan.messages.fill(exec, moves<detail::Packs>(system, plan.key),
                       moves<detail::Unpacks>(system, plan.key));
  }
  /// What moves the values of a plan's members to or from messages.
  template <class Direction, class ViewType>
  static auto moves(System<Value, ViewType> const& system, Key const& key) {
    check_type<ViewType>();
    return [members = detail::moved_members<Order>(system, key.members)](List const& list) {
      return detail::moves_of<Direction>(list.boxes, members, list.base);
    };
  }

  template <class ViewType>
  static constexpr void check_type() {
    static_assert(std::is_same_v<typename ViewType::non_const_value_type, T> &&
                      static_cast<int>(ViewType::rank()) == D &&
                      std::is_same_v<typename ViewType::array_layout, Layout>,
                  "tessera::SystemExchange: the system has members of another type, dimension or layout than "
                  "that which the exchange was made for");
  }

  TransportType transport_;
  std::shared_ptr<Shared> shared_;
  Exec exec_;
  bool keeps_inputs_ = false;
};

template <class Exec, class TransportType, int D, class Value, class ViewType>
SystemExchange(Exec const&, TransportType const&, Blocks<D> const&, System<Value, ViewType> const&)
    -> SystemExchange<Exec, Value, typename ViewType::non_const_value_type, D,
                      typename ViewType::array_layout, TransportType>;

} // namespace tessera
