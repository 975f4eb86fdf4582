package session

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// long returns a table with a number of rows of the file long.csv: regions R0, R1 ..., units, and codes. The order of
// the regions keeps bringing new ones in. The codes are numbers if texts is false.
func long(rows int, texts bool) *data.Table {
	regions, units, codes := make([]uint32, rows), make([]int64, rows), make([]int64, rows)
	names := []string{"R5", "R1", "R9", "R0", "R7"}
	for i := range rows {
		regions[i], units[i], codes[i] = uint32((i*7+i/3)%min(2+i/10, len(names))), int64(i), int64(i%4)
	}
	code := data.NewInts("code", data.Int, 0, codes, nil)
	if texts {
		of := make([]uint32, rows)
		for i := range of {
			of[i] = uint32(codes[i])
		}
		code = data.NewText("code", of, []string{"0", "1", "2", "x"}, nil)
	}
	t := data.NewTable("long.csv", []*data.Column{data.NewText("region", regions, names, nil),
		data.NewInts("units", data.Int, 0, units, nil), code})
	t.Path = "/long.csv"
	return t
}

// part returns the first rows of the same file.
func part(rows int) *data.Table {
	t := long(rows, false)
	t.Part = &data.Part{Share: float64(rows) / 100, Rows: 100, About: true}
	return t
}

// total adds up a figure over the rows of a table whose region is label, in the slow way.
func total(t *data.Table, label string) string {
	sum := int64(0)
	for i := range t.Rows {
		if t.Columns[0].Value(i).Text == label {
			sum += t.Columns[1].Int(i)
		}
	}
	return itoa(sum)
}

func itoa(n int64) string { return data.NewInts("n", data.Int, 0, []int64{n}, nil).Value(0).String() }

// figures returns the lines of an answer: R1=12.
func figures(a *Answer) (out []string) {
	for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
		label, figure := a.Grid.Cell(row, 0), a.Grid.Cell(row, a.Grid.Cols-1)
		out = append(out, label.Value.Text+"="+figure.Value.String())
	}
	return out
}

// want computes the sums of units by region of a table in a slow way.
func want(t *data.Table, labels ...string) (out []string) {
	all := int64(0)
	for _, l := range labels {
		out = append(out, l+"="+total(t, l))
	}
	for i := range t.Rows {
		all += t.Columns[1].Int(i)
	}
	return append(out, "Total="+itoa(all))
}

// reading returns a desk whose file hangs after its beginnings are shown.
func reading(t *testing.T, beginnings ...*data.Table) *desk {
	t.Helper()
	d := newDesk(t)
	hang := make(chan string)
	d.files.set(func() { d.files.beginnings, d.files.hang, d.files.table = beginnings, hang, long(100, false) })
	d.Open("/long.csv")
	<-hang
	last := beginnings[len(beginnings)-1]
	d.until("the beginning is open", func() bool { return d.Source() == last })
	return d
}

// arrive lets the whole file be read.
func (d *desk) arrive() {
	d.Helper()
	d.files.hang <- "go on"
	d.files.set(func() { d.files.hang = nil })
	d.until("the file is open", func() bool { return !d.Begun() && !d.Loading() })
	d.settle()
}

func TestBeginningThenWhole(t *testing.T) {
	d := reading(t, part(8), part(30))
	if d.screen.table.Rows != 30 || len(d.screen.tables) != 2 || !d.Begun() || !d.Loading() || d.screen.work != nil &&
		d.screen.work.Load {
		t.Fatalf("shows %d tables, the last of %d rows", len(d.screen.tables), d.screen.table.Rows)
	}
	d.edit("region", view.Rows)
	d.edit("units", view.Values)
	answered := func() bool { return d.holds(d.Answer()) }
	d.until("an answer", answered)
	if got, want := figures(d.Answer()), want(part(30), "R1", "R5", "R9", "R0")[:]; !slices.Equal(sorted(got),
		sorted(want)) {
		t.Errorf("of the first 30 rows: %v, want %v", got, want)
	}
	if p := d.Answer().Source().Part; p == nil || !strings.Contains(strings.Join(d.Answer().Profile.Events, " "),
		"first 30 rows") {
		t.Errorf("the answer is of %v, %v", p, d.Answer().Profile.Events)
	}
	d.Save("out.csv", "csv", "", func() {})
	d.heard("This is the first 30% of the rows only. Export it when all rows of long.csv are read.", false)
	d.Copy(d.Answer().Grid, []cells.Rect{{}}, true, []cells.Form{cells.Tabbed}, func([]string) { t.Error("copied") })
	d.heard("This is the first 30% of the rows only. Copy it when all rows of long.csv are read.", false)
	d.SaveRows("out.csv", "csv", "", d.Whole(), func() {})
	d.heard("This is the first 30% of the rows only. Export it when all rows of long.csv are read.", false)
	d.Copy(d.Whole().Listing, []cells.Rect{{}}, true, []cells.Form{cells.Tabbed}, func([]string) { t.Error("copied") })
	d.Compare()
	d.heard("long.csv is still being read: measure when all of its rows are there.", false)
	state, undo := d.State(), d.history.CanUndo()
	d.arrive()
	if got, want := figures(d.Answer()), want(long(100, false), "R0", "R1", "R5", "R7",
		"R9"); !slices.Equal(sorted(got), sorted(want)) {
		t.Errorf("of all rows: %v, want %v", got, want)
	}
	if !d.State().SameQuery(state) || d.history.CanUndo() != undo || d.Answer().Source().Part != nil ||
		len(d.Answer().Profile.Events) != 0 {
		t.Errorf("the shelves are %+v", d.State())
	}
	d.Save("out.csv", "csv", "", func() {})
	d.settle()
	d.heard("Exported to out.csv.", false)
}

func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

// TestFoldWhileTheWholeIsAnswered folds between the arrival of the file and its answer: the figures must not
// stay those of the beginning.
func TestFoldWhileTheWholeIsAnswered(t *testing.T) {
	d := reading(t, part(30))
	d.edit("region", view.Rows)
	d.edit("units", view.Values)
	d.until("an answer", func() bool { return d.holds(d.Answer()) })
	old := d.Answer()
	started := make(chan string, 9)
	d.engine.will(stuck(started))
	d.files.hang <- "go on"
	d.until("the file is open", func() bool { return !d.Begun() })
	<-started
	if d.screen.answer != old {
		t.Error("the figures before are gone before the new ones are there")
	}
	d.engine.will(nil)
	d.Edit(func(s view.State) view.State { return s.Toggle(true, old.Tab.Rows.PathKey(1)) })
	d.settle()
	if a := d.Answer(); a == nil || a.Source().Part != nil || a.Source() != d.Source() {
		t.Error("a fold keeps the figures of the beginning")
	}
}

// TestDrillThroughOldFigures asks for the rows behind a figure of the beginning when the whole file is there.
func TestDrillThroughOldFigures(t *testing.T) {
	d := reading(t, part(30))
	d.edit("region", view.Rows)
	d.until("an answer", func() bool { return d.holds(d.Answer()) })
	d.engine.will(func(ctx context.Context, r engine.RunOptions) error {
		if r.MaxCells > 0 { // a pivot
			<-ctx.Done()
		}
		return ctx.Err()
	})
	d.files.hang <- "go on"
	d.until("the file is open", func() bool { return !d.Begun() })
	d.DrillThrough(0, 0)
	d.until("rows", func() bool { return d.screen.rows != nil })
	if r := d.screen.rows; r.Table.Part == nil || r.Len() != 30 {
		t.Errorf("%d rows behind figures of 30", r.Len())
	}
	d.Cancel()
	d.heard("Stopped. The shelves have changed since the figures below; press Ctrl+R to run them.", false)
}

// TestCancelAndFailureGoBack stops a load whose beginning is shown, with and without a table before.
func TestCancelAndFailureGoBack(t *testing.T) {
	for _, before := range []bool{false, true} {
		for _, fails := range []bool{false, true} {
			d := newDesk(t)
			if before {
				d.Open("sales.csv")
				d.settle()
				d.put("region", view.Rows)
			}
			table, answer, state := d.Source(), d.Answer(), d.State()
			hang := make(chan string)
			d.files.set(func() { d.files.beginnings, d.files.hang = []*data.Table{part(30)}, hang })
			d.Open("/long.csv")
			<-hang
			d.until("the beginning is open", d.Begun)
			d.edit("units", view.Rows)
			d.until("an answer", func() bool { return d.holds(d.Answer()) })
			said := "Stopped opening the file."
			if fails {
				said = "The disk is on fire."
				d.files.set(func() { d.files.failure = errBoom })
				hang <- "fail"
				d.until("the failure", func() bool { return !d.Loading() })
			} else {
				d.Cancel()
			}
			d.settle()
			switch {
			case before && fails:
				said += " sales.csv is still open."
			case before:
				said += " sales.csv is open again."
			}
			d.heard(said, fails)
			if d.Source() != table || d.Answer() != answer || !d.State().SameQuery(state) || d.Begun() ||
				d.screen.table != table || d.screen.answer != answer {
				t.Errorf("before %v, fails %v: %v is open, with %+v", before, fails, d.Source(), d.State())
			}
		}
	}
}

// TestNewerFileTakesTheBeginningAway drops a small file while a large one is read. Stopping that one leads back
// to the table before both.
func TestNewerFileTakesTheBeginningAway(t *testing.T) {
	d := reading(t, part(30))
	d.files.set(func() { d.files.hang, d.files.beginnings, d.files.table = nil, nil, sales() })
	d.edit("region", view.Rows)
	d.Open("sales.csv")
	d.settle()
	if d.Source().Name != "sales.csv" || !d.State().Empty() || d.Begun() || len(d.screen.said) != 0 {
		t.Errorf("%s is open, with %+v", d.Source().Name, d.State())
	}
	d = reading(t, part(30))
	d.files.set(func() { d.files.beginnings = nil })
	d.Open("other.csv")
	<-d.files.hang
	d.Cancel()
	d.settle()
	if d.Source() != nil || d.Begun() || d.screen.table != nil {
		t.Errorf("%v is open", d.Source())
	}
}

// TestTypeChanges reads texts in a column whose beginning has numbers.
func TestTypeChanges(t *testing.T) {
	d := reading(t, part(30))
	d.files.set(func() { d.files.table = long(100, true) })
	code := query.Field{Column: "code"}
	d.Edit(func(s view.State) view.State {
		return s.AddKey(query.Field{Column: "region"}, view.Rows, 0).AddKey(query.Field{Column: "code", Part: query.Bin,
			BinWidth: 2}, view.Cols, 0).
			AddMeasure(query.Measure{Func: query.Sum, Column: "code"}, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "units"}, 1)
	})
	d.NewTab()
	d.Edit(func(s view.State) view.State {
		return s.AddKey(code, view.Rows, 0).KeepLabels(code, d.Column("code"), []data.Value{d.Column("code").Value(1),
			d.Column("code").Value(2)})
	})
	d.until("an answer", func() bool { return d.holds(d.Answer()) })
	d.arrive()
	if got := figures(d.Answer()); !slices.Equal(got, []string{"0=25", "1=25", "2=25", "x=25", "Total=100"}) {
		t.Errorf("the filter by numbers is now %+v, figures %v", d.State().Filters, got)
	}
	d.heard("With more rows read, columns have other types than before. Left out of the shelves: Bins of code (width "+
		"2), Sum of code, the filter code in (1, 2).", true)
	d.ShowTab(0)
	d.settle()
	if s := d.State(); len(s.Rows) != 1 || len(s.Cols) != 0 || len(s.Values) != 1 || s.Values[0].Column != "units" {
		t.Errorf("the shelves are %+v", s)
	}
	if got, want := figures(d.Answer()), want(long(100, true), "R0", "R1", "R5", "R7", "R9"); !slices.Equal(sorted(got),
		sorted(want)) {
		t.Errorf("of all rows: %v, want %v", got, want)
	}
}

// TestKeptTabsMeetTheBeginning opens a workspace of a large file: its tabs stand over the beginning, and edits
// are told from what was kept.
func TestKeptTabsMeetTheBeginning(t *testing.T) {
	for _, edited := range []bool{false, true} {
		d := newDesk(t)
		hang := make(chan string)
		d.files.set(func() {
			d.files.beginnings, d.files.hang, d.files.table = []*data.Table{part(8), part(30)}, hang, long(100, false)
		})
		var made []Tab
		kept := func(tab *data.Table) ([]Tab, int, Message) {
			s := view.State{}.AddKey(query.Field{Column: "region"}, view.Rows, 0)
			return []Tab{{Name: "A", State: s}}, 0, Message{}
		}
		d.OpenKept("/long.csv", noOptions, kept, func(m []Tab) { made = m })
		<-hang
		d.until("the beginning is open", func() bool { return d.Source() != nil && d.Source().Rows == 30 })
		if len(d.State().Rows) != 1 || made != nil {
			t.Fatalf("over the beginning stand %+v, made %v", d.State(), made)
		}
		if edited {
			d.edit("units", view.Values)
		}
		d.arrive()
		if len(made) != 1 || len(made[0].State.Values) != 0 || len(d.State().Values) != map[bool]int{true: 1}[edited] ||
			d.Tabs()[0].Name != "A" {
			t.Errorf("edited %v: made %+v, the shelves are %+v", edited, made, d.State())
		}
	}
}

// TestSameCell finds the place of a cell among labels that came in between.
func TestSameCell(t *testing.T) {
	d := reading(t, part(8))
	d.edit("region", view.Rows)
	d.edit("units", view.Values)
	d.until("an answer", func() bool { return d.holds(d.Answer()) })
	old := d.Answer()
	row := slices.IndexFunc(figures(old), func(l string) bool { return strings.HasPrefix(l, "R5") }) +
		old.Grid.HeaderRows
	d.arrive()
	a := d.Answer()
	line, col := a.Same(old, row, old.Grid.Cols-1)
	if !a.Grows(old) || line == row || a.Grid.Cell(line, 0).Value.Text != "R5" ||
		a.Grid.Cell(line, col).Role != pivot.Body {
		t.Errorf("row %d is now %d: %v", row, line, figures(a))
	}
	if line, _ := a.Same(old, old.Grid.Rows-1, 0); line != a.Grid.Rows-1 {
		t.Errorf("the total is in row %d", line)
	}
}

// TestRowsStayInTheirOrder sorts the rows of the beginning by a column.
func TestRowsStayInTheirOrder(t *testing.T) {
	d := reading(t, part(30))
	d.SortWhole(1)
	d.until("sorted", func() bool { return d.Whole().Sort.Col == 1 })
	d.arrive()
	if r := d.Whole(); r.Sort != (RowSort{Col: 1, Desc: true}) || r.Len() != 100 ||
		r.Table.Columns[1].Int(int(r.Rows[0])) != 99 {
		t.Errorf("the rows are in the order %+v", d.Whole().Sort)
	}
}

// TestListsGrow counts the labels of a list again when more rows are there.
func TestListsGrow(t *testing.T) {
	d := reading(t, part(8))
	var counts []int
	d.Choose(query.Field{Column: "region"}, -1, func(c Choices) { counts = append(counts, len(c.Codes)) })
	d.until("counted", func() bool { return len(counts) == 1 })
	d.arrive()
	if !slices.Equal(counts, []int{2, 5}) {
		t.Errorf("counted %v labels", counts)
	}
}
