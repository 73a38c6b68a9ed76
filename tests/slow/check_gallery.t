Every state of the gallery that refutes a formula: eval finds the same values there, and that the
constraints and conditions hold (../cli/check/judge.py).

$ for model in "$MODELS"/*.mech; do python3 "$TESTDIR/../cli/check/judge.py" "$model"; done >judged
$ grep -v '^[0-9]* judged$' judged
[1]
$ awk '{ n += $1 } END { if (n >= 60) print "enough of them"; else print n }' judged
enough of them
