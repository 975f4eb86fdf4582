package ui

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"cardinal/ui/session"
)

// extensions are the files that the open dialog shows. A file of another name can still be dropped: what it holds
// decides.
var extensions = []string{".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".parquet", ".gz"}

// open opens the file the program was started with, or the sample.
func (w *window) open(path string) {
	if path == "" {
		w.session.OpenSample()
		return
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	w.session.Open(path)
}

// askOpen shows the open dialog, in the folder of the table that is open.
func (w *window) askOpen() {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.Say(session.Message{Error: true, Text: session.Sentence(err)})
		case f != nil:
			path := f.URI().Path()
			_ = f.Close() // only its name is wanted
			w.session.Open(path)
		}
	}, w.win)
	d.SetFilter(storage.NewExtensionFileFilter(extensions))
	if t := w.session.Table(); t != nil && t.Path != "" {
		if folder, err := storage.ListerForURI(storage.NewFileURI(filepath.Dir(t.Path))); err == nil {
			d.SetLocation(folder)
		}
	}
	w.ask(d, 820, 560)
}

// dropped opens the first of the files dropped on the window and says so where there were several.
func (w *window) dropped(_ fyne.Position, uris []fyne.URI) {
	var paths []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, localPath(u))
		}
	}
	if len(paths) == 0 {
		w.Say(session.Message{Error: true, Text: "What was dropped is not a file on this computer."})
		return
	}
	w.session.Open(paths[0])
	if len(paths) > 1 {
		w.Say(session.Message{Text: fmt.Sprintf("%d files were dropped; opening the first, %s.", len(paths), filepath.Base(paths[0]))})
	}
}

func localPath(u fyne.URI) string {
	if path, err := url.PathUnescape(u.Path()); err == nil && strings.Contains(u.Path(), "%") {
		if _, err := os.Stat(u.Path()); err != nil {
			return path
		}
	}
	return u.Path()
}

// recentItems lists the files opened lately; those that are gone say so.
func (w *window) recentItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, path := range w.prefs.Recent {
		text := shortPath(path)
		_, err := os.Stat(path)
		if err != nil {
			text += "  (missing)"
		}
		item := fyne.NewMenuItem(text, func() { w.session.Open(path) })
		item.Disabled = err != nil
		items = append(items, item)
	}
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Clear this list", func() {
			w.prefs.clearRecent()
			w.win.SetMainMenu(w.menu())
		}))
	}
	return append([]*fyne.MenuItem{fyne.NewMenuItem("Sample: half a million sales", func() { w.session.OpenSample() }), fyne.NewMenuItemSeparator()}, items...)
}

// shortPath keeps the file's name and cuts its folders.
func shortPath(path string) string {
	const most = 60
	if len(path) <= most {
		return path
	}
	name := filepath.Base(path)
	if folder := filepath.Dir(path); len(name) < most-8 {
		r := []rune(folder)
		return "…" + string(r[max(0, len(r)-(most-len(name))):]) + string(filepath.Separator) + name
	}
	return "…" + string(filepath.Separator) + name
}
