package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/ticklist"
)

// cellOf returns the first cell with a role and a text.
func (s *stage) cellOf(role pivot.Role, text string) (row, col int) {
	s.Helper()
	g := s.answered().Grid
	for row := range g.Rows {
		for col := range g.Cols {
			if c := g.Cell(row, col); c.Role == role && c.Text() == text && !c.Repeat {
				return row, col
			}
		}
	}
	s.Fatalf("no cell says %s", text)
	return 0, 0
}

// choose chooses an item of the menu of a cell.
func (s *stage) choose(row, col int, item string) {
	s.Helper()
	s.result.openMenu(row, col, fyne.NewPos(0, 0))
	for _, i := range s.popped.Items {
		text, _, _ := strings.Cut(s.read(i), "\n") // its key stands after it
		if m, ok := i.(interface{ Tapped(*fyne.PointEvent) }); ok && text == item {
			m.Tapped(nil)
			return
		}
	}
	s.Fatalf("the menu has no %s:\n%s", item, s.read(s.popped))
}

// TestKeepOnly keeps and excludes labels of both axes, of an inner field, several at once and by the keyboard,
// and undoes it all.
func TestKeepOnly(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, f := range []query.Field{{Column: "region"}, {Column: "units"}} {
		s.editor.Edit(func(now view.State) view.State { return now.AddKey(f, view.Rows, 9) })
	}
	s.editor.Edit(func(now view.State) view.State {
		return now.AddKey(query.Field{Column: "day", Part: query.Year}, view.Cols, 0)
	})
	s.answered()
	s.win.Show()
	asks := func(want string) {
		t.Helper()
		s.answered()
		got := ""
		if f := s.session.State().Query().Filter; f != nil {
			got = f.String()
		}
		if got != want {
			t.Errorf("asks for %q, want %q", got, want)
		}
	}
	at := func(role pivot.Role, text, item string) {
		t.Helper()
		row, col := s.cellOf(role, text)
		s.result.grid.Select(max(row, s.answered().Grid.HeaderRows), col)
		s.choose(row, col, item)
	}
	at(pivot.RowLabel, "US", "Exclude US")
	asks("(not region in ('US') or region is null)")
	s.undo()
	asks("")
	at(pivot.RowLabel, "5", "Keep only 5")
	asks("units in (5)")
	s.undo()
	at(pivot.ColLabel, "2023", "Keep only 2023")
	asks("year(day) in (2023)")
	s.undo()
	at(pivot.RowLabel, "EU total", "Keep only EU")
	asks("region in ('EU')")
	s.undo()

	row, _ := s.cellOf(pivot.RowLabel, "Asia")
	end, _ := s.cellOf(pivot.RowLabel, "EU")
	s.result.grid.Select(row, 0)
	for range end - row {
		s.result.grid.KeyDown(&fyne.KeyEvent{Name: "LeftShift"})
		s.result.grid.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	s.choose(row, 0, "Keep only these 2 of region")
	asks("region in ('Asia', 'EU')")
	s.undo()

	row, col := s.cellOf(pivot.RowLabel, "8")
	s.result.grid.Select(row, col)
	item := s.win.MainMenu().Items[1].Items[slices.IndexFunc(s.win.MainMenu().Items[1].Items,
		func(i *fyne.MenuItem) bool {
			return i.Label == "Exclude the selected labels"
		})]
	item.Action()
	asks("(not units in (8) or units is null)")
	s.undo()
	asks("")
	if s.result.openMenu(s.answered().Grid.Rows-1, 0, fyne.NewPos(0, 0)); len(s.popped.Items) == 0 {
		t.Error("the grand total has no menu")
	}
	s.result.grid.Select(s.answered().Grid.Rows-1, 0)
	item.Action()
	asks("")
	if said := s.read(s.status.message); !strings.Contains(said, noLabel) {
		t.Errorf("excluding the grand total says %q", said)
	}
	s.result.grid.Select(row, col)
	if s.win.Canvas().Capture(); s.status.message.Visible() {
		t.Error("the sentence stays when another cell is selected")
	}
}

// TestColumnsArePicked groups, keeps and excludes labels of columns that are picked by the keyboard, by the menu and
// by keys. It also checks their sum.
func TestColumnsArePicked(t *testing.T) {
	s := newStage(t, trips())
	s.load(0)
	s.win.Show()
	s.editor.Edit(func(now view.State) view.State {
		return now.AddKey(query.Field{Column: "year"}, view.Rows, 0).AddKey(query.Field{Column: "city"}, view.Cols, 0)
	})
	pick := func(texts ...string) (row, col int) {
		t.Helper()
		g := s.result.grid
		for i, text := range texts {
			row, col = s.cellOf(pivot.ColLabel, text)
			if i == 0 {
				g.Select(s.answered().Grid.HeaderRows, col)
			}
			for _, at, _ := g.Active(); at < col; _, at, _ = g.Active() {
				g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
			}
			g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeySpace, Modifier: fyne.KeyModifierShortcutDefault})
		}
		return row, col
	}
	shows := func(want ...string) {
		t.Helper()
		if got := s.labels(pivot.ColLabel); !slices.Equal(got, want) {
			t.Errorf("the columns are %q, want %q", got, want)
		}
	}
	row, col := pick("Bonn", "Oslo")
	s.win.Canvas().Capture()
	s.until("sum of two columns of two years", func() bool { return s.status.of != nil && s.status.of.Count == 4 })
	s.choose(row, col, "Keep only these 2 of city")
	shows("Bonn", "Oslo")
	s.undo()
	pick("Kobe", "Rome")
	s.result.keepSelected(true)
	shows("Bonn", "Oslo", "(blank)")
	s.undo()
	row, col = pick("Bonn", "Rome")
	s.choose(row, col, "Group these 2 of city…")
	if got := all[*input.Entry](s.asked())[0].Text; got != "Bonn, Rome" {
		t.Errorf("the name proposed is %q", got)
	}
}

// TestSlicersInTheWindow pins a filter, chooses in it by clicks and keys, and undoes.
func TestSlicersInTheWindow(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.win.Show()
	s.editor.Add("units", view.Rows, 0)
	for _, name := range []string{"region", "price"} {
		s.editor.Edit(func(now view.State) view.State { return now.Add(s.session.Column(name), view.Filters, 9) })
	}
	lists := func() []*ticklist.List { return all[*ticklist.List](s.slicers.Object()) }
	pin := s.menus.ChipItems(view.Filters, 0)[1]
	if pin.Label != "Keep in view beside the table" || pin.Disabled || len(lists()) != 0 {
		t.Fatalf("%+v", pin)
	}
	pin.Action()
	s.until("the labels are counted", func() bool { return len(lists()) == 1 && lists()[0].Len() == 3 })
	s.win.Canvas().Focus(nil)
	s.slicers.Focus(s.win.Canvas().Focused())
	if s.win.Canvas().Focused() != fyne.Focusable(lists()[0]) {
		t.Fatal("the slicer does not take the keyboard")
	}
	lists()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	lists()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if got := s.session.State().Query().Filter; got == nil || got.String() != "region in ('EU')" {
		t.Fatalf("Space on the second label asks for %v", got)
	}
	s.answered()
	lists()[0].OnSelected(2)
	if got := s.session.State().Query().Filter.String(); got != "region in ('EU', 'US')" {
		t.Errorf("a click on the third label asks for %s", got)
	}
	s.clearFilters()
	if f := s.session.State().Filters; len(f) != 1 || len(lists()) != 1 {
		t.Errorf("a slicer does not survive the clearing of the filters: %+v", f)
	}
	s.undo()
	s.undo()
	s.undo()
	s.undo()
	if s.session.State().Query().Filter != nil || len(lists()) != 0 || len(s.session.State().Filters) != 2 {
		t.Errorf("undone: %+v", s.session.State().Filters)
	}
	s.redo()
	s.redo()
	s.answered()
	if len(lists()) != 1 || s.session.State().Filters[0].Values[0] != data.TextValue("EU") {
		t.Errorf("redone: %+v", s.session.State().Filters)
	}
}

// TestSlicersAreSearched types into a slicer of many labels: the search takes the letters, and Esc takes the
// search away.
func TestSlicersAreSearched(t *testing.T) {
	names := []string{"Bari", "Bonn", "Cork", "Kobe", "Lima", "Nice", "Oslo", "Rome", "Roskilde"}
	codes := make([]uint32, len(names))
	for i := range codes {
		codes[i] = uint32(i)
	}
	s := newStage(t, data.NewTable("cities.csv", []*data.Column{
		data.NewText("city", codes, names, nil), data.NewText("half", []uint32{0, 0, 0, 0, 1, 1, 1, 1, 1},
			[]string{"a", "b"}, nil),
	}))
	s.load(0)
	s.win.Show()
	s.editor.Add("city", view.Rows, 0)
	for i, name := range []string{"city", "half"} {
		s.editor.Edit(func(now view.State) view.State { return now.Add(s.session.Column(name), view.Filters, i) })
		s.editor.Edit(func(now view.State) view.State { return now.Pin(i, true) })
	}
	lists := func() []*ticklist.List { return all[*ticklist.List](s.slicers.Object()) }
	s.until("the labels are counted", func() bool {
		return len(lists()) == 2 && lists()[0].Len() == len(names) && lists()[1].Len() == 2
	})
	if entries := all[*input.Entry](s.slicers.Object()); len(entries) != 1 {
		t.Fatalf("%d searches: a slicer of two labels needs none", len(entries))
	}
	s.slicers.Focus(nil)
	for _, r := range "Ro" {
		if focused := s.win.Canvas().Focused(); focused != nil {
			focused.TypedRune(r)
		}
	}
	s.until("the labels are found", func() bool { return lists()[0].Len() == 2 })
	search := all[*input.Entry](s.slicers.Object())[0]
	search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	lists()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if got := s.session.State().Query().Filter; got == nil || got.String() != "city in ('Rome')" {
		t.Fatalf("Space asks for %v", got)
	}
	s.until("the search outlives a count", func() bool {
		return s.session.Answer() != nil && s.session.Answer().Profile.RowsSelected == 1 && lists()[0].Len() == 2
	})
	search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.until("all labels", func() bool { return lists()[0].Len() == len(names) })
}
