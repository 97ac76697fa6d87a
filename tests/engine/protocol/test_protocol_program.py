"""The engine over a pipe: the program, and the page that documents its protocol."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import click.testing
import pytest

from semafor.cli.main import cli
from semafor.engine.protocol import OPS, Session
from semafor.model.event_types import PRIVATE_FIELDS
from tests.engine.protocol.talking import BAD_LINES, NEW, Answer, Talk, requests
from tests.signals import hearing_ctrl_c

PROGRAM = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "engine"]
REQUESTS = requests()


def run(data: bytes) -> list[Answer]:
    """Give the program its whole input and return its answers; it must exit with 0 and print nothing else."""
    done = subprocess.run(PROGRAM, input=data, capture_output=True, timeout=300, check=True)
    assert done.stderr == b""
    assert done.stdout.endswith(b"\n") or not done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def encoded(*found: Answer) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in found)


class TestProgram:
    def test_one_answer_per_line_in_order(self) -> None:
        talking = Session()
        expected = [json.loads(talking.handle(json.dumps(request))) for request in REQUESTS]
        assert run(encoded(*REQUESTS)) == expected

    def test_it_survives_everything(self) -> None:
        lines = [line.encode(errors="replace") for line, _ in BAD_LINES] + [
            b"\xff\xfe",
            b"\x00",
            b"\r",
            b"\xed\xa0\x80",
        ]
        answers = run(b"\n".join(lines) + b"\n" + encoded({"op": "boards", "id": "still here"}))
        assert len(answers) == len(lines) + 1
        assert not any(answer["ok"] for answer in answers[:-1])
        assert answers[-1]["id"] == "still here"

    def test_no_input(self) -> None:
        assert run(b"") == []

    def test_a_last_line_without_an_end(self) -> None:
        assert [answer["ok"] for answer in run(b'{"op": "boards"}')] == [True]

    def test_only_a_line_feed_ends_a_line(self) -> None:
        text = '{"op": "boards", "id": "a\u2028b\u0085c"}'
        assert [answer["id"] for answer in run(text.encode())] == ["a\u2028b\u0085c"]

    def test_it_answers_at_once(self) -> None:
        with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for request in (NEW, {"op": "legal"}, {"op": "fly"}):
                process.stdin.write(encoded(request))
                process.stdin.flush()
                # Without flushing, this would wait forever.
                assert json.loads(process.stdout.readline())["ok"] is (request["op"] != "fly")
            process.stdin.close()
            assert process.wait(300) == 0

    def test_a_reader_that_goes_away(self) -> None:
        with subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(encoded(NEW))
            process.stdin.flush()
            process.stdout.readline()
            process.stdout.close()
            try:
                process.stdin.write(encoded(NEW) * 2)
                process.stdin.close()
            except BrokenPipeError:
                pass
            assert process.stderr.read() == b""
            process.wait(300)

    @pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
    def test_an_interrupt(self) -> None:
        with subprocess.Popen(
            hearing_ctrl_c(PROGRAM), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(encoded(NEW))
            process.stdin.flush()
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(300) in (130, -signal.SIGINT)
            assert b"Traceback" not in process.stderr.read()

    def test_help_has_an_example(self) -> None:
        result = click.testing.CliRunner().invoke(cli, ["engine", "--help"])
        assert result.exit_code == 0
        assert '{"op": "new", "board": "usa", "players": 2, "seed": 7}' in result.output
        assert all(op in result.output for op in OPS)


class TestDescription:
    TEXT = (pathlib.Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")

    def test_its_conversation_takes_place_as_written(self) -> None:
        [conversation] = re.findall(r"```\n(→.*?)```", self.TEXT, re.DOTALL)
        lines = conversation.splitlines()
        talking = Talk()
        for asked, answered in zip(lines[::2], lines[1::2], strict=True):
            answer = json.dumps(talking.line(asked.removeprefix("→ ")))
            expected = answered.removeprefix("← ")
            if expected.endswith("…"):
                assert answer.startswith(expected.removesuffix("…"))
            else:
                assert answer == expected

    def test_its_position_loads(self) -> None:
        [position] = re.findall(r"```json\n(\{\"board.*?)```", self.TEXT, re.DOTALL)
        Talk().good("load", position=json.loads(position))

    def test_it_has_every_code_op_and_event(self) -> None:
        source = pathlib.Path(__file__).parents[3] / "src" / "semafor"
        code = re.compile(r"\b(?:Refusal|_refusal|_refused)\(\s*\"([a-z_]+)\"")
        codes = {found for file in source.rglob("*.py") for found in code.findall(file.read_text(encoding="utf-8"))}
        assert len(codes) > 40
        for name in [*codes, *OPS, *PRIVATE_FIELDS]:
            assert f"`{name}`" in self.TEXT, name
