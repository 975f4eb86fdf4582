package changes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// textColumn makes a column of texts. With repeats, its dictionary has a text for each row.
func textColumn(name string, of []int64, valid data.Bitmap, pool []string, repeats bool) *data.Column {
	codes, texts, at := make([]uint32, len(of)), []string(nil), map[int64]uint32{}
	for i, n := range of {
		code, known := at[n]
		if !known || repeats {
			code = uint32(len(texts))
			at[n], texts = code, append(texts, strings.Clone(pool[n]))
		}
		codes[i] = code
	}
	return data.NewText(name, codes, texts, slices.Clone(valid))
}

// TestFindTexts compares tables with keys and other columns of texts, and the same tables with numbers in place of the
// texts. Hashes of texts are equal by chance, dictionaries of one or both tables have texts several times, tables are
// empty, and texts are null, empty, long, or have zero bytes.
func TestFindTexts(t *testing.T) {
	usual := hashText
	defer func() { hashText = usual }()
	long := strings.Repeat("x", 1<<20)
	pools := [][]string{
		{"", "\x00", "\x00\x00", "a", "a\x00", "\x00a", "A", "ä", "a\u0308", " a", "a "},
		{long, long + "y", long + "z", long[1:], "y" + long[1:], "", "x"},
		nil,
	}
	for i := range 300 {
		pools[2] = append(pools[2], fmt.Sprint("order ", i))
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 60))
		hashText = []func(string) uint64{
			usual,
			func(string) uint64 { return 0 },
			func(string) uint64 { return nullBits },
			func(text string) uint64 { return uint64(len(text)) },
		}[r.IntN(4)]
		pool := pools[r.IntN(len(pools))]
		most := len(pool)
		if r.IntN(2) == 0 {
			most = 1 + r.IntN(most)
		}
		var texts, numbers [2]*data.Table
		for version := range 2 {
			rows := r.IntN(400)
			switch {
			case r.IntN(8) == 0:
				rows = 0
			case len(pool[0]) == len(long):
				rows %= 20
			}
			var columns [2][]*data.Column
			repeats := r.IntN(2) == 0
			for _, name := range []string{"k", "x"} {
				of, valid := make([]int64, rows), data.NewBitmap(rows)
				for i := range of {
					of[i] = int64(r.IntN(most))
					if name == "k" && len(pool) > 100 && i < len(pool) {
						of[i] = int64(i) // does not repeat
					}
					if r.IntN(9) > 0 {
						valid.Set(i)
					}
				}
				columns[0] = append(columns[0], textColumn(name, of, valid, pool, repeats))
				columns[1] = append(columns[1], data.NewInts(name, data.Int, 0, of, valid))
			}
			name := fmt.Sprint("version ", version)
			texts[version], numbers[version] = data.NewTable(name, columns[0]), data.NewTable(name, columns[1])
		}
		keys := [][]string{{"k"}, {"k", "x"}, nil}[r.IntN(3)]
		find := func(versions [2]*data.Table, text func(data.Value) string) (*Found, string) {
			found, err := Find(t.Context(), versions, keys)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			fmt.Fprintln(&b, found.Added, found.Removed, found.Changed, found.Same, found.Repeated, found.Columns)
			for row := range found.Table.Rows {
				for _, c := range found.Table.Columns {
					v := c.Value(row)
					if !strings.HasPrefix(c.Name, "Change") {
						fmt.Fprint(&b, text(v), " ")
					} else {
						fmt.Fprint(&b, v, " ")
					}
				}
				fmt.Fprintln(&b)
			}
			return found, b.String()
		}
		found, got := find(texts, func(v data.Value) string {
			if v.IsNull() {
				return "null"
			}
			return fmt.Sprint(slices.Index(pool, v.Text))
		})
		for _, c := range found.Table.Columns {
			distinct := slices.Compact(slices.Sorted(slices.Values(c.Dict.Values)))
			if len(distinct) < len(c.Dict.Values) {
				t.Fatalf("seed %d: the dictionary of %s has a text twice", seed, c.Name)
			}
		}
		_, want := find(numbers, func(v data.Value) string {
			if v.IsNull() {
				return "null"
			}
			return v.String()
		})
		if got != want {
			t.Fatalf("seed %d, by %v\ngot\n%s\nwant\n%s", seed, keys, got, want)
		}
	}
}
