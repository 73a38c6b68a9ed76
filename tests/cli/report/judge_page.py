#!/usr/bin/env python3
"""tests/cli/report/judge_page.py: is a report a page that is whole, safe and usable?

  judge_page.py PAGE.html ...    says what is wrong, and fails; prints how many pages were good
  judge_page.py --selftest       does the judge find mistakes?

Read with Python's own HTML and XML parsers:
  whole    every element is closed in order; ids are unique; links within the page lead somewhere;
           formulas are well-formed XML and use elements of MathML Core only
  safe     one script, the one that the Content-Security-Policy names by its hash; no attribute that
           runs code; nothing is loaded from anywhere
  usable   one h1, headings in order; a title, a language, a skip link, a main element; buttons and
           tables have names; less than 2 MB
"""
import base64
import hashlib
import html.parser
import re
import sys
import xml.etree.ElementTree

VOID = {"meta", "br", "hr", "img", "input", "link", "mspace"}
MATHML = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub",
          "msup", "msubsup", "mover", "mtable", "mtr", "mtd"}
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "mover": 2, "msubsup": 3}
MOST = 2_000_000


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.mistakes, self.ids, self.links = [], [], [], []
        self.headings, self.scripts, self.texts, self.policy = [], [], {}, ""
        self.tags, self.buttons, self.data_latex = [], [], []

    def wrong(self, what):
        self.mistakes.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        values = dict(attributes)
        if len(names) != len(set(names)):
            self.wrong(f"<{tag}> has an attribute twice")
        for name, value in attributes:
            if name.startswith("on"):
                self.wrong(f"<{tag}> runs code: {name}")
            inside = name == "xlink:href" and value.startswith("#")
            if not inside and name in ("src", "srcset", "data", "action", "poster", "background",
                                       "xlink:href"):
                self.wrong(f"<{tag}> loads something: {name}={value}")
            if name == "href":
                if not (value or "").startswith("#"):
                    self.wrong(f"<{tag}> leads out of the page: {value}")
                self.links.append((value or "")[1:])
            if name in ("aria-labelledby", "aria-describedby", "aria-controls"):
                self.links.append(value)
        if tag in ("iframe", "object", "embed", "base", "form", "link", "img"):
            self.wrong(f"<{tag}> has no place here")
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "meta" and values.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = values["content"]
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            self.wrong("the page leads away")
        if tag == "html" and not values.get("lang"):
            self.wrong("no language")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "script":
            self.scripts.append((values.get("type", ""), ""))
        if tag == "button":
            self.buttons.append(values)
            self.button = values.get("aria-label") or ""
            if "data-latex" in values:
                self.data_latex.append(values["data-latex"])
        if "svg" not in self.open:  # which has titles of its own
            self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag in VOID:
            return
        if "svg" in self.open or "math" in self.open:  # there it is, as in XML
            self.open.pop()
        else:
            self.wrong(f"<{tag}/> is not closed in HTML")

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.wrong(f"</{tag}> closes {self.open[-1] if self.open else 'nothing'}")
        else:
            self.open.pop()
        if tag == "button" and not self.button.strip():
            self.wrong("a button without a name")

    def handle_data(self, data):
        if self.open and self.open[-1] == "button":
            self.button += data
        if self.open and self.open[-1] == "script":
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        if self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + data

    def handle_comment(self, data):
        self.wrong("a comment: nothing of the program writes one")


def check_math(page, text):
    for formula in re.findall(r"<math\b.*?</math>", text, re.S):
        try:
            root = xml.etree.ElementTree.fromstring(formula)
        except xml.etree.ElementTree.ParseError as error:
            page.mistakes.append(f"a formula is not XML ({error}): {formula[:80]}")
            continue
        for element in root.iter():
            if element.tag not in MATHML:
                page.mistakes.append(f"<{element.tag}> in a formula")
            if element.tag in CHILDREN and len(element) != CHILDREN[element.tag]:
                page.mistakes.append(f"<{element.tag}> with {len(element)} parts: {formula[:80]}")


def check_page(text):
    page = Page()
    page.feed(text)
    page.close()
    if page.open:
        page.mistakes.append(f"not closed: {page.open}")
    if not text.startswith("<!DOCTYPE html>"):
        page.mistakes.append("no document type")
    if len(text.encode()) > MOST:
        page.mistakes.append("larger than 2 MB")
    doubles = {i for i in page.ids if page.ids.count(i) > 1}
    if doubles:
        page.mistakes.append(f"ids given twice: {doubles}")
    for link in page.links:
        if link not in page.ids:
            page.mistakes.append(f"a link leads nowhere: {link}")
    if page.headings.count(1) != 1 or page.headings[:1] != [1]:
        page.mistakes.append("there must be one h1, first")
    for above, below in zip(page.headings, page.headings[1:]):
        if below > above + 1:
            page.mistakes.append(f"h{above} is followed by h{below}")
    for tag in ("title", "main", "nav", "header"):
        if page.tags.count(tag) != 1:
            page.mistakes.append(f"{page.tags.count(tag)} elements <{tag}>")
    code = [s for kind, s in page.scripts if kind in ("", "module", "text/javascript")]
    hashes = ["'sha256-" + base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() + "'"
              for s in code]
    allowed = re.search(r"script-src ([^;]*)", page.policy)
    if not allowed or allowed.group(1).split() != hashes:
        page.mistakes.append("the policy does not name the script of the page, and it alone")
    if "default-src 'none'" not in page.policy:
        page.mistakes.append("the policy lets things be loaded")
    if re.search(r"url\(|@import", page.texts.get("style", "")):
        page.mistakes.append("the style loads something")
    cited = set(re.findall(r"\b[A-Z][0-9]+\b", " ".join(re.findall("<cite>(.*?)</cite>", text))))
    for name in cited - set(re.findall("<dt>([A-Z][0-9]+)</dt>", text)):
        page.mistakes.append(f"what is the source {name}?")
    check_math(page, text)
    return page


GOOD = """<!DOCTYPE html>
<html lang="en"><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src HASH">
<title>t</title><style>p {}</style></head><body><header><h1>t</h1></header><nav><a href="#a">a</a></nav>
<main id="a"><h2>b</h2><cite>L8 (1)</cite><dl><dt>L8</dt></dl><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></main><script>1</script></body></html>"""
GOOD = GOOD.replace("HASH", "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='")
BAD = [("<h2>", "<h4>"), ("</h2>", ""), ("<script>1", "<script>2"),
       ("<nav>", "<nav><img src=x onerror=1>"), ("#a", "#b"), ("<h2>", "<h2 id=a>"),
       ("<h2>", "<h2 onclick=1>"), ("<mi>b</mi>", ""), ("<mi>a", "<mi>&nbsp;"),
       ("</main>", "</main><script>1</script>"), ("<title>t</title>", ""), ("#a", "https://x"),
       ("<mi>a</mi>", "<ms>a</ms>"), (" lang=\"en\"", ""), ("p {}", "@import x"),
       ("</main>", "</main><button></button>"), ("<h2>", "<!-- --><h2>"), ("'none'", "*"),
       ("</body>", ""), ("<dt>L8", "<dt>L9"), ("<h2>", "x" * MOST + "<h2>")]


def selftest():
    mistakes = check_page(GOOD).mistakes
    assert not mistakes, mistakes
    for old, new in BAD:
        bad = GOOD.replace(old, new)
        if bad != GOOD:
            assert check_page(bad).mistakes, f"nothing found: {old} -> {new}"
    print("the judge finds", sum(GOOD.replace(a, b) != GOOD for a, b in BAD), "mistakes")


def main(paths):
    good = 0
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            page = check_page(file.read())
        for mistake in page.mistakes[:10]:
            print(f"{path}: {mistake}")
        good += not page.mistakes
    print(f"{good} of {len(paths)} pages are good")
    return 0 if good == len(paths) else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--selftest"]:
        selftest()
    else:
        sys.exit(main(sys.argv[1:]))
