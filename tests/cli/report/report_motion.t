The motion of a report: its summary, or the reason if there is no motion. Neither makes report fail.

$ cat >show.py <<'END'
> import html, re, sys
> page = sys.stdin.read()
> motion = re.search(r'<section id="motion".*?</section>', page, re.S).group()
> text = re.sub(r"<h2.*?</h2>|<figure.*?</figure>|<noscript.*?</noscript>|<div class=.live.*?</p>\n</div>", "", motion, flags=re.S)
> text = re.sub(r"</d[td]>|</p>", "\n", text)
> lines = [html.unescape(re.sub(r"<[^>]*>", "", line)).strip() for line in text.split("\n")]
> print("\n".join(line for line in lines if line))
> END

$ cat >ball.mech <<'END'
> system "Ball"
> parameter m = 1, g = 10
> coordinate y
> point P mass m at [0, y]
> gravity = [0, -g]
> END
$ dalembert report ball.mech | python3 show.py
There is no motion: the model gives neither `initial` nor `simulate`.

# as the model says
$ (cat ball.mech; echo 'initial y = 5'; echo 'simulate to 1') >fall.mech; dalembert report fall.mech | python3 show.py
Run
t = 0 to 1: the end was reached
Integrator
dop853, [0-9]+ steps, tolerances 1e-10 relative, 1e-12 absolute (re)
Energy at the start
50
Energy drift
[0-9.e-]* (re)

# if it leaves the end open, as far as exported C would go
$ (cat ball.mech; echo 'initial y = 5') | dalembert report - | python3 show.py | sed -n 2p
t = 0 to 10: the end was reached

# a parameter without a value
$ sed 's/g = 10/g/' fall.mech | dalembert report - | python3 show.py
There is no motion: .*g.* (re)

# an event, and a run that stops early
$ (cat fall.mech; echo 'stop when y = 0 falling') | sed 's/to 1/to 9/' | dalembert report - | python3 show.py | sed -n 2p
t = 0 to 1: `stop when` number 1 of the model
$ cat >center.mech <<'END'
> system "Into the centre"
> coordinate x
> kinetic = x'^2/2
> potential = -1/x
> initial x = 1, x' = -1
> simulate to 5
> END
$ dalembert report center.mech >page.html
$ python3 show.py <page.html | sed -n '1p;3p'
.*t = 0\.[0-9]*.* (re)
t = 0 to 0\.[0-9]*: .* (re)

# a claim that is refuted is reported; check is what fails
$ (cat fall.mech; echo 'claim "a guess" conserved y') >guess.mech
$ dalembert report guess.mech -o guess.html; python3 $TESTDIR/judge_page.py guess.html
1 of 1 pages are good
$ grep -o 'verdict bad.*refuted</span>' guess.html | head -n 1
verdict bad"><span aria-hidden="true">✗</span> refuted</span>
$ grep -o 'li class="bad">[^<]*' guess.html
li class="bad">1 claim: 0 proved, 1 FAILS
$ dalembert check guess.mech >/dev/null
[1]
