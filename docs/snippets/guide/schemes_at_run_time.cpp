// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/schemes-at-run-time.md.
#include <memory>
#include <string>

#include "guide.hpp"

// snippet: hidden
class Model {
public:
  using FieldType = tessera::Field<Kokkos::View<double**>>;
  Model(Exec const& exec, FieldType const& u, std::string const& scheme)
      : u_(u), stepper_(tessera::make_stepper({scheme}, exec, u, Diffusion{0.2},
                                              tessera::everywhere(tessera::Neumann{0.}))) {}
  void advance(tessera::Index steps) { stepper_->advance(u_, steps); }

private:
  FieldType u_;
  std::unique_ptr<tessera::AnyStepper<FieldType>> stepper_;
};
// snippet end

void at_run_time(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  double found[2];
  for (int k = 0; k < 2; ++k) {
    Kokkos::View<double**> temperature("temperature", 64, 48);
    Kokkos::deep_copy(exec, Kokkos::subview(temperature, 3, 2), 1.);
    Model model(exec, tessera::make_field(grid, temperature), k == 0 ? "direct" : "temporal");
    model.advance(20);
    exec.fence();
    found[k] = value_at(temperature, 0, 0);
  }
  require(found[0] == found[1] && found[0] > 0, "a scheme by its name");
}
