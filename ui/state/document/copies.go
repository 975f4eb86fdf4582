package document

import (
	"fmt"
	"slices"

	"cardinal/data"
	"cardinal/internal/localfile"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// content is what a document writes: its tabs at one moment. Any goroutine may use it.
type content struct {
	path   string // of the workspace
	table  *data.Table
	source source
	tabs   []session.Tab
	shown  int
	pasted bool // the table was pasted: its file is one that a person does not know
}

func (d *Document) content() content {
	return content{d.path, d.Source(), d.source, d.Tabs(), d.Shown(), d.Pasted()}
}

// file returns the content as a workspace for a folder; "": for no folder. The facts about the table's file, such as
// its size, are those of the first call for this table.
func (c *content) file(folder string) workspace.File {
	at := sourceOf(c.table)
	if !at.Sample && (c.source.table != c.table || folder != "") {
		sheet, reading := at.Sheet, at.Reading
		at, _ = workspace.NewSource(at.Absolute, sheet, folder)
		at.Reading = reading
		if c.source.table == c.table { // the file may have changed since it was read
			at.Size, at.Modified, at.Fingerprint = c.source.Size, c.source.Modified, c.source.Fingerprint
		}
		c.source = source{c.table, at}
	} else if at.Sample {
		c.source = source{c.table, at}
	}
	f := workspace.File{Source: c.source.Source, Active: c.shown + 1}
	for _, t := range c.tabs {
		tab := t.State.Tab(t.Name)
		for i := range tab.Lookups {
			tab.Lookups[i] = tab.Lookups[i].InFolder(folder)
		}
		f.Tabs = append(f.Tabs, tab)
	}
	return f
}

// copySoon writes the draft and the last tabs off the UI goroutine. Edits that a person makes meanwhile are written
// afterwards.
func (d *Document) copySoon() {
	d.due = nil
	if d.Table() == nil || d.Begun() {
		return
	}
	if d.copying {
		d.Changed()
		return
	}
	d.copying = true
	c := d.content()
	d.edited = content{}
	inTurn(d, func() (content, error) { return c, d.copy(&c) }, func(c content, err error) {
		d.copying = false
		if d.Source() == c.table {
			d.source = c.source
		}
		for _, discard := range d.restored {
			discard()
		}
		d.restored = nil
		if err != nil && d.folder != "" {
			d.folder = "" // report the error only once
			d.window.Say(session.Message{Error: true, Text: session.Sentence(fmt.Errorf("%s: %w",
				lang.L("edits are not kept for the next time"), err))})
		}
	})
}

// copy writes the draft, which is for after a crash, and the last tabs, which are offered when the table is next
// opened.
func (d *Document) copy(c *content) error {
	f := c.file("")
	if d.draft == nil {
		var err error
		if d.draft, err = workspace.NewDraft(d.folder); err != nil {
			return err
		}
	}
	if err := d.draft.Save(c.path, f); err != nil {
		return err
	}
	if c.path == "" && !c.pasted {
		return workspace.KeepLast(d.folder, f)
	}
	return nil
}

// Close writes the edits that are not written yet, and removes the draft, since the window did not crash. If a
// workspace has unsaved edits that a person neither saved nor gave up, its draft stays, and the next window offers it.
func (d *Document) Close() {
	due := d.due != nil && d.due() || d.edited.table != nil && d.edited.table == d.Source()
	d.running.Wait()
	leave := d.Unsaved() && !d.dropped
	if (due || leave) && d.Source() != nil && !d.Begun() && d.folder != "" && (leave || d.path == "") {
		c := d.content()
		_ = d.copy(&c) // there is no window left to show the error
	}
	switch {
	case d.draft == nil:
	case leave:
		d.draft.Leave()
	default:
		d.draft.Discard()
	}
}

// Recover offers what was open in windows that ended without closing, e.g. in a crash.
func (d *Document) Recover() {
	if d.folder == "" {
		return
	}
	newer := 0
	background(d, func() (left []*workspace.Draft, _ error) {
		left, newer = workspace.LeftDrafts(d.folder)
		return left, nil
	}, func(left []*workspace.Draft, _ error) {
		if newer > 0 {
			d.window.Offer(lang.L("A newer version of Cardinal ended without closing. What it had open is kept, and "+
				"that version offers it when it starts."), "", func() {}, func() {})
		}
		for _, l := range left {
			d.offerDraft(l)
		}
	})
}

func (d *Document) offerDraft(l *workspace.Draft) {
	if !slices.ContainsFunc(l.File.Tabs, func(t workspace.Tab) bool { return !t.Empty() }) {
		l.Discard()
		return
	}
	at := l.File.Source.Absolute
	d.offered[at] = true
	text := lang.L("Cardinal ended without closing. Open then: {{.File}}, {{.Tab}}.",
		lang.With{"File": l.File.Source.Name(), "Tab": title(l.File)})
	d.window.Offer(text, lang.L("Restore"), func() {
		delete(d.offered, at)
		d.ifSaved(func() {
			d.openFile(l.File, l.Workspace, func([]session.Tab) {
				d.saved = nil
				d.known, _ = localfile.Read(l.Workspace)
				d.restored = append(d.restored, l.Discard) // discarded after the next copy is written
				d.Changed()
			})
		})
	}, func() {
		delete(d.offered, at)
		l.Discard()
	})
}

// title describes the tab that a file shows. If that tab is empty, it describes the first tab that is not.
func title(f workspace.File) string {
	at := f.Shown()
	if first := slices.IndexFunc(f.Tabs, func(t workspace.Tab) bool { return !t.Empty() }); first >= 0 &&
		f.Tabs[at].Empty() {
		at = first
	}
	text := f.Tabs[at].Title()
	if more := len(f.Tabs) - 1; more > 0 {
		text += lang.N(", and {{.N}} more tab", ", and {{.N}} more tabs", more)
	}
	return text
}
