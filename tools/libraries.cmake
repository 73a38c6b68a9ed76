# tools/libraries.cmake: finds the libraries that dalembert is built with.
#
# In:   CMAKE_PREFIX_PATH and what pkg-config knows; the usual folders of the system
# Out:  libraries          names of what is linked, in the order of the linker
#       library_paths      the same as files
#       number_libraries   files of FLINT and what it uses, then + and that of Arb if it is a separate library
#       library_includes   folders of headers
#       library_folders    where libraries are found at run time, if the loader would not look there
# Why:  everything that is missing is reported at once, by names that can be looked up on every distribution: that of
#       pkg-config, and the header
#
# FLINT 3 contains Arb; before, Arb is a separate library. If SUNDIALS was built with MPI, it includes MPI's header.
# LAPACK, SUNDIALS, SuiteSparse and HDF5 are loaded at run time and not linked; `dalembert --version --verbose` reports
# which were found.

find_package(PkgConfig QUIET)
set(libraries)
set(library_paths)
set(library_includes)
set(library_folders)
set(missing)

# need(NAME what HEADER file ...)
#   PACKAGE name...      for pkg-config, one of them
#   LIBRARIES name...    one of them is linked
#   OPENED name...       one of them is loaded at run time
#   FOLDERS suffix...    of folders with headers
function(need name what)
  cmake_parse_arguments(A "" "HEADER" "PACKAGE;LIBRARIES;OPENED;FOLDERS" ${ARGN})
  if(PKG_CONFIG_FOUND AND A_PACKAGE)
    pkg_search_module(PC_${name} QUIET ${A_PACKAGE})
  endif()
  find_path(${name}_INCLUDE_DIR ${A_HEADER} HINTS ${PC_${name}_INCLUDE_DIRS} PATH_SUFFIXES ${A_FOLDERS})
  if(A_LIBRARIES)
    find_library(${name}_LIBRARY NAMES ${A_LIBRARIES} HINTS ${PC_${name}_LIBRARY_DIRS})
  endif()
  if(A_OPENED)
    find_library(${name}_OPENED NAMES ${A_OPENED} HINTS ${PC_${name}_LIBRARY_DIRS})
  endif()
  if(NOT ${name}_INCLUDE_DIR OR (A_LIBRARIES AND NOT ${name}_LIBRARY))
    list(JOIN A_PACKAGE " or " package)
    if(package)
      string(PREPEND package "pkg-config ")
      string(APPEND package ", ")
    endif()
    set(missing "${missing}\n  ${what}: ${package}header ${A_HEADER}" PARENT_SCOPE)
    return()
  endif()
  set(library_includes ${library_includes} ${${name}_INCLUDE_DIR} PARENT_SCOPE)
  if(A_LIBRARIES)
    get_filename_component(linked ${${name}_LIBRARY} NAME_WE)
    string(REGEX REPLACE "^lib" "" linked ${linked})
    set(libraries ${libraries} ${linked} PARENT_SCOPE)
    set(library_paths ${library_paths} ${${name}_LIBRARY} PARENT_SCOPE)
  endif()
  if(${name}_OPENED)
    get_filename_component(folder ${${name}_OPENED} DIRECTORY)
    set(library_folders ${library_folders} ${folder} PARENT_SCOPE)
  endif()
endfunction()

need(GMP "GMP" PACKAGE gmp HEADER gmp.h LIBRARIES gmp)
need(MPFR "MPFR" PACKAGE mpfr HEADER mpfr.h LIBRARIES mpfr)
need(FLINT "FLINT, 2.9 or later" PACKAGE flint HEADER flint/flint.h LIBRARIES flint)
if(FLINT_INCLUDE_DIR AND NOT EXISTS ${FLINT_INCLUDE_DIR}/flint/arb.h)
  need(ARB "Arb, 2.23 or later, which is part of FLINT 3" PACKAGE arb HEADER arb.h
       LIBRARIES flint-arb arb)
endif()
need(SUNDIALS "SUNDIALS, 6 or 7" HEADER cvode/cvode.h OPENED sundials_cvode)
need(SPQR "SPQR, of SuiteSparse" PACKAGE SPQR HEADER SuiteSparseQR_C.h FOLDERS suitesparse OPENED spqr)
need(HDF5 "HDF5, 1.10 or later" PACKAGE hdf5-serial hdf5 HEADER hdf5.h FOLDERS hdf5/serial
     OPENED hdf5_serial hdf5)

# from version 7 on, a communicator of MPI is part of SUNDIALS' interface if it was built with MPI
if(SUNDIALS_INCLUDE_DIR)
  set(config ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h)
  file(STRINGS ${config} version REGEX "define SUNDIALS_VERSION_MAJOR")
  file(STRINGS ${config} mpi REGEX "define SUNDIALS_MPI_ENABLED 1")
  string(REGEX REPLACE "[^0-9]" "" version "${version}")
  if(mpi AND version GREATER 6)
    set(folder lib/${CMAKE_LIBRARY_ARCHITECTURE})
    need(MPI "MPI, with which SUNDIALS was built" PACKAGE mpi-c HEADER mpi.h
         FOLDERS ${folder}/openmpi/include ${folder}/mpich/include openmpi-${CMAKE_SYSTEM_PROCESSOR})
  endif()
  if(NOT version MATCHES "^[67]$")
    string(APPEND missing "\n  SUNDIALS, 6 or 7: ${config} is of version ${version}")
  endif()
endif()

if(missing)
  message(FATAL_ERROR "These libraries, with their headers, are missing:${missing}\n"
    "Install them; if they are in a folder of their own, add -DCMAKE_PREFIX_PATH=FOLDER. "
    "docs/guide/install.md has more.")
endif()

list(REVERSE libraries)      # above, each library comes after those that it uses
list(REVERSE library_paths)
foreach(path ${library_paths})      # the shared library may open them instead
  get_filename_component(folder ${path} DIRECTORY)
  list(APPEND library_folders ${folder})
endforeach()
set(number_libraries ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY})
if(ARB_LIBRARY)
  list(APPEND number_libraries + ${ARB_LIBRARY})
endif()
list(APPEND libraries ${CMAKE_DL_LIBS} m)
list(APPEND library_paths ${CMAKE_DL_LIBS} m)
list(REMOVE_DUPLICATES library_includes)
foreach(folder ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES})      # the compiler searches there anyway
  list(REMOVE_ITEM library_includes ${folder})
endforeach()
list(REMOVE_DUPLICATES library_folders)
foreach(folder ${CMAKE_C_IMPLICIT_LINK_DIRECTORIES} ${CMAKE_PLATFORM_IMPLICIT_LINK_DIRECTORIES})
  list(REMOVE_ITEM library_folders ${folder})
endforeach()
