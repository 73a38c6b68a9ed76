Claims at the prompt: what is proved, verified, refuted, unknown; exit status 1 if one fails.

$ cat >spring.mech <<'EOF'
> system "Mass on a spring"
> parameter m = 1, k = 4
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = 1/2*k*x^2
> initial x = 1
> claim "Newton" x'' = -k/m*x
> claim conserved 1/2*m*x'^2 +
>   1/2*k*x^2
> claim "rest" equilibrium x = 0 stable
> deny "as printed" x'' = k/m*x
> EOF
$ dalembert check spring.mech
Mass on a spring
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    Newton (by algebra)
proved    claim conserved 1/2*m*x'^2 + 1/2*k*x^2 (by algebra)
verified  rest
refuted   as printed (denied)
4 claims: 2 proved, 1 verified, 1 refuted as denied

# a claim that is wrong: the two values, their difference, the state
$ sed 's/claim "Newton" .*/claim "Newton" x'"'' = -k*x/" spring.mech | sed 's/m = 1/m = 2/' >wrong.mech
$ dalembert check wrong.mech
Mass on a spring
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
refuted   Newton  <- FAILS
          line 7: [-.e0-9]+ on the left, [-.e0-9]+ on the right, difference [-.e0-9]+, at x = .*, x' = .*, m = .*, k = .* (re)
proved    claim conserved 1/2*m*x'^2 + 1/2*k*x^2 (by algebra)
verified  rest
refuted   as printed (denied)
4 claims: 1 proved, 1 verified, 1 refuted as denied, 1 FAILS
[1]
$ grep -v deny wrong.mech | dalembert check -
Mass on a spring
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
refuted   Newton  <- FAILS
          line 7: [-.e0-9]+ on the left, [-.e0-9]+ on the right, difference [-.e0-9]+, at x = .*, x' = .*, m = .*, k = .* (re)
proved    claim conserved 1/2*m*x'^2 + 1/2*k*x^2 (by algebra)
verified  rest
3 claims: 1 proved, 1 verified, 1 FAILS
[1]

# eval finds the same two values at the same state
$ python3 "$TESTDIR/judge.py" wrong.mech
2 judged

# a denial of a true formula, and a claim that cannot be decided, fail as well
$ cat >more.mech <<'EOF'
> system "Four kinds of failure"
> parameter k = 1
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 1/2*k*x^2
> deny "right after all" x'' = -k*x
> claim "not conserved" conserved x'
> claim "never" x = 0 given x = 1, x = 2
> claim "no rest" equilibrium x = 1, y = 0
> claim "neither stable nor unstable" equilibrium x = 0, y = 0 stable
> EOF
$ dalembert check more.mech
Four kinds of failure
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    right after all (denied)  <- FAILS
          line 6: by points: holds at random points of two fields of about 2^61 elements (odds of error below 1e-32), and to 77 digits at real states
refuted   not conserved  <- FAILS
          line 7: its rate is [-.e0-9]+, not 0, at x = .*, y = .*, x' = .*, y' = .*, k = .* (re)
unknown   never  <- FAILS
          line 8: no state was found where the conditions hold
refuted   no rest  <- FAILS
          line 9: x'' is -1, not 0, at x = 1, y = 0, x' = 0, y' = 0, k = 1
unknown   neither stable nor unstable  <- FAILS
          line 10: the second derivatives of the potential do not decide
5 claims: 0 proved, 5 FAIL
[1]

$ python3 "$TESTDIR/judge.py" more.mech
1 judged

# values of parameters do not matter for what is proved, but for stability they do
$ cat >hill.mech <<'EOF'
> parameter c = 1
> coordinate x
> kinetic = 1/2*x'^2
> potential = 1/2*c*x^2
> claim "force" x'' = -c*x
> claim "rest" equilibrium x = 0 stable
> EOF
$ dalembert check hill.mech --set c=3
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    force (by algebra)
verified  rest
2 claims: 1 proved, 1 verified
$ dalembert check hill.mech --set c=-3
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    force (by algebra)
refuted   rest  <- FAILS
          line 6: the potential energy falls in some direction, for the values of the model
2 claims: 1 proved, 1 FAILS
[1]
$ dalembert check hill.mech --set c=0
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    force (by algebra)
unknown   rest  <- FAILS
          line 6: the second derivatives of the potential do not decide; stable if c > 0
2 claims: 1 proved, 1 FAILS
[1]

# a model without claims is checked all the same
$ dalembert examples double-pendulum | dalembert check -
Planar double pendulum
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
no claims
