"""PrairieLearn: a folder for each problem, whose `server.py` draws variants through plytrace.

See https://prairielearn.readthedocs.io/en/latest/question/overview/.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from engine.version import __version__
from tracer.files.packed_files import imported_files
from tracer.worksheet.contents.keys import SOURCES, Sources, mapping_lines
from tracer.worksheet.formats.question_bank import PlatformFormat, QuestionBank
from tracer.worksheet.rendering import read_asset
from tracer.worksheet.spec import Spec
from trees.yaml.plain_data import quoted_scalar
from trees.yaml.yaml_text import YamlList, YamlMap, read_yaml

_TOPIC: Final = "Adversarial search"
_LONGEST_NAME: Final = 40


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the files of the questions."""
    sources = Sources(Path(bank.spec.name).parent)
    text = spec_text(bank.spec, sources).encode()
    copies = sources.files()
    for path in sources.names:  # a game may import files beside it
        copies |= {f"{SOURCES}/{one.name}": one.read_bytes() for one in imported_files(path)}
    numbered = len(bank.variants) if bank.variants[0].name else None
    name = re.sub(r"[^a-z0-9]+", "-", bank.title.lower()).strip("-")[:_LONGEST_NAME] or "set"
    files: dict[str, bytes] = {}
    for problem in bank.variants[0].problems:
        folder = f"prairielearn/{name}-{problem.task.number}"
        made = uuid5(NAMESPACE_URL, f"plytrace:{problem.task.number}:{numbered}:{text.decode()}")
        info = {
            "uuid": str(made),
            "title": f"{bank.title}, {problem.task.heading}",
            "topic": _TOPIC,
            "type": "v3",
        }
        files[f"{folder}/info.json"] = (
            json.dumps(info, indent=2, ensure_ascii=False) + "\n"
        ).encode()
        files[f"{folder}/question.html"] = f"{read_asset('question.html')}\n".encode()
        server = read_asset("server.txt") + "\n"
        values = {"VERSION": __version__, "NUMBER": problem.task.number, "VARIANTS": numbered}
        for word, value in values.items():
            server = server.replace(f"@{word}@", str(value))
        files[f"{folder}/server.py"] = server.encode()
        files[f"{folder}/spec.yaml"] = text
        files |= {f"{folder}/{file}": content for file, content in copies.items()}
    return files


def spec_text(spec: Spec, sources: Sources) -> str:
    """Return a spec that names copies of its files."""
    document = read_yaml(spec.text, spec.name)
    assert isinstance(document, YamlMap), "a spec that was read"
    problems = document.entries["problems"][1]
    assert isinstance(problems, YamlList), "a list of problems"
    for key in ("problems", "seed", "variants"):
        document.entries.pop(key, None)
    lines = [*mapping_lines(document, sources), f"seed: {quoted_scalar(spec.seed)}", "problems:"]
    for problem in problems.items:
        assert isinstance(problem, YamlMap), "a problem"
        first, *others = mapping_lines(problem, sources)
        lines += [f"  - {first}", *(f"    {line}" for line in others)]
    return "\n".join(lines) + "\n"


#: The record of the format.
FORMAT: Final = PlatformFormat(
    "prairielearn",
    "questions for PrairieLearn, drawn and graded by plytrace",
    write,
    notes=lambda _: [],
    names_students=False,
)
