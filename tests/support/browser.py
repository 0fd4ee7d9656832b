"""Drive a page in a browser by a script inside it, and read the result."""

import json
import re
import subprocess
from html import escape, unescape

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


#: The words of a page that a line break tears apart.
TORN = """
const torn = (page) => {
  const found = [];
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = page.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found.push(word[0]);
    }
  }
  return found;
};
"""


def on_a_phone(text):
    """Return a page with another in a frame as wide as a phone; windows cannot be so narrow."""
    frame = f'<iframe width="390" height="800" style="border:0" srcdoc="{escape(text)}"></iframe>'
    return f"<!DOCTYPE html><html><head><title>x</title></head><body>{frame}</body></html>"


def driven(text, script, tmp_path, link="", size="1200,800", *, dark=False):
    """What a page shows after a script, which may wait, has driven it."""
    watch = "<script>window.refused=[];document.addEventListener('securitypolicyviolation',"
    watch += "(e)=>window.refused.push(e.blockedURI));</script>"
    done = "found.push(performance.getEntriesByType('resource').length, window.refused);"
    show = "const out=document.createElement('pre');out.className='found';"
    show += "out.textContent=JSON.stringify(found);document.body.append(out);"
    page = tmp_path / "page.html"
    text = text.replace("<title>", f"{watch}<title>", 1)
    later = f"setTimeout(async () => {{{DRIVER}{script};{done}{show}}}, 200)"  # frames are laid out
    last = f"<script>addEventListener('load', () => {later})</script></body>"
    before, end, after = text.rpartition("</body>")  # pages in frames have others
    assert end
    page.write_text(before + last + after, encoding="utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--disable-dev-shm-usage", "--no-first-run"]
    command += [f"--window-size={size}", f"--blink-settings=preferredColorScheme={int(not dark)}"]
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
