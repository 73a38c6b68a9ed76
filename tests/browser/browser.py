"""tests/browser/browser.py: pages in a headless Chromium, by the DevTools protocol over a pipe.

The protocol (https://chromedevtools.github.io/devtools-protocol) is JSON, each message ended by a
zero byte: ours go in at the browser's descriptor 3, its answers and events come out at 4. So it
takes Debian's chromium, Python and nothing else.

    with Browser() as browser:
        page = browser.open_page("build/page.html", width=400, dark=True)
        page.eval("document.title")
        page.troubles      # what the console, the page and the network complained about
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 120  # seconds for any answer, even on a busy machine

KEYS = {" ": ("Space", 32), "Tab": ("Tab", 9), "Enter": ("Enter", 13), "Home": ("Home", 36),
        "End": ("End", 35), "ArrowLeft": ("ArrowLeft", 37), "ArrowRight": ("ArrowRight", 39)}


class BrowserError(Exception):
    pass


class InVain(BrowserError):
    """Something that the test waited for did not happen."""


class Browser:
    """One Chromium; every page is a tab of its own."""

    def __init__(self):
        program = shutil.which("chromium")
        if program is None:
            raise BrowserError("chromium is not installed; `make setup` does that")
        self.profile = tempfile.TemporaryDirectory(prefix="dalembert-browser-")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def move():  # to 3 and 4, whatever they were
            high = [os.dup(theirs_in), os.dup(theirs_out)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
             "--disable-background-networking", "--disable-component-update",
             "--disable-extensions",
             "--user-data-dir=" + self.profile.name, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=move, pass_fds=(3, 4))
        os.close(theirs_in)
        os.close(theirs_out)
        self.incoming, self.outgoing = ours_in, ours_out
        self.rest, self.last, self.pages = b"", 0, {}

    def __enter__(self):
        return self

    def __exit__(self, *what):
        try:
            self.call("Browser.close")
            self.process.wait(PATIENCE)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.incoming)
        os.close(self.outgoing)
        # the browser's children may still be writing there
        shutil.rmtree(self.profile.name, ignore_errors=True)
        self.profile._finalizer.detach()

    def receive(self, deadline):
        """Returns the next message, or None if no message comes in time."""
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.incoming], [], [], left)[0]:
                return None
            data = os.read(self.incoming, 1 << 16)
            if not data:
                raise BrowserError("the browser ended")
            self.rest += data
        line, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(line)
        page = self.pages.get(message.get("sessionId"))
        if page is not None and "method" in message:
            page.hear(message["method"], message["params"])
        return message

    def call(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.outgoing, data):]
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer is None:
                raise BrowserError(f"{method}: no answer")
            if answer.get("id") == message["id"]:
                break
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open_page(self, file, width=1000, height=900, dark=False, still=False):
        """Opens a file or an address. still: the person prefers reduced motion."""
        return Page(self, file, width, height, dark, still)


class Page:
    def __init__(self, browser, file, width, height, dark, still):
        self.browser, self.troubles, self.loaded = browser, [], False
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target,
                                    flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")
        self.size = width, height
        self.resize()
        self.prefer(dark, still)
        file = str(file)
        self.address = file if "://" in file else pathlib.Path(file).resolve().as_uri()
        self.call("Page.navigate", url=self.address)
        self.wait(lambda: self.loaded, "the page to load")

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def hear(self, event, params):
        if event == "Page.loadEventFired":
            self.loaded = True
        elif event == "Runtime.consoleAPICalled":
            if params["type"] not in ("error", "warning", "assert"):
                return
            text = " ".join(str(a.get("value", a.get("description"))) for a in params["args"])
            self.troubles.append(f"console.{params['type']}: {text}")
        elif event == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            self.troubles.append(f"exception: {text}")
        elif event == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.troubles.append(f"log: {params['entry']['text']}")
        elif event == "Network.requestWillBeSent":
            # a page is self-contained: it requests nothing
            address = params["request"]["url"]
            if address != self.address and not address.startswith(("data:", "blob:")):
                self.troubles.append(f"request: {address}")

    def prefer(self, dark, still):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def resize(self, width=None, height=None):
        """Sets the size of the window, with the dense pixels of a phone if it is narrow."""
        width, height = width or self.size[0], height or self.size[1]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if width < 600 else 1, mobile=width < 600)

    def eval(self, expression):
        """Returns the value of a JavaScript expression; waits for a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, what, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise InVain(f"waited in vain for {what}")
            self.browser.receive(min(deadline, time.monotonic() + 0.02))

    def press(self, key, shift=False):
        code, number = KEYS.get(key, (key, 0))
        text = {" ": " ", "Enter": "\r"}.get(key, key if len(key) == 1 else "")
        common = dict(key=key, code=code, windowsVirtualKeyCode=number, modifiers=8 * shift)
        typed = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def drag(self, x, y, dx, dy):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for i in range(1, 5):
            self.mouse("mouseMoved", x + dx * i / 4, y + dy * i / 4, button="left", buttons=1)
        self.mouse("mouseReleased", x + dx, y + dy, button="left", clickCount=1)

    def touch(self, *paths):
        """Moves fingers, each from its first place to its last."""
        def send(kind, places):
            self.call("Input.dispatchTouchEvent", type=kind,
                      touchPoints=[dict(x=x, y=y, id=i) for i, (x, y) in enumerate(places)])

        send("touchStart", [path[0] for path in paths])
        for s in (0.25, 0.5, 0.75, 1):
            send("touchMove", [[a + s * (b - a) for a, b in zip(*path)] for path in paths])
        send("touchEnd", [])

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.pages.pop(self.session, None)
        self.browser.call("Target.closeTarget", targetId=self.target)
