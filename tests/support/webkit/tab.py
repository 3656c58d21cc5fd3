"""One tab: a window of its own with a web view."""

import json
from collections.abc import Callable
from typing import Any

from gi.repository import GLib, Gtk, WebKit2

Tell = Callable[..., None]
Answer = Callable[..., None]


class Tab:
    """A tab that answers when a page has loaded, and reports messages, dialogs and crashes."""

    def __init__(self, context: WebKit2.WebContext, size: tuple[int, int], script: str, tell: Tell) -> None:
        self._tell = tell
        # Callbacks (loaded, failed) of the load that was asked for last; `_has_begun` is true once that load has begun.
        self._waiting: tuple[Answer, Answer] | None = None
        self._has_begun = False
        self.web = WebKit2.WebView(web_context=context, user_content_manager=self._content(script))
        self.web.get_settings().set_enable_write_console_messages_to_stdout(True)
        self.web.connect("load-changed", self._load_changed)
        self.web.connect("load-failed", self._load_failed)
        self.web.connect("script-dialog", self._script_dialog)
        self.web.connect("web-process-terminated", lambda _web, reason: tell("crash", reason=reason.value_nick))
        self.window = Gtk.Window(decorated=False, default_width=size[0], default_height=size[1])
        self.window.add(self.web)
        self.window.show_all()
        self.window.move(0, 0)

    def _content(self, script: str) -> WebKit2.UserContentManager:
        content = WebKit2.UserContentManager()
        content.register_script_message_handler("driver")
        content.connect(
            "script-message-received::driver",
            lambda _content, message: self._tell("message", text=message.get_js_value().to_string()),
        )
        if script:
            frames, time = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
            content.add_script(WebKit2.UserScript.new(script, frames, time, None, None))
        return content

    def load(self, url: str, loaded: Answer, failed: Answer) -> None:
        """Loads an address and calls `loaded` when the page's load event has passed."""
        self._waiting, self._has_begun = (loaded, failed), False
        self.web.load_uri(url)

    def reload(self, loaded: Answer, failed: Answer) -> None:
        self._waiting, self._has_begun = (loaded, failed), False
        self.web.reload()

    def evaluate(self, script: str, world: str | None, done: Answer, failed: Answer) -> None:
        """Runs an async function's body, which returns JSON text, in the page's own world or in one of its own."""

        def evaluated(web: WebKit2.WebView, result: Any) -> None:
            try:
                value = web.call_async_javascript_function_finish(result)
            except GLib.Error as error:
                failed(error.message)
                return
            done(json.loads(value.to_string()) if value.is_string() else None)

        self.web.call_async_javascript_function(script, -1, None, world, None, None, evaluated)

    def _load_changed(self, _web: WebKit2.WebView, event: WebKit2.LoadEvent) -> None:
        if event == WebKit2.LoadEvent.STARTED:
            self._has_begun = True
        # An event before the beginning is the end of an earlier load, which this one has cut off.
        if event == WebKit2.LoadEvent.FINISHED and self._has_begun and self._waiting is not None:
            loaded, _failed = self._waiting
            self._waiting = None
            loaded()

    def _load_failed(self, _web: WebKit2.WebView, _event: WebKit2.LoadEvent, url: str, error: GLib.Error) -> bool:
        if self._waiting is not None and self._has_begun:
            _loaded, failed = self._waiting
            self._waiting = None
            failed(f"{url} did not load: {error.message}")
        return False

    def _script_dialog(self, _web: WebKit2.WebView, dialog: WebKit2.ScriptDialog) -> bool:
        """Lets pages be left, and dismisses all other dialogs, as Playwright does."""
        kind = dialog.get_dialog_type()
        if kind == WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM:
            dialog.confirm_set_confirmed(True)
        self._tell("dialog", type=kind.value_nick, text=dialog.get_message())
        return True
