// SPDX-License-Identifier: Apache-2.0
// SharedField: a field whose blocks ranks step, with its type hidden: the exchange of its halos, and the way
// to rank 0. It is compiled once for all programs, which know nothing of MPI.
#pragma once

#include "block.hpp"
#include "team.hpp"

namespace tessera::app {

template <class T, int D>
class SharedField {
public:
  using FieldType = Field<NodeView<T, D>>;

  virtual ~SharedField() = default;
  virtual void check_sweeps(int radius, bool box, int fused_steps) const = 0;
  virtual bool overlaps() const = 0;
  virtual void begin(Exec const& exec, FieldType const& field, int width) const = 0;
  virtual void finish(Exec const& exec, FieldType const& field, int width) const = 0;
  /// Both at once.
  virtual void fill(Exec const& exec, FieldType const& field, int width) const = 0;
  /// Of two time levels, in the same messages; `previous_width` is less than `width` by the radius.
  virtual void begin(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
                     int previous_width) const = 0;
  virtual void finish(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
                      int previous_width) const = 0;
  virtual void fill(Exec const& exec, FieldType const& field, int width, FieldType const& previous,
                    int previous_width) const = 0;
  virtual Sharing const& sharing() const = 0;
};

/// For a field of this block; nothing where the block is the whole grid. Collective.
/// \throws InvalidInput as HaloExchange does
template <class T, int D>
std::shared_ptr<SharedField<T, D> const> share_field(Exec const& exec, Block<D> const& block,
                                                     Field<NodeView<T, D>> const& u);

/// A stepper's own level as a field of the type of the user's: its View is of another type.
template <class T, int D, class FieldType>
Field<NodeView<T, D>> as_shared(FieldType const& field) {
  return make_field(field.grid(), NodeView<T, D>(field.view()), field.halo());
}

/// A field of a block without its halo, for rank 0 to read on the host (see HostValues). Collective. As long
/// as it is read the field has to keep its values.
template <class T, int D>
HostField gathered_values(Exec const& exec, Block<D> const& block, Field<NodeView<T, D>> const& u);

/// The exchange of a field that may be shared, as Stepper::advance takes it. It is of one type on one rank
/// and on several, so that steppers are compiled once.
template <class T, int D>
struct SharedExchange {
  std::shared_ptr<SharedField<T, D> const> shared; ///< none on one rank, where there is nothing to do

  void check_sweeps(int radius, bool box, int fused_steps) const {
    if (shared) shared->check_sweeps(radius, box, fused_steps);
  }
  bool overlaps() const { return shared && shared->overlaps(); }
  template <class FieldType>
  void begin(Exec const& exec, FieldType const& field, int width) const {
    if (shared) shared->begin(exec, as_shared<T, D>(field), width);
  }
  template <class FieldType>
  void finish(Exec const& exec, FieldType const& field, int width) const {
    if (shared) shared->finish(exec, as_shared<T, D>(field), width);
  }
  template <class FieldType>
  void fill(Exec const& exec, FieldType const& field, int width) const {
    if (shared) shared->fill(exec, as_shared<T, D>(field), width);
  }
  template <class FieldType, class PreviousField>
  void begin(Exec const& exec, FieldType const& field, int width, PreviousField const& previous,
             int previous_width) const {
    if (shared) shared->begin(exec, as_shared<T, D>(field), width, as_shared<T, D>(previous), previous_width);
  }
  template <class FieldType, class PreviousField>
  void finish(Exec const& exec, FieldType const& field, int width, PreviousField const& previous,
              int previous_width) const {
    if (shared)
      shared->finish(exec, as_shared<T, D>(field), width, as_shared<T, D>(previous), previous_width);
  }
  template <class FieldType, class PreviousField>
  void fill(Exec const& exec, FieldType const& field, int width, PreviousField const& previous,
            int previous_width) const {
    if (shared) shared->fill(exec, as_shared<T, D>(field), width, as_shared<T, D>(previous), previous_width);
  }
};

} // namespace tessera::app
