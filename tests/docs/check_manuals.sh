#!/bin/sh
# tests/docs/check_manuals.sh: each command has a manual page with all its options, and one version is written everywhere.
#
# What the pages have comes from docs/dalembert.1; an option of src/cli/options.def that is missing there is reported here.

set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
bad=0
fails() { echo "check_manuals: $1"; bad=1; }

tools/make-manuals "$tmp" 1.2.3
commands=$(sed -n 's/^X(\([a-z]*\), .\(.\)..*/\1:\2/p' src/cli/commands.def)
test "$(echo "$commands" | wc -l)" -ge 11 || fails "only these commands: $commands"
for command in $commands; do
  name=${command%:*} letter=${command#*:} page=$tmp/dalembert-${command%:*}.1
  test -s "$page" || { fails "no page about $name"; continue; }
  grep -q "^dalembert.-$name .- ." "$page" || fails "$name: no name"
  sed -n '/^\.SH DESCRIPTION/,/^\.SH OPTIONS/p' "$page" | grep -vq '^\.SH' || fails "$name: docs/dalembert.1 does not describe it"
  sed 's/\\-/-/g' "$page" >"$tmp/plain"
  sed -n 's/^X([A-Z_]*, "\([a-z-]*\)", [^,]*, [^,]*, "\([a-z*]*\)", .*/\1 \2/p' src/cli/options.def |
    awk -v letter="$letter" '{ print $1, index($2, letter) || $2 == "*" }' | sort -u >"$tmp/options"
  while read -r option takes; do
    if awk -v option="--$option" '/^\.TP/ { getline; if (match($0, option "($|[^a-z-])")) found = 1 } END { exit !found }' "$tmp/plain"; then
      # an entry may be about several options, such as --from, --to and --every
      test "$takes" = 1 || grep -qx "$option 1" "$tmp/options" || fails "$name: --$option is not an option of it"
    else
      test "$takes" = 0 || fails "$name: docs/dalembert.1 has no entry about --$option"
    fi
  done <"$tmp/options"
done
if command -v groff >/dev/null; then
  for page in "$tmp"/*.1; do
    case $page in */dalembert-mpi.1) continue ;; esac      # names another page
    groff -man -Tutf8 -ww -z "$page" 2>"$tmp/said" && test ! -s "$tmp/said" || fails "$page: $(head -n 1 "$tmp/said")"
  done
fi

version=$(sed -n 's/^project(dalembert VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
grep -qx "version: $version" CITATION.cff || fails "CITATION.cff is not of version $version"
grep -q "^## $version" CHANGES.md || fails "CHANGES.md has nothing about version $version"
exit $bad
