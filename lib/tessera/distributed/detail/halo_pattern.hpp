// SPDX-License-Identifier: Apache-2.0
// The halo pattern of a rank: which boxes of nodes it sends to whom, and which it receives. It is a pure
// function of the decomposition, so every rank computes its own part of it, without a message.
#pragma once

#include <tessera/distributed/decomposition.hpp>
#include <tessera/grid/field.hpp>

#include <map>

namespace tessera::detail {

/// What goes to or comes from one peer in one message: the boxes in the order in which their values stand
/// there, which is the receiver's order of its halo. Indices count from the first node of this rank's block.
template <int D>
struct PeerBoxes {
  int rank;
  std::vector<Box<D>> boxes;

  Index values() const {
    Index sum = 0;
    for (auto const& box : boxes) sum += box.size();
    return sum;
  }
};

/// One entry a peer, by ascending rank.
template <int D>
struct HaloPattern {
  std::vector<PeerBoxes<D>> send, receive;
};

/// The sides on which a block has a halo: those beyond which the grid has nodes of others. A periodic axis
/// that a block spans has none, since there the sweep wraps its indices.
template <int D>
Halo<D> halo_of(Decomposition<D> const& blocks, int rank, Index width) {
  auto const box = blocks.box(rank);
  Halo<D> halo;
  for (int d = 0; d < D; ++d) {
    bool const around = blocks.periodic()[d] && !blocks.spans(box, d);
    if (around || box.lower[d] > 0) halo.lower[d] = width;
    if (around || box.upper[d] < blocks.nodes()[d]) halo.upper[d] = width;
  }
  return halo;
}

/// Calls visit(part) for the parts of a rank's halo by their owners, in the receiver's order. Without corners
/// these are the nodes that lie beyond one face only.
template <int D, class Visit>
void for_each_halo_part(Decomposition<D> const& blocks, int rank, Index width, bool corners,
                        Visit const& visit) {
  auto const own = blocks.box(rank);
  auto const halo = halo_of(blocks, rank, width);
  if (corners) {
    Box<D> outer = own;
    for (int d = 0; d < D; ++d) {
      outer.lower[d] -= halo.lower[d];
      outer.upper[d] += halo.upper[d];
    }
    blocks.for_each_part(outer, [&](OwnedPart<D> const& part) {
      if (!(part.box == own)) visit(part);
    });
    return;
  }
  for (int d = 0; d < D; ++d)
    for (int side = 0; side < 2; ++side) {
      Box<D> slab = own;
      if (side == 0) {
        slab.lower[d] = own.lower[d] - halo.lower[d];
        slab.upper[d] = own.lower[d];
      } else {
        slab.lower[d] = own.upper[d];
        slab.upper[d] = own.upper[d] + halo.upper[d];
      }
      if (!slab.empty()) blocks.for_each_part(slab, visit);
    }
}

/// The ranks that may have nodes of this rank's block in their halos, and perhaps others.
template <int D>
std::vector<int> ranks_around(Decomposition<D> const& blocks, int rank, Index width) {
  auto near = blocks.box(rank);
  for (int d = 0; d < D; ++d) {
    if (blocks.spans(near, d)) continue;
    near.lower[d] -= width;
    near.upper[d] += width;
    if (!blocks.periodic()[d]) {
      near.lower[d] = max(near.lower[d], 0);
      near.upper[d] = min(near.upper[d], blocks.nodes()[d]);
    }
  }
  std::vector<int> found;
  blocks.for_each_part(near, [&](OwnedPart<D> const& part) { found.push_back(part.rank); });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

template <int D>
HaloPattern<D> halo_pattern(Decomposition<D> const& blocks, int rank, Index width, bool corners) {
  std::map<int, std::vector<Box<D>>> send, receive;
  auto const from = [](Box<D> const& box, Extents<D> const& origin) {
    Extents<D> back{};
    for (int d = 0; d < D; ++d) back[d] = -origin[d];
    return moved(box, back);
  };
  Extents<D> const first = blocks.box(rank).lower;
  for_each_halo_part(blocks, rank, width, corners,
                     [&](OwnedPart<D> const& part) { receive[part.rank].push_back(from(part.box, first)); });
  for (int other : ranks_around(blocks, rank, width)) {
    if (other == rank) continue;
    for_each_halo_part(blocks, other, width, corners, [&](OwnedPart<D> const& part) {
      if (part.rank == rank) send[other].push_back(from(from(part.box, part.image), first));
    });
  }
  HaloPattern<D> pattern;
  for (auto& [peer, boxes] : send) pattern.send.push_back({peer, std::move(boxes)});
  for (auto& [peer, boxes] : receive) pattern.receive.push_back({peer, std::move(boxes)});
  return pattern;
}

} // namespace tessera::detail
