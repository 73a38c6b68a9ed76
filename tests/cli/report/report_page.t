One page about a model.

$ judge=$TESTDIR/judge_page.py
$ python3 $judge --selftest
the judge finds 21 mistakes

$ for name in double-pendulum nonholonomic-double-pendulum pulleys kepler-plane two-bars four-bar; do
>   dalembert report $MODELS/$name.mech -o $name.html || echo $name; done
$ python3 $judge *.html
6 of 6 pages are good

# without -o the page goes to standard output; the same each time
$ dalembert report $MODELS/pulleys.mech >again.html; cmp pulleys.html again.html
$ dalembert report - <$MODELS/pulleys.mech | cmp - again.html

# what is in it, as a reader of the page sees it
$ cat >headings.py <<'END'
> import html.parser, sys
> class Reader(html.parser.HTMLParser):
>     level = ""
>     def handle_starttag(self, tag, attributes):
>         if tag in ("h1", "h2", "h3"): self.level, self.text = tag, ""
>     def handle_data(self, data):
>         if self.level: self.text += data
>     def handle_endtag(self, tag):
>         if tag == self.level: print(tag, self.text); self.level = ""
> Reader().feed(open(sys.argv[1]).read())
> END
$ python3 headings.py double-pendulum.html
h1 Planar double pendulum
h2 Motion
h2 Model
h2 Equations
h3 Equations of motion
h3 Solved
h3 Energy
h2 Do the methods agree?
h2 Analysis
h3 Constraints
h3 First integrals
h3 Equilibria
h3 Singular states
h2 Derivation
h3 1. Positions and velocities
h3 2. Kinetic energy
h3 3. Potential energy and Lagrangian
h3 4. Conjugate momenta
h3 5. Mass matrix
h3 6. Christoffel symbols of the first kind; those not listed vanish
h3 7. Equations of motion M q'' = F
h3 8. Accelerations
h3 9. Energy function
h3 Sources

# every formula can be copied as the LaTeX that derive prints
$ cat >copied.py <<'END'
> import html, re, subprocess, sys
> page, latex = open(sys.argv[1]).read(), sys.stdin.read()
> page = re.sub(r'<section id="analysis".*?</section>', "", page, flags=re.S)  # report_analysis.t
> buttons = [html.unescape(s) for s in re.findall(r'data-latex="([^"]*)"', page)]
> flat = " ".join(latex.replace("&=", "=").split())
> entries = [s.split(" = ", 1)[1] if s.startswith("\\left[") else s for s in buttons]
> missing = [s for s in entries if " ".join(s.split()) not in flat]
> print(len(buttons) > 20, missing)
> END
$ dalembert derive --worksheet --format latex $MODELS/double-pendulum.mech | python3 copied.py double-pendulum.html
True []
$ dalembert derive --worksheet --format latex $MODELS/nonholonomic-double-pendulum.mech | python3 copied.py nonholonomic-double-pendulum.html
True []

# another method, other values
$ dalembert report --method hamilton --set g=1.62 $MODELS/double-pendulum.mech -o moon.html; python3 $judge moon.html
1 of 1 pages are good
$ grep -c "<mn>1.62</mn>" moon.html
1
$ grep -o '<p class="method">[^<]*' moon.html
<p class="method">Hamilton&#39;s equations in 

# what is wrong
$ dalembert report --format json $MODELS/pulleys.mech
dalembert: --format is html or latex, not json
[2]
$ dalembert report no.mech
error: no.mech: No such file or directory [N0601]
[2]
$ dalembert report --method lagrange $MODELS/four-bar.mech -o page.html 2>&1 | grep -c error
1
$ test -e page.html
[1]
$ dalembert report $MODELS/kepler-plane.mech -o no/such/page.html
dalembert: cannot write no/such/page.html: No such file or directory
[2]
$ dalembert report $MODELS/kepler-plane.mech >/dev/full
dalembert: cannot write standard output: No space left on device
[3]
