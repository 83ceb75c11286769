// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "picture_words.hpp"

namespace tessera::app {

/// Draws traces side by side as seismologists do: time runs downwards, each receiver has a column in which
/// its trace is a line, filled where it is positive. All have the same scale: the largest deflection is one
/// and a half columns wide.
/// \param traces a row of samples per receiver; of more than 256 receivers every k-th is drawn
/// \param first, last times of the first and last sample
/// \throws RunFailure if the file can't be written
void write_seismogram(std::filesystem::path const& path, std::vector<std::vector<double>> const& traces,
                      double first, double last, PictureWords const& words);

} // namespace tessera::app
