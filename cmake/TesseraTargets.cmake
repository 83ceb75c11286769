# SPDX-License-Identifier: Apache-2.0
# Functions that build Tessera's own programs and tests. The targets for users of the library are in lib/.
include_guard()

# Whether C++ sources are compiled by Kokkos's nvcc_wrapper, which hands them to nvcc and to g++.
set(tessera_by_nvcc_wrapper OFF)
if(Kokkos_ENABLE_CUDA AND NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(tessera_by_nvcc_wrapper ON)
endif()

# tessera_own_flags(target [OPTIMIZED]): the flags for code of this repository. They are PRIVATE to every
# target that uses this function, so users never get them. With TESSERA_QUICK_TO_COMPILE all targets but the
# OPTIMIZED ones are quick to compile.
function(tessera_own_flags target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMIZED" "" "")
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(TESSERA_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
    tessera_calls_in_kernels(${target})
  endif()
  if(TESSERA_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^19\\.")
      # On CPUs with AVX10 clang 19 warns of what it makes of this flag itself.
      target_compile_options(${target} PRIVATE -Wno-invalid-feature-combination)
    endif()
  endif()
  if(TESSERA_SANITIZE)
    target_compile_options(
      ${target} PRIVATE -fsanitize=${TESSERA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    )
    target_link_options(${target} PRIVATE -fsanitize=${TESSERA_SANITIZE})
  endif()
  if(TESSERA_QUICK_TO_COMPILE)
    tessera_free_no_memory(${target})
    if(NOT arg_OPTIMIZED)
      tessera_quick_to_compile(${target})
      tessera_force_no_inlining(${target})
    endif()
  endif()
endfunction()

# Refuses calls of host functions in code for a device: nvcc only warns of them, and what they return there is wrong.
function(tessera_calls_in_kernels target)
  if(tessera_by_nvcc_wrapper)
    target_compile_options(${target} PRIVATE --Werror=cross-execution-space-call)
  endif()
endfunction()

# Lets g++ take 1 GB before it looks for memory that it could use again, which takes a tenth of the time to compile.
# The largest source of this repository then takes 2.8 GB.
function(tessera_free_no_memory target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT Kokkos_ENABLE_CUDA)
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=1000000 --param=ggc-min-expand=1000)
  endif()
endfunction()

# Compiles a whole target with the host compiler when CUDA is on. It is for sources without Kokkos whose
# libraries (fmt, toml++, CLI11) nvcc can't compile; the host compiler is also faster.
function(tessera_host_only target)
  if(tessera_by_nvcc_wrapper)
    target_compile_options(${target} PRIVATE --host-only)
  endif()
endfunction()

# tessera_precompile(target header...): compiles these headers once for all targets that reuse them. In every
# source, Kokkos takes two seconds and the library takes another. Kokkos's nvcc_wrapper can't precompile
# headers.
function(tessera_precompile target)
  if(NOT Kokkos_ENABLE_CUDA)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# tessera_compile_together(target group [source...]): these sources of a target, or all, are compiled as one with
# TESSERA_QUICK_TO_COMPILE. What each would read and instantiate again is then there once. nvcc is left alone: with it
# a source takes minutes, and several are better compiled at once. Other builds compile each source alone, and find
# what it forgets to include.
function(tessera_compile_together target group)
  if(TESSERA_QUICK_TO_COMPILE AND NOT Kokkos_ENABLE_CUDA)
    set(sources ${ARGN})
    if(NOT sources)
      get_target_property(sources ${target} SOURCES)
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()

# A target that reuses precompiled headers has to be compiled with the same flags.
function(tessera_reuse_precompiled target from)
  if(NOT Kokkos_ENABLE_CUDA)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# Lowers the optimization level of programs that are built to be tested alone, which halves the time to compile.
# Bits do not depend on it: the tests that compare the schemes in 1D, 2D and 3D are optimized as users' programs
# are. g++ also leaves functions alone that are called once: programs take 4 to 20 percent less time to compile, and
# their kernels, whose functions are marked inline, run as fast. Two passes of -O1 take a tenth of the time to compile,
# and 15 percent more instructions to step fields without them. -Og leaves all this alone itself, and -O2 is for what
# runs for long. With -Og a program takes a quarter less to compile, but steps fields three to ten times as slowly.
function(tessera_quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT Kokkos_ENABLE_CUDA)
    set(alone "$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:TESSERA_OTHER_OPTIMIZATIONS>>>>")
    target_compile_options(
      ${target} PRIVATE "$<${alone}:-fno-inline-functions-called-once;-fno-tree-pta;-fno-tree-dominator-opts>"
    )
  endif()
endfunction()

# For what runs longer than it compiles: loops are optimized, still without forced inlining. The last -O counts.
function(tessera_quick_to_run target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
  set_target_properties(${target} PROPERTIES TESSERA_OTHER_OPTIMIZATIONS ON)
endfunction()

# Inlines nothing by force, which takes up to half of the time to compile. Device code keeps its inlining: it indexes
# arrays that live in registers.
function(tessera_force_no_inlining target)
  if(NOT Kokkos_ENABLE_CUDA)
    target_compile_definitions(${target} PRIVATE TESSERA_NO_FORCED_INLINING)
  endif()
endfunction()

# Lowers it further, for tests and snippets, which run for seconds, and inlines nothing by force. nvcc knows no -Og.
function(tessera_quickest_to_compile target)
  if(NOT Kokkos_ENABLE_CUDA)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
    set_target_properties(${target} PROPERTIES TESSERA_OTHER_OPTIMIZATIONS ON)
  endif()
  tessera_force_no_inlining(${target})
endfunction()

# tessera_program(name source... [OPTIMIZED] [PRECOMPILED target] [LIBRARIES target...]): makes an executable
# in <build>/bin.
function(tessera_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMIZED" "PRECOMPILED" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE Tessera::tessera ${arg_LIBRARIES})
  set(optimized)
  if(arg_OPTIMIZED)
    set(optimized OPTIMIZED)
  endif()
  tessera_own_flags(${name} ${optimized})
  if(arg_PRECOMPILED)
    tessera_reuse_precompiled(${name} ${arg_PRECOMPILED})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()

# The environment of a test on several threads. Threads that wait for each other sleep at once: scripts/test runs twice
# as many threads as there are cores, and all tests took 783 s on two cores so, 939 s where threads first poll
# (GOMP_SPINCOUNT=3000). A test alone on its cores is faster if they poll (docs/notes/busy-machine.md). Tests never
# write to the user's cache; theirs is in the build tree.
function(tessera_threads_of_tests variable threads)
  set(${variable} OMP_NUM_THREADS=${threads} OMP_PROC_BIND=false OMP_WAIT_POLICY=passive
      "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/tests/cache" PARENT_SCOPE
  )
endfunction()
