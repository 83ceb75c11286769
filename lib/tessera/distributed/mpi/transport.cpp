// SPDX-License-Identifier: Apache-2.0
#include <tessera/distributed/detail/wait_watch.hpp>
#include <tessera/distributed/mpi/check.hpp>
#include <tessera/distributed/mpi/transport.hpp>

#include <cstdio>
#include <limits>

namespace tessera {

namespace {

/// All halo messages have this tag: MPI keeps the order of messages between two ranks, and all ranks start
/// their channels in the same order.
constexpr int halo_tag = 1;

int counted(Message const& message) {
  if (message.values > std::numeric_limits<int>::max())
    throw InvalidInput(detail::text("a message of ", message.values, " values with rank ", message.peer,
                                    ": MPI counts up to ", std::numeric_limits<int>::max(),
                                    " (cut the grid into more blocks)"));
  return static_cast<int>(message.values);
}

} // namespace

struct MpiTransport::Channel::Requests {
  Ranks ranks;
  std::vector<MPI_Request> requests{}; // receives first
  std::vector<MPI_Status> statuses{};
  std::vector<Message> in;
  std::vector<MPI_Datatype> types{}; // a value of each message
  std::chrono::seconds patience;
  std::string what = "a field";
  Index started = 0; // exchanges

  Requests(Ranks const& all, std::span<Message const> out, std::span<Message const> receives,
           std::chrono::seconds longest)
      : ranks(all), in(receives.begin(), receives.end()), patience(longest) {
    for (auto const& message : receives) counted(message);
    for (auto const& message : out) counted(message);
    MPI_Comm const comm = ranks.communicator();
    for (auto const& message : receives)
      detail::check_mpi(comm,
                        MPI_Recv_init(message.data, counted(message), type_of(message), message.peer,
                                      halo_tag, comm, &requests.emplace_back()),
                        "MPI_Recv_init");
    for (auto const& message : out)
      detail::check_mpi(comm,
                        MPI_Send_init(message.data, counted(message), type_of(message), message.peer,
                                      halo_tag, comm, &requests.emplace_back()),
                        "MPI_Send_init");
    statuses.resize(requests.size());
  }
  Requests(Requests const&) = delete;
  Requests& operator=(Requests const&) = delete;
  ~Requests() {
    if (!detail::mpi_runs()) return;
    for (auto& request : requests) MPI_Request_free(&request);
    for (auto& type : types) MPI_Type_free(&type);
  }

  // Messages are counted in values, since MPI counts no further than 2^31.
  MPI_Datatype type_of(Message const& message) {
    MPI_Datatype& type = types.emplace_back();
    MPI_Type_contiguous(static_cast<int>(message.value_bytes), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
  }

  /// For whom this rank has waited so long.
  std::string missed(std::chrono::seconds waited) {
    std::string missing;
    for (std::size_t i = 0; i < in.size(); ++i) {
      int arrived = 0;
      MPI_Request_get_status(requests[i], &arrived, MPI_STATUS_IGNORE);
      if (arrived == 0) missing += detail::text(missing.empty() ? "" : ", ", in[i].peer);
    }
    return detail::missed_message(waited,
                                  detail::text(missing.empty() ? "those that take ours" : "rank " + missing,
                                               " in exchange ", started, " of ", what));
  }

  // Ends the job unless all messages have arrived, and whole.
  void check_arrivals(int code) const {
    for (std::size_t i = 0; code != MPI_SUCCESS && i < requests.size(); ++i) {
      int const failure = code == MPI_ERR_IN_STATUS ? statuses[i].MPI_ERROR : code;
      if (failure != MPI_SUCCESS && failure != MPI_ERR_PENDING)
        ranks.abort(detail::text("a halo message failed: ", detail::mpi_words(failure),
                                 " (do all ranks make the same steps, with the same fused steps?)"));
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
      int values = 0;
      MPI_Get_count(&statuses[i], types[i], &values);
      if (values != in[i].values)
        ranks.abort(detail::text("rank ", in[i].peer, " sent ", values, " values of a halo, not ",
                                 in[i].values,
                                 " (do all ranks make the same steps, with the same fused steps?)"));
    }
  }
};

MpiTransport::Channel MpiTransport::open(std::span<Message const> out, std::span<Message const> in) const {
  return Channel(std::make_shared<Channel::Requests>(ranks_, out, in, patience_));
}

void MpiTransport::Channel::start_messages() {
  auto& all = requests_->requests;
  if (all.empty()) return;
  ++requests_->started;
  detail::check_mpi(requests_->ranks.communicator(), MPI_Startall(static_cast<int>(all.size()), all.data()),
                    "MPI_Startall");
}

void MpiTransport::Channel::wait() {
  using Clock = std::chrono::steady_clock;
  auto const patience = requests_->patience;
  Clock::time_point begin;
  bool said = false;
  // The clock is looked at once in 1024 turns, so messages that are soon there cost no look.
  for (Index turn = 1; !test(); ++turn) {
    if (turn == 1024) begin = Clock::now();
    if (turn % 1024 != 0 || patience.count() == 0) continue;
    auto const waited = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
    if (waited >= patience) requests_->ranks.abort(requests_->missed(waited));
    if (waited < first_word || said) continue;
    said = true;
    std::fprintf(stderr, "rank %d: %s\n", requests_->ranks.rank(), requests_->missed(waited).c_str());
    std::fflush(stderr);
  }
}

void MpiTransport::Channel::carries(std::string const& what) { requests_->what = what; }

bool MpiTransport::Channel::test() {
  auto& all = requests_->requests;
  if (all.empty()) return true;
  int done = 0;
  int const code = MPI_Testall(static_cast<int>(all.size()), all.data(), &done, requests_->statuses.data());
  if (code != MPI_SUCCESS || done != 0) requests_->check_arrivals(code);
  return done != 0;
}

} // namespace tessera
