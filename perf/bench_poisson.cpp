// SPDX-License-Identifier: Apache-2.0
// Jacobi's iteration around a square body: copy limit, a plain loop, a sparse matrix, and every scheme.
#include <cstdio>

#include "poisson.hpp"

namespace {

using namespace tessera;
using namespace tessera::perf;

template <class T>
void add(std::int64_t n, Options const& options, std::vector<std::shared_ptr<Group>>& groups) {
  if (!options.wants_type(sizeof(T) == 4 ? "float" : "double")) return;
  auto const group = groups.emplace_back(std::make_shared<Group>());
  register_rows(Poisson<T>::name(n), Poisson<T>::row_names(options), options.repetitions,
                [=]() -> Group const& {
                  if (group->rows.empty()) {
                    *group = Poisson<T>(n, options).measured(options.repetitions);
                    for (Row& row : group->rows) row.run = nullptr; // frees fields and steppers
                  }
                  return *group;
                });
}

} // namespace

int main(int argc, char** argv) {
  auto options = parse_options(argc, argv,
                               "Measures Jacobi's iteration for Poisson's equation; --size: nodes along the "
                               "stream, half as many across (default 512)");
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (options.sizes.empty()) options.sizes = {512};
  try {
    std::vector<std::shared_ptr<Group>> groups;
    for (auto const n : options.sizes) {
      add<float>(n, options, groups);
      add<double>(n, options, groups);
    }
    run_registered(argc, argv);
    for (auto const& group : groups)
      if (!group->rows.empty()) print_table(*group);
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_poisson: error: %s\n", error.what());
    return 1;
  }
}
