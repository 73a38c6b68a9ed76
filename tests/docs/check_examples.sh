#!/bin/sh
# tests/docs/check_examples.sh: the examples in the documentation are true.
#
#   check_examples.sh PROGRAM [PAGE.md ...]     without pages: README.md and all of docs/
#
# What is done with a fenced block depends on the words after the fence:
#
#   mech               a whole model: `dalembert derive` must succeed
#   mech NAME.mech     the same, and the commands below it find the file
#   mech parse-only    a model that need not be derivable (status 0 or 3, never 2)
#   c NAME.c           a file for the commands below, as it stands; any language will do
#   console            commands after "$ ", continued after "> ", and what they print, standard error
#                      first; [2] is the exit status where it is not 0; a line ... stands for any lines
#
# Other blocks are not checked, except for the formulas and numbers in the picture at the top of docs/tour.md. The
# commands of a page run in one fresh folder with PROGRAM's folder first on PATH and with `build`, `models`
# and `include` in place. Numbers are compared to ten digits.

set -eu
program=$1 && shift
test -x "$program" || { echo "check_examples: no program $program" >&2; exit 1; }
folder=$(cd "$(dirname "$program")" && pwd)
cd "$(dirname "$0")/../.."
root=$PWD
test $# -gt 0 || set -- README.md docs/*.md docs/*/*.md

tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/home"
sanitizers=
if grep -q __asan_init "$folder/libdalembert.a"; then sanitizers=-fsanitize=address,undefined; fi
printf '#!/bin/sh\nexec gcc %s "$@"\n' "$sanitizers" >"$tmp/bin/cc"
chmod +x "$tmp/bin/cc"
PATH=$tmp/bin:$folder:$PATH HOME=$tmp/home LC_ALL=C.UTF-8 mark=--check-examples-$$--
export PATH HOME LC_ALL

# split PAGE: each block to a file of its own, first "LINE WORDS-AFTER-THE-FENCE"
split_page() {
  awk -v to="$tmp/blocks" '
    /^```/ {
      if (open) { close(file); open = 0; next }
      file = sprintf("%s/%04d", to, ++n); open = 1
      print NR, substr($0, 4) > file
      next
    }
    open { print > file }
    END { if (open) { print "the last block is not closed" > "/dev/stderr"; exit 1 } }
  ' "$1"
}

fails() { echo "$page:$line: $1"; bad=1; }

check_model() {      # check_model FILE WORD
  status=0
  (cd "$work" && "$folder/dalembert" derive "$1" >"$tmp/out" 2>&1) || status=$?
  case $status,$2 in
    0,* | 3,parse-only) ;;
    *) fails "derive gives status $status:"; cat "$tmp/out" ;;
  esac
}

# commands BLOCK: a script that prints the mark and the exit status after each command
commands() {
  awk -v mark="$mark" '
    function finish() { if (open) print "echo \"" mark "$?\""; open = 0 }
    /^\$ /        { finish(); print substr($0, 3); open = head = 1; next }
    head && /^> / { print substr($0, 3); next }
                  { head = 0 }
    END           { finish() }
  ' "$1"
}

# compare BLOCK OUTPUT: prints each command whose output differs
compare() {
  awk -v mark="$mark" -v out="$2" '
    function rounded(text,   result, number) {
      while (match(text, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
        number = substr(text, RSTART, RLENGTH)
        if (RLENGTH > 12) number = sprintf("%.10g", number)
        result = result substr(text, 1, RSTART - 1) number
        text = substr(text, RSTART + RLENGTH)
      }
      return result text
    }
    # do the wanted lines from i on match the printed ones from j on?
    function matches(i, j) {
      if (i > nwanted) return j > ngot
      if (wanted[i] == "...") {
        for (; j <= ngot + 1; j++) if (matches(i + 1, j)) return 1
        return 0
      }
      return j <= ngot && rounded(wanted[i]) == rounded(got[j]) && matches(i + 1, j + 1)
    }
    function finish(   i, text, status, at) {
      if (command == "") return
      ngot = 0; status = "none: the shell ended here"
      while ((getline text < out) > 0) {
        at = index(text, mark)
        if (at > 1) got[++ngot] = substr(text, 1, at - 1)
        if (at) { status = substr(text, at + length(mark)); break }
        got[++ngot] = text
      }
      while (ngot && got[ngot] == "") ngot--
      if (status != "0") got[++ngot] = "[" status "]"
      while (nwanted && wanted[nwanted] == "") nwanted--
      if (!matches(1, 1)) {
        print "$ " command "   prints"
        for (i = 1; i <= ngot; i++) print "  " got[i]
      }
      command = ""; nwanted = 0
    }
    NR == 1               { next }
    /^\$ /                { finish(); command = substr($0, 3); head = 1; next }
    head && /^> /         { next }
                          { head = 0; wanted[++nwanted] = $0 }
    END                   { finish() }
  ' "$1"
}

check_console() {      # check_console BLOCK
  commands "$1" >"$tmp/script"
  (cd "$work" && sh "$tmp/script" </dev/null >"$tmp/out" 2>&1) || true
  compare "$1" "$tmp/out" >"$tmp/differences"
  if [ -s "$tmp/differences" ]; then fails "the output has changed:"; cat "$tmp/differences"; fi
}

# The bracketed rows and the accelerations of README's picture are what the program prints.
check_picture() {
  short() { sed -E 's/([0-9]\.[0-9]{9})[0-9]*/\1/g' | tr -s ' '; }
  { dalembert derive --worksheet models/double-pendulum.mech; dalembert eval models/double-pendulum.mech; } |
    short >"$tmp/out"
  sed -n '/^## What happens/,/^## Five/p' docs/tour.md |
    sed -n -e 's/^.*\(\[ .* \]\)$/\1/p' -e "s/^ *\(theta[12]'' = [-0-9.]*\).*/\1/p" | short >"$tmp/rows"
  while IFS= read -r row; do
    grep -qF -e "$row" "$tmp/out" || { echo "docs/tour.md: the picture shows what is not printed: $row"; bad=1; }
  done <"$tmp/rows"
  test "$(wc -l <"$tmp/rows")" -ge 6 || { echo "docs/tour.md: the picture has lost its formulas"; bad=1; }
}

bad=0
for page in "$@"; do
  rm -rf "$tmp/blocks" "$tmp/work"
  mkdir "$tmp/blocks" "$tmp/work"
  work=$tmp/work
  ln -s "$root/models" "$root/include" "$work"
  ln -s "$folder" "$work/build"
  if [ "$page" = docs/tour.md ]; then check_picture; fi
  split_page "$page"
  for block in "$tmp"/blocks/*; do
    test -f "$block" || continue
    read -r line language word rest <"$block"
    case $language,$word in
      mech,*.mech) sed 1d "$block" >"$work/$word"; check_model "$word" "" ;;
      mech,*)      sed 1d "$block" >"$work/example.mech"; check_model example.mech "$word" ;;
      console,)    check_console "$block" ;;
      *,?*.?*)     sed 1d "$block" >"$work/$word" ;;
    esac
  done
done
exit $bad
