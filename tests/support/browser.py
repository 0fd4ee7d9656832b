"""Drive a page in a browser by a script inside it, and read the result."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape

from tests.support.programs import CHROMIUM

#: What drives the page from within: keys pressed, and what is then to be seen.
DRIVER = """
const press = (key) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const one = (selector) => document.querySelector(selector);
const seen = () => ({
  place: one(".plytrace-place").textContent, sentence: one(".plytrace-sentence").textContent,
  line: [...one(".plytrace-code").children].findIndex((line) => line.hasAttribute("aria-current")),
  hash: location.hash, rows: one(".plytrace-stack tbody").children.length,
  asks: one(".plytrace-ask").hidden ? "" : one(".plytrace-ask p").textContent,
  verdict: one(".plytrace-verdict").hidden ? "" : one(".plytrace-verdict").textContent,
  score: one(".plytrace-score").textContent, open: one(".plytrace-tables").checkVisibility(),
});
const found = [];
const note = () => found.push(seen());
"""


def driven(text, script, tmp_path, link="", size="1200,800"):
    """What a page shows after a script has driven it."""
    watch = "<script>window.refused=[];document.addEventListener('securitypolicyviolation',"
    watch += "(e)=>window.refused.push(e.blockedURI));</script>"
    done = "found.push(performance.getEntriesByType('resource').length, window.refused);"
    show = "const out=document.createElement('pre');out.className='found';"
    show += "out.textContent=JSON.stringify(found);document.body.append(out);"
    page = tmp_path / "page.html"
    text = text.replace("<title>", f"{watch}<title>", 1)
    later = f"setTimeout(() => {{{DRIVER}{script};{done}{show}}}, 200)"  # frames are laid out
    last = f"<script>addEventListener('load', () => {later})</script></body>"
    before, end, after = text.rpartition("</body>")  # pages in frames have others
    assert end
    page.write_text(before + last + after, encoding="utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--disable-dev-shm-usage", "--no-first-run"]
    command += [f"--window-size={size}"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=3000"]
    ran = subprocess.run(
        [*command, f"{page.as_uri()}{link}"], capture_output=True, check=True, timeout=120
    )
    dom = ran.stdout.decode()
    out = re.search(r'<pre class="found">(.*?)</pre>', dom, re.DOTALL)
    assert out, dom[-2000:]
    *found, fetched, refused = json.loads(unescape(out[1]))
    assert (fetched, refused) == (0, [])
    return found
