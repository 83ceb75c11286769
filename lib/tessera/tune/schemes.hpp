// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of each scheme, one include for each of tessera::Schemes.
#pragma once

#include <tessera/scheme/schemes.hpp>
#include <tessera/tune/schemes/direct.hpp>
#include <tessera/tune/schemes/streaming.hpp>
#include <tessera/tune/schemes/temporal.hpp>
#include <tessera/tune/schemes/tiled.hpp>
#include <tessera/tune/schemes/two_pass.hpp>
