"""A headless Chromium, driven through a pipe by its DevTools protocol.

As a program, browser.py WIDTH HEIGHT takes pictures of pages: each line of standard input has the
page, the part of its address after # and the PNG file to write, separated by tabs.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which(
        "google-chrome")


class Browser:
    """One page. Errors of its scripts are collected in `errors`."""

    def __init__(self, width=1200, height=800):
        self.errors = []
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser reads commands from its descriptor 3 and answers on 4.
        command_read, self._commands = os.pipe()
        self._answers, answer_write = os.pipe()
        arguments = [
            find_chromium(), "--headless", "--no-sandbox", "--disable-gpu-sandbox",
            "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
            "--no-first-run", "--disable-extensions", "--disable-background-networking",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
            f"--user-data-dir={self._profile.name}", f"--window-size={width},{height}",
            "about:blank",
        ]
        # The shell moves the pipes to descriptors 3 and 4, whatever their numbers are here.
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{command_read} 4>&{answer_write}', "-"] + arguments,
            pass_fds=(command_read, answer_write), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self._buffer = b""
        self._next_id = 0
        self._shown = None  # the page that is open
        self._session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=target["targetId"],
                                  flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        # Any network request fails, and the error is recorded.
        self.call("Network.emulateNetworkConditions", offline=True, latency=0,
                  downloadThroughput=-1, uploadThroughput=-1)

    def close(self):
        self._process.terminate()
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def _read(self):
        while b"\0" not in self._buffer:
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has gone")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        if message.get("method") == "Runtime.consoleAPICalled":
            if message["params"]["type"] in ("error", "assert"):
                self.errors.append(str([a.get("value", a.get("description"))
                                        for a in message["params"]["args"]]))
        if message.get("method") == "Network.loadingFailed":
            self.errors.append(str(message["params"]))
        return message

    def call(self, method, **parameters):
        self._next_id += 1
        request = {"id": self._next_id, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        os.write(self._commands, json.dumps(request).encode() + b"\0")
        while True:
            message = self._read()
            if message.get("id") != self._next_id:
                continue
            if "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            return message["result"]

    def evaluate(self, expression):
        """The value of an expression in the page; waits for promises."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, expression, seconds=30):
        deadline = time.monotonic() + seconds
        while not self.evaluate(expression):
            if self.errors:
                raise RuntimeError(f"the page has errors: {self.errors}")
            if time.monotonic() > deadline:
                raise RuntimeError(f"never true: {expression}")
            time.sleep(0.02)

    def navigate(self, path, address=""):
        self._shown = None
        self.errors.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=Path(path).resolve().as_uri() + "#" + address)

    def open(self, path, address=""):
        """Shows the page of a run; `address` is the part after #. If the page is already open, only
        changes the address, which is much faster."""
        file = Path(path).resolve()
        shown = (file, file.stat().st_mtime_ns)
        if shown != self._shown:
            self.navigate(path, address)
            self.wait_for("document.documentElement?.dataset.ready === 'yes' && "
                          "window.stiction?.framesDrawn > 0")
            self._shown = shown
            return
        self.errors.clear()
        self.evaluate(f"(location.hash = {json.dumps(address)}, dispatchEvent(new Event('hashchange')), 0)")
        self.settle()

    def resize(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=mobile)

    def settle(self):
        """Waits until the page has drawn all changes."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => "
                      "requestAnimationFrame(() => setTimeout(done, 0))))")

    def click(self, x, y):
        self.press_mouse(x, y)
        self.release_mouse(x, y)
        self.settle()

    def press_mouse(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                  clickCount=1)

    def release_mouse(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left",
                  clickCount=1)

    def middle_of(self, selector):
        """The centre of the element that a CSS selector matches."""
        return self.evaluate(f"(r => [r.left + r.width / 2, r.top + r.height / 2])("
                             f"document.querySelector({json.dumps(selector)})"
                             f".getBoundingClientRect())")

    def press(self, key, shift=False):
        # Named keys also have a number, without which the browser itself ignores them.
        numbers = {"Tab": 9, " ": 32, "PageUp": 33, "PageDown": 34, "ArrowLeft": 37, "ArrowUp": 38,
                   "ArrowRight": 39, "ArrowDown": 40}
        event = {"key": key, "code": "Space" if key == " " else key, "modifiers": 8 * shift,
                 "windowsVirtualKeyCode": numbers.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=key if len(key) == 1 else "", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
        self.settle()

    def screenshot(self):
        """The page as a PNG file."""
        self.settle()
        # Faster compression halves the time here and when reading the file.
        return base64.b64decode(self.call("Page.captureScreenshot", format="png",
                                          optimizeForSpeed=True)["data"])


class Picture:
    """The pixels of a PNG file with 8 bits per channel, RGB or RGBA, as browsers write it."""

    def __init__(self, png):
        at = 8
        packed = b""
        while at < len(png):
            length = int.from_bytes(png[at:at + 4], "big")
            kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width = int.from_bytes(data[:4], "big")
                self.height = int.from_bytes(data[4:8], "big")
                self._channels = {2: 3, 6: 4}[data[9]]
            if kind == b"IDAT":
                packed += data
            at += 12 + length
        self._rows = self._unfilter(zlib.decompress(packed))

    def _unfilter(self, raw):
        n, stride = self._channels, self._channels * self.width
        rows = []
        above = bytearray(stride)
        for y in range(self.height):
            start = y * (stride + 1)
            kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
            for i in range(stride if kind else 0):
                left = row[i - n] if i >= n else 0
                corner = above[i - n] if i >= n else 0
                if kind == 1:
                    guess = left
                elif kind == 2:
                    guess = above[i]
                elif kind == 3:
                    guess = (left + above[i]) // 2
                else:
                    p = left + above[i] - corner
                    guess = min((abs(p - left), 0, left), (abs(p - above[i]), 1, above[i]),
                                (abs(p - corner), 2, corner))[2]
                row[i] = (row[i] + guess) & 255
            rows.append(row)
            above = row
        return rows

    def pixel(self, x, y):
        x, y = round(x), round(y)
        return tuple(self._rows[y][self._channels * x:self._channels * x + 3])


def take_pictures(width, height, lines):
    browser = Browser()
    browser.resize(width, height)
    try:
        for line in lines:
            page, address, picture = line.rstrip("\n").split("\t")
            browser.open(page, address)
            Path(picture).write_bytes(browser.screenshot())
    finally:
        browser.close()


if __name__ == "__main__":
    take_pictures(int(sys.argv[1]), int(sys.argv[2]), sys.stdin)
