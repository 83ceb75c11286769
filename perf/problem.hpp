// SPDX-License-Identifier: Apache-2.0
// What the stencils' sources share: how a problem becomes rows of the benchmark.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/error.hpp>
#include <tessera/grid/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "energy.hpp"
#include "options.hpp"
#include "profile.hpp"
#include "report.hpp"

namespace tessera::perf {

using Groups = std::vector<std::shared_ptr<Group>>;

template <class T>
inline constexpr char const* type_name = sizeof(T) == 4 ? "float" : "double";

/// Sweeps of `fused` steps each that fill a repetition: an even number, so that no copy home is timed.
inline int even_sweeps(double updates, double nodes, int fused) {
  return 2 * std::max(1, static_cast<int>(updates / nodes / fused / 2 + 0.5));
}

/// A row that is made later: its name alone is known before there are fields.
template <class Problem>
struct PlannedRow {
  std::string name;
  std::function<void(Problem&, Row&)> make;
};

/// n nodes along every axis, a unit apart.
template <int D>
Grid<D> cube(std::int64_t n) {
  Grid<D> grid;
  for (int d = 0; d < D; ++d) {
    grid.nodes[d] = n;
    grid.spacing[d] = 1;
  }
  return grid;
}

/// Runs one row of a problem for a profiler.
template <class Problem>
void profile_problem(std::int64_t n, Options const& options) {
  Problem problem(n, options);
  for (Row const& row : problem.rows())
    if (row.name == options.profile) {
      problem.prepare();
      return profile_row(Problem::name(n), row);
    }
  throw InvalidInput(Problem::name(n) + " has no row '" + options.profile + "'");
}

/// Registers one problem. It is set up and measured when its first row runs, and freed before the next.
/// \tparam Problem made of the size and the options; name(size), row_names(size, options), rows() and, called
/// before the turns
///         that are timed, prepare()
template <class Problem>
void register_problem(std::int64_t n, Options const& options, Groups& groups) {
  if (!options.profile.empty()) return profile_problem<Problem>(n, options);
  auto const group = groups.emplace_back(std::make_shared<Group>());
  register_rows(Problem::name(n), Problem::row_names(n, options), options.repetitions, [=]() -> Group const& {
    if (group->rows.empty()) {
      Problem problem(n, options);
      group->name = Problem::name(n);
      group->rows = problem.rows();
      group->require_equal_checksums();
      problem.prepare();
      measure_in_turns(group->rows, options.repetitions);
      measure_energy(group->rows, options.energy_seconds);
      for (Row& row : group->rows) row.run = nullptr; // frees fields and steppers
    }
    return *group;
  });
}

/// Whether the benchmark has its stencils in float and double. With TESSERA_BENCH_TYPES=one most have one of
/// them.
#ifdef TESSERA_BENCH_ONE_TYPE
inline constexpr bool in_both_types = false;
#else
inline constexpr bool in_both_types = true;
#endif

/// Refuses to leave out all that is asked for where a stencil has one type alone.
inline void require_type(Options const& options, std::string const& problem, char const* only) {
  if (!options.wants_type(only))
    throw InvalidInput(detail::text(problem, " was compiled in ", only,
                                    " alone (leave out --types, or configure ",
                                    "with -DTESSERA_BENCH_TYPES=all)"));
}

/// The same problem in the value types that are asked for, in every build: tests of the scripts want both
/// types of some stencils.
template <template <class> class Problem>
void register_both(std::int64_t n, Options const& options, Groups& groups) {
  if (options.wants_type("float")) register_problem<Problem<float>>(n, options, groups);
  if (options.wants_type("double")) register_problem<Problem<double>>(n, options, groups);
}

/// The same problem in the value types that are asked for. `Usual` is the one that every build has.
template <template <class> class Problem, class Usual>
void register_types(std::int64_t n, Options const& options, Groups& groups) {
  if constexpr (in_both_types) {
    register_both<Problem>(n, options, groups);
  } else {
    require_type(options, Problem<Usual>::name(n), type_name<Usual>);
    register_problem<Problem<Usual>>(n, options, groups);
  }
}

} // namespace tessera::perf
