package files

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
	"cardinal/ui/desktop/filedialog"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// table is what the dialogs need of a *document.Document: the open table, and what can be done with it.
type table interface {
	Table() *data.Table
	Answer() *session.Answer
	State() view.State
	Open(path string)
	OpenSample()
	Spares(path string) bool
	Refuses(do string) bool
	Save(path, format, password string, saved func())
	SaveBook(path, format, password string, of session.Sheets, saved func())
	SaveRows(path, format, password string, r *session.Rows, saved func())
	Tabs() []session.Tab
	PageFields() []query.Field
	Print(path string, show func(lost string))
	PrintRows(path string, r *session.Rows, show func(lost string))
	Post(do func())
	Pasted() bool
}

// window lists the methods of the window that these dialogs call.
type window interface {
	Rows() *session.Rows // the rows that are shown in place of figures; nil: figures are shown
	Say(session.Message)
	RefreshMenu()
	// opens a file in the system's program for it, and then calls opened
	OpenOutside(path string, opened func())
}

// Files opens and exports files for a person. Only the UI goroutine uses it.
type Files struct {
	table   table
	window  window
	dialogs *dialogs.Stack
	prefs   *prefs.Preferences

	unsaved unsaved
	missing map[string]bool // recent files that were missing when look last ran
	looking bool            // look is running
}

// New returns the dialogs of files for a session and its window.
func New(t table, w window, d *dialogs.Stack, p *prefs.Preferences) *Files {
	return &Files{table: t, window: w, dialogs: d, prefs: p}
}

// Open opens the file at path, or the sample if path is empty.
func (f *Files) Open(path string) {
	if path == "" {
		f.table.OpenSample()
		return
	}
	f.table.Open(load.Absolute(path))
}

// tableKinds says which files contain tables.
const tableKinds = "CSV, Excel, Parquet and other tables"

// AskOpen asks for a file to open, or for several files to open as one table.
func (f *Files) AskOpen() {
	f.ask(filedialog.Question{Title: lang.L("Open"), Kinds: lang.L("CSV, Excel, Parquet and other tables, and " +
		"workspaces"), Extensions: openable(),
		Several: true, Addresses: true}, f.table.Open)
}

// ask asks for a file, first in the folder of the open table.
func (f *Files) ask(q filedialog.Question, use func(path string)) {
	q.Confirm, q.Lately = lang.L("Open"), f.recentFolders()
	if t := f.table.Table(); t != nil && t.Path != "" && !f.table.Pasted() {
		q.Folder = load.Folder(t.Path)
	}
	if q.Folder == "" && len(q.Lately) > 0 {
		q.Folder = q.Lately[0]
	}
	filedialog.Ask(f.dialogs, q, f.table.Post, use)
}

// recentFolders returns the folders of the recent files and of the last export.
func (f *Files) recentFolders() []string {
	var folders []string
	for _, path := range f.prefs.Recent {
		if folder := load.Folder(path); folder != "" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	if f.prefs.Folder != "" && !slices.Contains(folders, f.prefs.Folder) {
		folders = append(folders, f.prefs.Folder)
	}
	return folders
}

// Dropped opens a file that was dropped on the window. Several files, or a folder, are opened as one table. If one of
// several files is a workspace, only the workspace is opened, and the window says so.
func (f *Files) Dropped(_ fyne.Position, uris []fyne.URI) {
	var paths []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	if !slices.ContainsFunc(paths, func(path string) bool { return strings.Contains(path, "%") }) {
		f.openAll(paths)
		return
	}
	go func() { // a missing network drive may answer only after minutes
		for i, path := range paths {
			paths[i] = unescape(path)
		}
		f.table.Post(func() { f.openAll(paths) })
	}()
}

// openAll opens dropped files.
func (f *Files) openAll(paths []string) {
	if len(paths) == 0 {
		f.window.Say(session.Message{Error: true, Text: lang.L("What was dropped is not a file on this computer.")})
		return
	}
	if i := slices.IndexFunc(paths, workspace.Is); i >= 0 && len(paths) > 1 {
		f.table.Open(paths[i])
		f.window.Say(session.Message{Text: lang.N("{{.N}} file was dropped; opening the workspace {{.File}} alone.",
			"{{.N}} files were dropped; opening the workspace {{.File}} alone.", len(paths),
			lang.With{"File": filepath.Base(paths[i])})})
		return
	}
	f.table.Open(load.Join(paths...))
}

// unescape decodes the per cent escapes that some systems leave in the path of a file. It does not change a name that
// really has a per cent sign.
func unescape(path string) string {
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}

// look finds out which recent files are missing. It does so on another goroutine, since a missing network drive may
// answer only after minutes. If other files are missing than before, it rebuilds the menu.
func (f *Files) look() {
	if f.looking || len(f.prefs.Recent) == 0 {
		return
	}
	f.looking = true
	recent := slices.Clone(f.prefs.Recent)
	go func() {
		missing := map[string]bool{}
		for _, path := range recent {
			if !load.Exists(path) {
				missing[path] = true
			}
		}
		f.table.Post(func() {
			f.looking = false
			if !maps.Equal(missing, f.missing) {
				f.missing = missing
				f.window.RefreshMenu()
			}
		})
	}()
}

// RecentItems returns menu items for the sample and the recent files. Files that look did not find are disabled.
func (f *Files) RecentItems() []*fyne.MenuItem {
	f.look()
	var items []*fyne.MenuItem
	for _, path := range f.prefs.Recent {
		text := shortPath(path)
		there := !f.missing[path]
		if !there {
			text += "  " + lang.L("(missing)")
		}
		item := fyne.NewMenuItem(text, func() { f.table.Open(path) })
		item.Disabled = !there
		items = append(items, item)
	}
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(lang.L("Clear this list"), func() {
			f.prefs.ClearRecent()
			f.window.RefreshMenu()
		}))
	}
	return append([]*fyne.MenuItem{fyne.NewMenuItem(lang.L("Sample: half a million sales"),
		func() { f.table.OpenSample() }),
		fyne.NewMenuItemSeparator()}, items...)
}

// shortPath shortens a path to about 60 characters. It has the name of the file, and the end of its folder.
func shortPath(path string) string {
	const most = 60
	if load.IsAddress(path) {
		return load.Title(path)
	}
	if load.IsSeveral(path) && load.Title(path) != filepath.Base(path) {
		path = filepath.Join(load.Folder(path), load.Title(path))
	}
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
