package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/data/format/delta"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/load"
	"cardinal/engine/explain"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/crash"
	"cardinal/ui/dialog/lookups"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/dialog/reading"
	"cardinal/ui/dialog/upkeep"
	"cardinal/ui/dialog/zones"
	"cardinal/ui/look/lang"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// hand opens the dialogs of a window, with a display or without one.
type hand struct {
	testing.TB
	*window
	do     func(func()) // on the UI goroutine
	until  func(what string, cond func() bool)
	folder string // has sales.csv, cities.csv and taken.xlsx
	server string // host and port of a server with tables
}

// everyDialog has all dialogs of the window, each with the function that makes the dialog. The last ones leave
// another document open.
var everyDialog = []struct {
	made, name string
	ask        func(h *hand)
}{
	{"help.Show", "first-steps", func(h *hand) { h.choose("Help", "First steps") }},
	{"help.ShowKeys", "shortcuts", func(h *hand) { h.choose("Help", "Keyboard shortcuts") }},
	{"help.ShowAbout", "about", func(h *hand) { h.choose("Help", "About Cardinal") }},
	{"upkeep.ShowFolders", "folders", func(h *hand) { h.choose("Help", "Folders…") }},
	{"upkeep.line", "empty-folder", func(h *hand) {
		// so that there is something to reset
		h.prefs.Set(func(p *prefs.Values) { p.Recent = append(p.Recent, filepath.Join(h.folder, "sales.csv")) })
		h.showFolders()
		h.push("Reset…")
	}},
	{"upkeep.ShowReport", "crash", func(h *hand) {
		report := filepath.Join(h.folder, "crash.txt")
		h.file("crash.txt", "Cardinal 1\n\nThe crash:\npanic: a fault\n\ngoroutine 7 [running]:\n"+
			strings.Repeat("cardinal/engine.(*Engine).answer(0xc000012345, {0x7f, 0x1a})\n\t/src/engine/pivot.go:123\n",
				40))
		upkeep.ShowReport(h.dialogs, h.window, crash.Report{Path: report, At: time.Date(2026, 3, 1, 12, 30,
			0, 0, time.UTC)})
	}},
	{"prefs.Ask", "preferences", func(h *hand) { h.choose("Edit", "Preferences…") }},
	{"filedialog.Ask", "open", func(h *hand) { h.choose("File", "Open…") }},
	{"filedialog.Ask", "folder", func(h *hand) {
		h.files.AskExport("xlsx")
		h.push("Choose…")
	}},
	{"files.askExportAs", "export", func(h *hand) { h.choose("File", "Export", export.FormatNamed("xlsx").Title+"…") }},
	{"files.askReplace", "replace", func(h *hand) {
		h.files.AskExport("xlsx")
		h.fill("taken.xlsx", h.folder)
		h.push("Export")
	}},
	{"files.AskWorkspace", "save-workspace", func(h *hand) { h.choose("File", "Save workspace as…") }},
	{"files.AskAddress", "address", func(h *hand) { h.choose("File", "Open an address…") }},
	{"servers.ask", "connect", func(h *hand) { h.choose("File", "Connect to a database…") }},
	{"servers.choose", "tables", func(h *hand) {
		h.servers.Ask()
		h.fill("clickhouse://ann@" + h.server + "/travel")
		h.push("Connect")
	}},
	{"servers.write", "query", func(h *hand) {
		h.servers.Ask()
		h.fill("clickhouse://ann@" + h.server + "/travel")
		h.push("Connect")
		h.then("the tables", func() bool {
			return slices.ContainsFunc(all[*input.Button](h.win.Canvas().Overlays().Top()),
				func(b *input.Button) bool { return b.Text == translated("Write a query…") })
		}, func() { h.push("Write a query…") })
	}},
	{"servers.Unlock", "password", func(h *hand) {
		h.keeps.Open("clickhouse://bob@" + h.server + "/travel?table=trips")
	}},
	{"unlock.newQuestion", "encrypted", func(h *hand) {
		_, err := load.Open(context.Background(), filepath.Join("..", "data", "format", "workbook", "encrypted",
			"testdata", "standard.xlsx"), load.Options{})
		var lock *encrypted.Locked
		if !errors.As(err, &lock) {
			h.Error(err)
			return
		}
		go func() { _, _ = h.askPassword(context.Background(), lock) }()
	}},
	{"reading.Ask", "reading", func(h *hand) { h.choose("File", "How the file is read…") }},
	{"reading.tick", "tick", func(h *hand) {
		h.choose("File", "How the file is read…")
		h.push("Tick…")
	}},
	{"reading.AskVersion", "versions", func(h *hand) {
		reading.AskVersion(h.dialogs, "lake", []delta.Version{{Number: 1, Operation: "MERGE",
			Written: time.Date(2024, 4, 25, 0, 6, 40, 0, time.UTC)}, {Number: 0, Operation: "CREATE TABLE AS SELECT"}},
			"", func(string) {})
	}},
	{"ui.showNotes", "notes", func(h *hand) { h.showNotes() }},
	{"reading.ShowLosses", "losses", func(h *hand) { h.showLosses() }},
	{"lookups.Ask", "look-up", func(h *hand) {
		path := filepath.Join(h.folder, "cities.csv")
		h.session.ReadSecond(path, "", func(second session.Second, err error) {
			if err != nil {
				h.Error(err)
			}
			lookups.Ask(h.dialogs, h.session, path, second, nil)
		})
	}},
	{"zones.Ask", "zone", func(h *hand) {
		c := data.NewInts("created", data.Timestamp, 0, []int64{0}, nil)
		c.UTC = true
		zones.Ask(h.dialogs, c, []string{"America/New_York"}, func(string) {})
	}},
	{"filteredit.Ask", "filter-labels", func(h *hand) { h.editor.Append("city", view.Filters) }},
	{"filteredit.Ask", "filter-numbers", func(h *hand) { h.editor.Append("revenue", view.Filters) }},
	{"filteredit.Ask", "filter-dates", func(h *hand) { h.editor.Append("day", view.Filters) }},
	{"formulaedit.open", "formula", func(h *hand) { h.choose("Edit", "Add a formula…") }},
	{"formulaedit.open", "calculated-field", func(h *hand) { h.choose("Edit", "New calculated field…") }},
	{"forecast.Ask", "cost", func(h *hand) { h.foreseeFields([]string{"city"}) }},
	{"explained.Show", "explain", func(h *hand) {
		h.explain(explain.Question{Row: 2, Other: &explain.Place{Row: 1}})
	}},
	{"quality.Show", "quality", func(h *hand) { h.askQuality(nil) }},
	{"quality.askColumns", "equal-rows", func(h *hand) {
		h.askQuality(nil)
		h.then("the findings", func() bool { return h.dialogs.Len() > 0 }, func() { h.push("Rows that are equal in…") })
	}},
	{"comparing.Ask", "compare", func(h *hand) { h.askWhat(filepath.Join(h.folder, "cities.csv")) }},
	{"comparing.Ask", "compare-versions", func(h *hand) {
		h.choose("File", "Compare with another version of this file…")
	}},
	{"ui.showVerdict", "verify", func(h *hand) {
		h.showVerdict("report.xlsx", session.Verdict{Differs: true, Words: strings.Repeat("Pivot!B3 is 200 and "+
			"should be 20\n", 40) + "Edited after it was written: Pivot."})
	}},
	{"edit.Rename", "rename", func(h *hand) { h.editor.Rename(0) }},
	{"edit.AskTitle", "title", func(h *hand) { h.editor.AskTitle() }},
	{"formulaedit.open", "only-where", func(h *hand) { h.editor.AskWhere(0) }},
	{"chipform.Open", "form-measure", func(h *hand) { h.OpenForm(view.Values, 0) }},
	{"chipform.Open", "form-field", func(h *hand) { h.OpenForm(view.Rows, 1) }},
	{"menu.askEdges", "edges", func(h *hand) { h.pick(h.menus.Settings(view.Rows, 1), "Edges…") }},
	{"menu.askFormat", "number-format", func(h *hand) { h.pick(h.menus.Settings(view.Values, 0), "Own…") }},
	{"menu.ask", "bins", func(h *hand) { h.pick(h.menus.Settings(view.Rows, 1), "Another width…") }},
	{"ui.askAcross", "line-across", func(h *hand) { h.askAcross(chart.Style{Across: "1000"}) }},
	{"menu.GroupLabels", "group", func(h *hand) {
		h.menus.GroupLabels(session.Labels{Field: query.Field{Column: "region"},
			Values: []data.Value{data.TextValue("EU"), data.TextValue("US")}})
	}},
	{"ui.renameTab", "rename-tab", func(h *hand) { h.choose("Tabs", "Rename…") }},
	{"document.savePasted", "pasted", func(h *hand) {
		h.keeps.Paste(func(context.Context) ([]byte, []string, error) { return []byte("a\tb\n1\t2\n"), nil, nil })
		h.then("the paste", func() bool {
			return h.session.Source().Path != filepath.Join(h.folder, "sales.csv") && !h.session.Loading()
		}, func() {
			h.choose("File", "Save workspace")
		})
	}},
	{"document.askSource", "lost-source", func(h *hand) {
		h.keeps.Open(h.file("lost.cardinal",
			`{"cardinal": 1, "source": {"path": "nowhere.csv"}, "tabs": [{"name": "A"}]}`))
	}},
	{"document.write", "changed-workspace", func(h *hand) {
		mine := `{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [{"name": "A", "rows": ["region"]}]}`
		h.keeps.Open(h.file("mine.cardinal", mine))
		h.then("the workspace", func() bool {
			return strings.HasSuffix(h.keeps.Path(), "mine.cardinal") && !h.session.Loading()
		}, func() {
			h.file("mine.cardinal", strings.Replace(mine, "region", "city", 1))
			h.editor.Append("city", view.Rows)
			h.keeps.SaveWorkspace()
		})
	}},
	{"document.ifSaved", "unsaved", func(h *hand) { h.keeps.OpenSample() }},
}

// file writes a file into the folder of the hand.
func (h *hand) file(name, text string) string {
	path := filepath.Join(h.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.Error(err)
	}
	return path
}

// choose does what an item of the main menu does.
func (h *hand) choose(path ...string) {
	items := []*fyne.MenuItem(nil)
	for _, m := range h.win.MainMenu().Items {
		if m.Label == translated(path[0]) {
			items = m.Items
		}
	}
	for _, name := range path[1:] {
		i := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Label == translated(name) })
		if i < 0 || items[i].Disabled {
			h.Errorf("the menu has no %q", path)
			return
		}
		if items[i].ChildMenu == nil {
			items[i].Action()
			return
		}
		items = items[i].ChildMenu.Items
	}
}

// translated returns a text of the window in its language.
func translated(text string) string {
	if name, asks := strings.CutSuffix(text, "…"); asks && lang.L(text) == text {
		return lang.L(name) + "…"
	}
	return lang.L(text)
}

// pick does what an item of a menu, or of a menu below it, does.
func (h *hand) pick(items []*fyne.MenuItem, name string) (found bool) {
	for _, i := range items {
		if i.Label == translated(name) {
			i.Action()
			return true
		}
		if i.ChildMenu != nil && h.pick(i.ChildMenu.Items, name) {
			return true
		}
	}
	return false
}

// push presses a button of the dialog on top.
func (h *hand) push(text string) {
	for _, b := range all[*input.Button](h.win.Canvas().Overlays().Top()) {
		if b.Text == translated(text) {
			b.OnTapped()
			return
		}
	}
	h.Errorf("the dialog has no button %q", text)
}

// fill replaces the text of the first entries of the dialog on top.
func (h *hand) fill(texts ...string) {
	for i, e := range all[*input.Entry](h.win.Canvas().Overlays().Top())[:len(texts)] {
		e.SetText(texts[i])
	}
}

// then does something on the UI goroutine when what a dialog needs is there.
func (h *hand) then(what string, cond func() bool, do func()) {
	h.session.Post(func() {
		if cond() {
			do()
		} else {
			h.then(what, cond, do)
		}
	})
}

// walk opens every dialog in turn, and look may look at the dialog. leave must take the dialog away, as a person does.
func (h *hand) walk(look, leave func(name string)) {
	h.Helper()
	h.folder = h.TempDir()
	h.file("sales.csv", salesText+"EU,Rome,n/a,7\n")
	h.file("cities.csv", citiesText)
	h.file("taken.xlsx", "mine")
	house := &house{}
	house.Server = httptest.NewServer(house)
	defer house.Close()
	h.server = strings.TrimPrefix(house.URL, "http://")
	h.do(func() { h.keeps.Open(filepath.Join(h.folder, "sales.csv")) })
	h.until("the table", func() bool {
		t := h.session.Table()
		return t != nil && t.Name == "sales.csv" && !h.session.Loading()
	})
	h.do(func() {
		h.editor.Append("region", view.Rows)
		h.editor.Append("revenue", view.Rows)
		h.editor.Append("revenue", view.Values)
	})
	h.until("an answer", func() bool {
		a := h.session.Answer()
		return a != nil && a.State.SameQuery(h.session.State())
	})
	for _, d := range everyDialog {
		h.do(func() { d.ask(h) })
		switch d.name {
		case "tick":
			h.until(d.name, func() bool { return h.dialogs.Len() == 2 })
		case "tables":
			h.until(d.name, func() bool { return len(all[*input.Entry](h.win.Canvas().Overlays().Top())) == 1 })
		}
		h.until(d.name, func() bool { return h.dialogs.Len() > 0 })
		look(d.name)
		for left := 3; ; left-- {
			var was fyne.CanvasObject
			h.do(func() { was = h.win.Canvas().Overlays().Top() })
			if was == nil {
				break
			}
			if left == 0 {
				h.Fatalf("Esc does not leave %s", d.name)
			}
			leave(d.name)
			h.until("Esc closes the dialog "+d.name, func() bool { return h.win.Canvas().Overlays().Top() != was })
		}
		if h.dialogs.Len() != 0 {
			h.Fatalf("%s is still counted", d.name)
		}
	}
}

// TestEveryDialogIsListed finds all calls that open a dialog, and holds the list against them.
func TestEveryDialogIsListed(t *testing.T) {
	arguments := map[string]int{"Show": 4, "Tell": 4, "Choose": 3, "Edit": 6, "AskText": 5, "AskPreviewed": 5,
		"Beside": 5}
	listed, made := map[string]bool{}, map[string]bool{}
	for _, d := range everyDialog {
		listed[d.made] = true
	}
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			filepath.Base(filepath.Dir(path)) == "dialogs" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if call, is := n.(*ast.CallExpr); is {
					if s, is := call.Fun.(*ast.SelectorExpr); is && arguments[s.Sel.Name] > 0 &&
						len(call.Args) >= arguments[s.Sel.Name] {
						_, then := call.Args[2].(*ast.Ident)
						_, also := call.Args[2].(*ast.FuncLit)
						if s.Sel.Name != "Choose" || !then && !also { // the labels of a filter are chosen, too
							made[file.Name.Name+"."+f.Name.Name] = true
						}
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(made) < 20 {
		t.Errorf("only %d functions open dialogs", len(made))
	}
	for f := range made {
		if !listed[f] {
			t.Errorf("%s opens a dialog that is not in the list", f)
		}
	}
	for f := range listed {
		if !made[f] {
			t.Errorf("%s opens no dialog", f)
		}
	}
}

// TestEveryDialogFits opens every dialog in a small window, and in a window with texts of twice the size. The buttons
// are in view, and Esc closes the dialog.
func TestEveryDialogFits(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1024, Height: 700}, {Width: 512, Height: 350}} {
		s := keeping(t, "")
		s.win.Resize(size)
		h := &hand{TB: t, window: s.window, do: func(f func()) { f() }, until: s.until}
		h.walk(func(name string) {
			top := s.asked()
			for _, o := range test.LaidOutObjects(top) {
				w, is := o.(fyne.Widget)
				if _, presses := o.(fyne.Tappable); !is || !presses || !o.Visible() {
					continue
				}
				if b, is := w.(*input.Button); !is || b.Text == "" || scrolled(top, b) {
					continue
				}
				at := s.app.Driver().AbsolutePositionForObject(o)
				if end := at.Add(o.Size()); at.X < 0 || at.Y < 0 || end.X > size.Width || end.Y > size.Height {
					t.Errorf("%v: the button %q of %s is at %v to %v", size, w.(*input.Button).Text, name, at, end)
				}
			}
		}, func(string) { s.escape() })
	}
}

// scrolled reports whether an object is in a part of another one that scrolls.
func scrolled(in, o fyne.CanvasObject) bool {
	return slices.ContainsFunc(test.LaidOutObjects(in), func(part fyne.CanvasObject) bool {
		_, scrolls := part.(fyne.Scrollable)
		return scrolls && slices.Contains(test.LaidOutObjects(part), o)
	})
}

// TestEveryDialogLooked opens every dialog in the real window at 1024 by 700. The key Esc closes each, whatever
// has the keyboard. Where CARDINAL_SHOTS names a folder it saves a picture of each, light, dark, and with texts
// of twice their size, in the language of CARDINAL_LANGUAGE.
func TestEveryDialogLooked(t *testing.T) {
	if real == nil {
		tag := cmp.Or(os.Getenv(spoken), "en_US")
		in := []string{"LC_ALL=", "LANG=" + tag + ".UTF-8", "FYNE_SCALE=1", withoutGPU()}
		inWindow(t, append(in, partOfPictures+"=light")...)
		if os.Getenv("CARDINAL_SHOTS") != "" {
			inWindow(t, append(in, partOfPictures+"=dark")...)
			inWindow(t, append(in, partOfPictures+"=light", "FYNE_SCALE=2")...)
		}
		return
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	scale := real.win.Canvas().Scale()
	size := fyne.NewSize(1024/scale, 700/scale)
	mode := theme.Light
	if os.Getenv(partOfPictures) == "dark" {
		mode = theme.Dark
	}
	onUI(func() {
		real.prefs.Set(func(p *prefs.Values) { p.Profiler = prefs.Closed })
		real.showPanel()
		real.setMode(mode)
		real.win.Resize(size)
	})
	eventually(t, "the window keeps its size", func() bool { return real.win.Canvas().Size() == size })
	pressed := map[reflect.Type]bool{}
	h := &hand{TB: t, window: real, do: onUI, until: func(what string, cond func() bool) {
		t.Helper()
		eventually(t, what, cond)
	}}
	h.walk(func(name string) {
		picture(t, fmt.Sprintf("dialog-%v-%s-%s", scale, mode, name))
		onUI(func() { // the keyboard goes to a kind of widget from which Esc was not pressed yet
			for _, o := range test.LaidOutObjects(real.win.Canvas().Overlays().Top()) {
				f, is := o.(fyne.Focusable)
				if d, can := o.(fyne.Disableable); !is || can && d.Disabled() || !o.Visible() ||
					pressed[reflect.TypeOf(o)] {
					continue
				}
				pressed[reflect.TypeOf(o)] = true
				real.win.Canvas().Focus(f)
				return
			}
		})
	}, func(string) { xdotool(t, "key", "Escape") })
	if len(pressed) < 6 {
		t.Errorf("Esc was pressed from %d kinds of widgets", len(pressed))
	}
	onUI(real.undo) // so that the end asks for nothing
}
