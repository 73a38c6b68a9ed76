"""The notebook docs/python.ipynb in a real kernel, and what it shows in a browser."""

import json
import os
import shutil
import sys
import warnings

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytestmark = pytest.mark.filterwarnings("ignore")  # those of Jupyter's own packages


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook with its outputs. A cell that raises fails the test."""
    folder = tmp_path_factory.mktemp("jupyter")
    kernel = folder / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3",
        "language": "python", "env": {"PYTHONPATH": os.environ["PYTHONPATH"]}}))
    os.environ["JUPYTER_PATH"] = str(folder)
    os.environ["IPYTHONDIR"] = str(folder / "ipython")
    notebook = nbformat.read(ROOT / "docs" / "python.ipynb", as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute(cwd=str(ROOT))
    return notebook


def outputs(notebook):
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_outputs(executed):
    data = [output.data for output in outputs(executed) if "data" in output]
    html = [d["text/html"] for d in data if "text/html" in d]
    assert sum("<math" in h for h in html) >= 3 and sum("<iframe" in h for h in html) == 1
    assert any("<table>" in h and "proved" in h for h in html)
    assert sum("image/svg+xml" in d for d in data) == 1
    latex = [d["text/latex"] for d in data if "text/latex" in d]
    assert any("\\begin{aligned}" in text for text in latex)
    words = "".join(o.text for o in outputs(executed) if o.output_type == "stream")
    assert "error: " in words and "theta3" in words and "^" in words


def test_loads_nothing(executed):
    for output in outputs(executed):
        for text in output.get("data", {}).values():
            text = str(text)
            for word in ("http://", "https://", " src="):
                rest = text.replace("http://www.w3.org/", "").replace(' src="data:', "")  # names of XML; what is here
                assert word not in rest, rest[max(0, rest.find(word) - 80):][:200]


def test_interrupted_kernel(executed):
    """The stop button: the run ends, its rows are kept, and the kernel continues."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in (
        "import dalembert as dal, os, signal, threading\n"
        "m = dal.example('double-pendulum')\n"
        "threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try: m.run(to=1e6, every=1, rtol=1e-13, code='interpreter', progress=True)\n"
        "except KeyboardInterrupt: print('stopped', len(m.last_run) > 0)",
        "print(len(m.run(to=1, rows=4)))")])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    said = [[o.text for o in cell.outputs if o.output_type == "stream"] for cell in notebook.cells]
    assert said == [["stopped True\n"], ["5\n"]]
    shown = [o for o in outputs(notebook) if o.output_type == "display_data"]
    assert shown  # the bar


def test_browser(executed, tmp_path):
    exporters = pytest.importorskip("nbconvert.exporters")
    if shutil.which("chromium") is None:
        pytest.skip("no chromium")
    body, _ = exporters.HTMLExporter(template_name="basic").from_notebook_node(executed)
    page_path = tmp_path / "notebook.html"
    page_path.write_text(f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>Notebook</title></head><body>{body}</body></html>")
    sys.path.insert(0, str(ROOT / "tests" / "browser"))
    from browser import Browser

    with Browser() as browser:
        page = browser.open_page(str(page_path), width=1000)
        sizes = page.eval("[...document.querySelectorAll('math')].map(m => {const b = m.getBoundingClientRect(); "
                          "return [b.width, b.height]})")
        assert len(sizes) > 10 and all(w > 0 and h > 0 for w, h in sizes)
        drawn = page.eval("(() => {const i = document.querySelector('img'), c = document.createElement('canvas'); "
                          "c.width = i.naturalWidth; c.height = i.naturalHeight; const g = c.getContext('2d'); "
                          "g.drawImage(i, 0, 0); const p = g.getImageData(0, 0, c.width, c.height).data; let n = 0; "
                          "for (let k = 0; k < p.length; k += 4) if (p[k] + p[k + 1] + p[k + 2] < 500) n++; return n})()")
        assert drawn > 5000  # the curves can be seen
        frame = page.eval("(() => {const f = document.querySelector('iframe'); const b = f.getBoundingClientRect(); "
                          "return [b.width, b.height, f.getAttribute('sandbox')]})()")
        assert frame[0] > 500 and frame[1] > 300 and frame[2] == "allow-scripts"
        assert page.troubles == [], page.troubles
        # the page inside the frame, by itself: it plays
        inner = page.eval("document.querySelector('iframe').getAttribute('srcdoc')")
        (tmp_path / "inner.html").write_text(inner)
        player = browser.open_page(str(tmp_path / "inner.html"), width=900)
        assert player.eval("!document.querySelector('.controls').hidden && document.querySelector('canvas').width > 100")
        assert player.troubles == [], player.troubles
