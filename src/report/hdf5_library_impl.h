// report/hdf5_library_impl.h: the functions of HDF5, a library that is loaded when first needed.

#ifndef REPORT_HDF5_LIBRARY_IMPL_H
#define REPORT_HDF5_LIBRARY_IMPL_H

#include "report/hdf5.h"
#include <hdf5.h>

// constants of hdf5.h call these two, which would require linking the library
#undef H5CHECK
#undef H5OPEN
#define H5CHECK
#define H5OPEN

// clang-format off
#define HDF5_FUNCTIONS(X)                                                         \
  X(H5open) X(H5get_libversion) X(H5Eget_auto2) X(H5Eset_auto2)                   \
  X(H5Pcreate) X(H5Pclose) X(H5Pset_fapl_core) X(H5Pset_link_creation_order)      \
  X(H5Pset_obj_track_times) X(H5Pset_libver_bounds) X(H5Pset_meta_block_size)     \
  X(H5Pset_link_phase_change)                                                     \
  X(H5Pset_file_image_callbacks) X(H5Fget_filesize)                               \
  X(H5Pset_alloc_time) X(H5Pset_fill_time) X(H5Pset_fill_value) X(H5Pset_virtual) \
  X(H5Fcreate) X(H5Fclose) X(H5Fflush) X(H5Fget_file_image)                       \
  X(H5Gcreate2) X(H5Gclose)                                                       \
  X(H5Screate) X(H5Screate_simple) X(H5Sclose) X(H5Sselect_hyperslab)             \
  X(H5Tcopy) X(H5Tset_size) X(H5Tset_cset) X(H5Tset_strpad) X(H5Tclose)           \
  X(H5Acreate2) X(H5Awrite) X(H5Aclose)                                           \
  X(H5Dcreate2) X(H5Dwrite) X(H5Dget_offset) X(H5Dclose)                          \
  X(H5Pset_file_image) X(H5Fopen) X(H5Gopen2) X(H5Aexists) X(H5Aopen)             \
  X(H5Aread) X(H5Aget_space) X(H5Aget_type) X(H5Sget_simple_extent_npoints)       \
  X(H5Tis_variable_str) X(H5Dopen2) X(H5Dget_space) X(H5Dread) X(H5Dvlen_reclaim)

// numbers that the library sets when it is loaded
#define HDF5_VALUES(X)                                                            \
  X(H5T_NATIVE_DOUBLE_g) X(H5T_C_S1_g)                                            \
  X(H5T_IEEE_F64LE_g) X(H5T_STD_U64LE_g) X(H5T_STD_U8LE_g)                        \
  X(H5P_CLS_FILE_ACCESS_ID_g) X(H5P_CLS_FILE_CREATE_ID_g)                         \
  X(H5P_CLS_GROUP_CREATE_ID_g) X(H5P_CLS_DATASET_CREATE_ID_g)
// clang-format on

typedef struct {
#define X(name) __typeof__(name) *name;
  HDF5_FUNCTIONS(X)
  HDF5_VALUES(X)
#undef X
} Hdf5Functions;

// Set once hdf5_library has found the library.
extern Hdf5Functions hdf5_functions;
#define h5 hdf5_functions

// Silences the library, which prints its errors, keeps all but one thread out of it, as it may not be thread-safe, and
// leaves it as it was.
typedef struct {
  H5E_auto2_t print;
  void *print_to;
} Hdf5Before;

Hdf5Before hdf5_enter(void);
void hdf5_leave(Hdf5Before before);

#endif
