// SPDX-License-Identifier: Apache-2.0
// Everything a user of the library needs; the parts can be included one by one.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/boundary/one_of.hpp>
#include <tessera/grid/field.hpp>
#include <tessera/grid/fill.hpp>
#include <tessera/grid/node_reader.hpp>
#include <tessera/scheme/any_scheme.hpp>
#include <tessera/scheme/by_name.hpp>
#include <tessera/scheme/schemes.hpp>
#include <tessera/stencil/stencil.hpp>
#include <tessera/step/any_stepper.hpp>
#include <tessera/step/stepper.hpp>
