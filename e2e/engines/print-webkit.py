"""Prints a page of the state book with WebKitGTK to a PDF file, for print.spec.ts: print-webkit.py URL FILE."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

url, path = sys.argv[1:]
view = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_ephemeral())
window = Gtk.Window(default_width=1280, default_height=900)
window.add(view)
window.show_all()


def stop(_operation, error=None):
    Gtk.main_quit()
    if error:
        print(error.message, file=sys.stderr)


settings = Gtk.PrintSettings()
settings.set_printer("Print to File")
settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, GLib.filename_to_uri(path))
settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
setup = Gtk.PageSetup()
setup.set_paper_size(Gtk.PaperSize.new("iso_a4"))
operation = WebKit2.PrintOperation(web_view=view, print_settings=settings, page_setup=setup)
operation.connect("finished", stop)
operation.connect("failed", stop)


def print_when_shown():
    def answer(_view, result):
        if view.evaluate_javascript_finish(result).to_string() == "shown":
            operation.print_()
        else:
            GLib.timeout_add(200, print_when_shown)

    view.evaluate_javascript("String(document.documentElement.dataset.state)", -1, None, None, None, answer)
    return False


def loaded(_view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        print_when_shown()


view.connect("load-changed", loaded)
view.load_uri(url)
Gtk.main()
