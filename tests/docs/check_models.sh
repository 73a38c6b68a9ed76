#!/bin/sh
# tests/docs/check_models.sh: the table of docs/guide/models.md lists the models of the gallery.
#
# To bring it up to date: tools/list-models docs/guide/models.md

set -eu
cd "$(dirname "$0")/../.."
now=$(mktemp) && trap 'rm -f "$now"' EXIT
cp docs/guide/models.md "$now"
tools/list-models "$now"
diff -u --label "docs/guide/models.md (as it is)" --label "docs/guide/models.md (as models/ says)" \
  docs/guide/models.md "$now" ||
  { echo "run: tools/list-models docs/guide/models.md" >&2; exit 1; }

# every model has a title and says what it is
tools/list-models | awk -F ' \\| ' '
  NR > 2 && ($2 == "" || length($3) < 20) { print "no title or no comment at the top: " $1; bad = 1 }
  END { exit bad }'

# those that the page recommends exist
sed -n '/^| for /,/^$/p' docs/guide/models.md | sed 1,2d | sed -n 's/^|[^|]*| \(.*\) |$/\1/p' | tr ',' '\n' |
  while read -r name; do
    test -f "models/$name.mech" || { echo "docs/guide/models.md: there is no model $name" >&2; exit 1; }
  done
