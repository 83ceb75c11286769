// SPDX-License-Identifier: Apache-2.0
// What a step of a system of fields is, in plain loops: an independent answer for the tests of systems. It
// shares the formulas of the stages with the library, and nothing else.
#pragma once

#include <tessera/system.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <vector>

namespace tessera::test {

/// What a face does with one member.
struct FaceRule {
  enum Kind { periodic, fixed, dirichlet, zero_gradient, mirrored, half_mirrored, antisymmetric, neumann };
  Kind kind = fixed;
  double number = 0; // the value of dirichlet, the flux of neumann

  bool sets() const { return kind == fixed || kind == dirichlet || kind == zero_gradient; }
  int precedence() const { return kind == zero_gradient ? 1 : 2; }
};

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
  int width = 1; // nodes that a face sets

  explicit SystemReference(std::array<long, 3> const& n) : nodes(n) {
    for (auto& member : values) member.resize(static_cast<std::size_t>(n[0] * n[1] * n[2]));
  }

  T& at(int m, Index3 const& i) {
    return values[static_cast<std::size_t>(m)]
                 [static_cast<std::size_t>((i[0] * nodes[1] + i[1]) * nodes[2] + i[2])];
  }

  /// One stage: formula(u, i) gives a V; the members whose bit is set in `writes` get their values.
  template <class Formula>
  void stage(Formula const& formula, unsigned writes) {
    auto next = values;
    for_nodes([&](Index3 const& i) {
      if (frozen(i)) return;
      V const made = formula(Reads{*this, i});
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
    template <class... O>
    V operator()(O... offsets) const {
      static_assert(sizeof...(O) == D);
      long const o[] = {offsets...};
      Index3 where = i;
      for (int d = 0; d < D; ++d) where[static_cast<std::size_t>(d)] += o[d];
      T parts[M];
      for (int m = 0; m < M; ++m) parts[m] = of.read(m, where, 0);
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
    if (i >= 0 && i < n) return read(m, where, d + 1);
    int const face = i < 0 ? 2 * d : 2 * d + 1;
    long const beyond = i < 0 ? -i : i - (n - 1);
    FaceRule const& own = rule(m, face);
    long const depth = own.kind == FaceRule::half_mirrored ? beyond - 1 : beyond;
    where[a] = i < 0 ? depth : n - 1 - depth;
    T const inside = read(m, where, d + 1);
    if (own.kind == FaceRule::antisymmetric) return -inside;
    if (own.kind == FaceRule::neumann)
      return inside +
             static_cast<T>((2.0 * static_cast<double>(beyond) * spacing[a]) * static_cast<T>(own.number));
    return inside;
  }

  /// The face that sets a member at a node, or -1.
  int setter(int m, Index3 const& i) const {
    int winner = -1, best = -1;
    for (int face = 0; face < 2 * D; ++face) {
      auto const a = static_cast<std::size_t>(face / 2);
      long const from_edge = face % 2 == 0 ? i[a] : nodes[a] - 1 - i[a];
      FaceRule const& own = rule(m, face);
      if (from_edge < width && own.sets() && own.precedence() > best) {
        best = own.precedence();
        winner = face;
      }
    }
    return winner;
  }

  T set(int m, int face, Index3 i) {
    FaceRule const& own = rule(m, face);
    if (own.kind == FaceRule::dirichlet) return static_cast<T>(own.number);
    if (own.kind == FaceRule::zero_gradient) i[static_cast<std::size_t>(face / 2)] += face % 2 == 0 ? 1 : -1;
    return read(m, i, 0);
  }
};

} // namespace tessera::test
