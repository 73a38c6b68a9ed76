#!/bin/sh
# tests/docs/check_cookbook.sh: every system of docs/guide/cookbook.md has its picture, and tools/make-pictures draws it.

set -eu
cd "$(dirname "$0")/../.."
n=$(grep -c '^## [0-9]*\. ' docs/guide/cookbook.md)
test "$n" -ge 20 || { echo "only $n systems" >&2; exit 1; }
for i in $(seq "$n"); do
  grep -q "(../pictures/cookbook-$i.svg)" docs/guide/cookbook.md || { echo "no link to picture $i" >&2; exit 1; }
  grep -q '</svg>' "docs/pictures/cookbook-$i.svg" || { echo "no picture $i" >&2; exit 1; }
  grep -q "^recipe $i " tools/make-pictures || { echo "picture $i is not drawn by tools/make-pictures" >&2; exit 1; }
done
