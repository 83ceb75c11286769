# SPDX-License-Identifier: Apache-2.0
# Tests that start ranks with MPI's launcher.
include_guard()

# tessera_mpi_test(name command...): a test that starts ranks, a thread each; tessera_mpi_launch(variable ranks) gives
# the launcher's part of a command. Open MPI's settings: root may start ranks, they may outnumber cores and then give
# way to each other, and a container may lack the permission to read another process's memory. Its own messages within
# a machine, ob1, are what it takes here in the end; to look for networks first is a third of the time of a short run.
# A rank that hangs is a failure, not a long test. Each test has a temporary folder of its own: Open MPI's launchers
# make and remove one folder for all jobs of a user, and one that begins while another ends may not find it.
function(tessera_mpi_test name)
  set(temporary ${CMAKE_BINARY_DIR}/mpi/${name})
  file(MAKE_DIRECTORY ${temporary})
  set(environment
      TMPDIR=${temporary}
      OMP_NUM_THREADS=1
      OMP_PROC_BIND=false
      OMPI_ALLOW_RUN_AS_ROOT=1
      OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
      OMPI_MCA_rmaps_base_oversubscribe=1
      OMPI_MCA_hwloc_base_binding_policy=none
      OMPI_MCA_mpi_yield_when_idle=1
      OMPI_MCA_btl_vader_single_copy_mechanism=none
      OMPI_MCA_pml=ob1
      # The same for Open MPI 5.
      PRTE_ALLOW_RUN_AS_ROOT=1
      PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
      PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
      PRTE_MCA_hwloc_default_binding_policy=none
  )
  set(timeout 120)
  if(TESSERA_SANITIZE)
    list(APPEND environment ASAN_OPTIONS=detect_leaks=0) # MPI's own
    set(timeout 600)
  endif()
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES PROCESSORS 2 TIMEOUT ${timeout} ENVIRONMENT "${environment}")
endfunction()

function(tessera_mpi_launch variable ranks)
  set(${variable} ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} PARENT_SCOPE)
endfunction()
