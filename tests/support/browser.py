"""Drive a page in a browser by a script inside it, and read the result."""

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path

from tests.support.programs import CHROMIUM


def page_script(name):
    """Return a script of a page, which is a file."""
    return Path(__file__).with_name("pages").joinpath(f"{name}.js").read_text(encoding="utf-8")


#: What drives the page from within: keys pressed, and what is then to be seen.
DRIVER = page_script("driver")


#: The words of a page that a line break tears apart.
TORN = page_script("torn")


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
