"""The functions of pages that judge an answer or check one, run outside a browser."""

import json
import shutil
import subprocess
from importlib import resources

from tests.support.html_reader import Page
from tracer.questions.typed_script import with_reader

NODE = shutil.which("node")


def part_of(package, name, start, end):
    """Return the part of a page's script between two texts, with the reader in it."""
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    return with_reader(text[text.index(start) : text.index(end)])


def run_script(script, data):
    """Return what a script says of some data."""
    script += "\nconsole.log(JSON.stringify(say(JSON.parse(require('fs').readFileSync(0)))))"
    ran = subprocess.run([NODE, "-e", script], input=json.dumps(data).encode(), capture_output=True)
    assert not ran.returncode, ran.stderr.decode()[-1000:]
    return json.loads(ran.stdout)


def judged_by_player(trace, asked):
    """Return whether answers to the questions after some steps are right, wrong or refused.

    An answer is the text of a field, or those of all fields.
    """
    (data,) = Page(trace.export("html", fragment=True)).players
    say = """
    function say({ data, asked }) {
      return asked.map(([step, typed]) => {
        const { ask } = data.steps[step];
        const worth = (ask.players ?? ["Value"]).map((label) => ["number", label]);
        const fields = { name: [["name", "Node"]], number: worth,
          window: [["number", "α"], ["number", "β"]], result: [...worth, ["name", "Move"]],
        }[ask.field];
        const given = fields.map(([kind, label], place) =>
          readField(data, ask, kind, label, [typed].flat()[place]));
        if (given.includes(null)) return "refused";
        return verdictOn(ask, ask.field === "name" ? given[0] : given)[0] ? "right" : "wrong";
      });
    }"""
    script = part_of("tracer.web", "player.js", "  const READER", "  const LEAST")
    script += part_of("tracer.web", "player.js", "  const numberOf", "  // The trees:") + say
    return run_script(script, {"data": data, "asked": asked})


def unread_by_page(names, asked, own="", other=""):
    """Return what the page to fill in says that it cannot read, of each field and its text.

    `own` heads the row of the field, and `other` does not choose at the root.
    """
    script = with_reader("const listUnread = FIELD_READER;")
    script += "function say({ names, asked, ...row }) {"
    script += " return asked.map(([field, text]) => listUnread(field, text, names, row)); }"
    return run_script(script, {"names": names, "asked": asked, "own": own, "other": other})
