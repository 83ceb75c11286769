// SPDX-License-Identifier: Apache-2.0
// What ranks do together: mpi_ranks together. The other arguments make a rank fail, see mpi_failures.py.
#include <tessera/distributed.hpp>
#include <tessera/distributed/detail/wait_watch.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <thread>

namespace {

using namespace tessera;
using Exec = Kokkos::DefaultExecutionSpace;

struct Diffusion {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const {
    return u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

void require(bool good, char const* what) {
  if (!good) throw RunFailure(what);
}

template <class Call>
std::string agreed_words(Call const& call) {
  try {
    call();
  } catch (InvalidInput const& refused) {
    require(dynamic_cast<AgreedFailure const*>(&refused) != nullptr, "an agreed failure says that it is one");
    return refused.what();
  }
  return "nothing was refused";
}

void collectives(Ranks const& ranks) {
  int const rank = ranks.rank(), count = ranks.count();
  require(ranks.sum(Index{rank}) == Index{count} * (count - 1) / 2, "sum");
  require(ranks.largest(Index{-rank}) == 0 && ranks.largest(0.5 * rank) == 0.5 * (count - 1), "largest");
  require(ranks.least(2. - rank) == 3. - count, "least");
  require(ranks.largest(-1. - rank) == -1. && ranks.least(-1. - rank) == -1. * count, "of negative numbers");
  double const end = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  bool const last = rank == count - 1;
  require(ranks.largest(last ? end : 1.) == end && ranks.least(last ? -end : 1.) == -end,
          "of infinite numbers");
  for (double const none : {nan, -nan})
    require(std::isnan(ranks.largest(last ? none : end)) && std::isnan(ranks.least(last ? none : -end)),
            "of NaN");
  std::string const text = rank == 0 ? "of rank 0" : "longer than that of rank 0";
  require(ranks.broadcast(text) == "of rank 0", "broadcast of a text");
  require(ranks.any(rank == count - 1) && !ranks.any(false), "any");
  require(ranks.all(true) && ranks.all(rank == 0) == (count == 1), "all");
  require(ranks.broadcast(rank + 7) == 7, "broadcast");
  struct Value {
    int number;
    double half;
  };
  auto const all = ranks.gather(Value{rank, 0.5 * rank});
  for (int r = 0; r < count; ++r) require(all[r].number == r && all[r].half == 0.5 * r, "gather");
}

void errors(Ranks const& ranks) {
  require(ranks.agree([&] { return ranks.rank(); }) == ranks.rank(), "agree gives the result");
  auto const refused = agreed_words([&] {
    ranks.agree([&] {
      if (ranks.rank() > 0) throw InvalidInput("no file on rank " + std::to_string(ranks.rank()));
    });
  });
  require(refused == (ranks.count() > 1 ? "rank 1: no file on rank 1" : "nothing was refused"),
          "the first failing rank's words on all ranks");
  auto const differ = agreed_words([&] { ranks.expect_same("the width", ranks.rank() == 1 ? "four" : "5"); });
  require(differ == (ranks.count() > 1
                         ? "rank 1: the width is four here and 5 on rank 0 (give all ranks the same)"
                         : "nothing was refused"),
          "what differs is refused on all ranks");
}

void blocks(Ranks const& ranks) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const boundary = everywhere(Fixed{});
  if (ranks.count() > 1) {
    auto const thin = agreed_words([&] { cut(ranks, grid, boundary, HaloDepth{.fused_steps = 30}); });
    require(thin.find("ranks can't share 37 x 53 nodes") != thin.npos, "too many ranks are refused");
    auto const other = agreed_words(
        [&] { cut(ranks, grid, boundary, HaloDepth{.fused_steps = ranks.rank() == 1 ? 2 : 1}); });
    require(other.find("fused steps of radius 1") != other.npos, "all ranks have to want the same");
  }
  // The application's own blocks: rank r has slab count - 1 - r.
  Index const slab = ranks.count() - 1 - ranks.rank(), count = ranks.count();
  Box<2> const mine{{37 * slab / count, 0}, {37 * (slab + 1) / count, 53}};
  auto const own = Blocks<2>::of(ranks, grid, mine, boundary, HaloDepth{});
  require(own.box() == mine, "each rank has the box that it asked for");
  auto const holes = agreed_words([&] {
    Blocks<2>::of(ranks, grid, Box<2>{mine.lower, {mine.upper[0], 52}}, boundary, HaloDepth{});
  });
  require(holes.find("of the grid's 1961 nodes") != holes.npos, "blocks that are not the grid are refused");
}

struct Values {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return Kokkos::sin(37 * at.position(0) + at.position(1)) * Kokkos::exp(at.position(1));
  }
};

// The sum of a field is that of one rank, in all bits.
void sums(Ranks const& ranks) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {0.1, 0.3}, .origin = {-1, 2}};
  auto const whole = make_field<double>(Exec(), grid, "whole");
  fill(Exec(), whole, Values{});
  auto const blocks = cut(ranks, grid, everywhere(Fixed{}), HaloDepth{.fused_steps = 2});
  auto const u = make_field<double>(Exec(), blocks, "u");
  Kokkos::deep_copy(u.view(), 1e30); // the halo does not count
  fill(Exec(), u, Values{});
  double const expected = exact_sum(Exec(), whole).value(), found = sum(Exec(), ranks, u);
  require(found == expected && std::fabs(found) > 1, "the sum does not depend on the number of ranks");
  require(field_hash(Exec(), ranks, u) == field_hash(Exec(), whole), "nor does the hash");
}

// An application's own communicator: half of the ranks, counted backwards. Its own messages have our tag.
void split() {
  int rank = 0, count = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  {
    Ranks const ranks(half);
    collectives(ranks);
    Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
    auto const blocks = cut(ranks, grid, everywhere(Periodic{}), HaloDepth{});
    auto const u = make_field<double>(Exec(), blocks, "u");
    Kokkos::deep_copy(u.view(), 1.);
    HaloExchange const exchange(Exec(), MpiTransport(ranks), blocks, u);
    double theirs = 0, mine = 17;
    MPI_Request request[2];
    int const other = (ranks.rank() + 1) % ranks.count();
    MPI_Irecv(&theirs, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, half, &request[0]);
    exchange.fill(Exec(), u);
    MPI_Isend(&mine, 1, MPI_DOUBLE, other, 1, half, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    require(theirs == 17, "messages of the library and of the application do not meet");
  }
  MPI_Comm_free(&half);
}

// What a device waits for is missed after a minute, and ends the job when patience is over.
void watches() {
  using namespace std::chrono_literals;
  unsigned long long exchange = 1;
  std::vector<std::string> said, ended;
  detail::WaitWatch watch(
      [&] {
        return exchange == 0 ? std::nullopt
                             : std::optional(detail::DeviceWait{
                                   exchange, detail::text("rank 3 in exchange ", exchange)});
      },
      100s, [&](auto const& words) { said.push_back(words); },
      [&](auto const& words) { ended.push_back(words); });
  detail::WaitWatch::Clock::time_point const begin{};
  watch.look(begin);
  watch.look(begin + 59s);
  exchange = 2; // it goes on
  watch.look(begin + 61s);
  watch.look(begin + 119s);
  exchange = 0; // nothing is waited for
  watch.look(begin + 130s);
  exchange = 2;
  watch.look(begin + 200s);
  require(said.empty() && ended.empty(), "waits that end are not missed");
  watch.look(begin + 260s);
  watch.look(begin + 270s);
  require(said.size() == 1 && ended.empty() &&
              said[0].starts_with("after 60 s no message has come from rank 3 in exchange 2 ("),
          "a wait of a minute is said once");
  watch.look(begin + 300s);
  require(ended.size() == 1 && ended[0].starts_with("after 100 s no message"), "patience ends the job");
}

/// A rank fails while the others wait for it.
void fail(Ranks const& ranks, std::string const& how) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const boundary = everywhere(Neumann{0.});
  if (how == "refused") cut(ranks, grid, boundary, HaloDepth{.fused_steps = 40});
  auto const blocks = cut(ranks, grid, boundary, HaloDepth{.fused_steps = 4});
  auto const u = make_field<double>(Exec(), blocks, "u");
  HaloExchange const exchange(Exec(), MpiTransport(ranks), blocks, u); // patient as the environment says
  bool const this_one = ranks.rank() == 1;
  int const fused = this_one && how == "own_choice" ? 3 : 4;
  Stepper stepper(Exec(), u, Diffusion{}, boundary, Temporal{.fused_steps = fused});
  stepper.advance(u, 9, exchange);
  if (this_one && how == "throws") throw RunFailure("the disk is full");
  if (this_one && how == "stopped") std::this_thread::sleep_for(std::chrono::minutes(2));
  if (this_one && how == "killed") std::raise(SIGKILL);
  if (how == "other_steps")
    Stepper(Exec(), u, Diffusion{}, boundary, Temporal{.fused_steps = this_one ? 3 : 4})
        .advance(u, 4, exchange);
  stepper.advance(u, 1000, exchange);
  ranks.wait();
}

} // namespace

int main(int argc, char** argv) {
  std::string const how = argc > 1 ? argv[1] : "together";
  MpiSession const mpi(argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (how == "leaves_the_scope") {
    try {
      MpiSession const inner(argc, argv);
      Ranks const ranks;
      if (ranks.rank() == 1) throw 1;
      ranks.wait();
      ranks.wait();
    } catch (int) {
    }
  }
  return mpi.run([&] {
    Ranks const ranks;
    if (how != "together") return fail(ranks, how);
    collectives(ranks);
    watches();
    errors(ranks);
    blocks(ranks);
    sums(ranks);
    split();
    require(launched_ranks() == ranks.count(), "the launcher's number of ranks");
    if (ranks.first()) std::printf("%d ranks agree\n", ranks.count());
  });
}
