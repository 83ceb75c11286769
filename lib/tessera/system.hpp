// SPDX-License-Identifier: Apache-2.0
// Systems of fields: several Views on one grid, stepped together by the stages of a step.
#pragma once

#include <tessera/boundary/by_member.hpp>
#include <tessera/grid/fill_system.hpp>
#include <tessera/grid/levels.hpp>
#include <tessera/stencil/watch.hpp>
#include <tessera/step/any_system_stepper.hpp>
#include <tessera/step/system_stepper.hpp>
#include <tessera/tessera.hpp>
