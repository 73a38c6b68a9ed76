#!/bin/sh
# tests/docs/check_labels.sh: labels and sources that the code names exist in the documentation.
#
#   a comment of src/methods/*.c that starts with a label, `// (3)  J = ...` or `// (3)-(8)  ...`:
#       some theory page that the comment at the top of the file names has a line starting with (3)
#   a theory page that any file under src/ names exists
#   .source = "key": docs/bibliography.bib has an entry of that key
#   a model tests/golden/theory/PAGE-*.mech: docs/theory/PAGE.md names it, and has a line starting with (3) if the label of
#       one of its claims starts so; a model, or a session, that a theory page names: there is one
#
# Lists each offence as file:line and fails if there is one.

set -eu
cd "$(dirname "$0")/../.."

# pages FILE: the theory pages named in the comment at its top
pages() {
  sed '/^\/\//!q' "$1" | grep -o 'docs/theory/[a-z0-9_-]*\.md' | sort -u || true
}

# labels FILE: LINE NUMBER for each label at the start of a comment
labels() {
  awk '
    { sub(/^[ \t]*/, "") }
    /^\/\/ \([0-9]+\)/ {
      text = substr($0, 4)
      first = text; sub(/^\(/, "", first); sub(/\).*/, "", first)
      last = first
      if (text ~ /^\([0-9]+\)-\([0-9]+\)/) { last = text; sub(/^[^-]*-\(/, "", last); sub(/\).*/, "", last) }
      for (n = first + 0; n <= last + 0; n++) print NR, n
    }
  ' "$1"
}

bad=$(mktemp) && trap 'rm -f "$bad"' EXIT

for file in src/methods/*.c; do
  named=$(pages "$file")
  labels "$file" | while read -r line number; do
    found=no
    for page in $named; do
      if [ -f "$page" ] && grep -q "^ *($number)" "$page"; then found=yes; fi
    done
    test $found = yes || echo "$file:$line: label ($number) is in none of: ${named:-no page named}"
  done
done >"$bad"

grep -rno 'docs/theory/[a-z0-9_-]*\.md' src | while IFS=: read -r file line page; do
  test -f "$page" || echo "$file:$line: there is no $page"
done >>"$bad"

grep -no '\.source = "[^"]*"' src/methods/*.c | while IFS=: read -r file line text; do
  key=$(printf '%s\n' "$text" | sed 's/.*"\(.*\)"/\1/')
  grep -q "^@[a-z]*{$key,\$" docs/bibliography.bib || echo "$file:$line: docs/bibliography.bib has no entry $key"
done >>"$bad"

for model in tests/golden/theory/*.mech; do
  page=$(basename "$model" .mech)
  page=docs/theory/${page%-*}.md
  grep -qF "$model" "$page" || echo "$page: does not name $model"
  sed -n 's/^\(claim\|deny\) "(\([0-9]*\)).*/\2/p' "$model" | sort -u | while read -r number; do
    grep -q "^ *($number)" "$page" || echo "$model: label ($number) is not in $page"
  done
done >>"$bad"
grep -no '\(tests\|models\)/[a-z0-9_/-]*\.\(mech\|t\)' docs/theory/*.md | while IFS=: read -r file line name; do
  test -f "$name" || echo "$file:$line: there is no $name"
done >>"$bad"

cat "$bad"
test ! -s "$bad"
