package document

import (
	"bytes"
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/data/shape/unpivot"
	"cardinal/internal/localfile"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// offer has the tabs of a file, without the parts that do not suit a table, and a message for a person.
type offer struct {
	file  workspace.File
	tabs  []session.Tab
	shown int
	title string
	note  session.Message
	left  bool // a part of the tabs was left out
	newer bool // the tabs were written by a newer version of this program, and cannot be read
}

// leftOut is what ReadAs needs to restore parts of tabs that did not suit the columns of the table.
type leftOut struct {
	tabs []workspace.Tab // the tabs before parts were left out
	made []session.Tab   // the tabs that were opened
}

// open returns the tabs of a file without the parts that do not suit a table. lookUp returns the table with the columns
// that a tab looks up in other files.
func open(f workspace.File, t *data.Table, lookUp func(workspace.Tab) (*data.Table, []lookup.Spec, []string)) offer {
	o := offer{file: f, shown: f.Shown(), title: title(f)}
	var gone, lost, impossible []string
	fewer := false // the tabs have fewer filters than the file
	add := func(to *[]string, texts []string) {
		for _, text := range texts {
			if !strings.Contains("\n"+strings.Join(*to, "\n")+"\n", "\n"+text+"\n") {
				*to = append(*to, text)
			}
		}
	}
	var sentences []string
	for _, kept := range f.Tabs {
		wide, specs, said := lookUp(kept)
		add(&sentences, said)
		s, g, l := view.FromTab(kept, wide)
		s.Lookups = specs
		s, i := s.Fit(wide)
		fewer = fewer || len(s.Filters) < len(kept.Filters)
		add(&gone, g)
		add(&lost, l)
		add(&impossible, i)
		o.tabs = append(o.tabs, session.Tab{Name: kept.Name, State: s})
	}
	if len(gone) > 0 {
		sentences = append(sentences, lang.L(
			"{{.File}} has no column {{.Columns}}: what used it was left out of the shelves.",
			lang.With{"File": session.NameOf(t), "Columns": strings.Join(gone, " "+lang.L("and no column")+" ")}))
	}
	if rows, err := unpivot.Parse(t.Reading.Unpivot); err == nil && rows.CheckColumns(t) != nil &&
		slices.ContainsFunc(rows.Names(), func(name string) bool { return slices.Contains(gone, name) }) {
		sentences = append(sentences, lang.L("The columns of {{.Columns}} do not become rows any more: "+
			"File, How the file is read, chooses them.", lang.With{"Columns": t.Reading.Unpivot}))
	}
	if len(impossible) > 0 {
		sentences = append(sentences, lang.L("Columns have other types than before. Left out of the shelves: "+
			"{{.Chips}}. File, How the file is read, chooses the types.",
			lang.With{"Chips": strings.Join(impossible, ", ")}))
	}
	if len(lost) > 0 {
		sentences = append(sentences, lang.L("The window has no form for this, or its column has another type now, "+
			"and left it out: {{.Lost}}.", lang.With{"Lost": strings.Join(lost, "; ")}))
	}
	if fewer {
		sentences = append(sentences, lang.L("A filter is among them, so that more rows count than before."))
	}
	o.left = len(gone)+len(impossible)+len(lost) > 0
	o.note = session.Message{Text: strings.Join(sentences, " "), Error: len(sentences) > 0}
	return o
}

// lookUp carries out the look-ups of a tab. The sentences say which look-ups failed, and which files have changed.
func (d *Document) lookUp(tab workspace.Tab, t *data.Table,
	folder string) (wide *data.Table, specs []lookup.Spec, sentences []string) {
	wide = t
	for _, l := range tab.Lookups {
		spec, err := l.Spec(folder)
		if err == nil {
			var next *data.Table
			if next, err = d.Joined(t, append(slices.Clone(specs), spec)); err == nil {
				wide, specs = next, append(specs, spec)
			}
		}
		if err != nil {
			sentences = append(sentences, lang.L("A look-up was left out: {{.Error}}",
				lang.With{"Error": session.Sentence(err)}))
		} else if changed := l.Changed(spec.Path); changed != "" {
			sentences = append(sentences, changed)
		}
	}
	return wide, specs, sentences
}

// Open opens a workspace, or a file as a table. If the open workspace has unsaved edits, it asks first.
func (d *Document) Open(path string) {
	d.ifSaved(func() {
		if workspace.Is(path) {
			d.openWorkspace(path)
		} else {
			d.Session.Open(path)
		}
	})
}

// Paste opens the table or the files that get reads from the clipboard.
func (d *Document) Paste(get func(context.Context) (text []byte, files []string, err error)) {
	d.ifSaved(func() { d.Session.Paste(get) })
}

// OpenSample opens the sample.
func (d *Document) OpenSample() { d.ifSaved(d.Session.OpenSample) }

// OpenSheet opens another sheet of the open workbook.
func (d *Document) OpenSheet(sheet string) { d.ifSaved(func() { d.Session.OpenSheet(sheet) }) }

// ReadAs reads the open text file, or a sheet of the open workbook, in another way. Fields stay on the shelves if the
// table still has their columns. If parts of the tabs were left out when the file was opened, they return if they suit
// now, unless a person has changed the tabs since.
func (d *Document) ReadAs(sheet string, how data.Reading) {
	c := d.content()
	f := c.file("")
	if l := d.left; l != nil && reflect.DeepEqual(c.tabs, l.made) { // the parts that were left out may suit now
		f.Tabs = l.tabs
	}
	f.Source.Sheet, f.Source.Reading = sheet, how
	path := d.path
	if d.Begun() {
		path = ""
	}
	d.openFrom(f, d.Source().Path, path, func([]session.Tab) { d.Changed() })
}

// read is a workspace and the text of the file from which it was read.
type read struct {
	workspace.File
	text []byte
}

func (d *Document) openWorkspace(path string) {
	background(d, func() (r read, err error) {
		if r.File, err = workspace.Read(path); err == nil {
			r.text, err = localfile.Read(path)
		}
		return r, err
	}, func(r read, err error) {
		if err != nil {
			d.window.Say(session.Failure(err))
			return
		}
		d.openFile(r.File, path, func(made []session.Tab) {
			d.known, d.saved = r.text, made
			d.window.AddRecent(path)
			d.Changed()
		})
	})
}

// openFile opens the table that a workspace names, with the tabs of the workspace. path is the file of the workspace.
// If the table's file is not found, openFile asks for it.
func (d *Document) openFile(f workspace.File, path string, then func(made []session.Tab)) {
	from := ""
	if !f.Source.Sample {
		folder := ""
		if path != "" {
			folder = filepath.Dir(path)
		}
		at, found := f.Source.Find(folder)
		if !found {
			d.askSource(f, path, then)
			return
		}
		from = at
	}
	d.openFrom(f, from, path, then)
}

func (d *Document) askSource(f workspace.File, path string, then func(made []session.Tab)) {
	where := f.Source.Absolute
	if where == "" {
		where = f.Source.Path
	}
	d.dialogs.Choose(lang.L("{{.File}} is not there", lang.With{"File": f.Source.Name()}),
		lang.L("The table comes from {{.Path}}. No such file is there, nor beside the workspace. Choose where it is "+
			"now.",
			lang.With{"Path": where}),
		dialogChoice(lang.L("Choose the file…"), func() {
			d.window.AskFile(lang.L("Where is {{.File}}?", lang.With{"File": f.Source.Name()}),
				func(from string) { d.openFrom(f, from, path, then) })
		}))
}

func (d *Document) openFrom(f workspace.File, from, path string, then func(made []session.Tab)) {
	left := false
	d.OpenKept(from, load.Options{Sheet: f.Source.Sheet, Reading: f.Source.Reading}, func(t *data.Table) ([]session.Tab,
		int, session.Message) {
		folder := ""
		if path != "" {
			folder = filepath.Dir(path)
		}
		o := open(f, t, func(tab workspace.Tab) (*data.Table, []lookup.Spec, []string) {
			return d.lookUp(tab, t, folder)
		})
		left = o.left
		if left && path != "" {
			o.note.Text += " " + lang.L("The workspace keeps what was left out until you save it.")
		}
		if from != "" {
			if changed := f.Source.Changed(from); changed != "" {
				o.note.Text = strings.TrimSpace(changed + " " + o.note.Text)
			}
		}
		return o.tabs, o.shown, o.note
	}, func(made []session.Tab) {
		d.path = path
		if left {
			d.left = &leftOut{f.Tabs, made}
		}
		then(made)
	})
}

// changedOnDisk reports whether the workspace's file differs from when it was last read or written.
func changedOnDisk(path string, known []byte) bool {
	now, err := localfile.Read(path)
	return err == nil && known != nil && !bytes.Equal(now, known)
}
