# SPDX-License-Identifier: Apache-2.0
# Warnings in the headers of a dependency that is a part of this build are not ours, and must not stop a build
# with -Werror.
include_guard()

# tessera_system_headers(folder): targets that link a target made in this source folder or below it use its
# headers as system headers. From CMake 3.25 on, SYSTEM of add_subdirectory and FetchContent has the same
# effect.
function(tessera_system_headers folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "LIBRARY$")
      get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
      if(folders)
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${folders})
      endif()
    endif()
  endforeach()
  get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS below)
    tessera_system_headers("${subfolder}")
  endforeach()
endfunction()
