#!/bin/sh
# tests/docs/check_papers_page.sh: docs/papers.md, and a sentence of README.md, say what `dalembert check`
# finds; the tool that writes them sorts, counts and finds corrections as it should.
#
#   check_papers_page.sh PROGRAM
#
# To bring them up to date: tools/list-papers build/dalembert docs/papers.md README.md

set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

cp docs/papers.md README.md "$tmp"
tools/list-papers "$program" "$tmp/papers.md" "$tmp/README.md"
for page in docs/papers.md README.md; do
  diff -u --label "$page (as it is)" --label "$page (as check says)" "$page" "$tmp/$(basename "$page")" ||
    { echo "run: tools/list-papers build/dalembert docs/papers.md README.md" >&2; exit 1; }
done

# two made-up papers: 4.2 before 4.14, a bar and a quantity over two lines, a misprint and an error with their
# corrections, one claim in two models, an equation that no claim states
mkdir "$tmp/models"
cat >"$tmp/models/spring.mech" <<'EOF'
system "Spring"
parameter m = 1, k = 1
coordinate x
kinetic = 1/2*m*x'^2
potential = 1/2*k*x^2
claim "B11 (4.14), x" m*x'' =
  -k*x      # Newton
deny "B11 (4.14) as printed, x" m*x'' = k*x
claim "B11 (4.2) |E|" conserved 1/2*m*x'^2 + 1/2*k*x^2
claim "U16 (1)" x'' = -k*x/m
deny "U16 (1), for any spring" x'' = -x
deny "U16 (2), at rest" conserved x
deny "U16 (3) as printed, for the spring, rest" x'' = 0 given x = 1
claim "U16 (3), for the spring, rest" x'' = 0 given x = 0
claim "U16 (4)" x'' = x
claim "U16 (5)" x'' = -k*x/m
claim "no paper" x'' = -k*x/m
EOF
sed -n '1,/^potential/p; /U16 (1)"/p' "$tmp/models/spring.mech" >"$tmp/models/twin.mech"
cat >"$tmp/papers.txt" <<'EOF'
# a comment
B11 (4.2) |E|  printed  twice:0a1b2c3d
B11 (4.14), x  corrected  twice
B11 (4.14) as printed, x  misprint  twice  a sign
B11 (5)  theory  once  slip: the sum is over i|j
U16 (1)  printed  once
U16 (1), for any spring  consequence  once
U16 (2), at rest  printed  once
U16 (3) as printed, for the spring, rest  error  once  it pulls
U16 (3), for the spring, rest  corrected  once
U16 (4)  printed  once
U16 (6)  definition  twice  of q
EOF
MODELS=$tmp/models PAPERS=$tmp/papers.txt tools/list-papers "$program" >"$tmp/out"
cat >"$tmp/expected" <<'EOF'
| paper | proved as printed | verified as printed | wrong in substance | probably a misprint or a reading error | other signs | corrected, and proved | instances and consequences | not claims | open | read twice |
|---|---|---|---|---|---|---|---|---|---|---|
| B11 | 1 | 0 | 0 | 1 | 0 | 1 | 0 | 1 | 0 | 3 of 4 |
| U16 | 2 | 0 | 1 | 0 | 0 | 1 | 1 | 1 | 2 | 1 of 8 |
| all | 3 | 0 | 1 | 1 | 0 | 2 | 1 | 2 | 2 | 4 of 12 |

Of 5 formulas that are proved, printed, corrected or derived, 5 are proved by algebra, which is certain; the others at points over finite fields, with odds that `check` states.

## Errors of substance

| equation | printed | right | why | model |
|---|---|---|---|---|
| U16 (3), rest | gives for the spring: `x'' = 0 given x = 1` | `x'' = 0 given x = 0` | it pulls | `spring` |

## Probably misprints or reading errors

| equation | printed | right | why | model |
|---|---|---|---|---|
| B11 (4.14), x | `m*x'' = k*x` | `m*x'' = -k*x` | a sign | `spring` |

## Beside the claims

| place | noticed |
|---|---|
| B11 (5) | slip: the sum is over i\|j |

## B11: Benenti 2011

| equation | what it is | verdict | model | read twice |
|---|---|---|---|---|
| (4.2) \|E\| | printed | proved | `spring` | yes |
| (4.14), x | corrected | proved | `spring` | yes |
| (4.14) as printed, x | misprint | probably a misprint or a reading error | `spring` | yes |
| (5) | theory |  |  |  |

## U16: Udwadia 2016

| equation | what it is | verdict | model | read twice |
|---|---|---|---|---|
| (1) | printed | proved | `spring`, `twin` |  |
| (1), for any spring | consequence | refuted, as it should be | `spring` |  |
| (2), at rest | printed | refuted, as the paper says | `spring` |  |
| (3), for the spring, rest | corrected | proved | `spring` |  |
| (3) as printed, for the spring, rest | error | **wrong** | `spring` |  |
| (4) | printed | refuted | `spring` |  |
| (5) | unlisted | proved | `spring` |  |
| (6) | definition: of q |  |  | yes |

EOF
diff -u "$tmp/expected" "$tmp/out"
printf 'Of them:\n<!-- paper counts: begin -->\nold\n<!-- paper counts: end -->\n' >"$tmp/page.md"
MODELS=$tmp/models PAPERS=$tmp/papers.txt tools/list-papers "$program" "$tmp/page.md"
diff -u - "$tmp/page.md" <<'EOF'
Of them:
<!-- paper counts: begin -->
Of the formulas in [five papers](docs/papers.md), 3 are proved as printed; 1 is wrong in substance and 1 is probably a misprint or a reading error, each listed with the right formula, which is proved.
<!-- paper counts: end -->
EOF
