#!/bin/sh
# tests/docs/check_closed.sh CLOSED: the table of docs/closed-forms.md is what the program measures.
#
# No formula of the program is longer than the one that the model claims.
#
# To bring it up to date: tools/list-closed-forms docs/closed-forms.md

set -eu
cd "$(dirname "$0")/../.."
now=$(mktemp) && trap 'rm -f "$now"' EXIT
cp docs/closed-forms.md "$now"
CLOSED=$1 tools/list-closed-forms "$now"
diff -u --label "docs/closed-forms.md (as it is)" --label "docs/closed-forms.md (as measured)" \
  docs/closed-forms.md "$now" ||
  { echo "run: tools/list-closed-forms docs/closed-forms.md" >&2; exit 1; }
if grep '| longer |$' docs/closed-forms.md; then exit 1; fi
