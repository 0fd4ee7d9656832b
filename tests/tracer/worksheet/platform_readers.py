"""Readers of question banks, which mark a student's answers by each platform's own rules.

They share no code with the writers. A student is a function from a part, a row and a column to a
response: a text, or a set of the ticked choices.
"""

import base64
import io
import re
import zipfile
from dataclasses import dataclass, field
from html import unescape
from xml.etree import ElementTree


def plain(text):
    """A text with one spelling of each sign."""
    text = text.strip().casefold().replace("−", "-").replace("∞", "inf")
    return text.replace("infinity", "inf").replace("+inf", "inf")


def number(text):
    """The number that a platform reads; None if it is no number."""
    try:
        return float(text)
    except ValueError:
        return None


@dataclass
class Field:
    """One field: its place in the question, its weight and its rule."""

    part: str
    row: str
    column: str
    weight: float
    earned: object = field(repr=False)


@dataclass
class Question:
    """A question with its fields; none if a person marks it."""

    name: str
    kind: str
    text: str
    points: float | None
    fields: list = field(default_factory=list)

    def share(self, student):
        """The share of the points that a student gets."""
        total = sum(one.weight for one in self.fields)
        got = sum(
            one.weight * one.earned(student(one.part, one.row, one.column)) for one in self.fields
        )
        return got / total


def _several(right, wrong_takes, choices):
    """The rule of choices to tick: fractions are added, and the sum is never below 0."""

    def earned(ticked):
        assert {*ticked} <= {*choices}, (ticked, choices)
        return min(1, max(0, sum(right.get(one, wrong_takes.get(one, 0)) for one in ticked)))

    return earned


def _one_of(fractions):
    def earned(response):
        assert response in fractions, (response, fractions)
        return fractions[response]

    return earned


def _text(pairs, *, cases=False):
    """The rule of a short answer: the first alternative that matches counts."""
    fold = (lambda text: text) if cases else str.casefold

    def earned(response):
        for text, fraction in pairs:
            pattern = "".join(
                ".*" if sign == "*" else re.escape(sign.removeprefix("\\"))
                for sign in re.findall(r"\\\*|.", fold(text))
            )
            if re.fullmatch(pattern, fold(response.strip())):
                return fraction
        return 0

    return earned


def _number(pairs):
    def earned(response):
        given = number(response)
        if given is None:
            return 0
        return max(
            (share for x, error, share in pairs if abs(given - x) <= error + 1e-9), default=0
        )

    return earned


# Moodle -------------------------------------------------------------------------------------

_FIELD = re.compile(r"\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}")


def moodle(content, parts_of):
    """Return the questions of a Moodle XML file, given the parts of each problem."""
    found, category = [], ""
    for one in ElementTree.fromstring(content):
        kind = one.get("type")
        if kind == "category":
            category = one.findtext("category/text")
            continue
        name, text = one.findtext("name/text"), one.findtext("questiontext/text")
        for file in one.findall("questiontext/file"):
            assert base64.b64decode(file.text).startswith(b"<svg")
            assert f'src="@@PLUGINFILE@@/{file.get("name")}"' in text
            assert re.search(r'alt="[^"]{20,}"', text)
        points = one.findtext("defaultgrade")
        made = Question(name, kind, text, None if points is None else float(points))
        number_of = int(re.search(r"Problem (\d+)", name)[1])
        is_text = category.endswith("/free text")
        assert is_text == (kind == "essay")
        if not is_text:
            assert kind == "cloze"
            made.fields = [*_cloze(text, parts_of[number_of])]
        found.append(made)
    return found


def _cloze(text, parts):
    pieces = re.split(r"<strong>\([a-z]+\)</strong>", text)
    assert len(pieces) - 1 == (len(parts) if len(parts) > 1 else 0)
    assert not _FIELD.search(pieces[0]) or len(parts) == 1
    for part, piece in zip(parts, pieces[1:] or pieces, strict=True):
        rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', piece)
        rows = [(name, cells) for name, cells in rows if _FIELD.search(cells)]
        if not rows:
            (found,) = _FIELD.findall(piece)
            yield _cloze_field(part, "", "", found)
        heads = re.findall(r'<th scope="col">(.*?)</th>', piece)
        for name, cells in rows:
            columns = heads[-len(re.findall("<td>", cells)) :]
            for column, found in zip(columns, _FIELD.findall(cells), strict=True):
                yield _cloze_field(part, unescape(name), column, found)


def _cloze_field(part, row, column, found):
    weight, kind, options = found
    pairs = []
    for option in re.split(r"(?<!\\)~", options):
        answer = re.split(r"(?<!\\|&)#", option)[0]
        fraction = re.match(r"=|%(-?\d+)%", answer)
        share = 0.0 if not fraction else float(fraction[1]) / 100 if fraction[1] else 1.0
        body = answer[fraction.end() :] if fraction else answer
        pairs.append((unescape(body.replace("\\#", "#").replace("\\}", "}")), share, fraction))
    shares = {text: share for text, share, _ in pairs}
    if kind == "NUMERICAL":
        numbers = [(*map(float, text.split(":")), share) for text, share in shares.items()]
        rule = _number(numbers)
    elif kind.startswith("SHORTANSWER"):
        rule = _text([*shares.items()], cases=kind.endswith("_C"))
    elif kind.startswith("MULTICHOICE"):
        rule = _one_of(shares)
    else:
        # As in qtype_multianswer_extract_question: positive fractions are divided by their sum.
        assert kind == "MULTIRESPONSE_H"
        total = sum(share for share in shares.values() if share > 0)
        own = any(one and one[1] for _, _, one in pairs)
        right = {text: share / total for text, share in shares.items() if share > 0}
        wrong = {text: share if own else -1 / total for text, share in shares.items() if share <= 0}
        rule = _several(right, wrong, shares)
    return Field(part, row, column, int(weight or 1), rule)


# Canvas -------------------------------------------------------------------------------------


def _tag(element):
    return element.tag.rpartition("}")[2]


def _all(element, name):
    return [*element.iterfind(f".//{{*}}{name}")]


def _first(element, name):
    return element.find(f".//{{*}}{name}")


def canvas(content):
    """Return the quizzes of a zip: for each, the list of questions and groups of questions."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    listed = {one.get("href") for one in _all(manifest, "file")}
    assert listed == {*files} - {"imsmanifest.xml"}
    idents = {one.get("identifier") for one in _all(manifest, "resource")}
    assert {one.get("identifierref") for one in _all(manifest, "dependency")} <= idents
    quizzes = {}
    for resource in _all(manifest, "resource"):
        if resource.get("type") != "imsqti_xmlv1p2":
            continue
        quiz = ElementTree.fromstring(files[_first(resource, "file").get("href")])
        ident = _first(quiz, "assessment").get("ident")
        about = ElementTree.fromstring(files[f"{ident}/assessment_meta.xml"])
        assert about.get("identifier") == ident == resource.get("identifier")
        names = [one.get("ident") for one in _all(quiz, "item")]
        assert len(names) == len({*names})
        section = _first(quiz, "section")
        read = []
        for child in section:
            if _tag(child) == "item":
                read.append([_item(child, files)])
            else:
                assert _tag(child) == "section"
                assert _first(child, "selection_number").text == "1"
                group = [_item(one, files) for one in child if _tag(one) == "item"]
                points = float(_first(child, "points_per_item").text)
                assert {one.points for one in group} == {points}
                read.append(group)
        total = sum(group[0].points for group in read)
        assert total == float(_first(about, "points_possible").text)
        quizzes[_first(quiz, "assessment").get("title")] = read
    return quizzes


def _item(item, files):
    entries = {
        _first(one, "fieldlabel").text: _first(one, "fieldentry").text
        for one in _all(item, "qtimetadatafield")
    }
    kind = entries["question_type"].removesuffix("_question")
    shown = _first(item, "presentation")
    text = _first(shown, "mattext").text
    for image in re.findall(r'src="%24IMS-CC-FILEBASE%24/([^"]+)"', text):
        assert files[image].startswith(b"<svg")
    made = Question(item.get("title"), kind, text, float(entries["points_possible"]))
    if kind in ("text_only", "essay"):
        return made
    part = made.name.rpartition(", ")[2]
    lids = {one.get("ident"): one for one in _all(shown, "response_lid")}
    labels = {
        ident: {
            one.get("ident"): _first(one, "mattext").text for one in _all(lid, "response_label")
        }
        for ident, lid in lids.items()
    }
    conditions = _all(item, "respcondition")
    if kind == "fill_in_multiple_blanks":
        added = 0.0
        for condition in conditions:
            equal, worth = _first(condition, "varequal"), _first(condition, "setvar")
            ident = equal.get("respident")
            assert equal.text in labels[ident]
            assert worth.get("action") == "Add"
            added += float(worth.text)
            name = _first(lids[ident], "mattext").text
            row, column = _place_of(text, name)
            accepted = [(label, 1) for label in labels[ident].values()]
            made.fields.append(Field(part, row, column, 1, _text(accepted)))
        assert abs(added - 100) < 0.01 * len(conditions) + 0.01
        return made
    if kind == "numerical":
        pairs = []
        for one in conditions:
            low, high = float(_first(one, "vargte").text), float(_first(one, "varlte").text)
            pairs.append(((low + high) / 2, (high - low) / 2, 1))
        rule = _number(pairs)
    elif kind == "short_answer":
        rule = _text([(one.text, 1) for one in _all(item, "varequal")])
    else:
        (choices,) = labels.values()
        refused = {x.text for one in _all(item, "not") for x in _all(one, "varequal")}
        right = {one.text for one in _all(item, "varequal")} - refused
        shares = {text: float(ident in right) for ident, text in choices.items()}
        if kind == "multiple_choice":
            rule = _one_of(shares)
        else:
            # Canvas gives a share for each right answer, and takes one for each wrong one.
            assert kind == "multiple_answers"
            assert right | refused == {*choices}
            each = {text: (share or -1.0) / len(right) for text, share in shares.items()}
            rule = _several(each, {}, each)
    made.fields.append(Field(part, "", "", 1, rule))
    return made


def _place_of(text, blank):
    """The row and the column of a blank in its table."""
    heads = re.findall(r'<th scope="col">(.*?)</th>', text)
    for name, cells in re.findall(r'<tr><th scope="row">(.*?)</th>((?:<td>.*?</td>)+)</tr>', text):
        names = re.findall(r"\[(\w+)\]", cells)
        if blank in names:
            return unescape(name), heads[-len(names) :][names.index(blank)]
    raise AssertionError(blank)
