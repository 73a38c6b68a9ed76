docs/theory/real.md: the signs of a mass matrix, with and without constraints, and the answers that a comparison has.

$ mass() { printf 'coordinate x, y\nkinetic = 1/2*(%s)\npotential = x\n%b\n' "$1" "$2" | dalembert check - | grep 'unsound\|warning\|no claims'; }

# positive definite: no message
$ mass "2*x'^2 + 2*x'*y' + y'^2"
no claims

# a diagonal entry is negative; one beside two zeros is not zero
$ mass "x'^2 - y'^2"
unsound   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: y' = 1  <- FAILS
no claims; the model is not sound
$ mass "x'*y'"
unsound   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = -1, y' = 1  <- FAILS
no claims; the model is not sound
$ mass "x'^2 + 4*x'*y' + y'^2"
unsound   the mass matrix is indefinite: 1/2 u.M u is -1.5 along u: x' = -2, y' = 1  <- FAILS
no claims; the model is not sound

# singular, along a direction that no constraint excludes, and one that is excluded
$ mass "x'^2 - 2*x'*y' + y'^2" "constraint x = y"
unsound   initial state: the mass matrix is singular at this state: the acceleration of y is not determined  <- FAILS
no claims; the model is not sound
$ mass "x'^2 - 2*x'*y' + y'^2" "constraint x = -y"
warning   the mass matrix is singular: no kinetic energy along x' = 1, y' = 1; the constraints determine the accelerations all the same
no claims

# positive along the velocities that the constraints allow, or negative there
$ mass "x'*y'" "constraint x = y"
warning   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = -1, y' = 1, which the constraints do not allow
no claims
$ mass "x'*y'" "constraint x = -y"
unsound   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = -1, y' = 1  <- FAILS
no claims; the model is not sound

# no: refuted, at the values of the parameters that are given, since a condition on velocities changes no mass; not defined: unknown
$ cat >claims.mech <<'END'
> parameter m = 2, n = 3
> coordinate x, y
> kinetic = 1/2*(m*x'^2 + n*y'^2)
> claim "apart" m*x' = 1 + n*y' given m*x' = n*y'
> claim "nowhere defined" sqrt(-1 - x^2) = x
> END
$ dalembert check claims.mech | grep -A 1 'apart\|nowhere'
refuted   apart  <- FAILS
          line 4: 1.06 on the left, 2.06 on the right, difference -1, at x = 0, y = 0, x' = 0.53, y' = 0.353333, m = 2, n = 3
refuted   nowhere defined  <- FAILS
          line 5: the right side is 0, the left one is not a real number, at x = 0, y = 0, x' = 0.53, y' = 0.6, m = 2, n = 3

# y'/x' = 1 does not hold where both vanish, though y' = x' does
$ cat >claims.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> claim "the quotient" x = 5 given y'/x' = 1, x' = 0
> claim "the difference" x = 5 given y' = x', x' = 0
> END
$ dalembert check claims.mech | grep 'the '
unknown   the quotient  <- FAILS
          line 3: the motion is not determined under these conditions
refuted   the difference  <- FAILS
          line 4: 0 on the left, 5 on the right, difference -5, at x = 0, y = 0, x' = 0, y' = 0
