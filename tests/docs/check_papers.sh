#!/bin/sh
# tests/docs/check_papers.sh: every equation of the papers is accounted for.
#
#   a label of a claim or denial that begins with a paper goes on with an equation, a theorem, an example
#       or a section; no label begins with a number in parentheses alone
#   a denial "KEY EQUATION as printed, PART" has a claim "KEY EQUATION, PART" beside it
#   docs/papers.txt has a line for each label, of a kind that fits: error, misprint or convention for a denial
#       "as printed", corrected for the claim beside it, and for no other
#   every numbered equation of the five papers is either claimed or denied in models/, or explained in
#   docs/papers.txt, not both; and every example and theorem named below is claimed
#
#   READ is twice:MARK for a claim or denial that was read twice; MARK identifies its text in the models, since a
#   changed formula has to be read again. The text is what follows the label; a `let` that it uses is not part of it
#
# Lists each offence and fails if there is one.

set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
bad() { echo "$1" >>"$work/bad"; }
: >"$work/bad"

# FILE KIND LABEL, parts separated by tabs
sed -n 's/^\(claim\|deny\) "\([^"]*\)".*/\1	\2/p' models/*.mech | LC_ALL=C sort -u >"$work/labels"
# what follows the paper: up to the first comma or colon, without `as printed`; an example keeps its first word
awk -F '	' -v OFS='	' '
  $2 ~ /^(B11|B08|U16|D74|L8) / {
    key = $2; sub(/ .*/, "", key)
    ref = substr($2, length(key) + 2); sub(/,.*/, "", ref); sub(/ as printed$/, "", ref)
    if (key == "L8" && ref ~ /^Ex[0-9]/) sub(/ .*/, "", ref)
    print $1, key, ref, $2
  }
  $2 ~ /^\(/ { print "claim", "none", $2, $2 }
' "$work/labels" >"$work/refs"

awk -F '	' '
  $2 == "none" { print "a label without a paper: " $4 }
  $2 != "none" && $3 !~ /^(\([0-9.]+\)|(Theorem|Remark|Proposition|Example|Fig\.) [0-9.]+|step [0-9.]+|[0-9](\.[0-9])+|Ex[0-9]|one coordinate)$/ {
    print "what does it state? " $4
  }
' "$work/refs" >>"$work/bad"

awk -F '	' '
  $1 == "claim" { right[$4] = 1 }
  $1 == "deny" && $4 ~ / as printed/ { label = $4; sub(/,? as printed/, "", label); wrong[label] = $4 }
  END { for (w in wrong) if (!(w in right)) print "denied, but nothing is claimed in its place: " wrong[w] }
' "$work/refs" >>"$work/bad"

# LABEL KIND READ [REMARK] of docs/papers.txt; equations that no claim states are explained there
grep -v '^#' docs/papers.txt | grep . >"$work/lines"
awk -F '  ' '
  $1 !~ /^(B11|B08|U16|D74|L8) ./ || $3 !~ /^(once|twice|twice:[0-9a-f]+)$/ || NF > 4 ||
  $2 !~ /^(constraint|definition|theory|solution|figure|printed|instance|consequence|error|misprint|convention|corrected)$/ {
    print "docs/papers.txt: " $0
  }
' "$work/lines" >>"$work/bad"
sed 's/  .*//' "$work/lines" | LC_ALL=C sort | uniq -d | sed 's/^/docs\/papers.txt, twice: /' >>"$work/bad"
awk -F '  ' '$2 ~ /^(constraint|definition|theory|solution|figure)$/ { print $1 }' "$work/lines" |
  LC_ALL=C sort >"$work/told_refs"
awk -F '\t' -v lines="$work/lines" '
  BEGIN { while ((getline line < lines) > 0) { split(line, part, "  "); kind[part[1]] = part[2] } }
  $2 != "none" { stated[$4] = $1; if ($1 == "deny" && $4 ~ / as printed/) { twin = $4; sub(/,? as printed/, "", twin); right[twin] = 1 } }
  END {
    for (label in stated) {
      if (!(label in kind)) { print "not in docs/papers.txt: " label; continue }
      if (label ~ / as printed/) fits = "error|misprint|convention"
      else if (label in right) fits = "corrected"
      else fits = stated[label] == "deny" ? "printed|consequence" : "printed|instance|consequence"
      if (kind[label] !~ "^(" fits ")$") print "docs/papers.txt: " kind[label] " does not fit " label
    }
    for (label in kind)
      if (!(label in stated) && kind[label] !~ /^(constraint|definition|theory|solution|figure)$/)
        print "docs/papers.txt: no model states " label
  }
' "$work/refs" | LC_ALL=C sort >>"$work/bad"

# LABEL MARK: all texts with that label, each once, without comments and repeated spaces
awk '
  function finish() {
    sub(/^ +/, "", text); sub(/ +$/, "", text)
    if (label != "" && !((label, text) in seen)) { seen[label, text] = 1; all[label] = all[label] text "\n" }
    label = text = ""
  }
  function mark(s,   i, h) {      # of 32 bits: products stay below 2^53
    for (i = 1; i <= length(s); i++) h = (h*65599 + code[substr(s, i, 1)])%4294967291
    return sprintf("%04x%04x", int(h/65536), h%65536)
  }
  BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
  FNR == 1 || !/^[ \t]+[^ \t#]/ { finish() }
  { sub(/[ \t]+#.*$/, ""); gsub(/[ \t]+/, " ") }
  /^(claim|deny) "(B11|B08|U16|D74|L8) / { split($0, part, "\""); label = part[2]; text = substr($0, length(part[1] label) + 3); next }
  label != "" { text = text " " $0; gsub(/ +/, " ", text) }
  END { finish(); for (label in all) print label "\t" mark(all[label]) }
' models/*.mech | LC_ALL=C sort >"$work/marks"
awk -F '  ' -v marks="$work/marks" '
  BEGIN { while ((getline line < marks) > 0) { split(line, part, "\t"); mark[part[1]] = "twice:" part[2] } }
  $3 != "once" && $3 != (($1 in mark) ? mark[$1] : "twice") {
    print "docs/papers.txt: " $1 ": " $3 ", now " (($1 in mark) ? mark[$1] : "twice") ": read it again"
  }
' "$work/lines" >>"$work/bad"
cut -f 2,3 "$work/refs" | tr '\t' ' ' | LC_ALL=C sort -u >"$work/claimed"

# numbers KEY PREFIX FIRST LAST
numbers() {
  i=$3
  while [ "$i" -le "$4" ]; do echo "$1 ($2$i)"; i=$((i + 1)); done
}
{
  numbers B11 1. 1 4; numbers B11 2. 1 19; numbers B11 3. 1 29; numbers B11 4. 1 17
  numbers U16 '' 1 76
  numbers B08 '' 1 62
  numbers D74 '' 1 51
  numbers L8 8. 1 43
} | LC_ALL=C sort >"$work/numbered"
cat "$work/told_refs" "$work/claimed" | LC_ALL=C sort -u >"$work/known"
comm -23 "$work/numbered" "$work/known" | sed 's/$/: neither claimed nor in docs\/papers.txt/' >>"$work/bad"
comm -12 "$work/told_refs" "$work/claimed" | sed 's/$/: claimed, and in docs\/papers.txt as well/' >>"$work/bad"
grep ' (' "$work/known" | grep ')$' | comm -13 "$work/numbered" - | sed 's/$/: there is no such equation/' >>"$work/bad"
for ref in 'L8 Ex1' 'L8 Ex2' 'L8 Ex3' 'L8 Ex4' 'L8 Ex5' 'L8 Theorem 8.4' 'B11 Theorem 6' 'B11 Example 1' \
  'B11 Example 2' 'B11 Example 3' 'B11 Example 4' 'B11 Remark 4' 'B08 Theorem 1' 'B08 Theorem 3' 'B11 Remark 3' 'B08 8.1' 'B08 8.3' 'B08 8.4'; do
  grep -qx "$ref" "$work/claimed" || bad "$ref: not claimed"
done

cat "$work/bad"
test ! -s "$work/bad"
