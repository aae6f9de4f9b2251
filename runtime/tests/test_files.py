import os
from pathlib import Path

import pytest

from awm_runtime import files


def test_a_regular_file_is_copied(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"x" * 3_000_000)
    assert files.copy_untrusted(str(source), str(target))
    assert target.read_bytes() == source.read_bytes()
    assert not files.copy_untrusted(str(tmp_path / "none"), str(tmp_path / "c"))


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "big").write_bytes(b"x" * 100)
    for name in ("link", "pipe", "big"):
        with pytest.raises((OSError, ValueError)):
            files.read_untrusted(str(tmp_path / name), 50)
    assert files.read_untrusted(str(tmp_path / "big"), 100) == b"x" * 100


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b'{"a":' + b"[" * 25_000 + b"]" * 25_000 + b"}"])
def test_a_packet_that_is_no_object_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        files.parse_object(data)
