# SPDX-License-Identifier: Apache-2.0
# Archives by CPack: `cpack` packs what is installed, `cpack --config CPackSourceConfig.cmake` the sources.
include_guard()

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VENDOR "The Tessera authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_FILE_NAME "tessera-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "tessera-${PROJECT_VERSION}")
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git/" "${PROJECT_SOURCE_DIR}/build/" "${PROJECT_SOURCE_DIR}/\\\\.deps" "__pycache__" "\\\\.pyc$")
include(CPack)
