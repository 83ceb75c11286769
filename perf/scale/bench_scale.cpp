// SPDX-License-Identifier: Apache-2.0
// The benchmark of many ranks: steps of blocks with their exchange, beside those of one rank alone, and the
// exchange by itself beside a copy between two devices.
#include <tessera/equation/wave.hpp>
#include <tessera/tessera.hpp>

#include <cstdio>
#include <memory>
#include <optional>

#include "../diffusion.hpp"
#include "options.hpp"
#include "peer_copy.hpp"
#include "rows.hpp"

namespace {

using namespace tessera;
using namespace tessera::perf;
using Exec = Kokkos::DefaultExecutionSpace;

/// A value in [0, 1) that depends on the node alone.
struct Random {
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    std::uint64_t word = 0x9e3779b97f4a7c15u;
    for (int d = 0; d < At::dimension; ++d) {
      word = (word ^ static_cast<std::uint64_t>(at.index(d))) * 0xbf58476d1ce4e5b9u;
      word ^= word >> 29;
    }
    return static_cast<double>(word >> 11) * 0x1p-53;
  }
};

struct Bench {
  Ranks const& ranks;
  ScaleOptions const& options;
  std::FILE* json;
};

/// A row's field, to be compared with those of other rows.
struct SteppedField {
  std::function<Index()> step;
  std::function<void(Index steps)> advance;
  std::function<std::uint64_t()> hash;
};

std::string joined(auto const& numbers, int count, char const* between) {
  std::string words;
  for (int d = 0; d < count; ++d) words += (d > 0 ? between : "") + std::to_string(numbers[d]);
  return words;
}

/// One problem on these ranks.
template <int D, class StencilType, class SchemeType>
class ScaleCase {
  using T = float;
  static constexpr int slowest = std::is_same_v<Exec::array_layout, Kokkos::LayoutLeft> ? D - 1 : 0;

public:
  ScaleCase(Bench const& bench, std::string const& name, StencilType const& stencil, SchemeType const& scheme,
            int fused_steps, std::int64_t default_nodes)
      : bench_(bench), name_(name), stencil_(stencil), scheme_(scheme), fused_steps_(fused_steps) {
    auto const& [ranks, options, json] = bench;
    for (int d = 0; d < D; ++d) {
      auto const given = options.nodes.size();
      if (given > 1 && given != D)
        throw InvalidInput(detail::text("--nodes has ", given, " numbers, ", name, " has ", D, " axes"));
      whole_.nodes[d] =
          given == 0 ? default_nodes : options.nodes[given == 1 ? 0 : static_cast<std::size_t>(d)];
      whole_.spacing[d] = 1;
      parts_[d] = d == slowest ? ranks.count() : 1;
      if (options.parts.size() == D) parts_[d] = options.parts[static_cast<std::size_t>(d)];
      if (!options.strong) whole_.nodes[d] *= parts_[d];
    }
    alone_ = whole_;
    if (!options.strong)
      for (int d = 0; d < D; ++d) alone_.nodes[d] /= parts_[d];
    blocks_.emplace(cut(ranks, whole_, boundary_, halo_depth_of<StencilType>(fused_steps),
                        CutOptions<D>{.parts = parts_}));
  }

  void run() {
    auto const& [ranks, options, json] = bench_;
    add_alone();
    for (bool overlap : {false, true}) {
      if (wants("mpi")) add_together("mpi", MpiTransport(ranks), overlap);
#if defined(KOKKOS_ENABLE_CUDA)
      if (shared_devices(ranks).empty()) {
#if defined(TESSERA_HAS_NCCL)
        if (wants("nccl")) {
          if (!nccl_) nccl_.emplace(ranks);
          add_together("nccl", *nccl_, overlap);
        }
#endif
        if (wants("peer") && PeerTransport::refusal(ranks).empty())
          add_together("peer", PeerTransport(ranks), overlap);
      }
#endif
    }
    measure_in_turns(ranks, rows_, options.seconds, options.repetitions);
    compare_hashes();
    report();
  }

private:
  using ViewType = decltype(make_field<T>(Exec(), std::declval<Grid<D>>()).view());
  using BoundaryType = decltype(everywhere(Fixed{}));
  using StepperType =
      Stepper<Exec, std::remove_cvref_t<ViewType>, StencilType, BoundaryType, SchemeType, NoObstacle>;

  bool wants(std::string const& transport) const {
    auto const& all = bench_.options.transports;
    return all.empty() || std::find(all.begin(), all.end(), transport) != all.end();
  }

  /// The block's nodes as a grid of their own on every rank; with --strong the whole grid, on rank 0.
  void add_alone() {
    bool const works = !bench_.options.strong || bench_.ranks.first();
    if (!works) {
      rows_.push_back({"alone", [](Index) {}, fused_steps_});
      return;
    }
    auto const u = make_field<T>(exec_, alone_);
    fill(exec_, u, Random{});
    auto stepper = std::make_shared<StepperType>(exec_, u, stencil_, boundary_, scheme_);
    way_ = stepper->report().way;
    rows_.push_back({"alone",
                     [=, this](Index steps) {
                       stepper->advance(u, steps);
                       exec_.fence();
                     },
                     2 * fused_steps_}); // after an odd number of sweeps the result is copied
    if (bench_.options.strong)
      fields_.push_back({[=] { return stepper->step(); }, [=](Index steps) { stepper->advance(u, steps); },
                         [=, this] { return tessera::field_hash(exec_, u); }});
  }

  template <class TransportType>
  void add_together(std::string const& transport, TransportType const& by, bool overlap) {
    auto const u = make_field<T>(exec_, *blocks_);
    fill(exec_, u, Random{});
    HaloExchange const exchange(exec_, by, *blocks_, u, {.overlap = overlap});
    auto stepper = std::make_shared<StepperType>(exec_, u, stencil_, boundary_, scheme_);
    if (!overlap) {
      int const width = blocks_->depth().width();
      rows_.push_back({"exchange/" + transport, [=, this](Index count) {
                         for (Index i = 0; i < count; ++i) {
                           exchange.fill(exec_, u, width);
                         }
                         exec_.fence();
                       }});
      sent_bytes_ = static_cast<double>(exchange.report().sent_bytes);
      peers_ = exchange.report().peers;
    }
    rows_.push_back({"together/" + transport + (overlap ? "/overlap" : ""),
                     [=, this](Index steps) {
                       stepper->advance(u, steps, exchange);
                       exec_.fence();
                     },
                     2 * fused_steps_}); // after an odd number of sweeps the result is copied
    fields_.push_back({[=] { return stepper->step(); },
                       [=](Index steps) { stepper->advance(u, steps, exchange); },
                       [=, this] { return tessera::field_hash(exec_, bench_.ranks, u); }});
  }

  /// Brings all fields to the same step; then they must have the same bits, also those of one rank alone.
  void compare_hashes() {
    Index last = 0;
    for (auto const& field : fields_) last = std::max(last, field.step());
    last = bench_.ranks.largest(last);
    for (auto const& field : fields_) field.advance(last - field.step());
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      auto const hash = fields_[i].hash();
      if (i == 0) first = hash;
      if (hash != first) throw RunFailure(name_ + ": two rows have different fields");
      ++compared_;
    }
  }

  /// What a row without overlap would make, as `of alone` or `speedup`, if a sweep took its part of the time
  /// of one rank alone and then that of an exchange. 0 for other rows.
  double model(std::string const& name) const {
    std::string const prefix = "together/";
    double const alone = rows_.front().median() * fused_steps_;
    for (auto const& row : rows_)
      if (name.starts_with(prefix) && row.name == "exchange/" + name.substr(prefix.size()))
        return alone / (alone / (bench_.options.strong ? bench_.ranks.count() : 1) + row.median());
    return 0;
  }

  void report() const {
    auto const& [ranks, options, json] = bench_;
    double const copy = ranks.first() && ranks.count() > 1
                            ? seconds_of_copy(static_cast<std::size_t>(sent_bytes_ / std::max(1, peers_)), 1)
                            : 0;
    double const largest = ranks.largest(sent_bytes_);
    if (!ranks.first()) return;
    double const alone = rows_.front().median();
    double const nodes = static_cast<double>(whole_.size());
    std::printf("\n%s, %s scaling: %s nodes, %d ranks (%s blocks), %d fused steps (%s), a rank sends %.4g MB "
                "to at most %d "
                "ranks each time\n",
                name_.c_str(), options.strong ? "strong" : "weak", joined(whole_.nodes, D, " x ").c_str(),
                ranks.count(), joined(parts_, D, " x ").c_str(), fused_steps_, way_.c_str(), largest * 1e-6,
                peers_);
    if (copy > 0)
      std::printf("  a plain copy of one message to the next device: %.2f us, %.1f GB/s\n", copy * 1e6,
                  sent_bytes_ / std::max(1, peers_) / copy * 1e-9);
    std::printf("  %-24s %12s %12s %10s %8s   least and most of %d\n", "row", "us", "GCells/s",
                options.strong ? "speedup" : "of alone", "model", options.repetitions);
    for (auto const& row : rows_) {
      bool const steps = row.name.starts_with("together") || row.name == "alone";
      double const each = row.median(), unit = steps ? each * fused_steps_ : each;
      auto const [least, most] = std::minmax_element(row.each.begin(), row.each.end());
      std::printf("  %-24s %12.2f", row.name.c_str(), unit * 1e6);
      double const cells = row.name == "alone" && !options.strong ? nodes / ranks.count() : nodes;
      if (steps)
        std::printf(" %12.2f %10.4f", cells / each * 1e-9, alone / each);
      else
        std::printf(" %9.2f GB/s %9s", largest / each * 1e-9, "");
      double const modelled = model(row.name);
      if (modelled > 0)
        std::printf(" %8.4f", modelled);
      else
        std::printf(" %8s", "");
      std::printf("   %.2f %.2f\n", *least * (unit / each) * 1e6, *most * (unit / each) * 1e6);
      if (json != nullptr)
        std::fprintf(
            json,
            "{\"case\": \"%s\", \"scaling\": \"%s\", \"nodes\": [%s], \"ranks\": %d, \"parts\": [%s], "
            "\"fused_steps\": %d, \"way\": \"%s\", \"row\": \"%s\", \"seconds\": %.9g, \"least\": %.9g, "
            "\"most\": %.9g, \"sent_bytes\": %.0f, \"copy_seconds\": %.9g, \"alone\": %.9g}\n",
            name_.c_str(), options.strong ? "strong" : "weak", joined(whole_.nodes, D, ", ").c_str(),
            ranks.count(), joined(parts_, D, ", ").c_str(), fused_steps_, way_.c_str(), row.name.c_str(),
            each, *least, *most, largest, copy, alone);
    }
    std::printf("  us: of a sweep of %d steps, or of an exchange. After the same steps the fields of %d rows "
                "have the "
                "same bits.\n"
                "  model: of one rank alone, and then of an exchange.\n",
                fused_steps_, compared_);
    std::fflush(stdout);
  }

  Bench bench_;
  std::string name_, way_ = "";
  StencilType stencil_;
  SchemeType scheme_;
  int fused_steps_;
  BoundaryType boundary_ = everywhere(Fixed{});
  Exec exec_;
  Grid<D> whole_{}, alone_{};
  Extents<D> parts_{};
  std::optional<Blocks<D>> blocks_;
  std::vector<ScaleRow> rows_;
  std::vector<SteppedField> fields_;
  double sent_bytes_ = 0;
  int peers_ = 0, compared_ = 0;
#if defined(TESSERA_HAS_NCCL)
  std::optional<NcclTransport> nccl_;
#endif
};

template <int D, class StencilType, class SchemeType>
void run_case(Bench const& bench, char const* name, StencilType const& stencil, SchemeType const& scheme,
              int fused_steps, std::int64_t nodes) {
  auto const& wanted = bench.options.cases;
  if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;
  ScaleCase<D, StencilType, SchemeType>(bench, name, stencil, scheme, fused_steps, nodes).run();
}

void run(Ranks const& ranks, ScaleOptions const& options) {
  constexpr bool host = tessera::detail::on_host<Exec>;
  std::FILE* const json =
      ranks.first() && !options.json.empty() ? std::fopen(options.json.c_str(), "w") : nullptr;
  ranks.agree([&] {
    if (ranks.first() && !options.json.empty() && json == nullptr)
      throw InvalidInput("can't write " + options.json);
  });
  Bench const bench{ranks, options, json};
  auto const fused = [&](int otherwise) { return options.fused_steps > 0 ? options.fused_steps : otherwise; };
  int const in_2d = fused(host ? 8 : 10), in_3d = fused(host ? 4 : 3);
  run_case<2>(bench, "heat2d", tessera::perf::Diffusion<float, 2>{0.1f}, Temporal{.fused_steps = in_2d},
              in_2d, host ? 4096 : 16384);
  run_case<3>(bench, "heat3d", tessera::perf::Diffusion<float, 3>{0.1f}, Temporal{.fused_steps = in_3d},
              in_3d, host ? 160 : 512);
  run_case<3>(bench, "wave3d", Wave<float, 3, 8, UniformMedium<float>>{{1, 1, 1}, {0.1f}}, Direct{}, 1,
              host ? 160 : 512);
  if (json != nullptr) std::fclose(json);
}

} // namespace

int main(int argc, char** argv) {
  tessera::MpiSession const mpi(argc, argv);
  bool speaks = true;
  {
    tessera::Ranks const ranks;
    speaks = ranks.first();
  }
  auto const options = parse_scale_options(argc, argv, speaks);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run([&] { run(tessera::Ranks(), options); });
}
