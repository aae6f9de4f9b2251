"""A verifier's process: a fork of root, confined to the two databases, that runs one verifier and ends."""

import json
import os
import socket
import traceback
from typing import NoReturn

from awm_runtime import frames, layers, verifier
from awm_runtime.procs import die_with_parent

_PACKET = 64 * 1024


def run(control: socket.socket, parent: int) -> NoReturn:
    """Waits for root to pass a connection and the databases' paths; reads one request, answers with one frame."""
    try:
        os.setpgid(0, 0)
        die_with_parent(parent)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        os.close(null)
        packet, passed, _, _ = socket.recv_fds(control, _PACKET, 1)
        if not passed:
            os._exit(0)  # root ended
        control.close()
        read_only: list[str] = json.loads(packet)
        sock = socket.socket(fileno=passed[0])
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
