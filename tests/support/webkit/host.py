#!/usr/bin/python3
"""A persistent WebKitGTK browser that a test drives: host.py PROFILE_DIR [WIDTHxHEIGHT]

Commands come as JSON lines on standard input, `{"id": 1, "op": "open", "view": 0, "url": "..."}`; answers,
`{"id": 1, "value": ...}` or `{"id": 1, "error": "..."}`, and events, `{"event": "crash", ...}`, leave on file descriptor 3.
Standard output and error belong to WebKit, which writes the console of pages and workers there.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk  # noqa: E402 (the versions have to be set first)

from browser import Browser  # noqa: E402


class Channel:
    """The way back to the driver. Written by the main loop alone."""

    def __init__(self, descriptor: int) -> None:
        self._out = os.fdopen(descriptor, "w", encoding="utf-8", buffering=1)

    def write(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps(message) + "\n")

    def tell(self, event: str, **details: Any) -> None:
        """Reports an event that answers no command."""
        self.write({"event": event, **details})


def obey(browser: Browser, channel: Channel, command: dict[str, Any]) -> bool:
    """Runs one command in the main loop; an error is its answer, never the end of the host."""
    number = command.pop("id")

    def done(value: Any = None) -> None:
        channel.write({"id": number, "value": value})

    def failed(reason: str) -> None:
        channel.write({"id": number, "error": reason})

    operation = getattr(browser, "op_" + command.pop("op"), None)
    try:
        if operation is None:
            raise ValueError("There is no such operation.")
        operation(done, failed, **command)
    except Exception as error:  # noqa: BLE001 (the driver has to get every error)
        failed(repr(error))
    return GLib.SOURCE_REMOVE


def main() -> None:
    profile = Path(sys.argv[1])
    width, height = (int(side) for side in (sys.argv[2] if len(sys.argv) > 2 else "390x844").split("x"))
    channel = Channel(3)
    browser = Browser(profile, (width, height), channel.tell)

    def listen() -> None:
        for line in sys.stdin:
            GLib.idle_add(obey, browser, channel, json.loads(line))
        # The driver is gone, and nobody else will end this browser.
        GLib.idle_add(Gtk.main_quit)

    threading.Thread(target=listen, daemon=True).start()
    channel.tell("ready")
    Gtk.main()


if __name__ == "__main__":
    main()
