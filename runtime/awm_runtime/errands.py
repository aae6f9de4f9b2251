"""A process for one errand: a fork of root, confined to the files that it may read, that does one thing and ends.

The errand is a verifier on two databases, a reader's SQL on a recorded state, or an audit's reading of verifiers.
"""

import json
import os
import socket
import traceback
from typing import Any, NoReturn

from awm_runtime import audit, frames, layers, sql, verifier
from awm_runtime.procs import die_with_parent

_PACKET = 64 * 1024
_NICENESS = 10
"""Of errands that nobody's session waits for."""


def run(control: socket.socket, parent: int) -> NoReturn:
    """Waits for root to pass a connection with `{kind, readOnly, background}`; reads one request, answers it."""
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
        errand: dict[str, Any] = json.loads(packet)
        sock = socket.socket(fileno=passed[0])
        sock.setblocking(True)
        if errand["background"]:
            os.nice(_NICENESS)  # before the sandbox, which refuses it
        _, body = frames.read_frame(sock, frames.MAX_CONTROL)
        request: dict[str, Any] = json.loads(body)
        if errand["kind"] == "query":
            layers.confine_query(errand["readOnly"])
            frames.send_frame(sock, {"kind": "started"})
            outcome = sql.run(request)
        elif errand["kind"] == "inspect":
            layers.confine_verifier(errand["readOnly"])
            outcome = audit.run(request)
        else:
            layers.confine_verifier(errand["readOnly"])
            outcome = verifier.run(request)
        frames.send_frame(sock, {"kind": "outcome"}, json.dumps(outcome).encode())
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
