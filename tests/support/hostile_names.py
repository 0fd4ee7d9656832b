"""Names of students that try to run, hide or break something."""

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></style><b>&amp;",
    "=HYPERLINK(A1)",
    "+x",
    "-1+1",
    "@SUM(A1)",
    "| a | `b` | [c](d) **e**",
    "```\n<script>alert(1)</script>",
    "\x1b[2J\x00\u202e\r\nx",
    "\udc80\ud800",
    "'; DROP TABLE sheets; --",
    "李" * 90,
    "x" * 500,
    "e\u0301" * 60,
]
