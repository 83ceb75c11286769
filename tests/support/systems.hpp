// SPDX-License-Identifier: Apache-2.0
// Steps of systems of fields for tests: in place and with two levels, one-sided and wide reaches, inputs,
// stages of radius 0. The reference, which is code for a host, evaluates their formulas too.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/system.hpp>

namespace tessera::test {

/// Yee's scheme in 2D: two stages in place, each reads one node on one side.
template <class T>
struct Yee {
  static constexpr int tile = 23; // wide enough for the halo of three fused steps
  struct Value {
    T ez, hx, hy;
  };
  struct Magnetic {
    static constexpr auto reads = forward<2>(1);
    static constexpr auto around = members<&Value::ez>;
    static constexpr auto writes = members<&Value::hx, &Value::hy>;
    static constexpr unsigned written = 0b110;
    T c;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      q.hx -= c * (u(0, 1).ez - q.ez);
      q.hy += c * (u(1, 0).ez - q.ez);
      return q;
    }
  };
  struct Electric {
    static constexpr auto reads = backward<2>(1);
    static constexpr auto around = members<&Value::hx, &Value::hy>;
    static constexpr auto writes = members<&Value::ez>;
    static constexpr unsigned written = 0b001;
    T c;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      q.ez += c * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
      return q;
    }
  };
  static auto step() { return stages(Magnetic{T(0.4)}, Electric{T(0.4)}); }
};

/// One formula of a struct that reads and writes all members, on a box.
template <class T>
struct Nine {
  static constexpr int tile = 23; // wide enough for the halo of three fused steps
  struct Value {
    T f[9];
  };
  struct Formula {
    static constexpr auto reads = box<2>(1);
    static constexpr unsigned written = 0b111111111;
    T w;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      T const sum = u(-1, 0).f[1] + u(0, -1).f[2] + u(1, 0).f[3] + u(0, 1).f[4] + u(-1, -1).f[5] +
                    u(1, -1).f[6] + u(1, 1).f[7] + u(-1, 1).f[8];
      for (int k = 0; k < 9; ++k) q.f[k] += w * (T(0.1) * sum - q.f[k]);
      return q;
    }
  };
  static auto step() { return stages(Formula{T(0.3)}); }
};

/// Four stages: an input at neighbours, a wide reach to one side, two levels, and a stage of radius 0.
template <class T>
struct Mixed {
  static constexpr int tile = 55; // wide enough for the halo of three fused steps
  struct Value {
    T a, b, c, k; // k is an input
  };
  struct First {
    static constexpr auto reads = between<2>(2, 1);
    static constexpr auto around = members<&Value::a, &Value::k>;
    static constexpr auto writes = members<&Value::a, &Value::b>;
    static constexpr unsigned written = 0b0011;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      q.a = T(0.5) * q.a + T(0.1) * (u(-2, 0).a * u(-1, 0).k + u(0, 1).a - u(0, -2).k);
      q.b += T(0.1) * u(1, 0).a;
      return q;
    }
  };
  struct Second {
    static constexpr auto reads = star<2>(2);
    static constexpr auto around = members<&Value::a, &Value::b>;
    static constexpr auto writes = members<&Value::c>;
    static constexpr unsigned written = 0b0100;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      q.c = T(0.5) * q.c + T(0.1) * (u(2, 0).a - u(0, 2).b + u(0, -1).a);
      return q;
    }
  };
  struct Third {
    static constexpr auto reads = star<2>(0);
    static constexpr auto writes = members<&Value::b>;
    static constexpr unsigned written = 0b0010;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const& at) const {
      Value q = u.here();
      q.b = T(0.5) * q.b + q.c * q.k + T(0.01) * T(at.step());
      return q;
    }
  };
  struct Fourth {
    static constexpr auto reads = backward<2>(1);
    static constexpr auto around = members<&Value::c>;
    static constexpr auto writes = members<&Value::a, &Value::c>;
    static constexpr unsigned written = 0b0101;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      q.a += T(0.1) * u(-1, 0).c;
      q.c -= T(0.1) * u(0, -1).c;
      return q;
    }
  };
  static auto step() { return stages(First{}, Second{}, Third{}, Fourth{}); }
};

/// Maxwell's equations in 3D on Yee's grid.
template <class T>
struct Yee3 {
  static constexpr int tile = 23; // wide enough for the halo of three fused steps
  struct Value {
    T ex, ey, ez, hx, hy, hz;
  };
  struct Magnetic {
    static constexpr auto reads = forward<3>(1);
    static constexpr auto around = members<&Value::ex, &Value::ey, &Value::ez>;
    static constexpr auto writes = members<&Value::hx, &Value::hy, &Value::hz>;
    static constexpr unsigned written = 0b111000;
    T c;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      Value const x = u(1, 0, 0), y = u(0, 1, 0), z = u(0, 0, 1);
      q.hx += c * (z.ey - q.ey - (y.ez - q.ez));
      q.hy += c * (x.ez - q.ez - (z.ex - q.ex));
      q.hz += c * (y.ex - q.ex - (x.ey - q.ey));
      return q;
    }
  };
  struct Electric {
    static constexpr auto reads = backward<3>(1);
    static constexpr auto around = members<&Value::hx, &Value::hy, &Value::hz>;
    static constexpr auto writes = members<&Value::ex, &Value::ey, &Value::ez>;
    static constexpr unsigned written = 0b000111;
    T c;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const&) const {
      Value q = u.here();
      Value const x = u(-1, 0, 0), y = u(0, -1, 0), z = u(0, 0, -1);
      q.ex += c * (q.hz - y.hz - (q.hy - z.hy));
      q.ey += c * (q.hx - z.hx - (q.hz - x.hz));
      q.ez += c * (q.hy - x.hy - (q.hx - y.hx));
      return q;
    }
  };
  static auto step() { return stages(Magnetic{T(0.3)}, Electric{T(0.3)}); }
};

/// Two coupled fields in 1D, in two levels.
template <class T>
struct Pair {
  static constexpr int tile = 33; // wide enough for the halo of three fused steps
  struct Value {
    T u, v;
  };
  struct Formula {
    static constexpr auto reads = star<1>(1);
    static constexpr unsigned written = 0b11;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& q, auto const&) const {
      Value const c = q.here(), w = q(-1), e = q(1);
      return {c.u + T(0.2) * (w.u + e.u - T(2) * c.u) - T(0.1) * c.v,
              c.v + T(0.1) * (w.u - e.u) + T(0.1) * (w.v + e.v - T(2) * c.v)};
    }
  };
  static auto step() { return stages(Formula{}); }
};

} // namespace tessera::test
