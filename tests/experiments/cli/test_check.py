"""`plytrace check` as a teaching assistant types it."""

import json

from tests.cli.test_check import folder, records
from tests.support.processes import interrupt, start_command, wait_until


def test_closing_the_output_pipe_ends_all_processes(folder):
    with (folder / "class.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"values": {"A": n}}) + "\n" for n in range(20_000))
    asked = ("check", "lecture", "class.jsonl", "-f", "jsonl", "--jobs", "2")
    process = start_command(*asked, cwd=folder)
    assert json.loads(process.stdout.readline())["sheet"] == "class.jsonl:1"
    process.stdout.close()
    with process.stderr as errors:
        message = errors.read()
    assert (process.wait(60), message) == (128 + 13, "")


def test_ctrl_c_ends_a_batch_and_keeps_the_finished_records(folder):
    lines = folder / "class.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for n in range(60_000):
            values = {"A": n, "B": n % 7, "C": n % 11, "D": 2}
            file.write(json.dumps({"sheet": f"n{n}", "values": values}) + "\n")
    out = folder / "out.jsonl"
    process = start_command("check", "lecture", lines, "-f", "jsonl", "-o", out, "--jobs", "2")
    wait_until(lambda: out.exists() and out.stat().st_size > 20_000, "records")
    assert "continue with --resume" in interrupt(process)[1]
    done = records(out.read_text(encoding="utf-8"))
    assert 0 < len(done) < 60_000
    assert [one["sheet"] for one in done] == [f"n{n}" for n in range(len(done))]
