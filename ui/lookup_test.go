package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/xuri/excelize/v2"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

const citiesText = "name,country,people\nParis,France,2.1\nBerlin,Germany,3.8\nBoston,USA,0.7\nParis,Texas,0.02\n"

// lookUp looks up the columns of a file by the dialog, as it is proposed.
func (s *stage) lookUp(path string) {
	s.Helper()
	s.press(ctrl(fyne.KeyL))
	s.until("the file dialog", func() bool { return s.asked() != nil })
	s.typed(path)
	s.button("Open").OnTapped()
	before := s.session.Uncalculated()
	s.until("the dialog of the keys", func() bool {
		for _, b := range all[*input.Button](s.asked()) {
			if strings.HasPrefix(b.Text, "Add ") && !b.Disabled() {
				return true
			}
		}
		return false
	})
	s.button("Add 2 columns").OnTapped()
	s.until("the look-up", func() bool { return s.session.Uncalculated() != before })
}

// TestLookUp looks up countries in a second file, pivots them, undoes and redoes the look-up, and finds it
// again in a workspace.
func TestLookUp(t *testing.T) {
	folder := t.TempDir()
	sales, cities := write(t, folder, "sales.csv", salesText), write(t, folder, "cities.csv", citiesText)
	s := keeping(t, t.TempDir())
	s.open(sales)
	s.press(ctrl(fyne.KeyL))
	s.until("the file dialog", func() bool { return s.asked() != nil })
	s.typed(cities)
	s.button("Open").OnTapped()
	s.until("the sentence of the keys", func() bool {
		return s.asked() != nil && strings.Contains(s.read(s.asked()), "3 of 5 keys found; 2 without a match, such "+
			"as Rome, Dallas; 1 key stands more than once, such as Paris: the first line counts.")
	})
	s.dialogs.Dismiss()
	s.lookUp(cities)
	if got := s.session.Table(); !got.Has("country") || !got.Has("people") || got.Rows != 5 {
		t.Errorf("the table has %d columns and %d rows", len(got.Columns), got.Rows)
	}
	if said := s.read(s.status.root); !strings.Contains(said, "3 of 5 keys found") {
		t.Errorf("the status says %q", said)
	}
	s.editor.Edit(func(v view.State) view.State {
		return v.AddKey(query.Field{Column: "country"}, view.Rows, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "revenue"}, 0)
	})
	check := func(s *stage) {
		t.Helper()
		tab := s.answered().Tab
		var got []string
		for _, n := range tab.Rows.Leaves() {
			got = append(got, tab.Rows.Label(n).String()+" "+tab.Cell(n, 0, 0).String())
		}
		if want := "France 10,Germany 20,USA 40, 7"; strings.Join(got, ",") != want {
			t.Errorf("the answer is %q, want %q", strings.Join(got, ","), want)
		}
	}
	check(s)
	if source := s.answered().Profile.Source; source != "sales.csv, looked up in cities.csv on city = name" {
		t.Errorf("the profile names %q", source)
	}

	s.undo()
	s.undo()
	if s.session.Table().Has("country") || !s.session.State().Empty() {
		t.Error("undo leaves the look-up")
	}
	s.redo()
	s.redo()
	check(s)

	s.keeps.SaveWorkspaceAs()
	s.typed("both.cardinal", folder)
	s.button("Save").OnTapped()
	s.until("the workspace is saved", func() bool { return s.keeps.Path() != "" })
	other := keeping(t, t.TempDir())
	other.open(filepath.Join(folder, "both.cardinal"))
	check(other)

	write(t, folder, "cities.csv", citiesText+"Rome,Italy,2.8\n")
	third := keeping(t, t.TempDir())
	third.open(filepath.Join(folder, "both.cardinal"))
	if said := third.read(third.status.root); !strings.Contains(said, "cities.csv has changed") {
		t.Errorf("the status says %q", said)
	}

	before := other.session.Uncalculated()
	other.session.RemoveLookup(0)
	other.until("the look-up is taken back", func() bool { return other.session.Uncalculated() != before })
	if now := other.session.State(); len(now.Rows) != 0 || len(now.Values) != 1 || len(now.Lookups) != 0 {
		t.Errorf("the shelves have %+v", now)
	}
	other.undo()
	check(other)
}

// TestJoinIsChosen lists the rows and the lines without a match, and takes the join back.
func TestJoinIsChosen(t *testing.T) {
	folder := t.TempDir()
	sales := write(t, folder, "sales.csv", salesText)
	cities := write(t, folder, "cities.csv", citiesText+"Oslo,Norway,0.7\n")
	s := keeping(t, t.TempDir())
	s.open(sales)
	for kind, want := range map[string]struct {
		rows, columns int
		button        string
	}{"The rows without a match alone": {2, 0, "Keep these rows"},
		"Every row, and the lines without a match": {6, 3, "Add 2 columns"}} {
		before := s.session.Uncalculated()
		s.press(ctrl(fyne.KeyL))
		s.until("the file dialog", func() bool { return s.asked() != nil })
		s.typed(cities)
		s.button("Open").OnTapped()
		s.until("the keys", func() bool {
			return s.asked() != nil && strings.Contains(s.read(s.asked()), "3 of 5 keys found")
		})
		for _, list := range all[*tip.Select](s.asked()) {
			if slices.Contains(list.Options, kind) {
				list.SetSelected(kind)
			}
		}
		s.button(want.button).OnTapped()
		s.until("the join", func() bool { return s.session.Uncalculated() != before })
		if got := s.session.Table(); got.Rows != want.rows || len(got.Columns) != len(before.Columns)+want.columns {
			t.Errorf("%s: %d rows of %d columns", kind, got.Rows, len(got.Columns))
		}
		s.undo()
		s.until("the table before", func() bool { return s.session.Uncalculated() == before })
	}
}

// TestEveryLineIsChosen repeats rows for every line of their key, which the dialog and the strip above the figures say.
// A workspace keeps the tick.
func TestEveryLineIsChosen(t *testing.T) {
	folder := t.TempDir()
	sales := write(t, folder, "sales.csv", salesText)
	cities := write(t, folder, "cities.csv", citiesText)
	s := keeping(t, t.TempDir())
	s.open(sales)
	before := s.session.Uncalculated()
	s.press(ctrl(fyne.KeyL))
	s.until("the file dialog", func() bool { return s.asked() != nil })
	s.typed(cities)
	s.button("Open").OnTapped()
	says := func(text string) {
		t.Helper()
		s.until(text, func() bool { return s.asked() != nil && strings.Contains(s.read(s.asked()), text) })
	}
	says("the first line counts")
	tick := all[*widget.Check](s.asked())[0]
	if tick.Text != "Repeat a row for every line of its key" || tick.Hidden {
		t.Fatalf("the tick %q is hidden: %t", tick.Text, tick.Hidden)
	}
	joins := all[*tip.Select](s.asked())
	joins[len(joins)-1].SetSelected("The rows without a match alone")
	if !tick.Hidden {
		t.Error("an anti join offers every line")
	}
	joins[len(joins)-1].SetSelected("Every row, and no other")
	tick.SetChecked(true)
	says("every line counts; 5 rows become 6; sums over")
	s.button("Add 2 columns").OnTapped()
	s.until("the look-up", func() bool { return s.session.Uncalculated() != before })
	check := func(s *stage) {
		t.Helper()
		s.editor.Edit(func(v view.State) view.State {
			return v.AddMeasure(query.Measure{Func: query.Sum, Column: "revenue"}, 0)
		})
		a := s.answered()
		if got := a.Tab.Cell(0, 0, 0).String(); s.session.Table().Rows != 6 || got != "87" {
			t.Errorf("%d rows, revenue %s", s.session.Table().Rows, got)
		}
		if said := s.read(s.result.notes.root); !strings.Contains(said, "A look-up repeats rows, so that figures of "+
			"revenue count a value once for each match.") {
			t.Errorf("the strip says %q", said)
		}
	}
	check(s)
	s.undo()
	s.keeps.SaveWorkspaceAs()
	s.typed("every.cardinal", folder)
	s.button("Save").OnTapped()
	s.until("the workspace is saved", func() bool { return s.keeps.Path() != "" })
	again := keeping(t, t.TempDir())
	again.open(filepath.Join(folder, "every.cardinal"))
	check(again)
}

// TestLookUpInASheet looks up in the second sheet of the workbook that is open.
func TestLookUpInASheet(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "book.xlsx")
	book := excelize.NewFile()
	defer book.Close()
	for sheet, rows := range map[string][][]any{
		"Sheet1": {{"city", "revenue"}, {"Paris", 10}, {"Rome", 5}, {"Paris", 1}},
		"Cities": {{"name", "country", "people"}, {"Paris", "France", 2.1}, {"Rome", "Italy", 2.8}},
	} {
		if _, err := book.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			if err := book.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	s := keeping(t, t.TempDir())
	s.open(path)
	s.press(ctrl(fyne.KeyL))
	s.until("the file dialog", func() bool { return s.asked() != nil })
	s.typed(path)
	s.button("Open").OnTapped()
	sheets := func(selected string) (found *tip.Select) {
		s.until("sheet "+selected, func() bool {
			if s.asked() == nil {
				return false
			}
			for _, list := range all[*tip.Select](s.asked()) {
				if slices.Equal(list.Options, []string{"Sheet1", "Cities"}) && list.Selected == selected {
					found = list
				}
			}
			return found != nil
		})
		return found
	}
	sheets("Cities").SetSelected("Sheet1") // the one that is not open is proposed
	sheets("Sheet1").SetSelected("Cities")
	s.until("the keys of the other sheet", func() bool {
		return s.asked() != nil && strings.Contains(s.read(s.asked()), "2 of 2 keys found")
	})
	before := s.session.Uncalculated()
	s.button("Add 2 columns").OnTapped()
	s.until("the look-up", func() bool { return s.session.Uncalculated() != before })
	if got := s.session.State().Lookups; len(got) != 1 || got[0].Sheet != "Cities" ||
		!s.session.Table().Has("country") {
		t.Errorf("looked up %+v", got)
	}
}

// TestLookUpBySeveralKeys accepts two proposed keys, removes one, and adds it again. The workspace keeps both.
func TestLookUpBySeveralKeys(t *testing.T) {
	folder := t.TempDir()
	sales := write(t, folder, "sales.csv", "region,month,amount\nEU,1,10\nEU,2,20\nUS,1,30\nUS,2,40\n")
	targets := write(t, folder, "targets.csv", "Month,region,target\n1,EU,5\n2,EU,6\n1,US,7\n2,US,8\n")
	s := keeping(t, t.TempDir())
	s.open(sales)
	s.press(ctrl(fyne.KeyL))
	s.until("the file dialog", func() bool { return s.asked() != nil })
	s.typed(targets)
	s.button("Open").OnTapped()
	says := func(text string) {
		t.Helper()
		s.until(text, func() bool { return s.asked() != nil && strings.Contains(s.read(s.asked()), text) })
	}
	says("4 of 4 keys found")
	chosen := func() (names []string) {
		for _, list := range all[*tip.Select](s.asked()) {
			names = append(names, list.Selected)
		}
		return names[:len(names)-1] // the last one is the join
	}
	if got := fmt.Sprint(chosen()); got != "[region region month Month]" && got != "[month Month region region]" {
		t.Fatalf("the keys are %s", got)
	}
	away := all[*tip.Button](s.asked())
	if len(away) != 1 {
		t.Fatalf("%d buttons take a key away", len(away))
	}
	away[0].OnTapped()
	says("keys stand more than once")
	s.button("Add a key").OnTapped()
	says("Choose the columns that say the same in both tables.")
	lists := all[*tip.Select](s.asked())
	lists[2].SetSelected(lists[0].Selected)
	lists[3].SetSelected(lists[1].Selected)
	says("Two keys are the same.")
	if !s.button("Add 2 columns").Disabled() {
		t.Error("two keys that are the same can be added")
	}
	other := map[string]string{"region": "month", "month": "region"}[lists[0].Selected]
	lists[2].SetSelected(other)
	lists[3].SetSelected(map[string]string{"region": "region", "month": "Month"}[other])
	says("4 of 4 keys found")
	before := s.session.Uncalculated()
	s.button("Add 1 column").OnTapped()
	s.until("the look-up", func() bool { return s.session.Uncalculated() != before })
	s.editor.Edit(func(v view.State) view.State {
		return v.AddKey(query.Field{Column: "month"}, view.Rows, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "target"}, 0)
	})
	check := func(s *stage) {
		t.Helper()
		tab := s.answered().Tab
		if got := tab.Cell(tab.Rows.Leaves()[0], 0, 0).String() + " " + tab.Cell(tab.Rows.Leaves()[1], 0,
			0).String(); got != "12 14" {
			t.Errorf("the targets of the months are %s, not 12 and 14", got)
		}
	}
	check(s)
	s.keeps.SaveWorkspaceAs()
	s.typed("targets.cardinal", folder)
	s.button("Save").OnTapped()
	s.until("the workspace is saved", func() bool { return s.keeps.Path() != "" })
	again := keeping(t, t.TempDir())
	again.open(filepath.Join(folder, "targets.cardinal"))
	check(again)
}
