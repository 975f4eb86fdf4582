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
	"cardinal/ui/state/session"
)

// window is what a document needs of the window around it.
type window interface {
	Say(session.Message)
	ShowTitle(name string, unsaved bool) // of the workspace; "": none is open
	// a strip with two buttons, or without the first where it has no text; the function takes it away
	Offer(text, accept string, yes, no func()) func()
	AskFile(title string, use func(path string))        // asks for a file to open
	AskPath(folder, name string, use func(path string)) // for a workspace to write
	AddRecent(path string)
}

// Document is a session whose tabs are kept. UI goroutine only.
type Document struct {
	*session.Session
	window  window
	dialogs *dialogs.Stack
	folder  string // of the copies; "": there are none

	path   string        // of the workspace, "" where none is open
	at     string        // the file of the table that is open
	known  []byte        // what the file had when it was read or written last
	saved  []session.Tab // as the file has them; nil: as nobody has
	left   *leftOut      // of the tabs when they were opened; nil: nothing
	source source

	draft   *workspace.Draft
	due     func() bool // stops the timer of the next copy; nil: none is due
	edited  content     // as of the last edit that no copy has; the zero content: every edit has one
	copying bool
	last    func()          // takes the offer of the last tabs away; nil: there is none
	offered map[string]bool // the files of drafts that are offered
	running sync.WaitGroup
	turn    <-chan struct{} // closed when the copies may be looked at and written; nil: nobody did yet

	restored []func()      // discard the drafts that were restored
	dropped  bool          // the edits that are not saved are not wanted
	pause    time.Duration // from an edit to its copy
}

// source is what is known of the file of a table.
type source struct {
	table *data.Table
	workspace.Source
}

// pause is how long after an edit a copy is written.
const pause = 2 * time.Second

// New makes the document of a session. folder is where copies are kept; "" keeps none.
func New(s *session.Session, w window, d *dialogs.Stack, folder string) *Document {
	return &Document{Session: s, window: w, dialogs: d, folder: folder, offered: map[string]bool{}, pause: pause}
}

// Path is the path of the workspace that is open, "" where none is.
func (d *Document) Path() string { return d.path }

// Unsaved reports whether the workspace that is open has edits that its file has not. The beginning of another
// file belongs to no workspace.
func (d *Document) Unsaved() bool {
	return d.path != "" && !d.Begun() && !reflect.DeepEqual(d.saved, d.Tabs())
}

// Changed is called after every edit. A copy is written soon after.
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

// Opened is called when another table is open, with all rows of its file. The tabs of the last time are offered.
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
	var sheets []string // any of which may have been shown last
	if at.Absolute != d.at && len(t.Sheets) > 1 {
		sheets = append(slices.Clone(t.Sheets), load.AllSheets)
	}
	d.at = at.Absolute
	inTurn(d, func() (offer, error) {
		if before.table != nil && before.path == "" && !before.pasted { // it was left sooner than its copy was due
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
		if len(o.tabs) == 0 && !o.newer || d.Table() == nil || d.Source() != t || d.path != "" || !d.blank() || d.offered[at.Absolute] || d.Pasted() {
			return
		}
		if o.newer {
			d.last = d.window.Offer("A newer version of Cardinal keeps the tabs of "+t.Name+". This version leaves them as they are, and keeps none of its own for the next time.", "", func() {}, func() { d.last = nil })
			return
		}
		sheet, otherwise := o.file.Source.Sheet, !reflect.DeepEqual(o.file.Source.Reading, t.Reading)
		empty := !slices.ContainsFunc(o.tabs, func(tab session.Tab) bool { return !tab.State.Empty() })
		if sheet != at.Sheet { // its columns may be others
			empty = !slices.ContainsFunc(o.file.Tabs, func(tab workspace.Tab) bool { return !tab.Empty() })
		}
		text := "Last time: " + o.title
		switch {
		case empty && (sheet != at.Sheet || !otherwise):
			return
		case empty:
			text = "Last time the file was read in another way"
		case sheet != at.Sheet && sheet == load.AllSheets:
			text += ", of all " + t.SheetWord() + "s"
		case sheet != at.Sheet:
			text += ", of " + t.SheetWord() + " " + sheet
		case otherwise:
			text += ", with the file read in another way"
		}
		d.last = d.window.Offer(text+".", "Restore", func() {
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

// looksUp reports whether a tab has columns of a second file.
func looksUp(f workspace.File) bool {
	return slices.ContainsFunc(f.Tabs, func(t workspace.Tab) bool { return len(t.Lookups) > 0 })
}

// blank reports whether nothing stands on any shelf.
func (d *Document) blank() bool {
	for _, t := range d.Tabs() {
		if !t.State.Empty() {
			return false
		}
	}
	return true
}

// sourceOf names the file of a table, without looking at the file.
func sourceOf(t *data.Table) workspace.Source {
	if t.Path == "" {
		return workspace.Source{Sample: true}
	}
	return workspace.Source{Absolute: load.Absolute(t.Path), Sheet: t.Sheet, Reading: t.Reading}
}

// inTurn is background for what looks at the copies and writes them. What was called first runs first: a file
// that is opened finds what was kept of it a moment before.
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

// background runs do off the UI goroutine and then done on it.
func background[T any](d *Document, do func() (T, error), done func(T, error)) {
	d.running.Add(1)
	go func() {
		defer d.running.Done()
		v, err := do()
		d.Post(func() { done(v, err) })
	}()
}
