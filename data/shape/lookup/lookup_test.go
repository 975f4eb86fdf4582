package lookup

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// randomKey makes a column of keys of a kind, in one of the types of the kind.
func randomKey(r *rand.Rand, name, kind string, rows int) *data.Column {
	values := make([]data.Value, rows)
	as := r.IntN(3)
	spread := []int{5, 300, 1 << 40}[r.IntN(3)]
	for i := range values {
		n := int64(r.IntN(spread) - 2)
		switch {
		case r.IntN(8) == 0:
		case kind == "text":
			values[i] = data.TextValue(fmt.Sprint("k", n))
		case kind == "date":
			values[i] = data.DateValue(n % 10_000)
		case as == 0:
			values[i] = data.IntValue(n)
		case as == 1:
			values[i] = data.IntValue(n * 10)
			values[i].Type, values[i].Scale = data.Decimal, 1
		default:
			values[i] = data.FloatValue(float64(n))
		}
	}
	return data.FromValues(name, values)
}

// equal compares two keys slowly: numbers as fractions, all else by their texts.
func equal(a, b data.Value) bool {
	if a.IsNull() || b.IsNull() {
		return false
	}
	if a.Type.Numeric() {
		x, _ := new(big.Rat).SetString(a.String())
		y, _ := new(big.Rat).SetString(b.String())
		return x.Cmp(y) == 0
	}
	return a.String() == b.String()
}

// TestJoin compares random joins with a loop over all pairs of rows.
func TestJoin(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		kind := []string{"text", "date", "number"}[r.IntN(3)]
		rows, lines := r.IntN(300), 1+r.IntN(60)
		table := data.NewTable("t.csv", []*data.Column{randomKey(r, "k", kind, rows),
			randomKey(r, "v", "number", rows)})
		table.Rows = rows
		other := data.NewTable("o.csv", []*data.Column{randomKey(r, "v", "text", lines),
			randomKey(r, "key", kind, lines), randomKey(r, "w", "number", lines), randomKey(r, "d", "date", lines)})
		if kindOf(table.Columns[0]) != kindOf(other.Columns[1]) {
			continue // one of them has no value, and is a text
		}
		got, err := Join(context.Background(), table, other, Spec{Path: "/x/o.csv", Keys: []Key{{"k", "key"}}})
		if err != nil {
			t.Fatal(seed, err)
		}
		var names []string
		for _, c := range got.Columns {
			names = append(names, c.Name)
		}
		if want := []string{"k", "v", "o.v", "w", "d"}; !slices.Equal(names, want) || got.Rows != rows {
			t.Fatalf("seed %d: %d rows of %q", seed, got.Rows, names)
		}
		m, err := Match(context.Background(), table, other, []Key{{"k", "key"}})
		if err != nil {
			t.Fatal(err)
		}
		none, blank := 0, 0
		keys, found, twice := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for i := range rows {
			at, n := -1, 0
			key := table.Columns[0].Value(i)
			for j := range lines {
				if equal(key, other.Columns[1].Value(j)) {
					if n++; n == 1 {
						at = j
					}
				}
			}
			if key.IsNull() {
				blank++
			} else {
				keys[key.String()] = true
				if n > 0 {
					found[key.String()] = true
				}
				if n > 1 {
					twice[key.String()] = true
				}
			}
			if at < 0 {
				none++
			}
			for c, from := range []int{0, 2, 3} {
				want := data.Value{}
				if at >= 0 {
					want = other.Columns[from].Value(at)
				}
				if is := got.Columns[2+c].Value(i); is.String() != want.String() || is.Type != want.Type {
					t.Fatalf("seed %d, row %d, %s: %v %q, want %v %q", seed, i, got.Columns[2+c].Name, is.Type, is,
						want.Type, want)
				}
			}
		}
		if m.Keys != len(keys) || m.Found != len(found) || m.Twice != len(twice) || m.Rows != none || m.Blank != blank {
			t.Errorf("seed %d: %+v, want %d keys, %d found, %d twice, %d rows without, %d blank", seed, m, len(keys),
				len(found), len(twice), none, blank)
		}
	}
}

// TestKeysOfNumbers finds every number among the floats of another table that is the same number, whatever the
// digits that a float is written with.
func TestKeysOfNumbers(t *testing.T) {
	floats := data.NewFloatColumn("k", []float64{1e-7, 1e-6, 0.0012345, 1e18, 1 << 60, 1e300, -1 << 63,
		123456789012345678}, nil)
	other := data.NewTable("other", []*data.Column{floats})
	for _, c := range []struct {
		keys  *data.Column
		found int
	}{
		{data.NewInts("k", data.Decimal, 7, []int64{1, 10, 12345, 11}, nil), 3},
		// 123456789012345678 is no float
		{data.NewInts("k", data.Int, 0, []int64{1e18, 1 << 60, math.MinInt64, 123456789012345678, 1<<60 + 1}, nil), 3},
	} {
		for _, ask := range [][2]*data.Table{{data.NewTable("t", []*data.Column{c.keys}), other},
			{other, data.NewTable("t", []*data.Column{c.keys})}} {
			if m, err := Match(t.Context(), ask[0], ask[1], []Key{{"k", "k"}}); err != nil || m.Found != c.found {
				t.Errorf("%v: %+v, want %d found", err, m, c.found)
			}
		}
	}
}

// TestNear holds the counts of keys that would match against a comparison of all pairs.
func TestNear(t *testing.T) {
	alphabet := []string{"k", "K", "\u212a", " ", "ß", "ſ", "s", "\u00a0", "\t", "1"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		texts := func(name string, rows int) *data.Column {
			values := make([]data.Value, rows)
			for i := range values {
				text := ""
				for range 1 + r.IntN(3) {
					text += alphabet[r.IntN(len(alphabet))]
				}
				values[i] = data.TextValue(text)
			}
			return data.FromValues(name, values)
		}
		table, other := data.NewTable("t.csv", []*data.Column{texts("k", 1+r.IntN(40))}),
			data.NewTable("o.csv", []*data.Column{texts("k", 1+r.IntN(30))})
		m, err := Match(context.Background(), table, other, []Key{{"k", "k"}})
		if err != nil {
			t.Fatal(err)
		}
		var want Near
		seen := map[string]bool{}
		for i := range table.Rows {
			key := table.Columns[0].Value(i).Text
			exact, inCase, inBlanks, both := false, false, false, false
			for j := range other.Rows {
				of := other.Columns[0].Value(j).Text
				exact = exact || key == of
				inCase = inCase || strings.EqualFold(key, of)
				inBlanks = inBlanks || strings.TrimSpace(key) == strings.TrimSpace(of)
				both = both || strings.EqualFold(strings.TrimSpace(key), strings.TrimSpace(of))
			}
			if seen[key] || exact {
				continue
			}
			seen[key] = true
			for _, o := range []struct {
				is bool
				n  *int
			}{{inCase, &want.Case}, {inBlanks, &want.Blanks}, {both, &want.Both}} {
				if o.is {
					*o.n++
				}
			}
		}
		if m.Near != want {
			t.Errorf("seed %d: %+v, want %+v", seed, m.Near, want)
		}
	}
}

// TestNearInWords names the smaller cause if it is enough.
func TestNearInWords(t *testing.T) {
	for want, n := range map[string]Near{
		"": {},
		"2 keys would match if upper and lower case were ignored":  {Case: 2, Both: 2},
		"1 key would match if the blanks around keys were ignored": {Blanks: 1, Both: 1},
		"3 keys would match if upper and lower case and the blanks around keys were ignored": {Case: 2,
			Blanks: 1, Both: 3},
		"1,200 keys would match if upper and lower case and the blanks around keys were ignored": {Both: 1200},
	} {
		if got := n.Sentence(); got != want {
			t.Errorf("%+v: %q, want %q", n, got, want)
		}
	}
}

func TestSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"airports.csv on origin = iata": {Path: "airports.csv",
			Keys: []Key{{"origin", "iata"}}},
		"my files/a.csv ON code": {Path: "my files/a.csv",
			Keys: []Key{{"code", "code"}}},
		`book.xlsx sheet Airports 2024 on origin`: {Path: "book.xlsx", Sheet: "Airports 2024",
			Keys: []Key{{"origin", "origin"}}},
		`"my sheet.xlsx" sheet "sheet" on a = b columns sheet`: {Path: "my sheet.xlsx", Sheet: "sheet",
			Keys: []Key{{"a", "b"}}, Columns: []string{"sheet"}},
		`a.db sheet "The ""old"" one" on """" = "b"""`: {Path: "a.db", Sheet: `The "old" one`,
			Keys: []Key{{`"`, `b"`}}},
		"targets.csv on region and month = period columns target": {Path: "targets.csv",
			Keys: []Key{{"region", "region"}, {"month", "period"}}, Columns: []string{"target"}},
		`rock and roll.csv on "a and b" = "and", c`: {Path: "rock and roll.csv",
			Keys: []Key{{"a and b", "and"}, {"c", "c"}}},
		`"on sale.csv" on "a = b"=c columns city, "x, y", two words`: {Path: "on sale.csv", Keys: []Key{{"a = b", "c"}},
			Columns: []string{"city", "x, y", "two words"}},
	} {
		got, err := Parse(text)
		if err != nil || !got.Equal(want) {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
		if again, err := Parse(got.String()); err != nil || !again.Equal(got) {
			t.Errorf("%s is written as %s", text, got)
		}
	}
	for text, want := range map[string]string{
		"a.csv": "does not name the key", "on a": "names no file", "a.csv on": "names no column",
		"a.csv on a = b = c": "two equals signs in one key", "a.csv on a and b = c = d": "two equals signs in one key",
		"a.csv on a and": "names no column", "a.csv on a, a = a": "one key twice",
		"a.csv on a columns b,,c": "a column without a name", `"a.csv on b`: "a quote is not closed",
		`a.csv on "b""`: "a quote is not closed",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestGuess(t *testing.T) {
	texts := func(name string, of ...string) *data.Column {
		values := make([]data.Value, len(of))
		for i, s := range of {
			values[i] = data.TextValue(s)
		}
		return data.FromValues(name, values)
	}
	flights := data.NewTable("flights", []*data.Column{texts("carrier", "AA", "UA", "AA"),
		texts("origin", "JFK", "LAX", "JFK")})
	airports := data.NewTable("airports", []*data.Column{texts("country", "US", "US", "US"),
		texts("iata", "LAX", "JFK", "SFO"), texts("state", "CA", "NY", "CA")})
	if keys := Guess(context.Background(), flights, airports); !slices.Equal(keys, []Key{{"origin", "iata"}}) {
		t.Errorf("guessed %v", keys)
	}
	numbers := func(name string, of ...int64) *data.Column {
		values := make([]data.Value, len(of))
		for i, n := range of {
			values[i] = data.IntValue(n)
		}
		return data.FromValues(name, values)
	}
	orders := data.NewTable("orders", []*data.Column{numbers("id", 1, 2, 3, 4), numbers("quantity", 1, 2, 1, 2),
		numbers("City-ID", 2, 1, 1, 2)})
	cities := data.NewTable("shop.db", []*data.Column{numbers("id", 1, 2, 5, 7), texts("name", "Rome", "Oslo",
		"Bonn", "Lima")})
	cities.Sheet = "dim_cities"
	if keys := Guess(context.Background(), orders, cities); !slices.Equal(keys, []Key{{"City-ID", "id"}}) {
		t.Errorf("guessed %v", keys)
	}
	orders.Foreign = []data.ForeignKey{{Column: "id", Table: "people", Key: "id"},
		{Column: "quantity", Table: "dim_cities", Key: "name"}, {Column: "quantity", Table: "dim_cities", Key: "ID"}}
	if keys := Guess(context.Background(), orders, cities); !slices.Equal(keys, []Key{{"quantity", "id"}}) {
		t.Errorf("guessed %v, which is not the foreign key", keys)
	}
	if keys := Guess(context.Background(), airports,
		data.NewTable("n", []*data.Column{data.FromValues("n", []data.Value{data.IntValue(1)})})); keys != nil {
		t.Errorf("guessed %v", keys)
	}
}
