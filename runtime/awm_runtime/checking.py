"""The runtime part of `data check`, in a process of its own."""

import os
import socket
import traceback
from typing import Any, NoReturn

from awm_runtime import checks, zygote
from awm_runtime.files import dump

_NICENESS = 19
"""Sessions come first: a check runs on what they leave of the machine."""


def run(control: socket.socket, config: dict[str, Any], body: bytes, parent: int) -> NoReturn:
    """Builds the scenario as a zygote does, probes it, leaves the findings in built.json."""
    try:
        os.nice(_NICENESS)  # before the sandbox, which refuses it
        zygote.enter(config, parent)
        builder = zygote.Zygote(control, config, body)
        try:
            built = builder.build()
        except zygote.BuildFailed as error:
            control.sendall(dump({"event": "failed", "message": str(error)[:20_000]}))
            os._exit(0)
        template = os.path.join(builder.scratch, "template.db")
        found = checks.probe_built(builder.files, built, template=template, scratch=builder.scratch)
        with open("built.json", "wb") as file:
            file.write(dump({"findings": found.findings, "answers": found.answers}))
        control.sendall(dump({"event": "built"}))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
