import socket
import threading

import pytest

from awm_runtime import frames


def test_frames_survive_any_cut() -> None:
    sent: list[tuple[frames.Header, bytes]] = [({"op": "a"}, b""), ({"op": "b", "n": 1}, b"\x00" * 1000), ({}, b"x")]
    stream = b"".join(frames.encode(header, body) for header, body in sent)
    for step in (1, 3, 7, 1000, len(stream)):
        decoder = frames.Decoder(1 << 20)
        got = [frame for at in range(0, len(stream), step) for frame in decoder.feed(stream[at : at + step])]
        assert got == sent


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff\x00\x00\x00\x01",
        b"\x00\x00\x00\x05\x00\x00\x00\x09" + b"x" * 5,
        b"\x00\x00\x00\x06\x00\x00\x00\x02[]",
        b"\x00\x00\x00\x06\x00\x00\x00\x02{x",
    ],
)
def test_broken_frames_are_refused(data: bytes) -> None:
    with pytest.raises(frames.FrameError):
        frames.Decoder(1 << 20).feed(data)


def test_blocking_read() -> None:
    left, right = socket.socketpair()
    body = b"y" * 3_000_000
    sender = threading.Thread(target=frames.send_frame, args=(left, {"op": "x"}, body))
    sender.start()
    assert frames.read_frame(right, frames.MAX_CONTROL) == ({"op": "x"}, body)
    sender.join()
    left.close()
    with pytest.raises(frames.PeerClosed):
        frames.read_frame(right, frames.MAX_CONTROL)
    right.close()
