package duckdb

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
)

// columns writes the columns of a table, without its notes.
func columns(t *data.Table) string {
	all, _, _ := strings.Cut(datatest.Columns(t), "note: ")
	return all
}

// replaced changes bytes of a database wherever they stand, and the checksums.
func replaced(t *testing.T, b []byte, from, to string) []byte {
	t.Helper()
	if !bytes.Contains(b, []byte(from)) {
		t.Fatalf("there is no %q", from)
	}
	b = bytes.ReplaceAll(b, []byte(from), []byte(to))
	seal(b)
	return b
}

// retyped gives a column a type that does not exist.
func retyped(t *testing.T, b []byte, column string) []byte {
	t.Helper()
	before := "d\x00" + string(rune(len(column))) + column + "e\x00d\x00"
	at := bytes.Index(b, []byte(before))
	if at < 0 {
		t.Fatalf("there is no column %s", column)
	}
	before = string(b[at : at+len(before)+1])
	return replaced(t, b, before, before[:len(before)-1]+"\x4d")
}

// TestUnknownType gives each column of a table a type that Cardinal does not know: the others are read, and a
// note names the column and the number of the type.
func TestUnknownType(t *testing.T) {
	b := database(t, "kinds")
	whole := mustOpen(t, b, Options{})
	for _, column := range whole.Columns {
		table, err := open(retyped(t, b, column.Name), Options{})
		if err != nil {
			t.Errorf("%s: %v", column.Name, err)
			continue
		}
		var want strings.Builder
		for line := range strings.Lines(columns(whole)) {
			if !strings.HasPrefix(line, column.Name+" ") {
				want.WriteString(line)
			}
		}
		if got := columns(table); got != want.String() {
			t.Errorf("without %s: %s, not %s", column.Name, got, want.String())
		}
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, column.Name+" (") ||
			!strings.Contains(notes, "type 77 of DuckDB)") {
			t.Errorf("without %s: %s", column.Name, notes)
		}
	}
}

// TestUnknownTypeWithParts refuses a table with a column of an unknown type that has parts. The end of its
// statistics, where the row groups begin, cannot be found.
func TestUnknownTypeWithParts(t *testing.T) {
	b := database(t, "shop")
	if _, err := open(retyped(t, b, "tags"), Options{}); !errors.As(err, new(errUnknown)) {
		t.Error(err)
	}
	if other := mustOpen(t, retyped(t, b, "tags"), Options{Table: "archive.sales"}); other.Rows != 5 {
		t.Errorf("%d rows", other.Rows)
	}
}

// TestState reads a table with states of aggregates, which DuckDB 1.5.5 keeps as AGGREGATE_STATE<avg(INTEGER)>.
func TestState(t *testing.T) {
	table := mustOpen(t, database(t, "state"), Options{})
	if got, want := columns(table), "k int 0 1 2\nn int 34 33 33\n"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if want := []string{"left out, of a type that Cardinal does not read: st (AGGREGATE_STATE)"}; strings.Join(table.Notes, "\n") != want[0] {
		t.Errorf("notes %q", table.Notes)
	}
}

// The beginnings of entries of the catalog of testdata/shop.
const (
	viewEntry = "c\x00\x03d\x00\x01d\x00\x03"
	oddEntry  = "c\x00\x4dd\x00\x01d\x00\x4d"
)

// TestUnknownEntry leaves out a catalog entry of an unknown kind, and reads the entries behind it.
func TestUnknownEntry(t *testing.T) {
	b := database(t, "shop")
	want := mustOpen(t, b, Options{})
	odd := replaced(t, b, viewEntry, oddEntry)
	table := mustOpen(t, odd, Options{})
	if columns(table) != columns(want) || len(table.Sheets) != 2 {
		t.Errorf("of %q: %s", table.Sheets, columns(table))
	}
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "left out, entries of the catalog that "+
		"Cardinal does not know: one of kind 77") {
		t.Errorf("notes %q", table.Notes)
	}
	if _, err := open(odd, Options{Table: "totals"}); err == nil ||
		!strings.Contains(err.Error(), "its tables are archive.sales, sales; left out, entries of the catalog") {
		t.Error(err)
	}
}

// TestUnknownEntryOfUnknownEnd refuses a database with an entry of an unknown kind before another such entry, because
// their ends cannot be found.
func TestUnknownEntryOfUnknownEnd(t *testing.T) {
	b := replaced(t, database(t, "shop"), viewEntry, oddEntry)
	b = replaced(t, b, "c\x00\x1ed\x00\x01d\x00\x1e", "c\x00\x1ed\x00\x01d\x00\x4d") // the macro behind the view
	if table, err := open(b, Options{}); !errors.As(err, new(errUnknown)) {
		t.Errorf("%v, %v", table, err)
	}
}

// TestViews says of a view that it is one.
func TestViews(t *testing.T) {
	b := database(t, "shop")
	if _, err := open(b, Options{Table: "Totals"}); err == nil || err.Error() != "totals is a view, and DuckDB works "+
		"out the rows of views: "+asTable {
		t.Error(err)
	}
	if want := "views are not listed, since DuckDB works out their rows: totals; " +
		asTable; !strings.Contains(strings.Join(mustOpen(t, b, Options{}).Notes, "\n"), want) {
		t.Error("no note on the view")
	}
}
