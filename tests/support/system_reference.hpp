// SPDX-License-Identifier: Apache-2.0
// What a step of a system of fields is, in plain loops: an independent answer for the tests of systems. It
// shares the formulas of the stages with the library, and nothing else.
#pragma once

#include <tessera/system.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <vector>

namespace tessera::test {

/// What a face does with one member.
struct FaceRule {
  enum Kind {
    periodic,
    fixed,
    dirichlet,
    prescribed,
    zero_gradient,
    mirrored,
    half_mirrored,
    antisymmetric,
    neumann
  };
  Kind kind = fixed;
  double number = 0; // the value of dirichlet, the flux of neumann, the factor of prescribed

  bool sets() const {
    return kind == fixed || kind == dirichlet || kind == prescribed || kind == zero_gradient;
  }
  int precedence() const { return kind == zero_gradient ? 1 : 2; }
  /// Whether it says something of the wall, which a member can straddle, and not of the nodes there.
  bool of_wall() const {
    return kind == dirichlet || kind == prescribed || kind == mirrored || kind == antisymmetric ||
           kind == neumann;
  }
};

/// What a prescribed rule gives at a place, in terms of which the tests have a condition too.
inline double ramp(double factor, double const (&place)[3], double time) {
  return factor * (time + place[0] + 2 * place[1] + 3 * place[2]);
}

/// A struct V with M members of type T on a grid of D axes, in plain arrays.
template <class V, class T, int D>
class SystemReference {
public:
  static constexpr int M = static_cast<int>(sizeof(V) / sizeof(T));
  using Index3 = std::array<long, 3>;
  std::array<long, 3> nodes{1, 1, 1};
  std::array<double, 3> spacing{1, 1, 1};
  std::array<std::array<FaceRule, 6>, M> rules; // of each member, by the number of the face
  std::array<std::vector<T>, M> values;
  std::function<bool(Index3 const&)> frozen = [](Index3 const&) { return false; };
  int width = 1;                             // nodes that a face sets
  std::array<std::array<bool, 3>, M> half{}; // of each member, the axes along which it is staggered
  bool by_member = true;                     // whether conditions see the places of their own members
  std::array<double, 3> origin{0, 0, 0};
  double dt = 1; // time between steps
  long step = 0; // the one that is being made

  explicit SystemReference(std::array<long, 3> const& n) : nodes(n) {
    for (auto& member : values) member.resize(static_cast<std::size_t>(n[0] * n[1] * n[2]));
  }

  T& at(int m, Index3 const& i) {
    return values[static_cast<std::size_t>(m)]
                 [static_cast<std::size_t>((i[0] * nodes[1] + i[1]) * nodes[2] + i[2])];
  }

  /// One stage: formula(u, i) gives a V; the members whose bit is set in `writes` get their values. Of those
  /// in `around`, which the stage reads at neighbours, values beyond a wall are images at the node as well.
  template <class Formula>
  void stage(Formula const& formula, unsigned writes, unsigned around = ~0u) {
    auto next = values;
    for_nodes([&](Index3 const& i) {
      if (frozen(i)) return;
      V const made = formula(Reads{*this, i, around});
      T parts[M];
      std::memcpy(parts, &made, sizeof made);
      for (int m = 0; m < M; ++m) {
        if ((writes >> m & 1u) == 0) continue;
        int const face = setter(m, i);
        T& to = next[static_cast<std::size_t>(m)]
                    [static_cast<std::size_t>((i[0] * nodes[1] + i[1]) * nodes[2] + i[2])];
        to = face < 0 ? parts[m] : set(m, face, i);
      }
    });
    values = next;
  }

  struct Reads {
    SystemReference& of;
    Index3 i;
    unsigned around;
    template <class... O>
    V operator()(O... offsets) const {
      static_assert(sizeof...(O) == D);
      long const o[] = {offsets...};
      Index3 where = i;
      for (int d = 0; d < D; ++d) where[static_cast<std::size_t>(d)] += o[d];
      T parts[M];
      for (int m = 0; m < M; ++m)
        parts[m] = where == i && (around >> m & 1u) == 0 ? of.at(m, i) : of.read(m, where, 0);
      V value;
      std::memcpy(&value, parts, sizeof value);
      return value;
    }
    V here() const {
      if constexpr (D == 1)
        return (*this)(0);
      else if constexpr (D == 2)
        return (*this)(0, 0);
      else
        return (*this)(0, 0, 0);
    }
  };

private:
  template <class Body>
  void for_nodes(Body const& body) {
    for (long x = 0; x < nodes[0]; ++x)
      for (long y = 0; y < nodes[1]; ++y)
        for (long z = 0; z < nodes[2]; ++z) body(Index3{x, y, z});
  }

  FaceRule const& rule(int m, int face) const {
    return rules[static_cast<std::size_t>(m)][static_cast<std::size_t>(face)];
  }

  /// The value of a member at a place that may lie beyond faces: those of axis `d` and later are answered.
  T read(int m, Index3 where, int d) {
    if (d == D) return at(m, where);
    auto const a = static_cast<std::size_t>(d);
    long const n = nodes[a], i = where[a];
    if (rule(m, 2 * d).kind == FaceRule::periodic) {
      where[a] = ((i % n) + n) % n;
      return read(m, where, d + 1);
    }
    // A wall that the member straddles lies half a spacing before its first value, and half a spacing before
    // its last one.
    bool const straddles_upper = straddles(m, 2 * d + 1);
    long const last = straddles_upper ? n - 2 : n - 1;
    if (i >= 0 && i <= last) return read(m, where, d + 1);
    int const face = i < 0 ? 2 * d : 2 * d + 1;
    long const beyond = i < 0 ? -i : i - last;
    FaceRule const& own = rule(m, face);
    bool const halfway = straddles(m, face);
    long const depth = halfway || own.kind == FaceRule::half_mirrored ? beyond - 1 : beyond;
    auto place = where;
    place[a] = i < 0 ? 0 : n - 1;
    where[a] = i < 0 ? depth : last - depth;
    T const inside = read(m, where, d + 1);
    if (own.kind == FaceRule::antisymmetric) return -inside;
    if (own.kind == FaceRule::neumann) {
      double const distance =
          halfway ? 2.0 * static_cast<double>(beyond) - 1 : 2.0 * static_cast<double>(beyond);
      return inside + static_cast<T>((distance * spacing[a]) * static_cast<T>(own.number));
    }
    if (halfway && (own.kind == FaceRule::dirichlet || own.kind == FaceRule::prescribed)) {
      T const wall =
          static_cast<T>(own.kind == FaceRule::dirichlet ? own.number : at_place(m, own, place, d, step));
      return (wall + wall) - inside;
    }
    return inside;
  }

  bool straddles(int m, int face) const {
    return half[static_cast<std::size_t>(m)][static_cast<std::size_t>(face / 2)] && rule(m, face).of_wall();
  }

  /// What a prescribed rule gives at a node at a step, on the wall of axis `wall` or, if it is -1, where the
  /// member lies.
  double at_place(int m, FaceRule const& own, Index3 node, int wall, long level) const {
    double place[3] = {0, 0, 0};
    for (int d = 0; d < D; ++d) {
      auto const a = static_cast<std::size_t>(d);
      // A read that goes beyond this face too is answered here first, for the nearest node.
      if (rule(m, 2 * d).kind == FaceRule::periodic)
        node[a] = ((node[a] % nodes[a]) + nodes[a]) % nodes[a];
      else
        node[a] = std::clamp(node[a], 0L, nodes[a] - 1);
      bool const beyond = by_member && d != wall && half[static_cast<std::size_t>(m)][a];
      place[d] = (origin[a] + (beyond ? 0.5 * spacing[a] : 0)) + static_cast<double>(node[a]) * spacing[a];
    }
    return ramp(own.number, place, static_cast<double>(level) * dt);
  }

  /// The face that sets a member at a node, or -1.
  int setter(int m, Index3 const& i) const {
    int winner = -1, best = -1;
    for (int face = 0; face < 2 * D; ++face) {
      auto const a = static_cast<std::size_t>(face / 2);
      long const from_edge = face % 2 == 0 ? i[a] : nodes[a] - 1 - i[a];
      FaceRule const& own = rule(m, face);
      if (from_edge < width && own.sets() && !straddles(m, face) && own.precedence() > best) {
        best = own.precedence();
        winner = face;
      }
    }
    return winner;
  }

  T set(int m, int face, Index3 i) {
    FaceRule const& own = rule(m, face);
    if (own.kind == FaceRule::dirichlet) return static_cast<T>(own.number);
    if (own.kind == FaceRule::prescribed) return static_cast<T>(at_place(m, own, i, -1, step + 1));
    if (own.kind == FaceRule::fixed) return at(m, i);
    i[static_cast<std::size_t>(face / 2)] += face % 2 == 0 ? 1 : -1;
    return read(m, i, 0);
  }
};

} // namespace tessera::test
