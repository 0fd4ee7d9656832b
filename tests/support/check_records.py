"""Records of checked sheets, without checking any."""


def record(sheet="a.yaml", *, student="s1", score=3, most=4, parts=(), named=(), **more):
    """The record of a checked sheet; parts as (name, score, most)."""
    return {
        "schema": "plytrace.check/1",
        "sheet": sheet,
        "student": student,
        "score": score,
        "max_score": most,
        "convention": "aima",
        "parts": [
            {"part": name, "score": points, "max_score": of, "ok": points == of, "message": ""}
            for name, points, of in parts
        ],
        "departure": None,
        "misconceptions": [
            {"id": slug, "fit": 1.0, "first_shows_at": 3, "message": ""} for slug in named
        ],
        "indistinguishable": [],
    } | more
