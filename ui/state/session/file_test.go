package session

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

func TestOpen(t *testing.T) {
	d := newDesk(t)
	d.Open("folder/sales.csv")
	d.settle()
	if d.Table() != d.files.table || d.screen.table != d.Table() || !d.State().Empty() || d.screen.answer != nil ||
		len(d.screen.said) != 0 {
		t.Fatalf("screen %+v", d.screen)
	}
	d.put("region", view.Rows)
	d.Edit(func(s view.State) view.State { return s.SetTier("serial") })
	d.OpenSample()
	d.settle()
	if !d.State().Empty() || d.State().Tier != "serial" || d.screen.canUndo || d.Answer() != nil ||
		d.screen.answer != nil {
		t.Errorf("a new table starts with %+v", d.State())
	}
	if want := []string{"open folder/sales.csv ", "sample"}; !slices.Equal(d.files.calls, want) {
		t.Errorf("%q, want %q", d.files.calls, want)
	}
}

func TestOpenSheet(t *testing.T) {
	d := newDesk(t)
	d.OpenSheet("2") // of no workbook
	book := sales()
	book.Path, book.Sheet, book.Sheets = "book.xlsx", "1", []string{"1", "2"}
	d.files.table = book
	d.Open("book.xlsx")
	d.settle()
	d.OpenSheet("1")
	d.OpenSheet("2")
	d.settle()
	if want := []string{"open book.xlsx ", "open book.xlsx 2"}; !slices.Equal(d.files.calls, want) {
		t.Errorf("%q, want %q", d.files.calls, want)
	}
	d.ReadSecond("book.xlsx", "", func(second Second, err error) {
		if err != nil || second.Table != book {
			t.Errorf("%v, %v", second, err)
		}
	})
	d.settle()
	if got := d.files.calls[2:]; !slices.Equal(got, []string{"open book.xlsx ", "open book.xlsx 2"}) {
		t.Errorf("a look-up in the open workbook: %q", got)
	}
	d.files.set(func() { d.files.err = errBoom })
	d.OpenSheet("3")
	d.settle()
	d.heard("The disk is on fire. What was read of it before is still open.", true)
}

// TestReadSecondByForeignKey looks columns up beside a table with foreign keys: the tables that they name are
// proposed, one after the other.
func TestReadSecondByForeignKey(t *testing.T) {
	d := newDesk(t)
	table := sales()
	table.Path, table.Sheet, table.Sheets = load.Absolute("shop.db"), "sales",
		[]string{"sales", "notes", "cities", "people"}
	table.Foreign = []data.ForeignKey{{Column: "region", Table: "sales", Key: "region"},
		{Column: "region", Table: "cities", Key: "region"}, {Column: "region", Table: "people", Key: "region"}}
	d.files.table = table
	d.Open("shop.db")
	d.settle()
	ask := func(want ...string) {
		t.Helper()
		before := len(d.files.calls)
		d.ReadSecond("shop.db", "", func(_ Second, err error) {
			if err != nil {
				t.Error(err)
			}
		})
		d.settle()
		if got := d.files.calls[before:]; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	ask("open shop.db cities")
	d.Edit(func(v view.State) view.State { return v.AddLookup(lookup.Spec{Path: table.Path, Sheet: "cities"}) })
	ask("open shop.db people")
	d.files.set(func() { d.files.errs = map[string]error{"open shop.db people": errBoom} })
	ask("open shop.db people", "open shop.db ", "open shop.db notes")
}

// TestOpenOtherTable opens a database whose largest table is damaged: the next one that can be read is opened,
// if there is one.
func TestOpenOtherTable(t *testing.T) {
	d := newDesk(t)
	table := sales()
	table.Path, table.Sheet, table.Sheets = "sales.db", "cities", []string{"orders", "places", "cities"}
	d.files.table = table
	damaged := fmt.Errorf("cannot open sales.db: %w", sqlite.Unreadable{Table: "orders",
		Others: []string{"places", "cities"}, Err: errBoom})
	d.files.errs = map[string]error{"open sales.db ": damaged, "open sales.db places": errBoom}
	d.Open("sales.db")
	d.settle()
	if d.Table() != table {
		t.Error("no table is open")
	}
	d.heard("The table orders cannot be read: the disk is on fire. The table cities was opened instead: the list at "+
		"the top chooses another.", true)
	d.files.set(func() { d.files.errs["open sales.db cities"] = errBoom })
	d.Open("sales.db")
	d.settle()
	d.heard("Cannot open sales.db: orders cannot be read: the disk is on fire; or choose another table by --sheet: "+
		"places, cities. What was read of it before is still open.", true)
}

// TestGoneSinceRead reads a file again that was deleted after it was read: nothing asks to check its name.
func TestGoneSinceRead(t *testing.T) {
	d := newDesk(t)
	table := sales()
	table.Path = "/data/sales.csv"
	d.files.table = table
	d.Open("/data/sales.csv")
	d.settle()
	missing := &fs.PathError{Op: "stat", Path: "/data/sales.csv", Err: fs.ErrNotExist}
	d.files.set(func() {
		d.files.err = fmt.Errorf("sales.csv does not exist: check the name and the folder: %w", missing)
	})
	const want = "sales.csv is no longer in /data: it was moved, renamed or deleted since it was read; what was read " +
		"of it is still open for pivots and exports, and to read it in another way, put it back there."
	d.Preview("", data.Reading{Decimal: "comma"}, func(_ *data.Table, err error) {
		if err == nil || Sentence(err) != want {
			t.Errorf("the preview says %v", err)
		}
	})
	d.settle()
	d.Losses(func(_ []data.Loss, err error) {
		if err == nil || Sentence(err) != want {
			t.Errorf("the losses say %v", err)
		}
	})
	d.settle()
	d.Open("/data/sales.csv")
	d.settle()
	d.heard(want, true)
	d.Open("/data/sale.csv")
	d.settle()
	if said := d.screen.said; !strings.Contains(said[len(said)-1].Text, "check the name") {
		t.Errorf("of a file that was never there: %q", said[len(said)-1].Text)
	}
}

func TestFailedOpen(t *testing.T) {
	d := newDesk(t)
	d.files.set(func() { d.files.err = errBoom })
	d.Open("a.csv")
	d.settle()
	d.heard("The disk is on fire.", true)
	d.files.set(func() { d.files.err = nil })
	d.Open("sales.csv")
	d.settle()
	d.put("region", view.Rows)
	answer := d.Answer()
	d.files.set(func() { d.files.err = errBoom })
	d.Open("b.csv")
	d.settle()
	d.heard("The disk is on fire. sales.csv is still open.", true)
	if said := d.screen.said; !said[len(said)-1].Opening {
		t.Error("the next table does not make the message obsolete")
	}
	if d.Table() != d.files.table || d.Answer() != answer || d.screen.answer != answer || !d.screen.canUndo {
		t.Error("a failed open takes the table or its pivot along")
	}
}

// TestNewerOpenSupersedes opens a second file while the first one hangs.
func TestNewerOpenSupersedes(t *testing.T) {
	d := newDesk(t)
	hang := make(chan string)
	d.files.set(func() { d.files.hang = hang })
	d.Open("slow.csv")
	<-hang
	d.files.set(func() { d.files.hang = nil })
	d.Open("quick.csv")
	d.settle()
	if d.Table() == nil || len(d.screen.said) != 0 || d.screen.work != nil {
		t.Errorf("table %v, said %v", d.Table(), d.screen.said)
	}
}

func TestCancelOpen(t *testing.T) {
	d := newDesk(t)
	hang := make(chan string)
	d.files.set(func() { d.files.hang = hang })
	d.Open("slow.csv")
	<-hang
	if !d.Cancel() {
		t.Fatal("nothing to cancel")
	}
	d.settle()
	d.heard("Stopped opening the file.", false)
	if d.Table() != nil || d.Cancel() {
		t.Error("a table, or more to cancel")
	}
}

func TestSave(t *testing.T) {
	d := opened(t)
	d.Save("out.xlsx", "xlsx", "", func() {})
	d.heard("There is no pivot to export yet: put a field on Rows, Columns or Values first.", true)
	d.put("region", view.Rows)
	d.Save("out.xlsx", "xlsx", "", func() {})
	d.settle()
	d.heard("Exported to out.xlsx.", false)
	if said := d.screen.said[len(d.screen.said)-1]; said.File != "out.xlsx" {
		t.Errorf("the message is about the file %q", said.File)
	}
	if got := d.files.calls[len(d.files.calls)-1]; got != "save out.xlsx xlsx 5" {
		t.Errorf("called %q", got)
	}
	d.files.lost = "Not everything fits the format: 3 totals."
	d.Save("out.csv", "csv", "", func() {})
	d.settle()
	d.heard("Exported to out.csv. Not everything fits the format: 3 totals.", false)
	d.files.set(func() { d.files.err = errBoom })
	d.Save("out.csv", "csv", "", func() {})
	d.settle()
	d.heard("The disk is on fire.", true)
}

// TestSaveHasItsRows filters a pivot and exports it: the source has the rows that pass the filter.
func TestSaveHasItsRows(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.Edit(func(s view.State) view.State {
		return s.KeepLabels(query.Field{Column: "region"}, d.Column("region"), []data.Value{data.TextValue("US")})
	})
	d.settle()
	d.Save("out.xlsx", "pivottable", "", func() {})
	d.settle()
	rows, n, err := d.files.saved.Source(t.Context(), 10)
	if err != nil || n != 2 || len(rows.Rows) != 2 || rows.Rows[0] != 0 || rows.Rows[1] != 2 {
		t.Errorf("%v, %d, %v", rows.Rows, n, err)
	}
}

func TestCancelSave(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	hang := make(chan string)
	d.files.set(func() { d.files.hang = hang })
	d.Save("out.xlsx", "xlsx", "", func() {})
	<-hang
	d.losePatience()
	if want := (Work{What: "Exporting to out.xlsx", Done: -1}); d.screen.work == nil || *d.screen.work != want {
		t.Errorf("shows %+v", d.screen.work)
	}
	if !d.Cancel() {
		t.Fatal("nothing to cancel")
	}
	d.settle()
	d.heard("Stopped the export. No file was written.", false)
	if d.Answer() == nil {
		t.Error("the answer went with the export")
	}
}

// TestSaveSparesTheSource exports over the file that the table was read from.
func TestSaveSparesTheSource(t *testing.T) {
	d := newDesk(t)
	source := filepath.Join(t.TempDir(), "sales.csv")
	if err := os.WriteFile(source, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.files.table = sales()
	d.files.table.Path = source
	d.Open(source)
	d.settle()
	d.put("region", view.Rows)
	calls := len(d.files.calls)
	for _, name := range []string{"", "/."} {
		path := filepath.Dir(source) + name + "/sales.csv"
		d.Save(path, "csv", "", func() {})
		d.settle()
		d.heard("Cannot save "+path+": it is the file that the table is read from; choose another name.", true)
		d.SaveRows(path, "csv", "", d.Whole(), func() {})
		d.settle()
	}
	if len(d.files.calls) != calls {
		t.Errorf("called %q", d.files.calls[calls:])
	}
}
