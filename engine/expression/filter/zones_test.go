package filter

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// zonedTable returns a table with columns that grow with the rows, and columns in random order. Half of the columns
// have a morsel of nulls and single nulls in another morsel.
func zonedTable(rows int) *data.Table {
	rng := rand.New(rand.NewPCG(7, 8))
	codes, wide, texts, mixed, floats := make([]int64, rows), make([]int64, rows), make([]uint32, rows),
		make([]int64, rows), make([]float64, rows)
	valid := data.NewBitmap(rows)
	values := make([]string, 1000)
	for i := range values {
		values[i] = string(rune('a'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
	}
	for i := range rows {
		codes[i], wide[i] = int64(i/100), int64(i)<<30
		texts[i] = uint32(i * 999 / rows)
		mixed[i], floats[i] = rng.Int64N(1000), rng.NormFloat64()
		if i/MorselRows != 1 && (i/MorselRows != 3 || i%7 > 0) {
			valid.Set(i)
		}
	}
	column := func(name string, nulls bool, make func(string, data.Bitmap) *data.Column) *data.Column {
		if nulls {
			return make(name, slices.Clone(valid))
		}
		return make(name, nil)
	}
	var columns []*data.Column
	for suffix, nulls := range map[string]bool{"": false, "_null": true} {
		columns = append(columns,
			column("code"+suffix, nulls, func(n string, v data.Bitmap) *data.Column {
				return data.NewInts(n, data.Int, 0, slices.Clone(codes), v)
			}),
			column("wide"+suffix, nulls, func(n string, v data.Bitmap) *data.Column {
				return data.NewInts(n, data.Timestamp, 6, slices.Clone(wide), v)
			}),
			column("text"+suffix, nulls, func(n string, v data.Bitmap) *data.Column {
				return data.NewText(n, slices.Clone(texts), values, v)
			}),
			column("mixed"+suffix, nulls, func(n string, v data.Bitmap) *data.Column {
				return data.NewInts(n, data.Int, 0, slices.Clone(mixed), v)
			}),
			column("float"+suffix, nulls, func(n string, v data.Bitmap) *data.Column {
				return data.NewFloats(n, slices.Clone(floats), v)
			}),
		)
	}
	return data.NewTable("t", columns)
}

// TestZones holds filters with zone maps to the same filters without, at the first time and at the second.
func TestZones(t *testing.T) {
	rows := 6*MorselRows + 77
	table := zonedTable(rows)
	plain := Options{Threads: 2, Encode: func(f query.Field) (*key.Column, error) {
		return key.Encode(t.Context(), table, f)
	}}
	zoned := plain
	zoned.Zones = NewZones(table)
	for text, unread := range map[string]int{ // at the second time, of seven morsels; -1: any number
		"code < 100":                  6,
		"code >= 0":                   7,
		"code <> 5000000":             7,
		"code = 1000":                 6,
		"code in (3, 1500, 77777777)": 5,
		"code_null < 100":             6,
		"code_null is null":           7, // the bitmap says it
		"not code_null < 100":         6,
		"code_null in (3, null)":      6,
		"wide >= '1970-01-01' and wide < '1970-01-02'": 6,
		"wide_null > '1970-06-01' or code < 10":        -1,
		"text = 'a07'":                                 6,
		"text >= 'b00' and text < 'c00'":               -1,
		"text_null = 'a07'":                            6,
		"text_null in ('a07', null)":                   6,
		"not text_null = 'a07'":                        6,
		"text icontains 'J9'":                          -1,
		"mixed = 4":                                    0,
		"mixed = 4 and code < 100":                     -1,
		"code < 100 and mixed = 4":                     6,
		"code < 100 and float > 0.5":                   6,
		"code < 100 or float > 0.5":                    -1,
		"not (code < 100 and mixed_null > 500)":        -1,
		"not (code_null < 100 or not text = 'a07')":    -1,
		"wide in last 3 days":                          -1,
		"float_null > 0":                               0,
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want, err := Select(t.Context(), table, e, plain)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got Selection
		for range 2 {
			if got, err = Select(t.Context(), table, e, zoned); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got.N != want.N || !slices.Equal(got.Rows, want.Rows) {
				t.Fatalf("%s: %d rows with zone maps, %d without", text, got.N, want.N)
			}
		}
		if got.Morsels != 7 || unread >= 0 && got.Unread != unread {
			t.Errorf("%s: %d of %d morsels unread, not %d of 7", text, got.Unread, got.Morsels, unread)
		}
	}
}

// TestZonesOfComputed gives a column that is not the table's own no zone map: it may leave the memory before
// the table does.
func TestZonesOfComputed(t *testing.T) {
	table := zonedTable(1000)
	z := NewZones(table)
	own, err := table.Column("code")
	if err != nil {
		t.Fatal(err)
	}
	other := *own
	if z.zonesOf(own) == nil || z.zonesOf(&other) != nil {
		t.Error("a zone map for a column of another table, or none for the table's own")
	}
}
