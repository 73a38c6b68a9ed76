# tools/arm64.cmake: builds for arm64 on a Debian machine with another processor.
#
# Needs crossbuild-essential-arm64, the libraries of tools/packages as NAME:arm64, and qemu-user,
# with which the kernel runs the programs (binfmt_misc). tools/check-systems has a root folder with
# all of this.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
