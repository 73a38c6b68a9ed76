Servo constraints: the reaction acts along given directions, not along the ideal ones.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }

# x'' cos(phi) + l phi'' = g sin(phi) with phi'' = -9 phi = -4.5 at phi = 0.5, phi' = 0; the motor
# moves the whole, 3 x'' + 0.5 phi'' cos(phi)
$ dalembert eval "$MODELS"/damped-cart-pendulum.mech | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^energy/p'
accelerations
x'' = 7.92308876
phi'' = -4.5
momenta
multipliers
upright = 21.7947055
reactions
x = 21.7947055
phi = 0
residuals
upright = 0
energy = 4.30454247

# the method of Udwadia and Kalaba and that of Gibbs and Appell are for ideal constraints
$ cp "$MODELS"/servo-cart-pendulum.mech .
$ dalembert eval servo-cart-pendulum.mech --method udwadia
servo-cart-pendulum.mech:13:19: error: the method udwadia needs ideal constraints, but this one is `realized by` something else [N0711]
   13 | constraint swing: phi = a*sin(w*t) realized by x'
      |                   ^^^^^^^^^^^^^^^^
[2]
$ dalembert eval servo-cart-pendulum.mech --method appell
servo-cart-pendulum.mech:13:19: error: the method appell needs ideal constraints, but this one is `realized by` something else [N0711]
   13 | constraint swing: phi = a*sin(w*t) realized by x'
      |                   ^^^^^^^^^^^^^^^^
[2]

# the same requirement, ideally realized: another motion
$ dalembert eval - <<'END' | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^energy/p'
> coordinate x, phi
> kinetic = 1/2*(3*x'^2 + 2*x'*phi' + phi'^2)
> constraint upright: phi'' + 6*phi' + 9*phi = 0
> initial phi = 1, phi' = 0
> END
accelerations
x'' = 3
phi'' = -9
momenta
multipliers
upright = -6
reactions
x = 0
phi = -6
residuals
upright = 0
energy = 0

# and by a force on x alone: 3 x'' + phi'' = lambda, x'' + phi'' = 0
$ dalembert eval - <<'END' | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^energy/p'
> coordinate x, phi
> kinetic = 1/2*(3*x'^2 + 2*x'*phi' + phi'^2)
> constraint upright: phi'' + 6*phi' + 9*phi = 0 realized by x'
> initial phi = 1, phi' = 0
> END
accelerations
x'' = 9
phi'' = -9
momenta
multipliers
upright = 18
reactions
x = 18
phi = 0
residuals
upright = 0
energy = 0

# a requirement on accelerations is no constraint on velocities
$ dalembert eval - --method appell <<'END'
> coordinate x, phi
> kinetic = 1/2*(3*x'^2 + 2*x'*phi' + phi'^2)
> constraint upright: phi'' + 6*phi' + 9*phi = 0
> END
<stdin>:3:21: error: the method appell needs constraints on velocities, but this one is on accelerations [N0712]
    3 | constraint upright: phi'' + 6*phi' + 9*phi = 0
      |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]
