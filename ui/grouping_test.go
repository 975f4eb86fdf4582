package ui

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// trips returns a table of four cities, the last row without a city, by two years.
func trips() *data.Table {
	city, year := make([]uint32, 10), make([]int64, 10)
	valid := data.NewBitmap(10)
	for i := range city {
		if city[i], year[i] = uint32(i%5%4), int64(2023+i/5); i%5 < 4 {
			valid.Set(i)
		}
	}
	return data.NewTable("trips.csv", []*data.Column{
		data.NewText("city", city, []string{"Bonn", "Kobe", "Oslo", "Rome"}, valid),
		data.NewInts("year", data.Int, 0, year, nil),
	})
}

// labels returns the texts of the row labels or the column labels, without totals.
func (s *stage) labels(role pivot.Role) (texts []string) {
	s.Helper()
	g := s.answered().Grid
	for row := range g.Rows {
		for col := range g.Cols {
			if c := g.Cell(row, col); c.Role == role && !c.Total && !c.Repeat {
				texts = append(texts, c.Text())
			}
		}
	}
	return texts
}

// TestGroupSelectedLabels makes groups of selected labels from the menu of a cell and by the shortcut, extends
// them, takes them apart and undoes it all.
func TestGroupSelectedLabels(t *testing.T) {
	s := newStage(t, trips())
	s.load(0)
	s.win.Show()
	s.editor.Edit(func(now view.State) view.State { return now.AddKey(query.Field{Column: "city"}, view.Rows, 0) })
	shows := func(want ...string) {
		t.Helper()
		if got := s.labels(pivot.RowLabel); !slices.Equal(got, want) {
			t.Errorf("the labels are %q, want %q", got, want)
		}
	}
	sel := func(from, to string) (row, col int) {
		t.Helper()
		row, col = s.cellOf(pivot.RowLabel, from)
		end, _ := s.cellOf(pivot.RowLabel, to)
		s.result.grid.Select(row, col)
		for range end - row {
			s.result.grid.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
			s.result.grid.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		}
		s.result.grid.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
		return row, col
	}
	name := func(proposed, name string) {
		t.Helper()
		if s.dialogs.Len() != 1 {
			t.Fatal("no name is asked for")
		}
		if got := all[*input.Entry](s.asked())[0].Text; got != proposed {
			t.Errorf("the name proposed is %q, want %q", got, proposed)
		}
		s.typed(name)
		s.button("Use").OnTapped()
	}
	shows("Bonn", "Kobe", "Oslo", "Rome", "(blank)")
	one := func(row, col int) cells.Rect {
		return cells.Rect{FirstRow: row, FirstCol: col, LastRow: row, LastCol: col}
	}
	bonn, rome := one(s.cellOf(pivot.RowLabel, "Bonn")), one(s.cellOf(pivot.RowLabel, "Rome"))
	if all := s.session.Answer().Labels(rome.FirstRow, rome.FirstCol, bonn, rome); len(all) != 1 ||
		!slices.Equal(all[0].Values, []data.Value{data.TextValue("Bonn"), data.TextValue("Rome")}) {
		t.Errorf("picked are %+v", all)
	}
	row, col := sel("Bonn", "Kobe")
	s.choose(row, col, "Group these 2 of city…")
	name("Bonn, Kobe", "  Far  ")
	shows("Far", "Oslo", "Rome", "(blank)")
	if got := s.session.State().Rows[0].String(); got != `group(city, 'Far = Bonn, Kobe')` {
		t.Error(got)
	}
	sel("Oslo", "(blank)")
	items := s.win.MainMenu().Items[1].Items
	items[slices.IndexFunc(items, func(i *fyne.MenuItem) bool {
		return i.Label == "Group the selected labels…"
	})].Action()
	name("Oslo, Rome, (blank)", "Near")
	shows("Far", "Near")
	if got := s.session.State().Rows[0].Groups; got != "Far = Bonn, Kobe; Near = Oslo, Rome, null" {
		t.Error(got)
	}
	row, col = sel("Far", "Far")
	s.choose(row, col, "Rename Far…")
	name("Far", "Away")
	shows("Away", "Near")
	s.undo()
	row, col = sel("Far", "Far")
	s.choose(row, col, "Ungroup Far")
	shows("Near", "Bonn", "Kobe")
	row, col = sel("Near", "Bonn")
	s.choose(row, col, "Group these 2 of Groups of city…")
	name("Near", "Near")
	shows("Near", "Kobe")
	row, col = sel("Near", "Near")
	s.choose(row, col, "Ungroup Near")
	shows("Bonn", "Kobe", "Oslo", "Rome", "(blank)")
	for range 5 {
		s.undo()
	}
	shows("Bonn", "Kobe", "Oslo", "Rome", "(blank)")
	s.redo()
	s.redo()
	shows("Far", "Near")

	// Where the labels stand below their groups, the groups change and the labels stay.
	s.editor.Edit(func(now view.State) view.State { return now.AddKey(query.Field{Column: "city"}, view.Rows, 1) })
	row, col = sel("Oslo", "Oslo")
	s.choose(row, col, "Group Oslo…")
	name("Oslo", "Far")
	if got := s.session.State().Rows; len(got) != 2 || got[0].Groups != "Far = Bonn, Kobe, Oslo; Near = Rome, null" {
		t.Error(got)
	}
	s.session.Edit(func(view.State) view.State {
		return view.State{Rows: []query.Field{{Column: "city"}}, Cols: []query.Field{{Column: "year"}}}
	})
	s.answered()
	row, col = s.cellOf(pivot.ColLabel, "2023")
	s.choose(row, col, "Group 2023…")
	if name("2023", "rest; = 'x'"); !slices.Contains(s.labels(pivot.ColLabel), "rest; = 'x'") {
		t.Error(s.labels(pivot.ColLabel))
	}
	if err := view.CheckGroup(""); err == nil {
		t.Error("a group without a name is made")
	}
}

// TestMoveLabels moves labels of both axes as a drag does and by the keyboard. The active cell goes with the label.
func TestMoveLabels(t *testing.T) {
	s := newStage(t, trips())
	s.load(0)
	s.win.Show()
	s.editor.Edit(func(now view.State) view.State {
		return now.AddKey(query.Field{Column: "city"}, view.Rows, 0).AddKey(query.Field{Column: "year"}, view.Cols, 0)
	})
	shows := func(role pivot.Role, want string) {
		t.Helper()
		if got := fmt.Sprint(s.labels(role)); got != want {
			t.Errorf("the labels are %s, want %s", got, want)
		}
	}
	shows(pivot.RowLabel, "[Bonn Kobe Oslo Rome (blank)]")
	g := s.result.grid
	row, col := s.cellOf(pivot.RowLabel, "Rome")
	lines, own := g.OnLift(row, col)
	if first := s.answered().Grid.HeaderRows; own != 3 ||
		!slices.Equal(lines, []int{first, first + 1, first + 2, first + 3, first + 4, first + 5}) {
		t.Fatalf("Rome is number %d of %d", own, lines)
	}
	g.OnMoved(row, col, true, -2)
	shows(pivot.RowLabel, "[Bonn Rome Kobe Oslo (blank)]")
	if at, _, _ := g.Active(); at != row-2 {
		t.Errorf("row %d is active, want %d", at, row-2)
	}
	key := func(name fyne.KeyName) {
		t.Helper()
		g.TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierAlt})
		s.answered()
	}
	key(fyne.KeyUp)
	shows(pivot.RowLabel, "[Rome Bonn Kobe Oslo (blank)]")
	key(fyne.KeyUp) // it is the first one
	key(fyne.KeyDown)
	key(fyne.KeyDown)
	shows(pivot.RowLabel, "[Bonn Kobe Rome Oslo (blank)]")
	_, col = s.cellOf(pivot.ColLabel, "2024")
	g.Select(s.answered().Grid.HeaderRows+1, col)
	key(fyne.KeyLeft)
	shows(pivot.ColLabel, "[2024 2023]")
	if at, c, _ := g.Active(); at != s.answered().Grid.HeaderRows+1 || c != col-1 {
		t.Errorf("cell %d, %d is active", at, c)
	}
	row, col = s.cellOf(pivot.ColLabel, "2024")
	if lines, own := g.OnLift(row, col); own != 0 || !slices.Equal(lines, []int{1, 2, 3}) {
		t.Errorf("2024 is number %d of %d", own, lines)
	}
	g.OnMoved(row, col, false, 1)
	shows(pivot.ColLabel, "[2023 2024]")
	last := s.answered().Grid.Rows - 1
	if lines, _ := g.OnLift(last, 0); lines != nil {
		t.Errorf("the grand total moves to %d", lines)
	}
	for range 6 {
		s.undo()
	}
	shows(pivot.RowLabel, "[Bonn Kobe Oslo Rome (blank)]")
	shows(pivot.ColLabel, "[2023 2024]")
}
