package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"cardinal/data/infer"
)

func TestCut(t *testing.T) {
	for _, s := range []rowRange{{0, 0}, {1, 10}, {-7, 11}, {math.MinInt64, math.MaxInt64},
		{math.MaxInt64 - 2, math.MaxInt64}, {math.MinInt64, math.MinInt64}} {
		for _, most := range []uint64{1, 2, 3, 7, 1000} {
			all := cut(s, most)
			if uint64(len(all)) > most || all[0].from != s.from || all[len(all)-1].to != s.to {
				t.Errorf("%v in at most %d: %v", s, most, all)
			}
			for i, part := range all {
				if part.from > part.to || i > 0 && all[i-1].to+1 != part.from {
					t.Errorf("%v in at most %d: the part %v follows %v", s, most, part, all[i-1])
				}
			}
		}
	}
}

// TestRanges compares the rows that several connections read with the rows that one connection reads.
func TestRanges(t *testing.T) {
	numbers := map[string]string{
		"in a row":     "i",
		"with gaps":    "i * i * 1000",
		"far apart":    "CASE i WHEN 1 THEN -9223372036854775808 WHEN 2 THEN 9223372036854775807 ELSE i END",
		"a few far":    "CASE WHEN i < 4000 THEN i ELSE i * 1000000000000 END",
		"negative":     "-i",
		"all together": "9223372036854775807 - i",
	}
	values := "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN x'0102' WHEN i % 13 = 0 THEN '2024-01-0' || (i % 9 " +
		"+ 1) WHEN i % 17 = 0 THEN i * 0.25 ELSE i END"
	for name, number := range numbers {
		b := made(t, "CREATE TABLE t(a INT, b, c TEXT)", "CREATE INDEX x ON t(c)",
			"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) INSERT INTO t(rowid, a, "+
				"b, c) SELECT "+number+", i, "+values+", printf('%0150d', (i * 7919) % 6000) FROM n")
		d := opens(t, b)
		for _, wanted := range [][]string{nil, {"c"}} { // the index has all of c, in another order
			one, err := d.rows(asTexts(t, d, Options{Table: "t", Columns: wanted, Rows: math.MaxInt}))
			if err != nil {
				t.Fatal(err)
			}
			want, err := one.table()
			if err != nil {
				t.Fatal(err)
			}
			several, err := d.rows(asTexts(t, d, Options{Table: "t", Columns: wanted}))
			if err != nil || several.ranges == nil {
				t.Fatal(err, "or no ranges")
			}
			got, err := several.table()
			if err != nil || shown(got) != shown(want) {
				t.Errorf("%s: %d rows, and %d by one connection: %v", name, got.Rows, want.Rows, err)
			}
			for i, c := range several.columns {
				if *c != *one.columns[i] {
					t.Errorf("%s: of a column is known %+v, and by one connection %+v", name, *c, *one.columns[i])
				}
			}
		}
	}
}

// TestNoRanges checks that one connection reads a table with long rows, and a table that cannot be checked because an
// index has a sorting order of another program.
func TestNoRanges(t *testing.T) {
	many := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO t SELECT " +
		"printf('%%0%dd', i) FROM n"
	indexed := made(t, "CREATE TABLE t(a)", "CREATE INDEX x ON t(a COLLATE NOCASE)", fmt.Sprintf(many, 6000, 200))
	for name, tt := range map[string]struct {
		b    []byte
		want bool
	}{
		"short rows":         {indexed, true},
		"long rows":          {made(t, "CREATE TABLE t(a)", fmt.Sprintf(many, 6, 1<<20)), false},
		"another's ordering": {bytes.ReplaceAll(indexed, []byte("COLLATE NOCASE"), []byte("COLLATE OTHERS")), false},
	} {
		d := opens(t, tt.b)
		if ranges, err := d.ranges(d.all[0], "rowid"); err != nil || len(ranges) > 1 != tt.want {
			t.Errorf("%s: %d ranges, %v", name, len(ranges), err)
		}
	}
}

// TestNamesOfNumbers reads tables with columns by the names that numbers of rows have.
func TestNamesOfNumbers(t *testing.T) {
	for _, columns := range [][]string{{"RowID"}, {"rowid", "oid"}, {"rowid", "_rowid_", "OID"}} {
		var list, values []string
		for i, c := range columns {
			list, values = append(list, c+" TEXT"),
				append(values, fmt.Sprintf("printf('%%0200d', (i * %d) %% 6007)", 7919+i))
		}
		b := made(t, "CREATE TABLE t("+strings.Join(list, ", ")+")",
			"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) INSERT INTO t SELECT "+
				strings.Join(values, ", ")+" FROM n")
		lines := strings.Split(strings.TrimSpace(written(t, opens(t, b), "t")), "\n")
		if len(lines) != 6001 {
			t.Fatalf("%v: %d lines", columns, len(lines))
		}
		for i := 1; i <= 6000; i++ {
			if want := fmt.Sprintf("\"%0200d\"", i*7919%6007); !strings.HasPrefix(lines[i], want) {
				t.Fatalf("%v: row %d is %s", columns, i, lines[i])
			}
		}
	}
}

// failing is a file whose reads fail after a number of reads.
type failing struct {
	io.ReaderAt
	reads chan struct{}
}

var errPulled = errors.New("the drive was pulled out")

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	select {
	case <-f.reads:
		return f.ReaderAt.ReadAt(b, at)
	default:
		return 0, errPulled
	}
}

// TestRangesFail ends the reading by several connections with an error of the file, with the end of its
// context, and by closing the database unread.
func TestRangesFail(t *testing.T) {
	b := made(t, "CREATE TABLE t(a)", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "+
		"6000) INSERT INTO t SELECT printf('%0200d', i) FROM n")
	for _, reads := range []int{20, 100, 300, 500, 600} {
		f := failing{bytes.NewReader(b), make(chan struct{}, reads)}
		for range reads {
			f.reads <- struct{}{}
		}
		d, err := Open(t.Context(), f, int64(len(b)), 0, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Read(Options{Table: "t"}); !errors.Is(err, errPulled) {
			t.Errorf("after %d reads the error is %v", reads, err)
		}
		_ = d.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	d, err := Open(ctx, bytes.NewReader(b), int64(len(b)), 0, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.rows(Options{Table: "t"})
	if err != nil {
		t.Fatal(err)
	}
	cells := infer.New(infer.Options{}, 1)
	again := 0
	d.file.tell = func(float64) {
		if again++; again == 3 {
			cancel()
		}
	}
	if err := r.read(cells, r.columns); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	_ = d.Close()
	unread := opens(t, b)
	if _, err := unread.rows(Options{Table: "t"}); err != nil {
		t.Fatal(err)
	}
}
