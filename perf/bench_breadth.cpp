// SPDX-License-Identifier: Apache-2.0
// The benchmark of breadth: many users' stencils, in several sizes.
#include <tessera/scheme/schemes.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "breadth/sizes.hpp"
#include "breadth/user_stencils.hpp"

namespace {

using namespace tessera::perf;

UserEntries user_entries() {
  UserEntries all;
  add_boxes(all);
  add_bytes(all);
  add_heated(all);
  add_bodies(all);
  add_reactions(all);
  add_transport(all);
  add_fronts(all);
  add_volumes(all);
  add_waves(all);
  return all;
}

std::vector<std::string> names_of(UserEntries const& entries) {
  std::vector<std::string> names;
  for (UserEntry const& entry : entries)
    if (names.empty() || names.back() != entry.name) names.push_back(entry.name);
  return names;
}

/// "box27/48/double"
std::string name_of(UserEntry const& entry, std::int64_t n) {
  return tessera::detail::text(entry.name, "/", n, "/", entry.type);
}

bool wanted(UserEntry const& entry, Options const& options) {
  auto const& stencils = options.stencils;
  return options.wants_type(entry.type) &&
         std::find(stencils.begin(), stencils.end(), entry.name) != stencils.end();
}

/// Registers the rows of one problem, which is set up and measured when the first of them runs, and freed
/// before the next.
void add(UserEntry const& entry, std::int64_t n, Options const& options, Groups& groups) {
  auto const group = groups.emplace_back(std::make_shared<Group>());
  auto names = user_row_names();
  for (auto const& scheme : entry.schemes(options)) names.push_back(scheme);
  auto const name = name_of(entry, n);
  register_rows(name, names, options.repetitions, [=]() -> Group const& {
    if (group->rows.empty()) {
      auto const problem = entry.make(n, options);
      group->name = name;
      group->rows = problem->rows();
      group->require_equal_checksums();
      problem->prepare();
      measure_in_turns(group->rows, options.repetitions);
      for (Row& row : group->rows) row.run = nullptr; // frees fields and steppers
    }
    return *group;
  });
}

/// Runs one row for a profiler.
void profile(UserEntry const& entry, std::int64_t n, Options const& options) {
  auto const problem = entry.make(n, options);
  for (Row const& row : problem->rows())
    if (row.name == options.profile) {
      problem->prepare();
      return profile_row(name_of(entry, n), row);
    }
  throw tessera::InvalidInput(name_of(entry, n) + " has no row '" + options.profile + "'");
}

void measure(UserEntries const& entries, Options const& options, int argc, char** argv) {
  constexpr bool host = tessera::detail::on_host<Kokkos::DefaultExecutionSpace>;
  Groups groups;
  bool any = false;
  for (UserEntry const& entry : entries)
    if (wanted(entry, options)) {
      any = true;
      for (std::string const& size : options.size_names) {
        auto const n = nodes_of(size, entry.dimension, host);
        if (std::pow(static_cast<double>(n), entry.dimension) > std::numeric_limits<int>::max())
          throw tessera::InvalidInput(name_of(entry, n) +
                                      " has more than 2^31 - 1 nodes (give a smaller --size)");
        if (options.profile.empty())
          add(entry, n, options, groups);
        else
          profile(entry, n, options);
      }
    }
  if (!any)
    throw tessera::InvalidInput(
        "these stencils were not compiled for these types (leave out --types, or configure "
        "with -DTESSERA_BREADTH_TYPES=all)");
  if (!options.profile.empty()) return;
  run_registered(argc, argv);
  for (auto const& group : groups)
    if (!group->rows.empty()) print_table(*group);
}

} // namespace

int main(int argc, char** argv) {
  UserEntries const entries = user_entries();
  Options const options = parse_breadth_options(argc, argv, names_of(entries),
                                                {tessera::scheme_names.begin(), tessera::scheme_names.end()});
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    measure(entries, options, argc, argv);
    return 0;
  } catch (tessera::InvalidInput const& error) {
    std::fprintf(stderr, "bench_breadth: error: %s\n", error.what());
    return 2;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_breadth: error: %s\n", error.what());
    return 1;
  }
}
