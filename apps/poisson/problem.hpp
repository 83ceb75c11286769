// SPDX-License-Identifier: Apache-2.0
// The Poisson problem as numbers, and the way from it to a running solver.
#pragma once

#include <functional>

#include "../common/geometry.hpp"
#include "../common/node_values.hpp"
#include "../common/record.hpp"
#include "../common/simulation.hpp"

namespace tessera::poisson {

enum class Method { jacobi, weighted_jacobi, sor, chebyshev, cg, multigrid_cg };
inline constexpr std::array method_names{"jacobi", "weighted-jacobi", "sor", "chebyshev",
                                         "cg",     "multigrid-cg"};

struct FaceProblem {
  app::FaceKind kind = app::FaceKind::fixed;
  std::vector<double> flux; ///< of neumann faces, one per node of the face; empty: none
};

/// u_xx + u_yy (+ u_zz) = rhs.
struct PoissonProblem {
  app::Geometry geometry;
  app::NodeValues<double> rhs; ///< empty: zero
  std::vector<FaceProblem> faces;
  app::NodeValues<std::uint8_t> obstacle; ///< empty: none
  app::NodeValues<double> initial;        ///< with the values of prescribed faces and of the body
  app::SchemeSpec scheme;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis; empty: chosen
  std::int64_t most_iterations = 0; ///< of a run, and
  double tolerance = 0.;            ///< where it may end earlier; 0: nowhere
  Method method = Method::jacobi;
  std::optional<double> relaxation; ///< factor of weighted Jacobi or SOR; default: 0.8, the best one
};

/// When to stop: after `most` iterations, or, where a tolerance is given, when it is reached.
struct Control {
  std::int64_t most = 0;
  double tolerance = 0.;
  bool on_update = false;
  std::function<bool(std::int64_t iterations)> go_on;
};

struct Result {
  app::Iteration end;
  double best_residual = 0.;
  bool converged = true, interrupted = false;
  bool stagnated = false; ///< more iterations would not have helped
  double rounding =
      0.; ///< where not converged: about what rounding lets the residual, or the update, come down to
};

/// A solver with its types hidden; compiled once per dimension and precision.
class PoissonRun {
public:
  virtual ~PoissonRun() = default;
  virtual Result solve(Control const& control) = 0;
  virtual app::HostField field() const = 0;
  virtual app::SchemeChoice scheme() const = 0;
  virtual double ideal_bytes_per_update() const = 0;
};

/// Allocates and validates. Collective, as are the members of a run; rank 0 has the field.
/// \throws InvalidInput, on all ranks alike, for schemes, methods and problems that don't go together, and
/// where nothing fixes the solution while right side and fluxes do not balance
template <int D, class T>
std::unique_ptr<PoissonRun> make_poisson_run(PoissonProblem const& problem);

/// The same, for the dimension of the problem.
std::unique_ptr<PoissonRun> make_poisson_run(PoissonProblem const& problem, std::string const& precision);

} // namespace tessera::poisson
