Text, JSON and LaTeX; files; silence.

$ cat >bead.mech <<'EOF'
> system "Bead on a wire"
> parameter m = 1, g = 10
> coordinate x, y
> point P mass m at [x, y]
> gravity = [0, -g]
> constraint wire: y = x^2
> initial x = 1
> claim "momentum \ of the \"bead\" & 100 % of θ_1" p_x = m*x'
> claim energy = m/2*(x'^2 + y'^2) + m*g*y
> deny "flat" x'' = 0
> EOF

# a backslash stays one; a quote ends the label
$ dalembert check bead.mech
bead.mech:8:28: error: bead is not declared [N0201]
    8 | claim "momentum \ of the \"bead\" & 100 % of θ_1" p_x = m*x'
      |                            ^^^^
help: declare it above: `parameter bead` or `coordinate bead`
bead.mech:8:32: error: unexpected \ [N0103]
    8 | claim "momentum \ of the \"bead\" & 100 % of θ_1" p_x = m*x'
      |                                ^
help: a Greek letter is written by its name: theta
[2]
$ sed 's/\\"//g' bead.mech >good.mech; dalembert check good.mech
Bead on a wire
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    momentum \ of the bead & 100 % of θ_1 (by algebra)
proved    claim energy = m/2*(x'^2 + y'^2) + m*g*y (by algebra)
refuted   flat (denied)
3 claims: 2 proved, 1 refuted as denied

$ dalembert check good.mech --format json
{
  "ok": true,
  "methods": [
    "multipliers",
    "udwadia",
    "appell",
    "hamilton",
    "hamel",
    "whittaker"
  ],
  "pieces": [],
  "all_pieces": true,
  "claims": [
    {
      "label": "momentum \\ of the bead & 100 % of θ_1",
      "kind": "equation",
      "deny": false,
      "verdict": "proved",
      "proof": "algebra",
      "detail": "by algebra: an identity of polynomials, on every piece",
      "piece": "",
      "passes": true,
      "line": 8
    },
    {
      "label": "",
      "kind": "equation",
      "deny": false,
      "verdict": "proved",
      "proof": "algebra",
      "detail": "by algebra: an identity of polynomials, on every piece",
      "piece": "",
      "passes": true,
      "line": 9
    },
    {
      "label": "flat",
      "kind": "equation",
      "deny": true,
      "verdict": "refuted",
      "detail": "[-.e0-9]+ on the left, 0 on the right, difference [-.e0-9]+, at x = .*, y = .*, x' = .*, y' = .*, m = .*, g = .*", (re)
      "piece": "",
      "counterexample": "x = .*, y = .*, x' = .*, y' = .*, m = .*, g = .*", (re)
      "passes": true,
      "line": 10
    }
  ],
  "problems": [],
  "warnings": []
}

# the same, read by another program
$ dalembert check good.mech --format json | python3 -c 'import json, sys
> r = json.load(sys.stdin)
> print(sorted(r), r["ok"], r["methods"][0])
> print(r["claims"][0]["label"])
> print([(c["kind"], c["verdict"]) for c in r["claims"]], r["warnings"])'
['all_pieces', 'claims', 'methods', 'ok', 'pieces', 'problems', 'warnings'] True multipliers
momentum \ of the bead & 100 % of θ_1
[('equation', 'proved'), ('equation', 'proved'), ('equation', 'refuted')] []

$ dalembert check good.mech --format latex
\begin{tabular}{ll}
momentum \textbackslash{} of the bead \& 100 \% of θ\_1 & proved \\
claim energy = m/2*(x'\textasciicircum{}2 + y'\textasciicircum{}2) + m*g*y & proved \\
flat & refuted (denied) \\
\end{tabular}

# the state of the counterexample is on the wire, and x'' there is what eval finds
$ python3 "$TESTDIR/judge.py" good.mech
1 judged

# --quiet prints nothing if all is well, and everything if not
$ dalembert check -q good.mech
$ sed 's/deny/claim/' good.mech >bad.mech; dalembert check -q bad.mech
Bead on a wire
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    momentum \ of the bead & 100 % of θ_1 (by algebra)
proved    claim energy = m/2*(x'^2 + y'^2) + m*g*y (by algebra)
refuted   flat  <- FAILS
          line 10: [-.e0-9]+ on the left, 0 on the right, difference [-.e0-9]+, at x = .*, y = .*, x' = .*, y' = .*, m = .*, g = .* (re)
3 claims: 2 proved, 1 FAILS
[1]

# into a file; the exit status is the same
$ dalembert check good.mech -o report.txt; tail -1 report.txt
3 claims: 2 proved, 1 refuted as denied
$ dalembert check bad.mech -o report.txt
[1]
$ tail -1 report.txt
3 claims: 2 proved, 1 FAILS
$ dalembert check bad.mech --format json -o report.json
[1]
$ python3 -c 'import json; r = json.load(open("report.json")); print(r["ok"], r["claims"][2]["verdict"])'
False refuted
$ dalembert check good.mech -o no/such/folder
dalembert: cannot write no/such/folder: No such file or directory
[2]
$ dalembert check good.mech >/dev/full
dalembert: cannot write standard output: No space left on device
[3]
