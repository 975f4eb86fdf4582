package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"cardinal/data"
)

func table() *data.Table {
	valid := data.NewBitmap(4)
	valid.SetRange(0, 3)
	t := data.NewTable("t.csv", []*data.Column{
		data.NewInts("wide", data.Int, 0, []int64{math.MinInt64, math.MaxInt64, 0, 0}, nil),
		data.NewInts("money", data.Decimal, 2, []int64{150, -50, 150, 9}, valid),
		data.NewFloats("f", []float64{math.NaN(), math.NaN(), math.Copysign(0, -1), 0}, nil),
		data.NewText("text", []uint32{1, 0, 1, 7}, []string{"b", "a<"}, bytesOf(valid)),
		data.NewBools("bool", []uint8{1, 1, 1, 0}, bytesOf(valid)),
		data.NewInts("day", data.Date, 0, []int64{0, 1, 0, 0}, nil),
		data.NewText("nothing", make([]uint32, 4), nil, data.NewBitmap(4)),
	})
	t.Format = "csv"
	t.Notes = []string{"a note"}
	return t
}

func bytesOf(b data.Bitmap) data.Bitmap { return append(data.Bitmap(nil), b...) }

func TestDescribe(t *testing.T) {
	r, err := Describe(context.Background(), table())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"wide int 0 3 -9223372036854775808 9223372036854775807", "money decimal 1 2 -0.50 1.50", "f float 0 2 0 0",
		"text text 1 2 a< b", "bool bool 1 1 true true", "day date 0 2 1970-01-01 1970-01-02", "nothing text 4 0  ",
	}
	for i, c := range r.Columns {
		got := strings.Join([]string{c.Name, c.Type.String(), data.IntValue(int64(c.Nulls)).String(),
			data.IntValue(int64(c.Distinct)).String(), c.Min.String(), c.Max.String()}, " ")
		if got != want[i] {
			t.Errorf("%q, want %q", got, want[i])
		}
	}
}

func TestWriters(t *testing.T) {
	r, err := Describe(context.Background(), table())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Rows    int
		Sheets  []string
		Notes   []string
		Columns []struct {
			Name     string
			Type     string
			Scale    int
			Min, Max any
		}
	}
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if out.Rows != 4 || out.Sheets == nil || len(out.Notes) != 1 || out.Columns[1].Min != "-0.50" ||
		out.Columns[5].Max != "1970-01-02" || out.Columns[6].Min != nil || out.Columns[3].Min != "a<" {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); !strings.Contains(s, "money    decimal(2)      1         2") || !strings.Contains(s, "note: a note") {
		t.Error(s)
	}
}

// TestLongTexts cuts texts of megabytes in JSON, and leaves others whole.
func TestLongTexts(t *testing.T) {
	for n, want := range map[int]int{mostCharacters: mostCharacters, 5_000_000: mostCharacters} {
		r, err := Describe(context.Background(),
			data.NewTable("t",
				[]*data.Column{data.FromValues("s", []data.Value{data.TextValue(strings.Repeat("é", n))})}))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		var out struct{ Columns []struct{ Min, Max string } }
		if err := json.Unmarshal(b.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		if got := utf8.RuneCountInString(out.Columns[0].Max); got != want || b.Len() > 10_000 {
			t.Errorf("a text of %d characters has %d in %d bytes of JSON", n, got, b.Len())
		}
	}
}

func TestDistinctAgreesWithAMap(t *testing.T) {
	values := make([]int64, 100_000)
	seen := map[int64]bool{}
	for i := range values {
		values[i] = int64(i*i%70_001) << 40
		seen[values[i]] = true
	}
	n, err := distinctInts(context.Background(), data.NewInts("x", data.Int, 0, values, nil))
	if err != nil || n != len(seen) {
		t.Errorf("%d, want %d (%v)", n, len(seen), err)
	}
}

// TestHead writes the lines above the columns for one row, one column, and all sheets of a workbook.
func TestHead(t *testing.T) {
	r := Report{Name: "book.xlsx", Format: "xlsx", Rows: 1, Columns: make([]Column, 1), Bytes: 8, Sheet: "*",
		Sheets: []string{"2023", "2024"}}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if want := "book.xlsx: xlsx, 1 row, 1 column, 8 bytes in memory\nall sheets as one table, of 2: 2023, 2024\n"; !strings.HasPrefix(b.String(), want) {
		t.Errorf("%s", b.String())
	}
}

// TestDurations writes the least, the greatest and the mean duration as such, and not as days.
func TestDurations(t *testing.T) {
	c := data.NewFloats("d", []float64{36.25 / 24, 8.5 / 24}, nil)
	c.Format = data.NumberFormat{Duration: true}
	r, err := Describe(t.Context(), data.NewTable("t", []*data.Column{c}))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "duration      0         2  8:30:00  36:15:00  "+
		"22:22:30") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestColumnsForMonths wants the option that makes rows of columns for months, as a shell takes it.
func TestColumnsForMonths(t *testing.T) {
	var columns []*data.Column
	for _, name := range []string{"city", "Jan '24", "Feb '24", "Mar '24"} {
		columns = append(columns, data.NewInts(name, data.Int, 0, []int64{1}, nil))
	}
	table := data.NewTable("t", columns)
	for _, path := range []string{"", "t.csv"} {
		table.Path = path
		r, err := Describe(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(),
			`--unpivot 'Jan '\''24..Mar '\''24 as month, value'`); got != (path != "") {
			t.Errorf("of %q: %s", path, &b)
		}
	}
}
