package union

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/internal/memory"
)

// randomColumn makes a column of a random type. Some have no value at all.
func randomColumn(r *rand.Rand, name string, rows int) *data.Column {
	values := make([]data.Value, rows)
	kind := data.Type(1 + r.IntN(7))
	scale := r.IntN(4)
	utc := r.IntN(4) == 0
	empty := r.IntN(6) == 0
	for i := range values {
		if empty || r.IntN(5) == 0 {
			continue
		}
		n := int64(r.IntN(2000) - 1000)
		if r.IntN(50) == 0 {
			n = r.Int64() - 1<<62
		}
		v := data.IntValue(n)
		switch kind {
		case data.Decimal:
			v.Type, v.Scale = kind, scale
		case data.Float:
			v = data.FloatValue(float64(n)/7 + 1e-12)
		case data.Bool:
			v = data.BoolValue(n > 0)
		case data.Text:
			v = data.TextValue(fmt.Sprint("t", n%20))
		case data.Date:
			v = data.DateValue(n % 50_000)
		case data.Timestamp:
			v = data.IntValue(n % 1_000_000)
			v.Type, v.Scale, v.UTC = kind, scale, utc
		}
		values[i] = v
	}
	valid := data.NewBitmap(rows)
	bits := make([]uint8, rows)
	for i, v := range values {
		if !v.IsNull() {
			valid.Set(i)
			n, _ := v.Int.Int64()
			bits[i] = uint8(n & 1)
		}
	}
	if kind == data.Bool && !empty {
		return data.NewBools(name, bits, valid)
	}
	return data.FromValues(name, values)
}

// TestTables compares random unions with what their parts hold, value by value. A number stays the same number,
// whatever its type becomes; all else stays the same text.
func TestTables(t *testing.T) {
	names := []string{"a", "b", "C", "d"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		var parts []Part
		var tables []*data.Table
		for i := range 1 + r.IntN(4) {
			rows := r.IntN(200)
			columns := []*data.Column{randomColumn(r, "k", rows)}
			for _, n := range names {
				if r.IntN(3) > 0 {
					if r.IntN(4) == 0 {
						n = strings.ToUpper(n)
					}
					columns = append(columns, randomColumn(r, n, rows))
				}
			}
			r.Shuffle(len(columns), func(a, b int) { columns[a], columns[b] = columns[b], columns[a] })
			table := data.NewTable("t", columns)
			table.Rows = rows
			tables = append(tables, table)
			parts = append(parts, Part{Table: table, Name: fmt.Sprint("part ", i),
				Marks: []Mark{{Column: "File", Text: fmt.Sprint("part ", i)}}})
		}
		if len(parts) == 2 {
			checkAligned(t, [2]Part(parts))
		}
		got, err := Tables(t.Context(), "all", "file", parts, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for i, table := range tables {
			for _, c := range got.Columns {
				var from *data.Column
				if k := slices.IndexFunc(table.Columns, func(x *data.Column) bool {
					return strings.EqualFold(x.Name, c.Name)
				}); k >= 0 {
					from = table.Columns[k]
				}
				for row := range table.Rows {
					want, is := data.Value{}, c.Value(at+row)
					switch {
					case c.Name == "File":
						want = data.TextValue(fmt.Sprint("part ", i))
					case from != nil:
						want = from.Value(row)
					}
					if !same(is, want) {
						t.Fatalf("seed %d, part %d, %s, row %d: %v %q, want %v %q", seed, i, c.Name, row, is.Type, is,
							want.Type, want)
					}
				}
			}
			at += table.Rows
		}
		if at != got.Rows {
			t.Fatalf("%d rows, want %d", got.Rows, at)
		}
	}
}

// checkAligned compares the columns that two versions share with those of one table of both, by type and value.
func checkAligned(t *testing.T, versions [2]Part) {
	t.Helper()
	a, err := Align(t.Context(), "file", versions)
	if err != nil {
		t.Fatal(err)
	}
	both, err := Tables(t.Context(), "both", "file", slices.Clone(versions[:]), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(a.Tables[0].Columns)
	if n+len(a.Lone) != len(both.Columns)-1 || n != len(a.Tables[1].Columns) {
		t.Fatalf("%d columns in both versions and %v in one, of %d", n, a.Lone, len(both.Columns)-1)
	}
	at := 0
	for _, table := range a.Tables {
		for _, c := range table.Columns {
			want, err := both.Column(c.Name)
			if err != nil || want.Type != c.Type || want.Scale != c.Scale {
				t.Fatalf("%s is %v of scale %d, want %v of %d", c.Name, c.Type, c.Scale, want.Type, want.Scale)
			}
			for row := range table.Rows {
				if is, w := c.Value(row), want.Value(at+row); is.String() != w.String() || is.IsNull() != w.IsNull() {
					t.Fatalf("%s, row %d: %q, want %q", c.Name, row, is, w)
				}
			}
		}
		at += table.Rows
	}
}

func same(is, want data.Value) bool {
	if want.IsNull() || is.IsNull() {
		return is.IsNull() && want.IsNull()
	}
	x, number := is.Number()
	if y, also := want.Number(); number && also {
		if is.Type == data.Float || want.Type == data.Float {
			return x == y || math.Abs(x-y) <= 1e-15*math.Abs(y)
		}
		return strings.TrimRight(decimal(is), "0") == strings.TrimRight(decimal(want), "0")
	}
	if is.Type == data.Timestamp && want.Type == data.Date {
		return is.Time().Equal(want.Time())
	}
	return is.String() == want.String() || is.Type == data.Timestamp && is.Time().Equal(want.Time())
}

// decimal writes a number with a point.
func decimal(v data.Value) string {
	if s := v.String(); strings.Contains(s, ".") {
		return s
	}
	return v.String() + "."
}

func columnOf(name string, values ...data.Value) *data.Column { return data.FromValues(name, values) }

func TestNotes(t *testing.T) {
	money := columnOf("price", data.IntValue(5))
	money.Format.Currency = "$"
	euros := columnOf("price", data.IntValue(7))
	euros.Format.Currency = "€"
	share := columnOf("rate", data.FloatValue(0.5))
	share.Format.Percent = true
	got, err := Tables(context.Background(), "all", "file", []Part{
		{Table: data.NewTable("a", []*data.Column{columnOf("zip", data.IntValue(1)), money, share}), Name: "a.csv"},
		{Table: data.NewTable("b", []*data.Column{columnOf("zip", data.TextValue("x")), euros,
			columnOf("rate", data.IntValue(50)), columnOf("n", data.IntValue(1))}), Name: "b.csv"},
	}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"zip: read as text, because it is text in b.csv and not in a.csv",
		"price: the files have different currencies: in the file a.csv: $; in the file b.csv: €",
		"rate: the numbers have a per cent sign in a.csv, where 50% is 0.5, and none in b.csv",
		"n: not in a.csv, where it is empty",
	}
	if !slices.Equal(got.Notes, want) {
		t.Errorf("the notes are %q", got.Notes)
	}
	_, err = Tables(context.Background(), "all", "file", []Part{
		{Table: data.NewTable("a", []*data.Column{columnOf("x", data.IntValue(1))}), Name: "a.csv"},
		{Table: data.NewTable("b", []*data.Column{columnOf("y", data.IntValue(1))}), Name: "b.csv"},
	}, 0, nil)
	if err == nil || !strings.Contains(err.Error(), "b.csv has no column in common with a.csv") {
		t.Errorf("the error is %v", err)
	}
	_, err = Tables(context.Background(), "all", "file",
		[]Part{{Table: data.NewTable("a",
			[]*data.Column{columnOf("x", slices.Repeat([]data.Value{data.FloatValue(0.1)}, 1<<20)...)}),
			Name: "a.csv"}}, 1<<20, nil)
	if err == nil || !strings.Contains(err.Error(), "need 8 MB of memory, and 1 MB are free") {
		t.Errorf("the error is %v", err)
	}
}

// TestMarks gives columns of marks the type that all of them have.
func TestMarks(t *testing.T) {
	part := func(marks ...Mark) Part {
		return Part{Table: data.NewTable("a", []*data.Column{columnOf("x", data.IntValue(1), data.IntValue(2))}),
			Name: "a", Marks: marks}
	}
	got, err := Tables(context.Background(), "all", "file", []Part{
		part(Mark{Column: "year", Text: "2023"}, Mark{Column: "day", Text: "2023-01-05"},
			Mark{Column: "x", Text: "hidden"}, Mark{Column: "code", Text: "1"}),
		part(Mark{Column: "year", Text: "2024"}, Mark{Column: "day", Null: true}, Mark{Column: "kind", Text: "b"},
			Mark{Column: "code", Text: "01"}),
	}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range got.Columns {
		all = append(all, fmt.Sprintf("%s %v %s %s", c.Name, c.Type, c.Value(1), c.Value(2)))
	}
	if want := []string{"x int 2 1", "year int 2023 2024", "day date 2023-01-05 ", "code text 1 01",
		"kind text  b"}; !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

// TestMarksOfNoRows wants no value that no row has.
func TestMarksOfNoRows(t *testing.T) {
	part := func(file string, values ...data.Value) Part {
		return Part{Table: data.NewTable(file, []*data.Column{columnOf("x", values...)}), Name: file,
			Marks: []Mark{{Column: "File", Text: file}}}
	}
	got, err := Tables(t.Context(), "all", "file", []Part{part("none"), part("one", data.IntValue(1)),
		part("none either"), part("two", data.IntValue(1), data.IntValue(2))}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := got.Column("File")
	if err != nil {
		t.Fatal(err)
	}
	if rows := fmt.Sprint(c.Value(0), c.Value(1), c.Value(2)); !slices.Equal(c.Dict.Values, []string{"one", "two"}) ||
		rows != "one two two" {
		t.Errorf("the values are %q, of the rows %s", c.Dict.Values, rows)
	}
}

// TestOrder checks that an order of texts stays if all tables with texts declare it, and is dropped if two tables
// differ.
func TestOrder(t *testing.T) {
	of := func(order ...string) *data.Column {
		c := data.NewText("size", []uint32{0}, []string{"S"}, nil)
		c.Dict.Order = order
		return c
	}
	none := data.NewText("size", []uint32{0}, nil, data.NewBitmap(1))
	for _, c := range []struct {
		pieces []*data.Column
		want   string
	}{
		{[]*data.Column{of("S", "M"), none, of("S", "M")}, "[S M]"}, {[]*data.Column{of("S", "M"), of("M", "S")}, "[]"},
		{[]*data.Column{of(), of("M", "S")}, "[]"},
		{[]*data.Column{of("S", "M"), data.NewBools("size", []uint8{1}, nil)}, "[]"},
	} {
		var parts []Part
		for i, column := range c.pieces {
			parts = append(parts, Part{Name: fmt.Sprint(i), Table: data.NewTable("", []*data.Column{column})})
		}
		table, err := Tables(t.Context(), "", "file", parts, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(table.Columns[0].Dict.Order); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// TestCodesOfIntegers joins integers of all widths, with nulls and with parts that lack the column. The column must
// equal the one that NewInts makes of all values.
func TestCodesOfIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		var parts []Part
		var all []int64
		var valid data.Bitmap
		for i := range 1 + r.IntN(4) {
			base, span := r.Int64N(1<<33)-1<<32, int64(1)<<r.IntN(34)
			values, some := make([]int64, r.IntN(200)), data.NewBitmap(200)
			lacks, nulls := i > 0 && r.IntN(5) == 0, r.IntN(3) == 0
			for row := range values {
				values[row] = base + r.Int64N(span)
				if !lacks && (!nulls || r.IntN(4) > 0) {
					some.Set(row)
				} else {
					values[row] = 0
				}
			}
			one := data.NewInts("n", data.Int, 0, slices.Clone(values), slices.Clone(some[:(len(values)+63)/64]))
			columns := []*data.Column{one, data.NewInts("m", data.Int, 0, make([]int64, len(values)), nil)}
			if lacks {
				columns = columns[1:]
			}
			parts = append(parts, Part{Table: data.NewTable("", columns), Name: fmt.Sprint(i)})
			for row, v := range values {
				for len(valid) <= len(all)>>6 {
					valid = append(valid, 0)
				}
				if all = append(all, v); some.Get(row) {
					valid.Set(len(all) - 1)
				}
			}
		}
		table, err := Tables(t.Context(), "", "file", parts, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, want := table.Columns[0], data.NewInts("n", data.Int, 0, all, valid)
		if got.Type == data.Text || want.Nulls == want.Rows { // a column without a value has no type
			continue
		}
		if got.Base != want.Base || got.Min != want.Min || got.Max != want.Max || got.Nulls != want.Nulls ||
			!slices.Equal(got.Wide, want.Wide) || !slices.Equal(got.Codes.U8, want.Codes.U8) ||
			!slices.Equal(got.Codes.U16, want.Codes.U16) || !slices.Equal(got.Codes.U32, want.Codes.U32) {
			t.Fatalf("the column of %d rows is not that of NewInts: %d to %d from %d, not %d to %d from %d", got.Rows,
				got.Min, got.Max, got.Base, want.Min, want.Max, want.Base)
		}
	}
}

// TestAlignWithinMemory stops versions whose columns need more memory than is allowed.
func TestAlignWithinMemory(t *testing.T) {
	memory.SetLimit(1)
	defer memory.SetLimit(0)
	var versions [2]Part
	for i, v := range []data.Value{data.IntValue(1), data.TextValue("a")} {
		versions[i] = Part{Name: "v", Table: data.NewTable("v", []*data.Column{data.FromValues("a", []data.Value{v})})}
	}
	if a, err := Align(t.Context(), "file", versions); !errors.As(err, new(memory.Exceeded)) {
		t.Error(a, err)
	}
}
