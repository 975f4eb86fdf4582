package document

import (
	"reflect"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// ShowPivot shows, in a tab, a pivot that another program asks for. path is the file of its table, and text is a
// workspace with the tab. If another table is open, the table is read in another way, or a dialog is open, a strip
// offers the pivot instead.
func (d *Document) ShowPivot(path, text string) {
	f, err := workspace.Decode([]byte(text))
	if err != nil {
		d.window.Say(session.Failure(err))
		return
	}
	f.Tabs[0].Name = lang.L("Agent")
	suits := func() bool {
		t := d.Source()
		return t != nil && !d.Begun() && t.Path == path && t.Sheet == f.Source.Sheet &&
			reflect.DeepEqual(t.Reading, f.Source.Reading)
	}
	show := func() {
		if suits() {
			d.addTab(f, d.Source())
			return
		}
		d.ifSaved(func() { d.openFrom(f, path, "", func([]session.Tab) { d.Changed() }) })
	}
	if d.dialogs.Len() == 0 && (suits() || d.Source() == nil || d.Source().Path == "" && d.isBlank()) {
		show()
		return
	}
	d.window.Offer(lang.L("An agent asks to show a pivot of {{.File}}: {{.Tab}}.",
		lang.With{"File": load.Title(path), "Tab": f.Tabs[0].Title()}), lang.L("Show"), show, func() {})
}

// addTab adds a tab with the pivot of a file. If a tab with this pivot is already there, it shows that tab.
func (d *Document) addTab(f workspace.File, t *data.Table) {
	o := open(f, t, func(workspace.Tab) (*data.Table, []lookup.Spec, []string) { return t, nil, nil })
	d.Session.ShowPivot(o.tabs[0])
	if o.note.Text == "" {
		o.note.Text = lang.L("An agent asked for this pivot.")
	}
	d.window.Say(o.note)
}
