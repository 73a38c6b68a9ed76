#!/bin/sh
# tests/docs/check_messages.sh: the tables of docs/guide/errors.md list the messages of the program.
#
# To bring them up to date: tools/list-messages docs/guide/errors.md

set -eu
cd "$(dirname "$0")/../.."
now=$(mktemp) && trap 'rm -f "$now"' EXIT
cp docs/guide/errors.md "$now"
tools/list-messages "$now"
diff -u --label "docs/guide/errors.md (as it is)" --label "docs/guide/errors.md (as src/base says)" \
  docs/guide/errors.md "$now" ||
  { echo "run: tools/list-messages docs/guide/errors.md" >&2; exit 1; }

# every code once
double=$(tools/list-messages | sed -n 's/^| \(N[0-9]*\) .*/\1/p' | sort | uniq -d)
test -z "$double" || { echo "codes used twice: $double" >&2; exit 1; }
