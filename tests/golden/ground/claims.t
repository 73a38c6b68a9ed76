Claims that hold on one piece of the constraint set only, beyond a cut, or for one order of parameters.
The label says what is true: T true, F false, U not to be decided. Each follows from a line of algebra
or from a look at the graph of a function.

$ for f in "$TESTDIR"/*.mech; do dalembert check "$f" 2>/dev/null | sed "s/^/${f##*/} /"; done >all
$ for letter in T F U; do awk '$3 == "'$letter'"' all | wc -l; done
60
116
1

# nothing false is proved or verified, nothing true is refuted
$ grep '^[^ ]* \(proved\|verified\) *F ' all; grep '^[^ ]* refuted *T ' all
[1]

# nothing is left undecided
$ grep '^[^ ]* unknown *[TF] ' all | sed 's/ *<-.*//'

$ grep -A1 '^[^ ]* unknown *U ' all | sed 's/ *<-.*//'
many-pieces.mech unknown   U all but one
many-pieces.mech           line 10: the constraint set has 512 pieces, of which 32 were examined

# the piece that refutes is named
$ dalembert check "$TESTDIR"/crossing-planes.mech | sed -n '3p;/F x=y/,+1p'
pieces    2: y - x = 0; z - x = 0, x + z = 0
refuted   F x=y  <- FAILS
          line 10: on the piece z - x = 0, x + z = 0: 0 on the left, 1 on the right, difference -1, at x = 0, y = 1, z = 0, x' = 0, y' = 0.6, z' = 0
$ dalembert check "$TESTDIR"/twelve-lines.mech --format json | grep '"piece":' | sort | uniq -c
      1       "piece": "x - 1 = 0",
      1       "piece": "x - 10 = 0",
      1       "piece": "x - 11 = 0",
      1       "piece": "x - 12 = 0",
      1       "piece": "x - 2 = 0",
      1       "piece": "x - 3 = 0",
      1       "piece": "x - 4 = 0",
      1       "piece": "x - 5 = 0",
      1       "piece": "x - 6 = 0",
      1       "piece": "x - 7 = 0",
      1       "piece": "x - 8 = 0",
      1       "piece": "x - 9 = 0",

# a factor that is chosen is the only piece
$ dalembert check "$TESTDIR"/eight-lines.mech --branch c=2 | grep -v '^methods\|^initial'
many branches
unsound   initial state: the state violates the constraint c by 2; its terms are of size 4  <- FAILS
proved    F seven of eight branches (by algebra)
proved    F not 8 (by algebra)
refuted   F one  <- FAILS
          line 9: 3 on the left, 1 on the right, difference 2, at x = 3, y = 0, x' = 0, y' = 0.6, m = 1
proved    T all (by algebra)
proved    T y (by algebra)
5 claims: 4 proved, 1 FAILS; the model is not sound

# what holds for special values of the parameters
$ dalembert check "$TESTDIR"/equal-lengths.mech | grep warning
warning   the constraint k follows from the others
warning   for other parameter values the constraints have another rank: all of this is for the values of the model
