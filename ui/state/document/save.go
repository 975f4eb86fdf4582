package document

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/export"
	"cardinal/internal/workspace"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

var errChanged = errors.New("the workspace changed since it was opened")

func dialogChoice(text string, do func()) dialogs.Choice { return dialogs.Choice{Text: text, Do: do} }

// SaveWorkspace writes the open workspace. If none is open, it asks for a name.
func (d *Document) SaveWorkspace() { d.save(func() {}) }

// SaveWorkspaceAs asks for a name and writes the workspace.
func (d *Document) SaveWorkspaceAs() { d.saveAs(func() {}) }

func (d *Document) save(then func()) {
	switch {
	case d.Source() == nil:
		d.window.Say(session.Message{Error: true,
			Text: lang.L("There is no table to save a workspace of yet: open one first.")})
	case d.Begun():
		d.window.Say(session.Message{Error: true, Text: lang.L(
			"{{.File}} is still being read: save the workspace when all of its rows are there.",
			lang.With{"File": session.NameOf(d.Source())})})
	case d.path == "":
		d.saveAs(then)
	default:
		d.write(d.path, d.known, then)
	}
}

func (d *Document) saveAs(then func()) {
	t := d.Source()
	if t == nil || d.Begun() {
		d.save(then) // save says why it cannot be saved
		return
	}
	if d.Pasted() {
		d.savePasted(then)
		return
	}
	folder, name := filepath.Dir(d.path), filepath.Base(d.path)
	if d.path == "" {
		folder = ""
		if t.Path != "" {
			folder = load.Folder(t.Path)
		}
		name = t.Stem() + workspace.Extension
	}
	d.window.AskPath(folder, name, func(path string) { d.write(path, nil, then) })
}

// savePasted asks for a name, and writes two files: the workspace, and beside it the text of the pasted table.
func (d *Document) savePasted(then func()) {
	d.dialogs.Choose(lang.L("The table has no file"), lang.L("A workspace says in which file its table lies, and this "+
		"table lies in no file. It can be saved as a file beside the workspace."),
		dialogChoice(lang.L("Save both…"), func() {
			name := session.NameOf(d.Source()) + workspace.Extension
			d.window.AskPath("", name, func(path string) { d.writePasted(path, then) })
		}))
}

// writePasted writes the workspace and the text of its table, and opens them.
func (d *Document) writePasted(path string, then func()) {
	c := d.content()
	beside := strings.TrimSuffix(path, filepath.Ext(path)) + textExtension(c.table)
	background(d, func() (workspace.File, error) {
		text, err := os.ReadFile(c.table.Path)
		if err != nil {
			return workspace.File{}, err
		}
		if now, err := os.ReadFile(beside); err == nil && !bytes.Equal(now, text) {
			return workspace.File{}, errors.New(lang.L("cannot save the table: there is a file {{.File}} already; "+
				"choose another name for the workspace", lang.With{"File": beside}))
		}
		if err := export.File(context.Background(), beside, text); err != nil {
			return workspace.File{}, err
		}
		f := c.file("")
		how := f.Source.Reading
		if f.Source, err = workspace.NewSource(beside, "", filepath.Dir(path)); err != nil {
			return f, err
		}
		f.Source.Reading = how
		content, err := f.Encode()
		if err == nil {
			err = export.File(context.Background(), path, content)
		}
		return f, err
	}, func(_ workspace.File, err error) {
		switch {
		case err != nil:
			d.window.Say(session.Failure(err))
		case d.Source() == c.table:
			d.window.Say(session.Message{Text: lang.L("Saved the workspace {{.File}}, and its table as {{.Table}}.",
				lang.With{"File": path, "Table": filepath.Base(beside)})})
			d.openWorkspace(path)
			then()
		}
	})
}

// textExtension returns the extension of a text file by its format. For CSV, it depends on the delimiter.
func textExtension(t *data.Table) string {
	if t.Format != "csv" {
		return "." + t.Format
	}
	switch t.Text.Delimiter {
	case ',', ';':
		return ".csv"
	case '\t':
		return ".tsv"
	}
	return ".txt"
}

// Text calls `then` with the shown pivot as text, in a form that workspace.File.Text knows.
func (d *Document) Text(form string, then func(text string)) {
	c := d.content()
	background(d, func() (string, error) {
		f := c.file("")
		if c.pasted { // the file of a pasted table is of no use to another person
			f.Source = workspace.Source{}
		}
		f.Tabs, f.Active = f.Tabs[c.shown:c.shown+1], 0
		return f.Text(form)
	}, func(text string, err error) {
		if err != nil {
			d.window.Say(session.Failure(err))
			return
		}
		then(text)
	})
}

// write writes the workspace to path, off the UI goroutine. If known is not nil and the file has another content, it
// writes nothing and asks what to do.
func (d *Document) write(path string, known []byte, then func()) {
	c := d.content()
	background(d, func() (text []byte, err error) {
		if changedOnDisk(path, known) {
			return nil, errChanged
		}
		if text, err = c.file(filepath.Dir(path)).Encode(); err == nil {
			_, err = workspace.Decode(text) // a file that cannot be opened again must not count as saved
		}
		if err == nil {
			err = export.File(context.Background(), path, text)
		}
		return text, err
	}, func(text []byte, err error) {
		switch {
		case errors.Is(err, errChanged):
			d.dialogs.Choose(lang.L("The workspace has changed"), lang.L(
				"{{.File}} is not what it was when you opened it: another window or program saved it since.",
				lang.With{"File": filepath.Base(path)}),
				dialogChoice(lang.L("Save as…"), func() {
					d.saveAs(then)
				}), dialogChoice(lang.L("Replace it"), func() { d.write(path, nil, then) }))
		case err != nil:
			d.window.Say(session.Failure(err))
		case d.Source() == c.table:
			d.path, d.known, d.saved, d.source = path, text, c.tabs, c.source
			d.window.AddRecent(path)
			d.window.Say(session.Message{Text: lang.L("Saved the workspace {{.File}}.", lang.With{"File": path})})
			d.Changed()
			then()
		}
	})
}

// ifSaved runs `do`, after which unsaved edits of the workspace are lost. If there are such edits, it asks first.
func (d *Document) ifSaved(do func()) {
	if !d.Unsaved() {
		do()
		return
	}
	d.dialogs.Choose(lang.L("Save the workspace?"), lang.L("{{.File}} has edits that are not saved.",
		lang.With{"File": filepath.Base(d.path)}),
		dialogChoice(lang.L("Save"), func() { d.save(do) }), dialogChoice(lang.L("Don't save"), func() {
			d.dropped = true
			do()
		}))
}

// Leave runs `do`, which closes the window. If edits would be lost, it asks first.
func (d *Document) Leave(do func()) { d.ifSaved(do) }
