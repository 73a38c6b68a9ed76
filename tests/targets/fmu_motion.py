"""tests/targets/fmu_motion.py: the co-simulation of an FMU 2.0, by ctypes: rows and the events that it logs."""

import ctypes
import pathlib
import re
import subprocess
import zipfile

Real = ctypes.c_double
Logger = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [("logger", Logger)] + [(name, ctypes.c_void_p) for name in ("allocate", "free", "finished", "environment")]


def plain(name):
    """x' is x_dot, lambda(rod) is lambda_rod."""
    name = name.replace("'", "_dot").replace("]", "").replace(")", "")
    return re.sub(r"[^0-9A-Za-z\x80-\U0010ffff]", "_", name)


def build(program, model, folder):
    """The library, and modelDescription.xml."""
    folder = pathlib.Path(folder)
    subprocess.run([program, "export", model, "--target", "fmu2", "--source-only", "-o", folder / "m.fmu"], check=True,
                   capture_output=True)
    with zipfile.ZipFile(folder / "m.fmu") as archive:
        xml = archive.read("modelDescription.xml").decode()
        source = next(name for name in archive.namelist() if name.endswith(".c"))
        (folder / "fmu.c").write_bytes(archive.read(source))
    # a name of its own: libraries that were loaded stay
    library = folder / f"fmu{len(list(folder.glob('fmu*.so')))}.so"
    subprocess.run(["gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fPIC", "-shared",
                    "-o", library, folder / "fmu.c", "-lm"], check=True)
    return ctypes.CDLL(str(library)), xml


def run(program, model, folder, times, columns, tolerance):
    """Rows at the times, each with t first, events as (t, what, name), and what was said last."""
    library, xml = build(program, model, folder)
    reference = dict(re.findall(r'ScalarVariable name="([^"]*)" valueReference="(\d+)"', xml))
    wanted = (ctypes.c_uint * len(columns))(*(int(reference[plain(name)]) for name in columns))
    value, said, events = (Real * len(columns))(), [], []

    @Logger
    def logger(_environment, _name, _status, category, message):
        text = message.decode()
        found = re.match(r"(\w+) (.*) at time (\S+?)(,|$)", text)
        if category == b"logEvents" and found:
            events.append((float(found[3]), found[1], found[2]))
        else:
            said.append(text)

    callbacks = Callbacks(logger)
    library.fmi2Instantiate.restype = ctypes.c_void_p
    token = re.search('guid="([^"]*)"', xml)[1].encode()
    instance = ctypes.c_void_p(library.fmi2Instantiate(b"one", 1, token, b"", ctypes.byref(callbacks), 0, 1))
    start, rows = float(re.search('startTime="([^"]*)"', xml)[1]), []
    good = (library.fmi2SetupExperiment(instance, 1, Real(tolerance), Real(start), 1, Real(times[-1])) == 0
            and library.fmi2EnterInitializationMode(instance) == 0 and library.fmi2ExitInitializationMode(instance) == 0)
    point = start
    for t in times if good else []:
        if t <= point:
            continue
        if library.fmi2DoStep(instance, Real(point), Real(t - point), 1) != 0:
            break
        point = t
        if library.fmi2GetReal(instance, wanted, len(columns), value) == 0:
            rows.append([t, *value])
    library.fmi2FreeInstance(instance)
    return rows, events, said
