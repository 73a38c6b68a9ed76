"""tests/browser/selftest.py: pages with one fault each. A check that does not see its fault is
worth nothing."""

import checks
from browser import InVain
from checks import Figure, Wrong

GOOD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width">
<style>:root { color-scheme: light dark; }</style>
<body>
<p>Words. <a href="#here">A link</a> <button>A button</button></p>
<p><math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>
"""

# what is appended to the good page, and the check that has to see it
FAULTS = [
    ("check_quiet", "<script>console.error('no')</script>"),
    ("check_quiet", "<script>console.warn('no')</script>"),
    ("check_quiet", "<script>undefined.x</script>"),
    ("check_quiet", "<img src='missing.png' alt=''>"),
    ("check_quiet", "<link rel='stylesheet' href='style.css'>"),
    ("check_math", "<math style='display: none'><mi>y</mi></math>"),
    ("check_math", "<p style='font-size: 0'><math><mi>y</mi></math></p>"),
    ("check_math", "<p><math><merror><mi>y</mi></merror></math></p>"),
    ("check_math", "<p><math><mi>y</mi><mi style='display: none'>z</mi></math></p>"),
    ("check_colours", "<p style='color: #999'>faint</p>"),
    ("check_colours", "<p style='color: #222'>black in the dark</p>"),
    ("check_colours", "<p><span style='background: #fff'>white on white</span></p>"),
    ("check_colours", "<style>body { background: #fff; color: #000 }</style>"),
    ("check_narrow", "<p style='width: 420px'>wide</p>"),
    ("check_names", "<button></button>"),
    ("check_names", "<input type='range'>"),
    ("check_keyboard", "<button tabindex='-1'>skipped</button>"),
    ("check_keyboard", "<style>:focus-visible { outline: 0 }</style>"),
]

# what is replaced in a page with an animation, and the check that has to see it
SABOTAGE = [
    ("check_playing", "this.f += seconds", "this.f += 0 * seconds"),
    ("check_playing", "picture.draw(", "0 && picture.draw("),
    ("check_playing", "look(view, motion, pic.f);", "look(view, motion, pic.f = 0);"),
    ("check_playing", "if (this.touched || still.matches) return;", ""),
    ("check_scrubbing", "() => this.go(Number(ui.time.value))", "() => {}"),
    ("check_scrubbing", "ui.time.setAttribute('aria-valuetext', this.time());", ""),
    ("check_picture", "turnBy(view, dx * 0.01, dy * 0.01);", ""),
    ("check_picture", "zoomBy(view, Math.exp", "0 && zoomBy(view, Math.exp"),
    ("check_picture", "() => this.reset()", "() => {}"),
    ("check_picture", "drawTrail(pic, motion.points[i]);", ""),
    ("check_keys", "event.key === ' '", "event.key === 'p'"),
    ("check_keys", "target === this.ui.time", "false"),
    ("check_keys", "Math.floor(this.f) + 1", "this.f + 2"),
    ("check_keys", "AGAIN : PLAY);", "AGAIN : PLAY); return;"),
    ("check_touch", "if (wide > 0)", "if (false)"),
    ("check_dark_figure", "dark.addEventListener", "still.addEventListener"),
]


def sees(check, subject):
    try:
        check(subject)
    except (Wrong, InVain):
        return True
    return False


def try_page(browser, file, text, name):
    """Does the check complain about the page?"""
    file.write_text(text)
    with browser.open_page(file, still=True) as page:
        check = getattr(checks, name)
        return sees(check, Figure(page, 0) if check in checks.FIGURE_CHECKS else page)


def selftest(browser, folder, animation):
    """Returns the faults that are not seen, in words. animation: a good page with a spatial animation."""
    file, missed = folder / "selftest.html", []
    checks.PATIENCE = 1
    for check in checks.PAGE_CHECKS:
        if try_page(browser, file, GOOD, check.__name__):
            missed.append(f"{check.__name__} complains about a good page")
    for name, fault in FAULTS:
        if not try_page(browser, file, GOOD + fault, name):
            missed.append(f"{name} does not see {fault}")
    text = animation.read_text()
    for name, part, instead in SABOTAGE:
        if part not in text:
            missed.append(f"there is no {part} any more")
        elif not try_page(browser, file, text.replace(part, instead), name):
            missed.append(f"{name} does not see that {part} became {instead}")
    return missed
