Statements of docs/theory as claims of small models; each page names its own. A denial is what the page says does not hold; what
fingerprints.md says is missed is unknown, and counts as failed.

$ for model in "$TESTDIR"/*.mech; do echo "$(basename "$model" .mech): $(dalembert check "$model" | tail -1)"; done
algebra-pieces: 2 claims: 1 proved, 1 refuted as denied
appell-term: 10 claims: 9 proved, 1 refuted as denied
claims-conditions: 8 claims: 6 proved, 2 refuted as denied
claims-pieces: 6 claims: 2 proved, 4 refuted as denied
claims-roots: 5 claims: 2 proved, 1 verified, 2 refuted as denied
constraints-levels: 8 claims: 8 proved
constraints-power: 8 claims: 6 proved, 2 refuted as denied
constraints-rates: 2 claims: 2 proved
constraints-servo: 8 claims: 7 proved, 1 refuted as denied
constraints-speed: 3 claims: 2 proved, 1 refuted as denied
fingerprints-identities: 8 claims: 4 proved, 3 verified, 1 FAILS
flag-brackets: 5 claims: 3 proved, 2 refuted as denied
flag-integrable: 5 claims: 5 proved
flag-singular: 10 claims: 8 proved, 2 refuted as denied
ground-factor: 6 claims: 3 proved, 3 refuted as denied
ground-line: 6 claims: 2 proved, 4 refuted as denied
ground-plane: 7 claims: 3 proved, 4 refuted as denied
ground-special: 3 claims: 2 proved, 1 refuted as denied
hamel-body: 9 claims: 9 proved
hamel-signs: 3 claims: 3 proved
hamilton-momenta: 9 claims: 8 proved, 1 refuted as denied
hamilton-quartic: 5 claims: 5 proved
hamilton-ray: 6 claims: 5 proved, 1 refuted as denied
integrals-body: 6 claims: 5 proved, 1 refuted as denied
integrals-drag: 3 claims: 2 proved, 1 refuted as denied
integrals-kepler: 7 claims: 5 proved, 2 refuted as denied
integrals-special: 5 claims: 4 proved, 1 refuted as denied
lagrange-energy: 15 claims: 12 proved, 3 refuted as denied
lagrange-fixed: 3 claims: 2 proved, 1 refuted as denied
lagrange-rotation: 12 claims: 12 proved
multipliers-rows: 5 claims: 5 proved
rational-halves: 6 claims: 6 proved
readable-forms: 8 claims: 8 proved
real-conditions: 4 claims: 3 proved, 1 refuted as denied
real-motion: 6 claims: 5 proved, 1 refuted as denied
smallmotions-belt: 4 claims: 2 proved, 1 verified, 1 refuted as denied
smallmotions-chain: 4 claims: 4 proved
smallmotions-rest: 5 claims: 3 proved, 2 verified
smallmotions-skate: 3 claims: 3 proved
whittaker-field: 10 claims: 10 proved
whittaker-force: 4 claims: 4 proved
whittaker-pendulum: 2 claims: 2 proved
