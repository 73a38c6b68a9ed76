# tools/roots.sh: root folders of fresh systems, and commands in them; read by check-systems,
# make-deb and check-deb, which run as root in the root of the sources. namespaces and binfmt are
# for systems with another processor.

systems=$PWD/build/systems      # the folder of the roots
mirror=${DAL_MIRROR-http://deb.debian.org/debian}

# needs_root PROGRAM: ends it unless it runs as root and debootstrap is installed or can be
needs_root() {
  if [ "$(id -u)" -ne 0 ]; then echo "$1: takes root: sudo tools/$1" >&2; exit 2; fi
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y --no-install-recommends debootstrap; } >/dev/null 2>&1 || true
  command -v debootstrap >/dev/null || { echo "$1: debootstrap is missing; on Debian, the package of that name" >&2; exit 2; }
}

# release_name RELEASE: sets name to debootstrap's name for it
release_name() {
  case $1 in
    12) name=bookworm ;;
    13) name=trixie ;;
    *)  return 1 ;;
  esac
}

# bootstrap RELEASE NAME: build/systems/debian-RELEASE.base
bootstrap() {
  base=$systems/debian-$1.base
  test ! -e "$base" || return 0
  rm -rf "$base.new"
  debootstrap --variant=minbase --include=make "$2" "$base.new" "$mirror" || return
  mv "$base.new" "$base"
}

# fresh SYSTEM BASE KEY: SYSTEM.root is a copy of BASE.base that was made for KEY
fresh() {
  root=$systems/$1.root
  if [ -e "$root" ] && [ "$(cat "$systems/$1.key" 2>/dev/null)" = "$3" ]; then return 0; fi
  rm -rf "$root" "$systems/$1.key"
  cp -a --reflink=auto "$systems/$2.base" "$root" || return
  echo "$3" >"$systems/$1.key"
}

# same_ids FILE: users and groups of a new namespace are those of the machine; FILE holds its
# process id
same_ids() {
  until pid=$(cat "$1") && echo 0 0 65536 >"/proc/$pid/uid_map"; do sleep 0.1; done 2>/dev/null
  echo 0 0 65536 >"/proc/$pid/gid_map"
}

# within ROOT COMMAND: runs it as root in the root folder; downloads are shared by all
within() {
  mkdir -p "$systems/debs/partial" "$1/var/cache/apt/archives"
  cp -L /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
  rm -f "$1.pid"
  if [ -n "$namespaces" ]; then same_ids "$1.pid" & fi
  sh -c 'echo $$ >"$1" && shift && exec unshare "$@"' sh "$1.pid" \
    $namespaces --mount --pid --fork --kill-child sh -c '
    until grep -q . /proc/self/gid_map; do sleep 0.1; done
    exec sh -eu -c "$@"      # now as root, whatever the namespace
  ' sh '
    root=$1 debs=$2 binfmt=$3 command=$4
    mount --make-rprivate /
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t tmpfs tmpfs "$root/tmp"
    mount --bind "$debs" "$root/var/cache/apt/archives"
    if [ -n "$binfmt" ]; then
      mount -t binfmt_misc binfmt_misc "$root/proc/sys/fs/binfmt_misc"
      printf %s "$binfmt" | chroot "$root" sh -c "cat >/proc/sys/fs/binfmt_misc/register"
    fi
    exec chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive sh -ec "cd /dalembert && $command"
  ' sh "$1" "$systems/debs" "$binfmt" "$2"
}
namespaces=''
binfmt=''

