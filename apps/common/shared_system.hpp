// SPDX-License-Identifier: Apache-2.0
// SharedSystem: a system of fields whose blocks ranks step, with its type hidden: the exchange of its halos.
// It is compiled once for all programs, which know nothing of MPI. Of the struct only the number of members
// is known here.
#pragma once

#include <tessera/grid/system.hpp>

#include "block.hpp"
#include "team.hpp"

namespace tessera::app {

template <class T, int Count>
struct Members {
  T value[Count];
};

template <class T, int D, int Count>
class SharedSystem {
public:
  using SystemType = System<Members<T, Count>, NodeView<T, D>>;

  virtual ~SharedSystem() = default;
  /// Collective.
  virtual void check_sweeps(int width, bool corners, int fused_steps, unsigned written) = 0;
  virtual void begin(Exec const& exec, SystemType const& u, int width, unsigned members) const = 0;
  virtual void finish(Exec const& exec, SystemType const& u, int width, unsigned members) const = 0;
  /// Both at once.
  virtual void fill(Exec const& exec, SystemType const& u, int width, unsigned members) const = 0;
  /// Its bytes are known once steps have been made.
  virtual Sharing const& sharing() const = 0;
};

/// The same Views as members of a struct of which only their number is known.
template <class T, int D, class Value, class ViewType>
auto as_members(System<Value, ViewType> const& u) {
  constexpr int count = System<Value, ViewType>::count;
  Kokkos::Array<NodeView<T, D>, count> views;
  for (int m = 0; m < count; ++m) views[m] = u.view(m);
  return typename SharedSystem<T, D, count>::SystemType(u.grid(), views, u.halo());
}

/// For a system of this block; nothing where the block is the whole grid. Members that no stage writes are
/// not exchanged: their halos are filled when they are made. Collective.
/// \throws InvalidInput as SystemExchange does
template <class T, int D, int Count>
std::shared_ptr<SharedSystem<T, D, Count>>
share_system(Exec const& exec, Block<D> const& block,
             typename SharedSystem<T, D, Count>::SystemType const& u);

/// The exchange of a system that may be shared, as Stepper::advance takes it.
template <class T, int D, int Count>
struct SharedSystemExchange {
  std::shared_ptr<SharedSystem<T, D, Count>> shared; ///< none on one rank, where there is nothing to do

  void check_sweeps(int width, bool corners, int fused_steps, unsigned written) const {
    if (shared) shared->check_sweeps(width, corners, fused_steps, written);
  }
  template <class SystemType>
  void begin(Exec const& exec, SystemType const& u, int width, unsigned members) const {
    if (shared) shared->begin(exec, as_members<T, D>(u), width, members);
  }
  template <class SystemType>
  void finish(Exec const& exec, SystemType const& u, int width, unsigned members) const {
    if (shared) shared->finish(exec, as_members<T, D>(u), width, members);
  }
  template <class SystemType>
  void fill(Exec const& exec, SystemType const& u, int width, unsigned members) const {
    if (shared) shared->fill(exec, as_members<T, D>(u), width, members);
  }
};

} // namespace tessera::app
