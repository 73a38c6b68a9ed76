# tests/unit/report/read_run.py: run files as numpy, h5py, and Python's csv and json understand them.
#
#   read_run.py FILE...
#
# Prints their contents, one item per line, numbers by their bits:
#
#   title "Double pendulum"        notes, by name; text in quotes
#   parameters g 40239eb851eb851f  parameters, by name
#   column x'                      columns in the order of the file, then their values
#   bff0000000000000

import json
import struct
import sys


def bits(value):
    return "null" if value is None else struct.pack(">d", value).hex()


def show_notes(notes, before=""):
    for name in sorted(notes):
        value = notes[name]
        print(before + name, json.dumps(value) if isinstance(value, str) else bits(value))


def show_columns(columns):
    for name, values in columns:
        print("column", name)
        for value in values:
            print(bits(value))


def read_csv(path):
    import csv
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    assert all(len(row) == len(rows[0]) for row in rows)
    show_columns((name, [float(row[j]) for row in rows[1:]]) for j, name in enumerate(rows[0]))


def read_npy(path):
    import numpy
    run = numpy.load(path, max_header_size=1 << 30)
    assert run.ndim == 1 and all(run.dtype[name] == "f8" for name in run.dtype.names)
    show_columns((name, run[name]) for name in run.dtype.names)


def read_json(path):
    def refuse(word):
        raise ValueError(word + " is no JSON")
    with open(path, encoding="utf-8") as file:
        run = json.load(file, parse_constant=refuse)
    columns, parameters = run.pop("run"), run.pop("parameters")
    assert run.pop("columns") == list(columns)
    rows = run.pop("rows")
    assert all(len(values) == rows for values in columns.values())
    show_notes(run)
    show_notes(parameters, "parameters ")
    show_columns(columns.items())


def read_hdf5(path):
    import h5py
    with h5py.File(path, "r") as file:
        assert sorted(file) == ["parameters", "run"]
        show_notes(file.attrs)
        show_notes(file["parameters"].attrs, "parameters ")
        run = file["run"]
        assert list(run.attrs["columns"]) == list(run)
        assert all(values.ndim == 1 and values.dtype == "f8" for values in run.values())
        show_columns((name, values[:]) for name, values in run.items())


readers = {"csv": read_csv, "npy": read_npy, "json": read_json, "h5": read_hdf5}
sys.stdout.reconfigure(encoding="utf-8")
for path in sys.argv[1:]:
    readers[path.rsplit(".")[-1]](path)
