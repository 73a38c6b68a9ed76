#!/bin/sh
# tests/docs/check_papers_page.sh: docs/papers.md says what `dalembert check` finds, and the tool that writes
# it can sort, count and find what is right.
#
#   check_papers_page.sh PROGRAM
#
# To bring the page up to date: tools/list-papers build/dalembert docs/papers.md

set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

cp docs/papers.md "$tmp/now.md"
tools/list-papers "$program" "$tmp/now.md"
diff -u --label "docs/papers.md (as it is)" --label "docs/papers.md (as check says)" docs/papers.md "$tmp/now.md" ||
  { echo "run: tools/list-papers build/dalembert docs/papers.md" >&2; exit 1; }

# a made-up paper: 4.2 before 4.14, a bar and a quantity over two lines, a misprint with its correction
mkdir "$tmp/models"
cat >"$tmp/models/spring.mech" <<'EOF'
system "Spring"
parameter m = 1, k = 1
coordinate x
kinetic = 1/2*m*x'^2
potential = 1/2*k*x^2
claim "B11 (4.14), x" m*x'' =
  -k*x      # Newton
deny "B11 (4.14), x, as printed" m*x'' = k*x
claim "B11 (4.2) |E|" conserved 1/2*m*x'^2 + 1/2*k*x^2
claim "U16 (1)" x'' = -k*x/m
deny "U16 (1), for any spring" x'' = -x
claim "no paper" x'' = -k*x/m
EOF
MODELS=$tmp/models tools/list-papers "$program" >"$tmp/out"
cat >"$tmp/expected" <<'EOF'
## B11: Benenti 2011

2 formulas proved, 1 wrong as printed.

| equation | verdict | model |
|---|---|---|
| (4.2) \|E\| | proved | `spring` |
| (4.14), x | proved | `spring` |
| (4.14), x, as printed | **wrong as printed** | `spring` |

Wrong as printed in B11, and what is right:

| equation | printed | right | model |
|---|---|---|---|
| (4.14), x | `m*x'' = k*x` | `m*x'' = -k*x` | `spring` |

## U16: Udwadia 2016

1 formula proved, 0 wrong as printed, 1 refuted that the paper does not state.

| equation | verdict | model |
|---|---|---|
| (1) | proved | `spring` |
| (1), for any spring | refuted, as it should be | `spring` |

EOF
diff -u "$tmp/expected" "$tmp/out"
