"""Compares what eval computes from the rows of a run with what the run wrote: energies and observables, by model."""

import csv
import json
import subprocess
import sys

bad = 0
for model in sys.argv[1:]:
    subprocess.run(["dalembert", "simulate", model, "-qo", "run.csv", "--columns", "accelerations,multipliers,reactions", "--to", "1", "--every", "0.25"],
                   stderr=subprocess.PIPE)
    rows = list(csv.DictReader(open("run.csv")))
    done = subprocess.run(["dalembert", "eval", model, "--at", "@run.csv", "--format", "json", "-q"], capture_output=True, text=True)
    if done.returncode != 0 or not rows:
        print(model, done.returncode, done.stderr)
        bad += 1
        continue
    for row, state in zip(rows, json.loads(done.stdout), strict=True):
        found = {"t": state["t"], "energy": state["energy"], **state["coordinates"], **state["velocities"], **state["accelerations"],
                 **state.get("observables", {})}
        for name, value in found.items():
            if name in row and not abs(float(row[name]) - value) <= 1e-9 * (1 + abs(value)):
                print(model, "t =", row["t"], name, row[name], value)
                bad += 1
print(len(sys.argv) - 1, "models,", bad, "differences")
