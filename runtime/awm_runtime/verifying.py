"""A verifier's process: a fork of root, confined to the two databases, that runs one verifier and ends."""

import json
import os
import socket
import traceback
from typing import NoReturn

from awm_runtime import frames, layers, verifier
from awm_runtime.procs import die_with_parent


def run(sock: socket.socket, read_only: list[str], parent: int) -> NoReturn:
    """Reads one request frame, answers with one frame."""
    try:
        os.setpgid(0, 0)
        die_with_parent(parent)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        os.close(null)
        sock.setblocking(True)
        _, body = frames.read_frame(sock, frames.MAX_CONTROL)
        layers.confine_verifier(read_only)
        outcome = verifier.run(json.loads(body))
        frames.send_frame(sock, {"kind": "outcome"}, json.dumps(outcome).encode())
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
