package csv

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// bothWays opens a text twice. The first time, the first pass converts values if possible; the second time, the
// second pass converts all values, one by one. The two tables and their notes must be equal.
func bothWays(t *testing.T, text []byte) (*data.Table, error) {
	t.Helper()
	early, err := Open(context.Background(), bytes.NewReader(text), int64(len(text)), 0, Options{}, nil)
	want, wantErr := Open(context.Background(), bytes.NewReader(text), int64(len(text)), 0, Options{careful: true}, nil)
	switch {
	case (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error():
		t.Fatalf("the error is %v, and in two passes %v", err, wantErr)
	case err == nil:
		if d := differ(early, want); d != "" {
			t.Fatalf("%s; in two passes: %s", d, text[:min(len(text), 300)])
		}
		someColumns(t, text, early)
	}
	return early, err
}

// someColumns reads some columns of a text, which must equal the columns of the whole table.
func someColumns(t *testing.T, text []byte, whole *data.Table) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(len(text)), 9))
	for range 2 {
		var some []string
		var columns []*data.Column
		others := map[string]bool{} // the notes of the columns that are left out
		for _, c := range whole.Columns {
			if r.IntN(2) == 0 {
				some, columns = append(some, strings.ToUpper(c.Name)), append(columns, c)
			} else {
				others[c.Name+": "+c.Note] = true
			}
		}
		if some == nil {
			continue
		}
		got, err := Open(context.Background(), bytes.NewReader(text), int64(len(text)), 0, Options{Columns: some}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := *whole
		if len(got.Columns) < len(whole.Columns) {
			want.Columns = columns
			want.Notes = slices.DeleteFunc(slices.Clone(whole.Notes), func(note string) bool { return others[note] })
		}
		if d := differ(got, &want); d != "" {
			t.Fatalf("%s; of the columns %q: %s", d, some, text[:min(len(text), 300)])
		}
	}
}

// differ describes how two tables differ; "" if they are equal in all their parts.
func differ(a, b *data.Table) string {
	if a.Rows != b.Rows || len(a.Columns) != len(b.Columns) || !slices.Equal(a.Notes, b.Notes) || a.Text != b.Text {
		return fmt.Sprintf("%d x %d, %+v, %q and not %d x %d, %+v, %q", a.Rows, len(a.Columns), a.Text, a.Notes, b.Rows,
			len(b.Columns), b.Text, b.Notes)
	}
	for i, p := range a.Columns {
		q := b.Columns[i]
		x, y := *p, *q
		if x.Dict != nil && y.Dict != nil && !slices.Equal(x.Dict.Values, y.Dict.Values) {
			return p.Name + " has other texts, or in another order"
		}
		if !slices.EqualFunc(x.Floats, y.Floats, func(a, b float64) bool {
			return math.Float64bits(a) == math.Float64bits(b)
		}) {
			return p.Name + " has other floats"
		}
		if !slices.Equal(x.Codes.U8, y.Codes.U8) || !slices.Equal(x.Codes.U16, y.Codes.U16) ||
			!slices.Equal(x.Codes.U32, y.Codes.U32) ||
			!slices.Equal(x.Wide, y.Wide) || !slices.Equal(x.Valid, y.Valid) {
			return p.Name + " has other values"
		}
		for _, c := range []*data.Column{&x, &y} {
			c.Codes, c.Wide, c.Floats, c.Dict, c.Valid = data.Codes{}, nil, nil, nil, nil
		}
		if s, u := fmt.Sprintf("%+v", x), fmt.Sprintf("%+v", y); s != u {
			return s + " and not " + u
		}
	}
	return ""
}

// TestFilesBothWays reads the files of testdata and of the collections.
func TestFilesBothWays(t *testing.T) {
	roots := []string{"testdata"}
	if corpora := os.Getenv("CARDINAL_CORPORA"); corpora != "" {
		roots = append(roots, filepath.Join(corpora, "csv"))
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && len(text) < 64<<20 {
				t.Run(filepath.Base(path), func(t *testing.T) { _, _ = bothWays(t, text) })
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// makers make the values of a column, some of them what a value of that kind may also look like.
var makers = []func(r *rand.Rand) string{
	func(r *rand.Rand) string { return fmt.Sprint(r.IntN(1 << r.IntN(62))) },
	func(r *rand.Rand) string { return fmt.Sprint(r.IntN(201) - 100) },
	func(r *rand.Rand) string { return fmt.Sprint(int64(r.Uint64()) >> r.IntN(64)) },
	func(r *rand.Rand) string { return fmt.Sprintf("%.*f", r.IntN(8)+1, 200*r.Float64()-100) },
	func(r *rand.Rand) string { return fmt.Sprintf("%.3f", 2000*r.Float64()-1000) },
	func(r *rand.Rand) string { return fmt.Sprintf("%.*f", r.IntN(10), 1e9*r.Float64()) },
	func(r *rand.Rand) string {
		return strings.ReplaceAll(fmt.Sprintf(`"%.2f"`, 2000*r.Float64()-1000), ".", ",")
	},
	func(r *rand.Rand) string { return fmt.Sprintf("%g", r.NormFloat64()*math.Pow10(r.IntN(40)-20)) },
	func(r *rand.Rand) string { return fmt.Sprintf("%v", r.Float64()) },
	func(r *rand.Rand) string {
		return fmt.Sprintf("%04d-%02d-%02d", 1800+r.IntN(400), 1+r.IntN(12), 1+r.IntN(28))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("2024-%02d-%02dT%02d:%02d:%02d%s", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60),
			r.IntN(60), []string{"", ".5", ".123456"}[r.IntN(3)])
	},
	func(r *rand.Rand) string { return []string{"true", "False", "TRUE"}[r.IntN(3)] },
	func(r *rand.Rand) string { return fmt.Sprintf("id%03d", r.IntN(300)) },
	func(r *rand.Rand) string { return fmt.Sprintf("%x", r.Uint64()>>r.IntN(60)) },
	func(r *rand.Rand) string { return fmt.Sprintf(`"a ""text"", with %d"`, r.IntN(1000)) },
	func(r *rand.Rand) string { return strings.Repeat("long ", r.IntN(9)) + "é" },
	func(r *rand.Rand) string { return fmt.Sprintf("$%d,%03d.%02d", r.IntN(100), r.IntN(1000), r.IntN(100)) },
	func(r *rand.Rand) string { return fmt.Sprintf("%d/%d/2024", 1+r.IntN(12), 1+r.IntN(28)) },
	func(r *rand.Rand) string { return "" },
}

// strangers are values that are rare in a column.
var strangers = []string{"", "", `""`, "NA", "null", "-", "-0", "0.0", "-0.00", "007", "00.5", ".5", "5.", "+1", " 1 ",
	"  ", "1e5", "1E400", "Inf", "nan", "99999999999999999999", "9223372036854775807",
	"-9223372036854775808", "9223372036854775808", "-9223372036854775809", "1234567890123456789.",
	"123456789012345678", "12345678.12345678", "1.234", "12.345678901", "0.1234567890123456789",
	"1,5", `"1,5"`, `"1,234,567"`, "(5)", "30%", "1-1", "2024-02-30", "2024/03/01", "0001-01-01", "9999-12-31",
	"2024-01-01 10:00", "2024-01-01T23:59:60", "2024-01-01T10:00:00Z", "2024-01-01T10:00:00+02:00",
	"1600-01-01T00:00:00.123456789", "true", "x", "two words", `"a ""b"""`, `"two` + "\n" + `lines"`, `a "b"`,
	`"a" b`, "\x00", "é"}

// randomText makes rows with a number of columns. Each column has mostly values of one kind.
func randomText(r *rand.Rand, rows, columns, strange int) []byte {
	kinds := make([]func(*rand.Rand) string, columns)
	rare := make([]bool, columns)
	text := []byte("name")
	for i := range kinds {
		kinds[i], rare[i] = makers[r.IntN(len(makers))], r.IntN(2) == 0
		if i > 0 {
			text = fmt.Appendf(text, ",name %d", i)
		}
	}
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	few := []string{strangers[r.IntN(len(strangers))], strangers[r.IntN(len(strangers))]}[:1+r.IntN(2)]
	for range rows {
		text = append(text, end...)
		for i := range kinds {
			if i > 0 {
				text = append(text, ',')
			}
			switch {
			case rare[i] && r.IntN(strange) == 0:
				text = append(text, few[r.IntN(len(few))]...)
			default:
				text = append(text, kinds[i](r)...)
			}
		}
		switch r.IntN(50 * strange) {
		case 0:
			text = append(text, ",more,1"...)
		case 1:
			text = append(text, end...)
		case 2:
			text = text[:max(0, bytes.LastIndexByte(text, ','))]
		}
	}
	return text
}

// TestLateValuesBothWays reads columns of one kind whose last values are of another kind, behind everything that the
// layout looks at.
func TestLateValuesBothWays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for kind, maker := range makers {
		for i, late := range strangers {
			if testing.Short() && (i+kind)%4 > 0 {
				continue
			}
			text := []byte("a,b")
			for range layoutRecords + 50 {
				text = fmt.Appendf(text, "\n%s,%d", maker(r), r.IntN(1000))
			}
			text = fmt.Appendf(text, "\n%s,1\n%s,%s\n%[2]s,2", late, maker(r), late)
			t.Run(fmt.Sprintf("%d %s", kind, late), func(t *testing.T) { _, _ = bothWays(t, text) })
		}
	}
}

// TestRandomTextsBothWays reads texts of one block and of several blocks.
func TestRandomTextsBothWays(t *testing.T) {
	texts, long := 800, 8
	if testing.Short() {
		texts, long = 60, 1
	}
	for seed := range texts {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		text := randomText(r, 1+r.IntN(1<<(4+r.IntN(8))), 1+r.IntN(5), 1<<r.IntN(11))
		t.Run(fmt.Sprint("short ", seed), func(t *testing.T) { _, _ = bothWays(t, text) })
	}
	for seed := range long {
		r := rand.New(rand.NewPCG(uint64(seed), 8))
		text := randomText(r, 60_000, 1+r.IntN(12), 1<<r.IntN(20))
		t.Run(fmt.Sprint("long ", seed), func(t *testing.T) { _, _ = bothWays(t, text) })
	}
}
