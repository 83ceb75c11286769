// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/distributed/detail/wait_watch.hpp>
#include <tessera/distributed/patience.hpp>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <string_view>
#include <thread>

namespace tessera {

std::chrono::seconds patience_of_environment() {
  char const* const said = std::getenv("TESSERA_PATIENCE");
  if (said == nullptr || *said == '\0') return std::chrono::minutes(30);
  std::string_view const text = said;
  long long seconds = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds > 1'000'000'000)
    throw InvalidInput(
        detail::text("TESSERA_PATIENCE is '", text, "' (give whole seconds, or 0 to wait for ever)"));
  return std::chrono::seconds(seconds);
}

} // namespace tessera

namespace tessera::detail {

void WaitWatch::look(Clock::time_point now) {
  auto const wait = look_();
  if (!wait || exchange_ != wait->exchange) {
    exchange_.reset();
    if (wait) exchange_ = wait->exchange;
    since_ = now;
    said_ = false;
    return;
  }
  auto const waited = std::chrono::duration_cast<std::chrono::seconds>(now - since_);
  if (waited >= patience_) return end_job_(missed_message(waited, wait->words));
  if (waited < first_word || said_) return;
  said_ = true;
  say_(missed_message(waited, wait->words));
}

std::string missed_message(std::chrono::seconds waited, std::string const& what) {
  return text("after ", waited.count(), " s no message has come from ", what,
              " (is it stopped, or does it make other calls?)");
}

namespace {

/// One thread for all channels of the process.
class Watcher {
public:
  static Watcher& of_process() {
    static Watcher watcher;
    return watcher;
  }
  ~Watcher() {
    {
      std::lock_guard const lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  using Entry = std::list<WaitWatch>::iterator;
  Entry add(WaitWatch watch) {
    std::lock_guard const lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    return watches_.insert(watches_.end(), std::move(watch));
  }
  void remove(Entry entry) {
    std::lock_guard const lock(mutex_);
    watches_.erase(entry);
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; }))
      for (auto& watch : watches_) watch.look(WaitWatch::Clock::now());
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<WaitWatch> watches_;
  bool ends_ = false;
  std::thread thread_;
};

} // namespace

std::shared_ptr<void> watch_waits(WaitWatch::Look look, std::chrono::seconds patience, int rank) {
  if (patience.count() == 0) return {};
  auto const say = [rank](std::string const& words) {
    std::fprintf(stderr, "rank %d: %s\n", rank, words.c_str());
    std::fflush(stderr);
  };
  auto const end_job = [say](std::string const& words) {
    say(words);
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // the line travels through the launcher
    std::_Exit(1);
  };
  struct Watched {
    Watcher& watcher;
    Watcher::Entry entry;
    ~Watched() { watcher.remove(entry); }
  };
  auto& watcher = Watcher::of_process();
  auto const entry = watcher.add(WaitWatch(std::move(look), patience, say, end_job));
  return std::shared_ptr<Watched>(new Watched{watcher, entry});
}

} // namespace tessera::detail
