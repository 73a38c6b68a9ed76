#!/bin/sh
# tests/docs/check_words.sh: plain English in what users and readers meet.
#
#   check_words.sh             no phrase of the list below in the pages, messages, help texts, model headers and
#                              comments
#   check_words.sh --selftest  every phrase of the list is found where it occurs, and its plain form is not
#
# Each phrase reads as if it were translated; the plain form stands beside it:
#
#   where there is none, a smaller one is none    or NULL; or 0; treated as zero
#   tells why, how, what, that, whether       reports the reason; shows; is true if
#   is told, are told                         is reported
#   for want of                               to save; because ... is missing
#   with a _ behind, behind it                with a trailing _; after it
#   or NULL where                             or NULL
#   somebody printed, what was printed        published
#   were looked at                            were examined
#   means nothing here, is at fault           unexpected; has a bug
#
# A line that quotes one on purpose has `words: quoted` in it. Lists each offence as file:line and fails if there is one.

set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

phrases='where there (is|are|was|were) none|(?<!there )\b(is|are) none\b|NULL where|\btells? (why|how|what|that|whether|when|where|which)\b|\b(is|are|was|were) told\b'
phrases="$phrases|for want of|\\bwith an? [^ ]+ behind\\b|\\bbehind (it|them)\\b|somebody printed|what was printed|looked at\\b|means nothing here|at fault\\b|\\bin vain\\b|whoever"

if test "${1:-}" = --selftest; then
  cat >"$tmp/bad" <<'EOF'
NULL where there is none
a smaller slope is none
tells why it failed
the reason is told
left out, for want of room
a name with a _ behind
the comma behind it
a formula that somebody printed
pieces that were looked at
the program is at fault
EOF
  test "$(grep -Pci "$phrases" "$tmp/bad")" -eq "$(wc -l <"$tmp/bad")" || { echo "a phrase is not found:"; grep -Piv "$phrases" "$tmp/bad"; exit 1; }
  cat >"$tmp/good" <<'EOF'
or NULL
smaller slopes are treated as zero
reports the reason
omitted to save space
with a trailing _
none of the formulas is longer
the pieces that were examined
EOF
  ! grep -Pi "$phrases" "$tmp/good"
  exit
fi

{
  grep -HnPi "$phrases" README.md CHANGES.md docs/*.md docs/guide/*.md docs/theory/*.md docs/dalembert.1 docs/papers.txt \
    models/*.mech src/*/*.def || true
  # comments
  find src include tests bench python -name '*.[ch]' -exec grep -HnPi "//.*($phrases)" {} + || true
  grep -HnPi "//.*($phrases)" src/page/*.js src/report/text/*.js || true
  grep -rHnPi "^ *#.*($phrases)" bench tests tools --include='*.py' --include='check_*' --include='run-*' --include='list-*' \
    --include='make-*' --exclude=check_words.sh || true
  # messages and help: the texts in the code of all folders
  grep -HnoE '"[^"]*"' src/*/*.[ch] src/native/text/*.h | grep -Pi "$phrases" || true
} | grep -v 'words: quoted' >"$tmp/found" || true
cat "$tmp/found"
test ! -s "$tmp/found"
