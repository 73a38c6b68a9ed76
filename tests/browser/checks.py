"""tests/browser/checks.py: what every page must satisfy, whatever its content.

Each check takes a Page of browser.py and raises Wrong. check_page does them all, on one page that
is made dark, narrow and back, so that a page is loaded once.
"""

PHONE = 400  # pixels
CONTRAST = 4.5  # WCAG 2.2, level AA, text
PATIENCE = 10  # seconds for an animation to advance

# the frame after the next: by then everything requested has been drawn
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


class Wrong(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Wrong(message)


# --- pages ---------------------------------------------------------------------------------------


def check_quiet(page):
    """No error, no warning, no request to the network."""
    expect(not page.troubles, "; ".join(page.troubles))


def check_math(page):
    """Every formula has a box, and so has every part of it that has something to show."""
    page.eval("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    bad = page.eval("""[...document.querySelectorAll('math')].filter(math => {
        const empty = e => {
          const box = e.getBoundingClientRect();
          return !(box.width > 0 && box.height > 0);
        };
        const visible = e => /[^\\s\\u2061-\\u2064]/.test(e.textContent);
        return empty(math) || math.querySelector('merror') !== null ||
               [...math.querySelectorAll('mi, mn, mo, mtext')].some(e => visible(e) && empty(e));
      }).map(math => math.outerHTML.slice(0, 200))""")
    expect(not bad, f"{len(bad)} formulas without a box: {bad[:3]}")


def check_narrow(page):
    """No horizontal scrolling, least of all on a phone."""
    width, room = page.eval("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    expect(width <= room, f"{width} pixels wide in a window of {room}")
    page.resize(PHONE, 800)
    page.eval(SETTLED)
    width = page.eval("document.documentElement.scrollWidth")
    wide = page.eval("""[...document.querySelectorAll('body *')].filter(
        e => e.getBoundingClientRect().right > innerWidth + 0.5)
          .map(e => e.outerHTML.slice(0, 80))""")
    page.resize()
    page.eval(SETTLED)
    expect(width <= PHONE, f"{width} pixels wide on a phone: {wide[:3]}")


# The least contrast of text with its background, and the text.
LEAST_CONTRAST = """(() => {
  const probe = document.body.appendChild(document.createElement('canvas'));
  const ctx = probe.getContext('2d', {willReadFrequently: true});
  const known = new Map();      // reading a pixel back is slow
  const rgba = colour => known.get(colour) ?? known.set(colour, paint(colour)).get(colour);
  const paint = colour => {      // whatever way it is written
    ctx.clearRect(0, 0, 1, 1);
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = ctx.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => top.slice(0, 3).map((x, i) => x * top[3] + under[i] * (1 - top[3]));
  const light = rgb => {
    const [r, g, b] = rgb.map(x => x / 255 <= 0.04045 ? x / 255 / 12.92
                                                      : ((x / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  probe.style.backgroundColor = 'Canvas';
  const canvas = rgba(getComputedStyle(probe).backgroundColor);
  const behind = e => e === null ? canvas
    : over(rgba(getComputedStyle(e).backgroundColor), behind(e.parentElement));
  let least = [21, ''];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()) !== null;) {
    const e = text.parentElement, back = behind(e), words = text.data.trim();
    if (words === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(e.tagName)) continue;
    if (!e.checkVisibility()) continue;
    const style = getComputedStyle(e), colour = e.closest('svg') ? style.fill : style.color;
    if (e.closest('svg') && colour === 'none') continue;
    const [a, b] = [light(over(rgba(colour), back)), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least[0]) least = [ratio, words.slice(0, 40)];
  }
  const ground = light(behind(document.body));
  probe.remove();
  return [...least, ground];
})()"""


def check_colours(page):
    """Text is readable in light and in dark, and these differ."""
    grounds = []
    for dark in (False, True):
        page.prefer(dark, still=True)
        page.eval(SETTLED)
        ratio, words, ground = page.eval(LEAST_CONTRAST)
        name = "dark" if dark else "light"
        expect(ratio >= CONTRAST, f"contrast {ratio:.2f} in {name}: {words}")
        grounds.append(ground)
    page.prefer(False, still=True)
    page.eval(SETTLED)
    expect(grounds[0] > 0.7, "light is not light")
    expect(grounds[1] < 0.1, "dark is not dark")


def check_names(page):
    """Every control has a name."""
    roles = {"button", "slider", "combobox", "checkbox", "link", "application", "textbox"}
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in roles and not node.get("ignored"):
            expect(node.get("name", {}).get("value", "").strip(), f"a {role} without a name")


def check_keyboard(page):
    """Tab reaches every control, and the focus is visible."""
    page.eval("""document.querySelectorAll('details').forEach(d => { d.open = true; });
                 document.activeElement.blur();
                 window.operated = [...document.querySelectorAll(
                   'a[href], button, input, select, summary, [tabindex="0"]')]
                     .filter(e => e.checkVisibility() && !e.disabled);
                 window.reached = new Set();""")
    count = page.eval("operated.length")
    for _ in range(min(count, 40) + 2):
        page.press("Tab")
        seen = page.eval("""(() => {
            const e = document.activeElement, s = getComputedStyle(e);
            reached.add(e);
            return e === document.body || parseFloat(s.outlineWidth) > 0 || s.boxShadow !== 'none';
          })()""")
        expect(seen, "no mark on what has the focus")
    missed = page.eval("""operated.slice(0, 40).filter(e => !reached.has(e))
                            .map(e => e.outerHTML.slice(0, 80))""")
    expect(not missed, f"Tab does not reach {missed}")


# --- animations ----------------------------------------------------------------------------------

# a number for what the canvas shows, and how many colours it has
SHOWN = """(() => {
  const canvas = document.querySelectorAll('figure.animation canvas')[%d];
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const ctx = copy.getContext('2d', {willReadFrequently: true});
  ctx.drawImage(canvas, 0, 0);
  const {data} = ctx.getImageData(0, 0, copy.width, copy.height);
  let hash = 0;
  const colours = new Set(), pixels = new Uint32Array(data.buffer);
  for (let i = 0; i < pixels.length; i++) {
    hash = (Math.imul(hash, 31) + pixels[i]) | 0;
    if (i %% 7 === 0) colours.add(pixels[i]);
  }
  return [hash, colours.size];
})()"""


class Figure:
    """An animation of a page, by its place among them."""

    def __init__(self, page, number):
        self.page, self.number = page, number
        self.at = f"document.querySelectorAll('figure.animation')[{number}]"
        self.frames = int(self.get(".time", "max"))
        page.eval(f"{self.at}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        page.eval(SETTLED)

    def get(self, selector, name):
        return self.page.eval(f"{self.at}.querySelector('{selector}').{name}")

    def shown(self):
        self.page.eval(SETTLED)
        return self.page.eval(SHOWN % self.number)

    def time(self):
        self.page.eval(SETTLED)
        return float(self.get(".now", "textContent").split("=")[1].replace("−", "-"))

    def frame(self):
        self.page.eval(SETTLED)
        return int(self.get(".time", "value"))

    def label(self):
        return self.page.eval(f"{self.at}.querySelector('.play').getAttribute('aria-label')")

    def focus(self, selector):
        self.page.eval(f"{self.at}.querySelector('{selector}').focus()")

    def click(self, selector):
        self.page.eval(f"{self.at}.querySelector('{selector}').click()")

    def scrub(self, part):
        """Moves the slider to this part of the whole, as a person does."""
        x, y, width, height = self.page.eval(
            f"(() => {{ const b = {self.at}.querySelector('.time').getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height]; })()")
        self.page.mouse("mousePressed", x + 9 + part * (width - 18), y + height / 2,
                        button="left", clickCount=1)
        self.page.mouse("mouseReleased", x + 9 + part * (width - 18), y + height / 2,
                        button="left", clickCount=1)

    def middle(self):
        return self.page.eval(
            f"(() => {{ const b = {self.at}.querySelector('canvas').getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()")


def check_playing(figure):
    """An animation plays at the press of a button, and stops."""
    page = figure.page
    expect(figure.label() == "Play", "does not stand still, for somebody who prefers that")
    before, t = figure.shown(), figure.time()
    expect(before[1] > 3, "the picture is empty")
    figure.click(".play")
    expect(figure.label() == "Pause", "the button does not say that it plays")
    page.wait(lambda: figure.frame() > 5, "the animation to advance", seconds=PATIENCE)
    figure.click(".play")
    expect(figure.time() != t, "the time does not advance")
    after = figure.shown()
    expect(after[0] != before[0], "the picture does not change")
    page.eval(SETTLED)
    expect(figure.shown() == after, "goes on after a pause")


def check_scrubbing(figure):
    figure.scrub(0.75)
    later, t = figure.shown(), figure.time()
    expect(abs(figure.frame() / figure.frames - 0.75) < 0.05, f"scrubbed to {figure.frame()}")
    figure.scrub(0.25)
    earlier = figure.shown()
    expect(abs(figure.frame() / figure.frames - 0.25) < 0.05, f"scrubbed to {figure.frame()}")
    expect(figure.time() != t and later[0] != earlier[0], "scrubbing shows the same")
    said = figure.page.eval(f"{figure.at}.querySelector('.time').getAttribute('aria-valuetext')")
    expect((said or "").startswith("t = "), "the slider does not say the time")


def check_picture(figure):
    """Dragging and the wheel change the view; a button brings it back."""
    page, (x, y) = figure.page, figure.middle()
    before = figure.shown()
    page.drag(x, y, 60, 20)
    dragged = figure.shown()
    expect(dragged[0] != before[0], "dragging changes nothing")
    figure.focus("canvas")
    page.mouse("mouseWheel", x, y, deltaX=0, deltaY=-120)
    expect(figure.shown()[0] != dragged[0], "the wheel changes nothing")
    figure.click(".reset")
    expect(figure.shown()[0] == before[0], "the view is not reset")
    page.eval(f"(() => {{ const s = {figure.at}.querySelector('.trail'); s.value = 'all';"
                     " s.dispatchEvent(new Event('change')); })()")
    data = f"JSON.parse({figure.at}.querySelector('script').textContent)"
    if page.eval(data + ".paths.length"):
        expect(figure.shown()[0] != before[0], "the trail has always the same length")


def check_keys(figure):
    page = figure.page
    figure.focus("canvas")
    page.press("Home")
    expect(figure.frame() == 0, "Home is not the beginning")
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.press("ArrowLeft")
    expect(figure.frame() == 1, f"arrows lead to frame {figure.frame()}")
    page.press("End")
    expect(figure.frame() == figure.frames, "End is not the end")
    expect(figure.label() == "Play again", "the button does not know the end")
    page.press("Home")
    for where in ("canvas", ".time"):
        figure.focus(where)
        page.press(" ")
        expect(figure.label() == "Pause", f"space on {where} does not play")
        page.press(" ")
        expect(figure.label() == "Play", f"space on {where} does not pause")
    page.press("ArrowRight", shift=True)


def check_dark_figure(figure):
    light = figure.shown()
    figure.page.prefer(True, still=True)
    expect(figure.shown()[0] != light[0], "the picture is not dark in the dark")
    figure.page.prefer(False, still=True)
    expect(figure.shown()[0] == light[0], "the picture does not become light again")


def check_touch(figure):
    """A finger that moves sideways turns or moves the picture; two that move apart enlarge it."""
    page, before = figure.page, figure.shown()
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    x, y = figure.middle()
    page.touch([[x - 40, y], [x + 40, y]])
    turned = figure.shown()
    page.touch([[x - 20, y], [x - 80, y]], [[x + 20, y], [x + 80, y]])
    zoomed = figure.shown()
    page.call("Emulation.setTouchEmulationEnabled", enabled=False)
    figure.click(".reset")
    expect(turned[0] != before[0], "a finger changes nothing")
    expect(zoomed[0] != turned[0], "two fingers change nothing")


PAGE_CHECKS = [check_quiet, check_math, check_colours, check_narrow, check_names, check_keyboard]
FIGURE_CHECKS = [check_playing, check_scrubbing, check_picture, check_keys, check_dark_figure,
                 check_touch]


def check_page(page, most_figures=1, thorough=True):
    """Runs all checks; of many animations on a page, checks the first ones. Not thorough: takes a third of the
    time, for pages of a kind that was checked thoroughly."""
    for check in PAGE_CHECKS if thorough else PAGE_CHECKS[:4]:
        check(page)
    count = page.eval("document.querySelectorAll('figure.animation').length")
    for number in range(min(count, most_figures)):
        for check in FIGURE_CHECKS if thorough else FIGURE_CHECKS[:2]:
            check(Figure(page, number))
    check_quiet(page)
    return count
