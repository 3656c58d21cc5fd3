"""A mouse that GTK can't tell from a real one: pages trust its events, which go to the topmost element."""

import time

from gi.repository import Gdk, Gtk, WebKit2


def click(web: WebKit2.WebView, x: float, y: float) -> None:
    """Moves to a point of the view, in CSS pixels from its upper left corner, and clicks there."""
    for kind in (Gdk.EventType.MOTION_NOTIFY, Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE):
        Gtk.main_do_event(_event(web, kind, x, y))


def _event(web: WebKit2.WebView, kind: Gdk.EventType, x: float, y: float) -> Gdk.Event:
    event = Gdk.Event.new(kind)
    moves = kind == Gdk.EventType.MOTION_NOTIFY
    part = event.motion if moves else event.button
    part.window = web.get_window()
    part.time = int(time.monotonic() * 1000) & 0x7FFFFFFF
    part.x = part.x_root = x
    part.y = part.y_root = y
    if not moves:
        part.button = 1
    if kind == Gdk.EventType.BUTTON_RELEASE:
        part.state = Gdk.ModifierType.BUTTON1_MASK
    event.set_device(web.get_display().get_default_seat().get_pointer())
    return event
