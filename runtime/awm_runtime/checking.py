"""The runtime part of `data check`, in a process of its own."""

import os
import socket
import traceback
from typing import Any, NoReturn

from awm_runtime import layers, zygote
from awm_runtime.files import dump
from awm_runtime.procs import die_with_parent


def run(control: socket.socket, config: dict[str, Any], body: bytes, parent: int) -> NoReturn:
    """Builds the scenario as a zygote does, probes it, leaves the findings in built.json."""
    try:
        zygote.enter(config, parent)
        built = zygote.Zygote(control, config, body)
        try:
            ready = built.build()
        except zygote.BuildFailed as error:
            control.sendall(dump({"event": "failed", "message": str(error)[:20_000]}))
            os._exit(0)
        found = layers.probe(built, ready)
        with open("built.json", "wb") as file:
            file.write(dump({"findings": found}))
        control.sendall(dump({"event": "built"}))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
