// SPDX-License-Identifier: Apache-2.0
// gather(): brings a field that ranks share to rank 0, whole or some planes at a time, for files, pictures
// and checksums.
#pragma once

#include <tessera/distributed/blocks.hpp>
#include <tessera/distributed/detail/packer.hpp>
#include <tessera/distributed/transport.hpp>

#include <cstring>

namespace tessera {

namespace detail {

/// Copies a box's values, which lie side by side, to their places among the planes that begin with plane
/// `first`. Both are in row-major order.
template <class T, int D>
void place_box(Box<D> const& box, T const* values, std::type_identity_t<Extents<D>> const& nodes, Index first,
               T* planes) {
  Index const row = box.extent(D - 1), rows = box.size() / row;
  for (Index r = 0; r < rows; ++r) {
    Index rest = r, place = 0, stride = 1;
    Extents<D> node = box.lower;
    for (int d = D - 2; d >= 0; --d) {
      node[d] += rest % box.extent(d);
      rest /= box.extent(d);
    }
    node[0] -= first;
    for (int d = D - 1; d >= 0; --d) {
      place += node[d] * stride;
      stride *= nodes[d];
    }
    std::memcpy(planes + place, values + r * row, static_cast<std::size_t>(row) * sizeof(T));
  }
}

} // namespace detail

/// Brings `count` planes across axis 0 to rank 0, from plane `first` on, in row-major order whatever the
/// field's layout; other ranks get nothing. Halos are left out. Collective. Rank 0 holds the planes, and once
/// more the same.
template <class Exec, class TransportType, int D, class ViewType>
auto gather_planes(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
                   Field<ViewType> const& u, Index first, Index count) {
  using T = typename ViewType::non_const_value_type;
  using Order = detail::MessageOrder<D, Kokkos::LayoutRight>;
  using Space = Kokkos::SharedHostPinnedSpace;
  auto const& nodes = blocks.whole().nodes;
  bool const first_rank = blocks.rank() == 0;
  auto const buffer = [&](char const* label, Index values) {
    return Kokkos::View<T*, Space>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                                   static_cast<std::size_t>(values));
  };
  Box<D> slab{{}, nodes};
  slab.lower[0] = first;
  slab.upper[0] = first + count;
  auto const mine = detail::common_part(slab, blocks.box());
  auto const own = buffer("tessera::gathered_block", mine.empty() ? 0 : mine.size());
  auto const parts = buffer("tessera::gathered_parts", first_rank ? slab.size() : 0);
  std::vector<T> planes(static_cast<std::size_t>(first_rank ? slab.size() : 0));

  std::vector<Message> out, in;
  if (!mine.empty()) {
    Extents<D> back{};
    for (int d = 0; d < D; ++d) back[d] = -blocks.box().lower[d];
    std::vector<detail::PlacedBox<D>> const piece{{detail::moved(mine, back), 0}};
    auto const list = detail::pack_list<Exec, Kokkos::LayoutRight, T>(exec, piece);
    detail::make_moves("tessera::gather::pack", exec,
                       detail::moves_of<detail::Packs>(list, detail::strided_data<Order>(u), own.data()));
    if (!first_rank) out.push_back({0, reinterpret_cast<std::byte*>(own.data()), mine.size(), sizeof(T)});
  }
  std::vector<std::pair<Box<D>, T const*>> arrived;
  if (first_rank) {
    T* place = parts.data();
    blocks.decomposition().for_each_part(slab, [&](detail::OwnedPart<D> const& part) {
      if (part.rank == 0) {
        arrived.emplace_back(part.box, own.data());
        return;
      }
      arrived.emplace_back(part.box, place);
      in.push_back({part.rank, reinterpret_cast<std::byte*>(place), part.box.size(), sizeof(T)});
      place += part.box.size();
    });
  }
  auto channel = transport.open(out, in);
  channel.start(exec);
  channel.finish(exec);
  if (!first_rank) return planes;
  exec.fence("tessera: gathered planes have arrived");
  for (auto const& [box, values] : arrived) detail::place_box(box, values, nodes, first, planes.data());
  return planes;
}

/// The same for the whole field, a few planes at a time, in order: on rank 0 it calls visit(first, count,
/// values) with `count` planes from plane `first`: values is a T const*. Other ranks call nothing. Rank 0
/// holds at most `bytes` of planes, or one plane if that is more, and once more the same.
template <class Exec, class TransportType, int D, class ViewType, class Visit>
void gather_planes(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
                   Field<ViewType> const& u, Visit const& visit, Index bytes = Index{64} << 20) {
  using T = typename ViewType::non_const_value_type;
  Index const nodes = blocks.whole().nodes[0], plane = blocks.whole().size() / nodes;
  Index const at_once = detail::min(nodes, detail::max(1, bytes / (plane * static_cast<Index>(sizeof(T)))));
  for (Index first = 0; first < nodes; first += at_once) {
    Index const count = detail::min(at_once, nodes - first);
    auto const planes = gather_planes(exec, transport, blocks, u, first, count);
    if (blocks.rank() == 0) visit(first, count, planes.data());
  }
}

/// The whole field on rank 0, in row-major order; other ranks get nothing. Collective.
template <class Exec, class TransportType, int D, class ViewType>
auto gather(Exec const& exec, TransportType const& transport, Blocks<D> const& blocks,
            Field<ViewType> const& u) {
  std::vector<typename ViewType::non_const_value_type> all;
  Index const plane = blocks.whole().size() / blocks.whole().nodes[0];
  gather_planes(exec, transport, blocks, u, [&](Index, Index count, auto const* values) {
    all.insert(all.end(), values, values + count * plane);
  });
  return all;
}

} // namespace tessera
