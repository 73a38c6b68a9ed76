A page that computes its motion: what it contains for that, and what it says if it does not.

$ judge=$TESTDIR/judge_page.py
$ dalembert report $MODELS/double-pendulum.mech -o page.html; python3 $judge page.html
1 of 1 pages are good

# a slider and a field for each of five parameters, a field for each initial value
$ grep -c 'type="range" aria-label="Parameter' page.html
5
$ grep -o 'aria-label="Initial value of [^"]*' page.html
aria-label="Initial value of theta1
aria-label="Initial value of theta2
aria-label="Initial value of theta1&#39;
aria-label="Initial value of theta2&#39;
$ grep -c '^const liveModel' page.html
1

# values found from the constraints are marked
$ dalembert report $MODELS/pendulum-cartesian.mech | grep -o 'aria-label="Initial value of y[^"]*'
aria-label="Initial value of y, found from the constraints unless it is set
aria-label="Initial value of y&#39;, found from the constraints unless it is set

# figures say what they show
$ grep -o '<figcaption>[A-Z][a-z ,:]*</figcaption>' page.html
<figcaption>Paths in the plane</figcaption>
<figcaption>Coordinates against time</figcaption>
<figcaption>Phase portraits: each coordinate and its velocity</figcaption>
<figcaption>Error of the energy, which is constant</figcaption>

# forces that do work: the energy has no drift
$ dalembert report $MODELS/damped-cart-pendulum.mech | grep -o 'Energy [a-z ]*</dt><dd>[^<]*' | sed 's/[0-9.e-]\{3,\}/N/'
Energy at the start</dt><dd>N
Energy changed by at most</dt><dd>N (forces do work)

# forces that switch: the page finds where
$ printf 'coordinate x\npoint P mass 1 at [x, 0]\nforce on P = [-x - 0.2*sign(x%s), 0]\ninitial x = 1\nsimulate to 5\n' "'" >rub.mech
$ dalembert report rub.mech -o rub.html; python3 $judge rub.html; grep -o 'without sliders[^<]*' rub.html; grep -c '^const liveModel' rub.html
1 of 1 pages are good
1
