// SPDX-License-Identifier: Apache-2.0
// Patience: how long a rank waits for a message of another one.
#pragma once

#include <chrono>

namespace tessera {

/// The time after which a rank that waits for a message ends the job, which takes the place of half an hour
/// where the environment's TESSERA_PATIENCE says another one, in seconds; 0: it waits for ever, without a
/// word. \throws InvalidInput if TESSERA_PATIENCE is no such number
std::chrono::seconds patience_of_environment();

/// How long a rank waits before it says for whom, without ending anything.
inline constexpr std::chrono::seconds first_word = std::chrono::seconds(60);

} // namespace tessera
