"""Each layer is tried from inside: a zygote is confined in a fork, a session in a fork of that."""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from forked import Ended, in_fork

from awm_runtime import sandbox

REPORT = sandbox.report()
needs_landlock = pytest.mark.skipif(
    not REPORT["landlock"]["active"], reason=f"no Landlock here: {REPORT['landlock'].get('why')}"
)
needs_seccomp = pytest.mark.skipif(
    not REPORT["seccomp"]["active"], reason=f"no seccomp here: {REPORT['seccomp'].get('why')}"
)


def in_zygote(function: Callable[[], Any], sessions: Path) -> Ended:
    def confined() -> Any:
        sandbox.limit("zygote")
        sandbox.confine_zygote(read_only=[], write_dirs=[str(sessions)])
        return function()

    return in_fork(confined)


def in_session(function: Callable[[], Any], sessions: Path) -> Ended:
    """In the session 'mine'; its neighbour is 'other'."""
    for name in ("mine", "other"):
        (sessions / name).mkdir()
        (sessions / name / "kept").write_text(name)

    def confined() -> Any:
        sandbox.limit("session")
        sandbox.confine_session(work_dir=str(sessions / "mine"))
        return function()

    def forked() -> Any:
        ended = in_fork(confined)
        if ended.error is not None or ended.signal is not None:
            raise RuntimeError(ended.error or f"signal {ended.signal}")
        return ended.value

    return in_zygote(forked, sessions)


def errno_names(attempts: dict[str, Callable[[], object]]) -> dict[str, str]:
    """How each attempt was refused; 'possible' where it was not."""
    names: dict[str, str] = {}
    for name, attempt in attempts.items():
        try:
            attempt()
            names[name] = "possible"
        except OSError as error:
            names[name] = type(error).__name__
    return names


def test_report_has_the_shape_of_the_interface() -> None:
    assert set(REPORT) == {"landlock", "seccomp", "rlimits", "noNewPrivs", "namespaces"}
    assert json.loads(json.dumps(REPORT)) == REPORT
    assert REPORT["rlimits"] is True
    assert REPORT["noNewPrivs"] is True
    for layer in (REPORT["landlock"], REPORT["seccomp"], REPORT["namespaces"]):
        assert layer["active"] or layer["why"]


@needs_landlock
def test_a_session_reads_and_writes_nowhere_else(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    other = sessions / "other"

    def attempt() -> dict[str, str]:
        Path("own").write_text("fine")
        Path("dir").mkdir()
        Path("own").rename("dir/own")
        return errno_names(
            {
                "write elsewhere": lambda: Path("/tmp/escaped").write_text("x"),
                "read elsewhere": lambda: secret.read_text(),
                "read home": lambda: os.listdir("/root"),
                "read home by variable": lambda: os.listdir(os.path.expanduser("~root")),
                "read passwd": lambda: Path("/etc/passwd").read_text(),
                "read proc": lambda: Path("/proc/self/environ").read_bytes(),
                "read neighbour": lambda: (other / "kept").read_text(),
                "write neighbour": lambda: (other / "new").write_text("x"),
                "delete neighbour": lambda: (other / "kept").unlink(),
                "link neighbour": lambda: os.link(other / "kept", "stolen"),
                "symbolic link": lambda: os.symlink("/etc/passwd", "link"),
                "pipe": lambda: os.mkfifo("pipe"),
                "write libraries": lambda: Path(os.__file__).open("a"),
            }
        )

    ended = in_session(attempt, sessions)
    assert ended.error is None
    assert ended.value.pop("link neighbour") in ("PermissionError", "OSError")  # EXDEV
    assert set(ended.value.values()) == {"PermissionError"}, ended.value


@needs_seccomp
def test_a_session_reaches_no_process_and_no_network(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("x")
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)

    def raw(number_of_x86: int, *args: int) -> Callable[[], None]:
        def call() -> None:
            if libc.syscall(number_of_x86, *args) < 0:
                code = ctypes.get_errno()
                raise OSError(code, os.strerror(code))

        return call

    def prctl(*args: int) -> Callable[[], None]:
        def call() -> None:
            if libc.prctl(*args, 0, 0, 0) < 0:
                code = ctypes.get_errno()
                raise OSError(code, os.strerror(code))

        return call

    def attempt() -> dict[str, str]:
        attempts: dict[str, Callable[[], object]] = {
            "tcp": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
            "unix": lambda: socket.socket(socket.AF_UNIX),
            "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
            "exec": lambda: os.execv("/bin/true", ["true"]),
            "spawn": lambda: subprocess.run(["/bin/true"], check=True),
            "system": lambda: 0 if os.system("true") == 0 else _refuse(),
            "fork": os.fork,
            "kill parent": lambda: os.kill(os.getppid(), signal.SIGKILL),
            "kill all": lambda: os.kill(-1, signal.SIGKILL),
            "kill init": lambda: os.kill(1, 0),
            "pidfd": lambda: os.pidfd_open(os.getppid()),
            "setsid": os.setsid,
            "setpgid": lambda: os.setpgid(0, 0),
            "keep living": prctl(1, 0),
            "other death signal": prctl(1, signal.SIGTERM),
            "dumpable": prctl(4, 1),
            "limits of others": lambda: _prlimit_parent(),
            "chmod": lambda: os.chmod(outside, 0),
            "chmod own": lambda: os.chmod(".", 0o777),
            "chown": lambda: os.chown(outside, 1, 1),
            "utime": lambda: os.utime(outside),
            "truncate": lambda: os.truncate(outside, 0),
            "nice": lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
            "memfd": lambda: os.memfd_create("x"),
            "chroot": lambda: os.chroot("/"),
            "setuid": lambda: os.setuid(0),
        }
        if os.uname().machine == "x86_64":
            attempts |= {
                "ptrace": raw(101, 16, os.getppid(), 0, 0),
                "unshare": raw(272, 0x10000000),
                "raw fork": raw(57),
                "raw vfork": raw(58),
                "raw clone": raw(56, 17, 0, 0, 0, 0),
                "io_uring": raw(425, 1, 0),
                "userfaultfd": raw(323, 0),
                "bpf": raw(321, 0, 0, 0),
                "keyctl": raw(250, 0, 0),
                "a call of tomorrow": raw(4000),
                "x32": raw(0x40000000 + 39),
            }
        return errno_names(attempts)

    def _refuse() -> None:
        raise PermissionError

    def _prlimit_parent() -> None:
        import resource

        resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))

    ended = in_session(attempt, sessions)
    assert ended.error is None
    allowed = {name: how for name, how in ended.value.items() if how not in ("PermissionError", "OSError")}
    assert allowed == {}
    assert outside.read_text() == "x"


@needs_seccomp
def test_a_zygote_forks_but_does_no_more(tmp_path: Path) -> None:
    def attempt() -> dict[str, str]:
        child = os.fork()
        if child == 0:
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        os.setpgid(0, 0)
        return errno_names(
            {
                "socket": lambda: socket.socket(),
                "exec": lambda: os.execv("/bin/true", ["true"]),
                "kill": lambda: os.kill(os.getppid(), 9),
                "setsid": os.setsid,
                "join a group": lambda: os.setpgid(0, os.getppid()),
            }
        )

    ended = in_zygote(attempt, tmp_path)
    assert ended.error is None
    assert set(ended.value.values()) == {"PermissionError"}


def test_a_zygote_receives_descriptors_and_a_session_may_ask_to_die_with_it(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    outside = tmp_path / "outside"
    outside.write_text("handed over")
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    with outside.open() as handed:
        socket.send_fds(ours, [b"!"], [handed.fileno()])

    def attempt() -> tuple[str, int]:
        _, descriptors, _, _ = socket.recv_fds(theirs, 1, 1)
        with os.fdopen(descriptors[0]) as file:
            text = file.read()
        return text, int(ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0))

    assert in_zygote(attempt, sessions).value == ("handed over", 0)


def test_sqlite_works_in_a_session(tmp_path: Path) -> None:
    def attempt() -> dict[str, Any]:
        results: dict[str, Any] = {}
        for mode in ("delete", "wal", "truncate", "persist", "memory"):
            connection = sqlite3.connect(f"{mode}.db")
            results[mode] = connection.execute(f"PRAGMA journal_mode={mode}").fetchone()[0]
            connection.execute("CREATE TABLE t(a, b)")
            connection.executemany("INSERT INTO t VALUES (?, ?)", [(i, "x" * 500) for i in range(2000)])
            connection.commit()
            # More than the cache holds: SQLite sorts through a temporary file.
            connection.execute("PRAGMA temp_store=FILE")
            connection.execute("PRAGMA cache_size=5")
            connection.execute("CREATE TEMP TABLE u AS SELECT * FROM t ORDER BY b, a DESC")
            results[mode + " rows"] = connection.execute("SELECT count(*) FROM u").fetchone()[0]
            connection.execute("VACUUM")
            connection.close()
        return results

    ended = in_session(attempt, tmp_path)
    assert ended.error is None
    assert {name: value for name, value in ended.value.items() if "rows" not in name} == {
        mode: mode for mode in ("delete", "wal", "truncate", "persist", "memory")
    }
    assert {value for name, value in ended.value.items() if "rows" in name} == {2000}


def test_threads_and_event_loops_work_in_a_session(tmp_path: Path) -> None:
    async def many() -> list[int]:
        results: list[int] = []

        async def one(index: int) -> None:
            results.append(await anyio.to_thread.run_sync(lambda: index * 2))

        async with anyio.create_task_group() as group:
            for index in range(20):
                group.start_soon(one, index)
        return sorted(results)

    def attempt() -> tuple[list[int], int]:
        seen: list[int] = []
        thread = threading.Thread(target=lambda: seen.append(1))
        thread.start()
        thread.join()
        return anyio.run(many), len(seen)

    ended = in_session(attempt, tmp_path)
    assert ended.error is None
    assert ended.value == (list(range(0, 40, 2)), 1)


def test_late_imports_and_randomness_work_in_a_session(tmp_path: Path) -> None:
    def attempt() -> list[str]:
        import tempfile
        import xml.dom.minidom
        import zoneinfo
        from importlib import import_module

        for name in ("uuid", "random", "secrets", "decimal", "statistics", "email.message", "lzma", "bz2"):
            import_module(name)
        import random
        import uuid

        assert uuid.uuid4() != uuid.uuid4()
        uuid.uuid1()
        random.SystemRandom().random()
        assert xml.dom.minidom.parseString("<a/>") is not None
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"x")
            folder = os.path.dirname(file.name)
        return [folder, str(zoneinfo.ZoneInfo("Europe/Paris")), str(os.cpu_count() is not None)]

    ended = in_session(attempt, tmp_path)
    assert ended.error is None
    assert ended.value == [str(tmp_path / "mine"), "Europe/Paris", "True"]


def test_memory_and_file_size_end_as_errors(tmp_path: Path) -> None:
    def attempt() -> list[str]:
        names = []
        for take in (lambda: bytearray(3 << 30), lambda: mmap.mmap(-1, 5 << 30)):
            try:
                take()
                names.append("possible")
            except (MemoryError, OSError) as error:
                names.append(type(error).__name__)
        chunk = b"x" * (1 << 20)
        try:
            with open("big", "wb") as file:
                for _ in range(400):
                    file.write(chunk)
        except OSError as error:
            names.append(type(error).__name__)
        os.unlink("big")
        return names

    ended = in_session(attempt, tmp_path)
    assert ended.error is None
    assert ended.value == ["MemoryError", "OSError", "OSError"]


@needs_landlock
def test_a_verifier_reads_its_two_databases_and_nothing_more(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("initial.db", "final.db", "other.db")]
    for path in paths:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE t(a)")
        connection.execute("INSERT INTO t VALUES (1)")
        connection.commit()
        connection.close()
    initial, final, other = (str(path) for path in paths)

    def count(path: str) -> Any:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT count(*) FROM t").fetchone()[0]

    def attempt() -> tuple[list[int], dict[str, str], str]:
        sandbox.limit("verifier")
        sandbox.confine_verifier(read_only=[initial, final])
        counts = [
            count(initial),
            count(final),
            sqlite3.connect(final).execute("SELECT sum(a) FROM t").fetchone()[0],
        ]
        refused = errno_names(
            {
                "other": lambda: Path(other).read_bytes(),
                "write": lambda: Path(final).write_text("x"),
                "new": lambda: (tmp_path / "new").write_text("x"),
                "tmp": lambda: Path(f"/tmp/awm-test-{os.getpid()}").write_text("x"),
                "socket": lambda: socket.socket(),
                "fork": os.fork,
            }
        )
        try:
            sqlite3.connect(final).execute("INSERT INTO t VALUES (2)")
            written = "possible"
        except sqlite3.OperationalError as error:
            written = str(error)
        return counts, refused, written

    ended = in_fork(attempt)
    assert ended.error is None
    counts, refused, written = ended.value
    assert counts == [1, 1, 1]
    assert set(refused.values()) == {"PermissionError"}, refused
    assert written == "attempt to write a readonly database"


def test_the_kernel_ends_confined_processes_first() -> None:
    def attempt() -> str:
        sandbox.limit("zygote")
        return Path("/proc/self/oom_score_adj").read_text().strip()

    assert in_fork(attempt).value == "1000"


def test_a_verifier_cannot_take_two_gigabytes() -> None:
    def attempt() -> str:
        sandbox.limit("verifier")
        sandbox.confine_verifier(read_only=[])
        try:
            bytearray(2 << 30)
        except MemoryError:
            return "MemoryError"
        return "possible"

    assert in_fork(attempt).value == "MemoryError"


def test_scrub_leaves_no_secret_in_the_environment_or_in_memory() -> None:
    script = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from awm_runtime import sandbox\n"
        "sandbox.scrub_environment()\n"
        "raw = open('/proc/self/environ', 'rb').read()\n"
        "print(b'hunter2' in raw, 'TOKEN' in os.environ, os.environ['TZ'], os.environ['SQLITE_TMPDIR'])\n"
    )
    import sys

    ran = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent.parent)],
        env={"TOKEN": "hunter2", "TZ": "UTC"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["False", "False", "UTC", "."]


def test_a_session_is_confined_in_under_four_milliseconds(tmp_path: Path) -> None:
    for index in range(20):
        (tmp_path / str(index)).mkdir()

    def timed(index: int) -> float:
        started = time.process_time()  # other processes of a busy machine do not count
        sandbox.limit("session")
        sandbox.confine_session(work_dir=str(tmp_path / str(index)))
        return (time.process_time() - started) * 1000

    def many() -> list[float]:
        return sorted(in_fork(partial(timed, index)).value for index in range(20))

    times = in_zygote(many, tmp_path).value
    assert times[10] < 4, times


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@needs_landlock
@needs_seccomp
def test_the_layers_hold_for_ordinary_users_too() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as shared:
        os.chown(shared, 65534, 65534)

        def attempt() -> tuple[Any, dict[str, bool], dict[str, str]]:
            sandbox.library_paths()
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # as after an exec: else /proc/self is root's
            report = sandbox.report()
            sandbox.enter_namespaces()
            assert os.getuid() == 65534
            layers = sandbox.confine_zygote(read_only=[], write_dirs=[shared])
            Path(shared, "own").write_text("x")
            refused = errno_names({"socket": lambda: socket.socket(), "read": lambda: os.listdir("/etc")})
            return report, layers, refused

        ended = in_fork(attempt)
    assert ended.error is None
    report, layers, refused = ended.value
    assert layers == {"landlock": True, "seccomp": True}
    assert report["landlock"]["active"]
    assert report["seccomp"]["active"]
    assert report["namespaces"]["active"] or report["namespaces"]["why"]
    assert set(refused.values()) == {"PermissionError"}


def test_kernels_without_the_layers_are_reported_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from awm_runtime.sandbox import landlock, seccomp

    monkeypatch.setattr(landlock, "abi", lambda: (0, "the kernel is built without Landlock"))
    monkeypatch.setattr(seccomp, "available", lambda: "the kernel is built without seccomp")
    report = sandbox.report()
    assert report["landlock"] == {"active": False, "why": "the kernel is built without Landlock"}
    assert report["seccomp"] == {"active": False, "why": "the kernel is built without seccomp"}
    ended = in_fork(lambda: sandbox.confine_zygote(read_only=[], write_dirs=[str(tmp_path)]))
    assert ended.value == {"landlock": False, "seccomp": False}
