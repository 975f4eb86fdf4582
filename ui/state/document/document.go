package document

import (
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/internal/workspace"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// window lists the methods of the window that a document calls.
type window interface {
	Say(session.Message)
	ShowTitle(name string, unsaved bool) // of the workspace; "": none is open
	// shows a strip with two buttons; if accept is "", only with the second. The returned function removes the strip
	Offer(text, accept string, yes, no func()) func()
	AskFile(title string, use func(path string))        // asks for a file to open
	AskPath(folder, name string, use func(path string)) // asks for the path of a workspace to write
	AddRecent(path string)
}

// Document is a session whose tabs are written to files. Only the UI goroutine uses it.
type Document struct {
	*session.Session
	window  window
	dialogs *dialogs.Stack
	folder  string // of the draft and the last tabs; "": they are not written

	path   string        // of the workspace; "": none is open
	at     string        // the file of the open table
	known  []byte        // the content of the workspace's file when it was last read or written
	saved  []session.Tab // the tabs in the workspace's file; nil: unknown
	left   *leftOut      // what was left out of the tabs when they were opened; nil: nothing
	source source

	draft   *workspace.Draft
	due     func() bool // stops the timer of the next copySoon; nil: no timer runs
	edited  content     // the content after the last edit, if it is not written yet; otherwise zero
	copying bool
	last    func()          // removes the strip that offers the last tabs; nil: no strip
	offered map[string]bool // paths of tables whose drafts are offered
	running sync.WaitGroup
	turn    <-chan struct{} // closed when inTurn's last work is done; nil: there was none

	restored []func()      // each discards a restored draft
	dropped  bool          // a person gave up the unsaved edits
	pause    time.Duration // the time from an edit until it is written
}

// source is what is known about the file of a table: e.g. its path, size and time.
type source struct {
	table *data.Table
	workspace.Source
}

// pause is the usual time from an edit until it is written.
const pause = 2 * time.Second

// New returns the document of a session. folder is where it writes the draft and the last tabs; if folder is "", it
// does not write them.
func New(s *session.Session, w window, d *dialogs.Stack, folder string) *Document {
	return &Document{Session: s, window: w, dialogs: d, folder: folder, offered: map[string]bool{}, pause: pause}
}

// Path returns the path of the open workspace, or "".
func (d *Document) Path() string { return d.path }

// Unsaved reports whether the open workspace has edits that its file does not have. While the beginning of another file
// is shown, it reports false.
func (d *Document) Unsaved() bool {
	return d.path != "" && !d.Begun() && !reflect.DeepEqual(d.saved, d.Tabs())
}

// Changed must be called after every edit. The draft is written soon after.
func (d *Document) Changed() {
	d.showTitle()
	if d.folder == "" || d.Table() == nil || d.Begun() {
		return
	}
	if d.edited = d.content(); d.due != nil {
		return
	}
	d.due = time.AfterFunc(d.pause, func() { d.Post(d.copySoon) }).Stop
}

func (d *Document) showTitle() {
	name := ""
	if d.path != "" && !d.Begun() {
		name = filepath.Base(d.path)
	}
	d.window.ShowTitle(name, d.Unsaved())
}

// Opened must be called when another table is open and all rows of its file are read. It offers the tabs that the table
// had when it was last open.
func (d *Document) Opened(t *data.Table) {
	d.path, d.known, d.saved, d.dropped, d.left = "", nil, nil, false, nil
	if d.last != nil {
		d.last()
		d.last = nil
	}
	before := d.edited
	if before.table == t {
		before = content{}
	}
	d.edited = content{}
	if d.folder == "" {
		return
	}
	at := sourceOf(t)
	var sheets []string // sheets that may have been shown when the file was last open
	if at.Absolute != d.at && len(t.Sheets) > 1 {
		sheets = append(slices.Clone(t.Sheets), load.AllSheets)
	}
	d.at = at.Absolute
	inTurn(d, func() (offer, error) {
		if before.table != nil && before.path == "" && !before.pasted { // the old table has unwritten edits
			if err := workspace.KeepLast(d.folder, before.file("")); err != nil {
				return offer{}, err
			}
		}
		f, ok := workspace.LastOf(d.folder, at, sheets)
		if !ok {
			return offer{newer: workspace.IsLastNewer(d.folder, at)}, nil
		}
		return open(f, t, func(workspace.Tab) (*data.Table, []lookup.Spec, []string) { return t, nil, nil }), nil
	}, func(o offer, _ error) {
		if len(o.tabs) == 0 && !o.newer || d.Table() == nil || d.Source() != t || d.path != "" || !d.isBlank() ||
			d.offered[at.Absolute] || d.Pasted() {
			return
		}
		if o.newer {
			d.last = d.window.Offer(lang.L("A newer version of Cardinal keeps the tabs of {{.File}}. "+
				"This version leaves them as they are, and keeps none of its own for the next time.",
				lang.With{"File": session.NameOf(t)}), "",
				func() {}, func() {
					d.last = nil
				})
			return
		}
		sheet, otherwise := o.file.Source.Sheet, !reflect.DeepEqual(o.file.Source.Reading, t.Reading)
		empty := !slices.ContainsFunc(o.tabs, func(tab session.Tab) bool { return !tab.State.Empty() })
		if sheet != at.Sheet { // the columns of another sheet may differ
			empty = !slices.ContainsFunc(o.file.Tabs, func(tab workspace.Tab) bool { return !tab.Empty() })
		}
		last := lang.With{"Tab": o.title, "Sheet": sheet, "Kind": lang.L(t.SheetWord())}
		text := lang.L("Last time: {{.Tab}}.", last)
		switch {
		case empty && (sheet != at.Sheet || !otherwise):
			return
		case empty:
			text = lang.L("Last time the file was read in another way.")
		case sheet != at.Sheet && sheet == load.AllSheets:
			last["Kind"] = lang.L(t.SheetWord() + "s")
			text = lang.L("Last time: {{.Tab}}, of all {{.Kind}}.", last)
		case sheet != at.Sheet:
			text = lang.L("Last time: {{.Tab}}, of {{.Kind}} {{.Sheet}}.", last)
		case otherwise:
			text = lang.L("Last time: {{.Tab}}, with the file read in another way.", last)
		}
		d.last = d.window.Offer(text, lang.L("Restore"), func() {
			d.last = nil
			if looksUp(o.file) || otherwise || sheet != at.Sheet {
				d.openFrom(o.file, t.Path, "", func([]session.Tab) {})
				return
			}
			d.Restore(o.tabs, o.shown)
			if o.note.Text != "" {
				d.window.Say(o.note)
			}
		}, func() { d.last = nil })
	})
}

// looksUp reports whether a tab has lookups.
func looksUp(f workspace.File) bool {
	return slices.ContainsFunc(f.Tabs, func(t workspace.Tab) bool { return len(t.Lookups) > 0 })
}

// isBlank reports whether all shelves are empty.
func (d *Document) isBlank() bool {
	return !slices.ContainsFunc(d.Tabs(), func(t session.Tab) bool { return !t.State.Empty() })
}

// sourceOf names the file of a table without reading the file.
func sourceOf(t *data.Table) workspace.Source {
	if t.Path == "" {
		return workspace.Source{Sample: true}
	}
	return workspace.Source{Absolute: load.Absolute(t.Path), Sheet: t.Sheet, Reading: t.Reading}
}

// inTurn runs work on the draft and the last tabs in the background, in the order of the calls. When a file is opened,
// its last tabs are therefore read after they were written, even if that was a moment before.
func inTurn[T any](d *Document, do func() (T, error), done func(T, error)) {
	before, ended := d.turn, make(chan struct{})
	d.turn = ended
	background(d, func() (T, error) {
		defer close(ended)
		if before != nil {
			<-before
		}
		return do()
	}, done)
}

// background runs `do` off the UI goroutine, and then `done` on the UI goroutine.
func background[T any](d *Document, do func() (T, error), done func(T, error)) {
	d.running.Go(func() {
		v, err := do()
		d.Post(func() { done(v, err) })
	})
}
