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

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "browser"))
from browser import Browser  # noqa: E402

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


def check_search(browser, folder):
    cases = {"udwadia kalaba": "theory/multipliers.html", "sweep": "guide/", "Lagrange multipliers reaction": "theory/",
             "nosuchwordanywhere": None}
    for query, wanted in cases.items():
        with browser.open_page(f"file://{folder}/theory/../index.html?q={urllib.parse.quote(query)}") as page:
            found = page.eval("document.getElementById('found').outerHTML")
        hits = re.findall(r'<article><a href="([^"]*)"', found)
        if wanted is None and (hits or "Nothing found" not in found):
            fails(f"{query!r} is found")
        if wanted is not None and not any(wanted in hit for hit in hits[:8]):
            fails(f"{query!r} finds {hits[:8]}")


def check_phone(browser, folder):
    """On a phone a page begins with its own text, not with the contents of the site; nothing exceeds the screen."""
    for name in ("index.html", "guide/language.html", "papers.html", "commands/simulate.html"):
        with browser.open_page(f"{folder}/{name}", width=400, height=800) as page:
            top = page.eval("document.querySelector('h1').getBoundingClientRect().bottom")
            wide = page.eval("document.documentElement.scrollWidth")
            cut = page.eval("[...document.querySelectorAll('main img, main pre, main table, main section')]"
                            ".filter(e => e.getBoundingClientRect().right > 401).length")
            if top > 250 or wide > 400 or cut > 0:
                fails(f"{name} on a phone: the title ends at {top}, the page is {wide} wide, {cut} parts are cut off")
            page.eval("document.querySelector('label[for=menu]').click()")
            if page.eval("document.getElementById('contents').offsetHeight") < 400:
                fails(f"{name} on a phone: the contents do not open")
            page.eval("document.querySelector('label[for=menu]').click(); document.getElementById('search').focus()")
            page.eval("(() => { const f = document.getElementById('search'); f.value = 'lagrange'; f.oninput(); })()")
            if page.eval("document.querySelector('#found h1').getBoundingClientRect().bottom") > 250:
                fails(f"{name} on a phone: what was found is not seen")
        with browser.open_page(f"{folder}/{name}") as page:
            if page.eval("document.getElementById('contents').offsetHeight") < 400:
                fails(f"{name}: no contents beside it")


def check_pages(folder):
    if shutil.which("chromium") is None:
        print("search is not tried: chromium is missing")
        return
    with Browser() as browser:
        check_search(browser, folder)
        check_phone(browser, folder)


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
    check_pages(folder + "/site")
    print(f"{pages} pages, {links} links, {bad} wrong")
sys.exit(bad > 0)
