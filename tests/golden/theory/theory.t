Statements of docs/theory as claims of small models; each page names its own. A denial is what the page says does not hold.

$ for model in "$TESTDIR"/*.mech; do echo "$(basename "$model" .mech): $(dalembert check "$model" | tail -1)"; done
flag-singular: 10 claims: 8 proved, 2 refuted as denied
