"""Tabs on one profile, and what can be done with them: each `op_` method is a command of the driver."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gi.repository import Gdk, Gtk, WebKit2

from pointer import click
from tab import Tab

Done = Callable[..., None]
Failed = Callable[[str], None]
Tell = Callable[..., None]

# Tests must reach nothing beyond this machine: all but loopback goes to a proxy that refuses.
NO_INTERNET = WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", ["127.0.0.1", "localhost"])


class Browser:
    """A browser whose storage survives it in `profile`."""

    def __init__(self, profile: Path, size: tuple[int, int], tell: Tell) -> None:
        self._size = size
        self._tell = tell
        self._tabs: list[Tab | None] = []
        self._script = ""
        self._data = WebKit2.WebsiteDataManager(
            base_data_directory=str(profile / "data"), base_cache_directory=str(profile / "cache")
        )
        self._data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, NO_INTERNET)
        self._context = WebKit2.WebContext(website_data_manager=self._data)

    def _tab(self, view: int) -> Tab:
        tab = self._tabs[view]
        if tab is None:
            raise ValueError(f"Tab {view} was closed.")
        return tab

    def op_script(self, done: Done, _failed: Failed, script: str) -> None:
        """Sets the script that runs in every page of later tabs before the page's own."""
        self._script = script
        done()

    def op_new(self, done: Done, failed: Failed) -> None:
        """Opens an empty tab and answers its number once it can be used: earlier calls of it may hang."""
        number = len(self._tabs)
        tab = Tab(self._context, self._size, self._script, lambda event, **more: self._tell(event, view=number, **more))
        self._tabs.append(tab)
        tab.load("about:blank", lambda: done(number), failed)

    def op_close(self, done: Done, _failed: Failed, view: int) -> None:
        self._tab(view).window.destroy()
        self._tabs[view] = None
        done()

    def op_open(self, done: Done, failed: Failed, view: int, url: str) -> None:
        self._tab(view).load(url, done, failed)

    def op_reload(self, done: Done, failed: Failed, view: int) -> None:
        self._tab(view).reload(done, failed)

    def op_back(self, done: Done, _failed: Failed, view: int) -> None:
        self._tab(view).web.go_back()
        done()

    def op_address(self, done: Done, _failed: Failed, view: int) -> None:
        done(self._tab(view).web.get_uri())

    def op_evaluate(self, done: Done, failed: Failed, view: int, script: str, world: str | None = None) -> None:
        self._tab(view).evaluate(script, world, done, failed)

    def op_click(self, done: Done, _failed: Failed, view: int, x: float, y: float) -> None:
        click(self._tab(view).web, x, y)
        done()

    def op_type(self, done: Done, _failed: Failed, view: int, text: str) -> None:
        """Replaces the focused field's text, as an input method does."""
        web = self._tab(view).web
        web.execute_editing_command("SelectAll")
        web.execute_editing_command_with_argument("InsertText", text)
        done()

    def op_screenshot(self, done: Done, _failed: Failed, view: int, path: str) -> None:
        """Writes a picture of the X screen: WebKit's own snapshot never completes under Xvfb."""
        self._tab(view).window.present()
        picture = Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), 0, 0, *self._size)
        picture.savev(path, "png", [], [])
        done()

    def op_clear(self, done: Done, failed: Failed, types: list[str] | None = None) -> None:
        """Evicts storage: deletes all website data, or that of these types (names of WebKit2.WebsiteDataTypes)."""
        chosen = WebKit2.WebsiteDataTypes.ALL
        if types is not None:
            chosen = WebKit2.WebsiteDataTypes(0)
            for name in types:
                chosen |= getattr(WebKit2.WebsiteDataTypes, name)

        def cleared(manager: WebKit2.WebsiteDataManager, result: Any) -> None:
            if manager.clear_finish(result):
                done()
            else:
                failed("The data could not be cleared.")

        self._data.clear(chosen, 0, None, cleared)

    def op_quit(self, done: Done, _failed: Failed) -> None:
        done()
        Gtk.main_quit()
