package files

import (
	"cardinal/data"
	"cardinal/ui/dialogs"
	"cardinal/ui/prefs"
	"cardinal/ui/session"
)

// table is what is open and can be opened or exported. A *session.Session is one.
type table interface {
	Table() *data.Table
	Answer() *session.Answer
	Open(path string)
	OpenSample()
	Spares(path string) bool
	Save(path, format string)
	SaveRows(path, format string, r *session.Rows)
}

// window is what stands around the files.
type window interface {
	Rows() *session.Rows // on the grid in place of the figures behind which they are; nil: none
	Say(session.Message)
	RefreshMenu()
}

// Files opens and exports files as a person asks. UI goroutine only.
type Files struct {
	table   table
	window  window
	dialogs *dialogs.Stack
	prefs   *prefs.Preferences
}

// New makes the dialogs of files for a session and its window.
func New(t table, w window, d *dialogs.Stack, p *prefs.Preferences) *Files {
	return &Files{t, w, d, p}
}
