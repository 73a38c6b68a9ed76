"""The site of the documentation: every page of docs/ is in it, every link leads somewhere, and search finds what is there.

check_site.py PROGRAM. Search is tried in a headless Chromium, from the file system. Status 77 without python3-markdown."""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
try:
    import markdown  # noqa: F401
except ImportError:
    print("python3-markdown is missing")
    sys.exit(77)

bad = 0


def fails(text):
    global bad
    bad += 1
    print("check_site:", text)


def check_links(folder):
    ids, links = {}, []
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if not name.endswith(".html") or os.sep + "gallery" + os.sep in path:
                continue
            with open(path) as file:
                text = file.read()
            ids[path] = set(re.findall(r'\bid="([^"]*)"', text))
            links += [(path, html.unescape(link)) for link in re.findall(r'\b(?:href|src)="([^"]*)"', text)]
    for path, link in links:
        if re.match(r"https?:|mailto:|data:", link):
            continue
        target, _, anchor = link.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(target))) if target else path
        if not os.path.exists(full):
            fails(f"{os.path.relpath(path, folder)}: no file {link}")
        elif anchor and anchor not in ids.get(full, {anchor}):
            fails(f"{os.path.relpath(path, folder)}: no heading {link}")
    return len(ids), len(links)


def check_search(folder):
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("search is not tried: chromium is missing")
        return
    cases = {"udwadia kalaba": "theory/multipliers.html", "sweep" if os.path.exists(os.path.join(ROOT, "docs/guide/sweeps.md")) else "hdf5": "guide/",
             "Lagrange multipliers reaction": "theory/", "nosuchwordanywhere": None}
    for query, wanted in cases.items():
        address = f"file://{folder}/theory/../index.html?q={urllib.parse.quote(query)}"
        with tempfile.TemporaryDirectory() as profile:
            done = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=5000",
                                   "--dump-dom", address], capture_output=True, text=True, timeout=120)
        found = done.stdout[done.stdout.find('id="found"'):]
        hits = re.findall(r'<article><a href="([^"]*)"', found)
        if wanted is None and (hits or "Nothing found" not in found):
            fails(f"{query!r} is found")
        if wanted is not None and not any(wanted in hit for hit in hits[:8]):
            fails(f"{query!r} finds {hits[:8]}")


with tempfile.TemporaryDirectory() as folder:
    made = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make-site"), sys.argv[1], folder + "/site", "--models", "double-pendulum,four-bar"],
                          capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(made.stdout + made.stderr)
    for where, _, names in os.walk(os.path.join(ROOT, "docs")):
        for name in names:
            page = os.path.relpath(os.path.join(where, name), os.path.join(ROOT, "docs"))
            if page.endswith(".md") and not os.path.exists(os.path.join(folder, "site", page[:-3] + ".html")):
                fails(f"docs/{page} is not in the site")
    pages, links = check_links(folder + "/site")
    check_search(folder + "/site")
    print(f"{pages} pages, {links} links, {bad} wrong")
sys.exit(bad > 0)
