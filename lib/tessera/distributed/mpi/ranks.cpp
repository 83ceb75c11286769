// SPDX-License-Identifier: Apache-2.0
#include <tessera/distributed/mpi/check.hpp>
#include <tessera/distributed/mpi/ranks.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tessera {

namespace {

/// An error that all ranks throw.
template <class Kind>
class Agreed final : public Kind, public AgreedFailure {
public:
  using Kind::Kind;
};

static_assert(sizeof(Index) == sizeof(std::int64_t)); // MPI_INT64_T

} // namespace

struct Ranks::Communicator {
  MPI_Comm handle = MPI_COMM_NULL;

  explicit Communicator(MPI_Comm original) {
    detail::check_mpi(original, MPI_Comm_dup(original, &handle), "MPI_Comm_dup");
    // A duplicate has the error handler of its original. Ours reports every failure, in one line.
    MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN);
  }
  Communicator(Communicator const&) = delete;
  Communicator& operator=(Communicator const&) = delete;
  ~Communicator() {
    if (detail::mpi_runs()) MPI_Comm_free(&handle);
  }
};

Ranks::Ranks(MPI_Comm communicator) {
  if (!detail::mpi_runs())
    throw InvalidInput("tessera::Ranks: MPI is not initialised, or finalised already (make a "
                       "tessera::MpiSession first, or call MPI_Init)");
  communicator_ = std::make_shared<Communicator const>(communicator);
  MPI_Comm_rank(communicator_->handle, &rank_);
  MPI_Comm_size(communicator_->handle, &count_);
}

MPI_Comm Ranks::communicator() const { return communicator_->handle; }

void Ranks::share(Failure const& failure) const {
  MPI_Comm const comm = communicator();
  int const mine = failure.kind == 0 ? count_ : rank_;
  int first = count_;
  detail::check_mpi(comm, MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (first == count_) return;
  int head[2] = {failure.kind, static_cast<int>(failure.words.size())};
  detail::check_mpi(comm, MPI_Bcast(head, 2, MPI_INT, first, comm), "MPI_Bcast");
  std::string words = failure.words;
  words.resize(static_cast<std::size_t>(head[1]));
  detail::check_mpi(comm, MPI_Bcast(words.data(), head[1], MPI_CHAR, first, comm), "MPI_Bcast");
  if (head[0] == 1) throw Agreed<InvalidInput>(detail::text("rank ", first, ": ", words));
  throw Agreed<RunFailure>(detail::text("rank ", first, ": ", words));
}

void Ranks::expect_same(char const* what, std::string const& value) const {
  std::string const other = broadcast(value);
  agree([&] {
    if (other != value)
      throw InvalidInput(
          detail::text(what, " is ", value, " here and ", other, " on rank 0 (give all ranks the same)"));
  });
}

namespace {

template <class Number>
Number reduced(MPI_Comm comm, Number value, MPI_Datatype type, MPI_Op operation) {
  Number result{};
  detail::check_mpi(comm, MPI_Allreduce(&value, &result, 1, type, operation, comm), "MPI_Allreduce");
  return result;
}

} // namespace

std::string Ranks::broadcast(std::string const& text) const {
  std::string of_first = text;
  of_first.resize(broadcast(text.size()));
  broadcast_bytes(of_first.data(), of_first.size());
  return of_first;
}

Index Ranks::sum(Index value) const { return reduced(communicator(), value, MPI_INT64_T, MPI_SUM); }
Index Ranks::largest(Index value) const { return reduced(communicator(), value, MPI_INT64_T, MPI_MAX); }
double Ranks::largest(double value) const {
  // Integers in the order of the numbers, with NaN above all; MPI_MAX of numbers may lose a NaN.
  constexpr std::int64_t nan = std::numeric_limits<std::int64_t>::max();
  auto const turned = [](std::int64_t bits) { return bits < 0 ? bits ^ nan : bits; };
  Index const most = largest(Index{std::isnan(value) ? nan : turned(std::bit_cast<std::int64_t>(value))});
  return most == nan ? std::numeric_limits<double>::quiet_NaN() : std::bit_cast<double>(turned(most));
}
double Ranks::least(double value) const { return -largest(-value); }

void Ranks::add(std::int64_t* values, int count) const {
  detail::check_mpi(communicator(),
                    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_SUM, communicator()),
                    "MPI_Allreduce");
}

void Ranks::wait() const { detail::check_mpi(communicator(), MPI_Barrier(communicator()), "MPI_Barrier"); }

void Ranks::abort(std::string const& words) const { detail::end_job(communicator(), words); }

void Ranks::gather_bytes(void const* value, void* all, std::size_t bytes) const {
  int const n = static_cast<int>(bytes);
  detail::check_mpi(communicator(), MPI_Allgather(value, n, MPI_BYTE, all, n, MPI_BYTE, communicator()),
                    "MPI_Allgather");
}

void Ranks::broadcast_bytes(void* value, std::size_t bytes) const {
  detail::check_mpi(communicator(), MPI_Bcast(value, static_cast<int>(bytes), MPI_BYTE, 0, communicator()),
                    "MPI_Bcast");
}

} // namespace tessera
