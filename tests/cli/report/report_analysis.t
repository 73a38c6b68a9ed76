The analysis in a report: what `analyze` says, as a section of the page and of the document.

$ judge=$TESTDIR/judge_page.py
$ cat >section.py <<'END'
> import html, re, sys
> page = open(sys.argv[1], encoding="utf-8").read()
> section = re.search(r'<section id="analysis".*?</section>', page, re.S).group()
> if len(sys.argv) > 2:  # the LaTeX of its buttons, against what analyze prints
>     flat = " ".join(open(sys.argv[2], encoding="utf-8").read().split())
>     buttons = [html.unescape(s) for s in re.findall(r'data-latex="([^"]*)"', section)]
>     formulas = [" ".join(s.split()) for button in buttons for s in button.split(", \\quad ")]
>     print(len(formulas) >= 5, [s for s in formulas if s not in flat])
> else:
>     text = re.sub(r"<button.*?</button>", "", section, flags=re.S)
>     text = re.sub(r"</(p|h\d|dt|dd|li|tr|div)>", "\n", text).replace("</td>", "  ")
>     lines = [html.unescape(re.sub(r"<[^>]*>", "", line)).strip() for line in text.split("\n")]
>     print("\n".join(line for line in lines if line))
> END

# the words of analyze, as sentences; names are code, what is said of a constraint stands beside it
$ dalembert report $MODELS/parallel-segment.mech -o segment.html; python3 $judge segment.html
1 of 1 pages are good
$ python3 section.py segment.html | grep -v -e '^Searched' -e '^1⁄2' | head -9
Analysis
Constraints
parallel
nonlinear (degree 2); a product, --branch parallel=K takes one factor:
1: x˙⁢cos⁡φ\+y˙⁢sin⁡φ=0; linear, not integrable (re)
2: φ˙=0; linear, integrable
transition states 1-2: .* and φ˙=0 (re)
1 independent of 1, 3 coordinates: 2 degrees of freedom.
First integrals

# L8 Ex5: four equilibria; each has its verdict, two matrices and two modes
$ dalembert report $MODELS/two-bars.mech -o bars.html; python3 $judge bars.html
1 of 1 pages are good
$ python3 section.py bars.html | grep -A 3 '^[1-4]\. '
1. θ=0, φ=0 stable
The potential energy has a minimum there, for the values of the model.
Small motions A0⁢?η¨=B0⁢?η, η=\(θ,φ\): (re)
Matrices
--
2. θ=0, φ=π=3.141593 unstable
The potential energy falls in some direction, for the values of the model.
Small motions .* (re)
Matrices
--
3. θ=π=3.141593, φ=0 unstable
The potential energy falls in some direction, for the values of the model.
Small motions .* (re)
Matrices
--
4. θ=π=3.141593, φ=π=3.141593 unstable
The potential energy falls in some direction, for the values of the model.
Small motions .* (re)
Matrices
$ python3 section.py bars.html | grep -c '^oscillating\|^hyperbolic'
8

# every formula can be copied as the LaTeX that analyze prints
$ for name in two-bars parallel-segment orthogonal-velocities nonholonomic-double-pendulum chaplygin-sleigh; do
>   dalembert report $MODELS/$name.mech -o page.html
>   dalembert analyze --format latex $MODELS/$name.mech -o latex.tex
>   python3 section.py page.html latex.tex; done
True []
True []
True []
True []
True []

# the document has the same, with matrices and lists
$ dalembert report --format latex $MODELS/two-bars.mech -o bars.tex
$ sed -n '/section.{Analysis}/,/section.{Derivation}/p' bars.tex | grep -c -e 'paragraph{' -e 'B^0 = .begin{pmatrix}' -e 'item oscillating'
12

# a parameter without a value: the rest is there
$ sed 's/g = 9.81/g/' $MODELS/two-bars.mech | dalembert report - -o open.html; python3 section.py open.html | tail -n 4
Equilibria
The parameter g has no value: no search was made.
Singular states
None.

# a library that a part needs is missing: the page is made, and says so; another part may lack time on a slow machine
$ mkdir lib; for l in liblapack.so.3 libopenblas.so.0 libflexiblas.so.3 liblapack.so libopenblas.so; do : >lib/$l; done
$ cat >wide.mech <<'END'
> count n = 17
> coordinate x[1..n]
> kinetic = sum(1/2*x[i]'^2 for i = 1..n)
> potential = sum(1/2*x[i]^2 for i = 1..n)
> END
$ LD_LIBRARY_PATH=lib dalembert report wide.mech -o without.html 2>late; python3 section.py without.html | tail -n 4
Equilibria
This part could not be done: LAPACK is needed here and cannot be loaded.
Singular states
None.
$ LD_LIBRARY_PATH=lib dalembert report wide.mech --format latex 2>late | grep -c 'This part could not be done: LAPACK'
1
# up to 16 unknowns and equations it is not needed
$ LD_LIBRARY_PATH=lib dalembert analyze $MODELS/two-bars.mech --only equilibria >without.txt; dalembert analyze $MODELS/two-bars.mech --only equilibria | cmp - without.txt

# names that look like markup or commands stay names
$ cat >names.mech <<'END'
> system "</h4><script>alert(1)</script>"
> parameter m_left = 1, ё = 2
> coordinate onload, script, ψ_b
> kinetic = 1/2*m_left*(onload'^2 + script'^2) + 1/2*ё*ψ_b'^2
> potential = script^2
> constraint no_slip_2: onload'*(script' - ψ_b') = 0
> constraint textbf: script' = 0
> END
$ dalembert report names.mech -o names.html; python3 $judge names.html
1 of 1 pages are good
$ python3 section.py names.html | sed -n '3,6p'
no_slip_2
nonlinear \(degree 2\).*--branch no_slip_2=K.* (re)
1: ψ˙b=script˙; linear, integrable
2: onload˙=0; linear, integrable
$ dalembert report --format latex names.mech | grep -c 'item\[{no._slip._2}\].*texttt{-{}-{}branch no._slip._2=K}'
1
