package duckdb

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardinal/data/datatest"
)

// TestRowGroups reads a table of five row groups with deleted rows, so that the range in the statistics is no longer
// the range of the rows.
func TestRowGroups(t *testing.T) {
	rows := datatest.Rows(mustOpen(t, database(t, "groups"), Options{}))
	if rows[0] != "i|n|s|p|b|d" || len(rows) != 9900 {
		t.Fatalf("%d rows, and above them %s", len(rows)-1, rows[0])
	}
	for at, row := range rows[1:] {
		i := at + 100
		n := ""
		if i%5 > 0 {
			n = fmt.Sprint(i % 300)
		}
		day := time.Date(2024, 1, 1+i%100, 0, 0, 0, 0, time.UTC)
		if want := fmt.Sprintf("%d|%s|text %d|%d.%02d|%v|%s", i, n, i%11, i/4, i%4*25, i%2 == 0,
			day.Format(time.DateOnly)); row != want {
			t.Fatalf("row %d is %s, not %s", at, row, want)
		}
	}
}

// TestInfinite counts each infinite date once, also if a column is read again because the range in the statistics is
// infinite.
func TestInfinite(t *testing.T) {
	if notes := mustOpen(t, database(t, "infinite"), Options{}).Notes; !slices.Equal(notes,
		[]string{"infinite dates and times: null, 10 of them"}) {
		t.Errorf("notes %q", notes)
	}
}

// TestProgress tells of each row group of a column.
func TestProgress(t *testing.T) {
	b := database(t, "groups")
	for _, columns := range [][]string{{"s"}, {"i"}} {
		var told []float64
		if _, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), Options{Wanted: columns},
			func(done float64) { told = append(told, done) }); err != nil {
			t.Fatal(err)
		}
		if len(told) < 5 || !slices.IsSorted(told) || told[0] > 0.5 || told[len(told)-1] != 1 ||
			told[len(told)-2] == 1 {
			t.Errorf("%s: told %v", columns, told)
		}
	}
}

// TestInOrder yields parts in their order, whichever is read first, up to an error, and waits for the parts that are
// being read.
func TestInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		for ahead := 1; ahead < 5; ahead++ {
			var got []string
			for v, err := range readInOrder(9, ahead, func(i int) (int, error) {
				if i == 7 {
					return 0, broken
				}
				return i, nil
			}) {
				got = append(got, fmt.Sprint(v, err))
			}
			if want := "0 <nil>,1 <nil>,2 <nil>,3 <nil>,4 <nil>,5 <nil>,6 <nil>,0 broken"; strings.Join(got,
				",") != want {
				t.Errorf("%d ahead: %q", ahead, got)
			}
			for v, err := range readInOrder(9, ahead, func(i int) (int, error) { return i, nil }) {
				if err != nil {
					t.Error(err)
				}
				if v == 2 {
					break
				}
			}
			for v, err := range readInOrder(0, ahead, func(int) (int, error) { return 0, nil }) {
				t.Errorf("there is a part of none: %d, %v", v, err)
			}
		}
	})
}
