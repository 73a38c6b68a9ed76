"""Output for notebooks and terminals: fragments of pages, progress. Nothing is loaded from a network."""

import contextlib
import html
import sys
import time

STYLE = """<style>
.dalembert { overflow-x: auto; }
.dalembert h3 { font-size: 1em; margin: 0.8em 0 0.3em; }
.dalembert math { font-size: 1.05em; }
.dalembert mtable.lines mtd { text-align: left; padding: 0.2em 0; }
.dalembert mtable.lines mtr + mtr mtd { padding-left: 2em; }
.dalembert .good { color: #1a7f37; } .dalembert .bad { color: #c0291c; font-weight: bold; }
.dalembert td, .dalembert th { text-align: left !important; vertical-align: top; }
</style>"""


def fragment(title, markup):
    """A part of a page, with a title."""
    head = f"<p><b>{html.escape(title)}</b></p>" if title else ""
    return f'<div class="dalembert">{STYLE}{head}{markup}</div>'


def frame(page, height):
    """A page inside another one: its scripts run even in an untrusted notebook, and cannot access it."""
    return (f'<iframe sandbox="allow-scripts" style="width: 100%; height: {height}px; border: 0" '
            f'srcdoc="{html.escape(page)}"></iframe>')


# --- progress -------------------------------------------------------------------------------------


class _Terminal:
    """A line on standard error: [#####     ] 50 %, 3 s to go."""

    def __init__(self):
        self.start, self.shown = time.monotonic(), False

    def __call__(self, done):
        passed = time.monotonic() - self.start
        if passed < 0.3:
            return
        left = passed * (1 - done) / done if done > 0 else 0
        bar = "#" * int(30 * done)
        sys.stderr.write(f"\r[{bar:30}] {100 * done:3.0f} %, {left:.0f} s to go ")
        sys.stderr.flush()
        self.shown = True

    def close(self):
        if self.shown:
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()


class _Notebook:
    """A bar in the output of a cell; it disappears when the run is over."""

    def __init__(self, display):
        self.start, self.shown = time.monotonic(), False
        self.handle = display({"text/plain": ""}, raw=True, display_id=True)

    def __call__(self, done):
        if time.monotonic() - self.start < 0.3:
            return
        bar = f'<progress max="1" value="{done:.4f}" style="width: 20em"></progress> {100 * done:.0f} %'
        self.handle.update({"text/html": bar, "text/plain": f"{100 * done:.0f} %"}, raw=True)
        self.shown = True

    def close(self):
        if self.shown:
            self.handle.update({"text/html": "", "text/plain": ""}, raw=True)


def _in_notebook():
    """IPython's display function if this is a notebook kernel; otherwise None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display


@contextlib.contextmanager
def progress_of(wish):
    """A function of a number from 0 to 1, or None: for False, True, or a function."""
    if not wish or callable(wish):
        yield wish or None
        return
    display = _in_notebook()
    show = _Terminal() if display is None else _Notebook(display)
    try:
        yield show
    finally:
        show.close()
