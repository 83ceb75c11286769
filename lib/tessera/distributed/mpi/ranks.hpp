// SPDX-License-Identifier: Apache-2.0
// Ranks: the processes that share a grid, over a communicator of their own.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

#include <cstdint>
#include <memory>
#include <mpi.h>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera {

/// Marks an exception that all ranks throw with the same words, see Ranks::agree(). One of them may report it
/// for all.
class AgreedFailure {
public:
  virtual ~AgreedFailure() = default;
};

/// The processes that share a grid. Their messages use a duplicate of the given communicator, so they never
/// meet the application's. Copies share it. Members that say so are collective: all ranks call them, in the
/// same order. Where MPI itself fails, one line says so and the job ends (MPI_Abort).
class Ranks {
public:
  /// Collective over `communicator`, which has to stay valid during this call only.
  /// \throws InvalidInput if MPI is not initialised, or finalised already
  explicit Ranks(MPI_Comm communicator = MPI_COMM_WORLD);

  int rank() const { return rank_; }
  int count() const { return count_; }
  /// Whether this is rank 0, which speaks for all.
  bool first() const { return rank_ == 0; }
  /// The duplicate. It is freed with the last copy of these ranks, which has to go before MPI_Finalize.
  MPI_Comm communicator() const;

  /// Runs work() and returns its result; if it throws on some rank, all ranks throw with the words of the
  /// first that failed. Collective; work() itself sends no messages.
  /// \throws InvalidInput where the first failing rank threw one, else RunFailure; both are AgreedFailures
  template <class Work>
  auto agree(Work const& work) const {
    using Result = std::invoke_result_t<Work const&>;
    Failure failure;
    if constexpr (std::is_void_v<Result>) {
      attempt([&] { work(); }, failure);
      share(failure);
    } else {
      std::optional<Result> result;
      attempt([&] { result.emplace(work()); }, failure);
      share(failure);
      return std::move(*result);
    }
  }

  /// Checks that all ranks give the same text; `what` names it. Collective.
  /// \throws InvalidInput on all ranks if one differs from rank 0
  void expect_same(char const* what, std::string const& value) const;

  /// All ranks' values, by rank. Collective.
  template <class Value>
  std::vector<Value> gather(Value const& value) const {
    static_assert(std::is_trivially_copyable_v<Value>, "tessera::Ranks: values travel bytewise");
    std::vector<Value> all(static_cast<std::size_t>(count()), value);
    gather_bytes(&value, all.data(), sizeof(Value));
    return all;
  }
  /// Rank 0's value. Collective.
  template <class Value>
  Value broadcast(Value value) const {
    static_assert(std::is_trivially_copyable_v<Value>, "tessera::Ranks: values travel bytewise");
    broadcast_bytes(&value, sizeof(Value));
    return value;
  }
  std::string broadcast(std::string const& text) const;

  /// Sum, largest and least over all ranks; they are the same on all, NaN if one of them is. Collective. (A
  /// sum of floating-point numbers would depend on how they are spread over ranks; that of a field does not,
  /// see reduce.hpp.)
  Index sum(Index value) const;
  Index largest(Index value) const;
  double largest(double value) const;
  double least(double value) const;
  bool all(bool value) const { return sum(Index{!value}) == 0; }
  bool any(bool value) const { return sum(Index{value}) > 0; }
  /// Adds each of these numbers over all ranks, in place. Collective.
  void add(std::int64_t* values, int count) const;
  /// Waits for all ranks. Collective.
  void wait() const;

  /// Ends the job with one line from this rank. Other ranks need not take part.
  [[noreturn]] void abort(std::string const& words) const;

private:
  struct Failure {
    int kind = 0; // 1: InvalidInput, 2: anything else
    std::string words{};
  };
  template <class Work>
  static void attempt(Work const& work, Failure& failure) {
    try {
      work();
    } catch (InvalidInput const& refused) {
      failure = {1, refused.what()};
    } catch (std::exception const& failed) {
      failure = {2, failed.what()};
    }
  }
  void share(Failure const& failure) const;
  void gather_bytes(void const* value, void* all, std::size_t bytes) const;
  void broadcast_bytes(void* value, std::size_t bytes) const;

  struct Communicator;
  std::shared_ptr<Communicator const> communicator_;
  int rank_ = 0, count_ = 1;
};

} // namespace tessera
