package json

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
)

// samePieces opens a document in pieces, and reports whether that is possible. The table must equal the table of the
// document read as a whole.
func samePieces(t *testing.T, name string, b []byte, piece int64) bool {
	t.Helper()
	got, ok, err := openPieces(t.Context(), bytes.NewReader(b), int64(len(b)), piece, 0, nil, func(float64) {})
	if !ok {
		return false
	}
	want, wrong := openWhole(t.Context(), bytes.NewReader(b), int64(len(b)), 0, "", func(float64) {})
	if err != nil || wrong != nil {
		t.Errorf("%s: %v, want %v", name, err, wrong)
		return true
	}
	there, wanted := described(got), described(want)
	for i := range min(len(there), len(wanted)) {
		if there[i] != wanted[i] && !t.Failed() {
			t.Errorf("%s: %.1500s\nwant %.1500s", name, there[i], wanted[i])
		}
	}
	if len(there) != len(wanted) {
		t.Errorf("%s: %d lines, want %d", name, len(there), len(wanted))
	}
	return true
}

// described returns a table as lines.
func described(t *data.Table) []string {
	out := append(strings.Split(datatest.Columns(t), "\n"), fmt.Sprintf("%d rows, %q, %q", t.Rows, t.Lists, t.Unnest))
	for _, c := range t.Columns {
		out = append(out, fmt.Sprintf("%s %v %v %v %q", c.Name, c.UTC, c.Nulls, c.Format, c.Note))
	}
	return out
}

// TestPiecesOfFiles compares the documents of the repository, or of CARDINAL_CORPORA.
func TestPiecesOfFiles(t *testing.T) {
	folder := cmp.Or(os.Getenv("CARDINAL_CORPORA"), filepath.Join("..", "..", ".."))
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		end := strings.ToLower(filepath.Ext(path))
		if err != nil || d.IsDir() || !slices.Contains([]string{".json", ".jsonl", ".ndjson"}, end) {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil {
			samePieces(t, path, b, pieceSize)
			samePieces(t, path, b, 256)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRandomPieces compares random documents and mutants of them. The members change their types, are left out, stand
// twice, or turn up late.
func TestRandomPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	opened, mutants := 0, 0
	documents := 300
	if testing.Short() {
		documents = 20
	}
	for n := range documents {
		b := []byte(randomDocument(r))
		if samePieces(t, fmt.Sprintf("document %d", n), b, int64(64+r.IntN(2000))) {
			opened++
		}
		for range 3 {
			m := bytes.Clone(b)
			switch at := r.IntN(len(m)); r.IntN(3) {
			case 0:
				m = m[:at]
			case 1:
				m[at] = "{}[]\",:\\ \x000-.eE\n\xff1n"[r.IntN(19)]
			default:
				m = append(m[:at:at], m[min(len(m), at+1+r.IntN(20)):]...)
			}
			if len(m) > 0 && samePieces(t, fmt.Sprintf("mutant of document %d", n), m, int64(64+r.IntN(2000))) {
				mutants++
			}
		}
	}
	if opened < documents/6 || mutants < documents/6 {
		t.Errorf("%d documents and %d mutants were read in pieces", opened, mutants)
	}
}

// randomDocument writes an array of objects, or objects line by line.
func randomDocument(r *rand.Rand) string {
	var b strings.Builder
	array, blank := r.IntN(2) == 0, []string{"", " ", "\n  "}[r.IntN(3)]
	between := []string{"\n", "\r\n", "\n\n"}[r.IntN(3)]
	if array {
		between = []string{",", ", ", ",\n"}[r.IntN(3)]
		b.WriteString("[")
	}
	kinds := make([]int, 2+r.IntN(8))
	for i := range kinds {
		kinds[i] = r.IntN(14)
	}
	odd := 1 + r.IntN(3)*r.IntN(300) // one value of so many is of another kind
	rows := 1 + r.IntN(400)
	for row := range rows {
		if row > 0 {
			b.WriteString(between)
		}
		b.WriteString("{" + blank + `"id":` + blank + fmt.Sprint(row))
		for i, kind := range kinds {
			if odd > 1 && r.IntN(odd) == 0 || r.IntN(300) == 0 {
				kind = r.IntN(16)
			}
			name := fmt.Sprintf("m%d", i)
			if r.IntN(2000) == 0 {
				name = []string{"late", "m1", `m\u0031`, "", "m0.x", "ü", "a.b"}[r.IntN(7)]
			}
			if kind < 14 {
				b.WriteString("," + blank + `"` + name + `":` + blank + randomValue(r, kind, 0))
			}
		}
		b.WriteString(blank + "}")
	}
	if array {
		b.WriteString("]")
	}
	return b.String()
}

func randomValue(r *rand.Rand, kind, depth int) string {
	switch kind {
	case 0:
		return fmt.Sprint(r.IntN(1000) - 300)
	case 1:
		return fmt.Sprintf("%d.%02d", r.IntN(1000), r.IntN(100))
	case 2:
		return []string{`"north"`, `"so\"uth"`, `"\u00e4\ud83d\ude00"`, `""`, `"a,b\n"`, `" x "`, `"日本"`}[r.IntN(7)]
	case 3:
		return fmt.Sprintf(`"2024-%02d-%02dT%02d:00:00Z"`, 1+r.IntN(12), 1+r.IntN(28), r.IntN(24))
	case 4:
		return fmt.Sprintf(`"2024-%02d-%02d"`, 1+r.IntN(12), 1+r.IntN(28))
	case 5:
		return []string{"true", "false"}[r.IntN(2)]
	case 6:
		return "null"
	case 7:
		return []string{"[]", "[1, 2]", `["x",{"y": [null]}]`, `[ "a\\" ]`, `[{"id":1},{"id":2}]`}[r.IntN(5)]
	case 8:
		if depth > 2 {
			return "{}"
		}
		return fmt.Sprintf(`{"x":%s,"y": %s}`, randomValue(r, r.IntN(9), depth+1), randomValue(r, 2, depth+1))
	case 9:
		return []string{"1e3", "-0", "0.1234567890123", "1.5E-7", "12345678.123456789", "-0.0"}[r.IntN(6)]
	case 10:
		return fmt.Sprint(r.Int64())
	case 11:
		return []string{`"12"`, `"0012"`, `"1.10"`, `"5."`, `"yes"`, `"no"`, `"NA"`, `"1,000"`}[r.IntN(8)]
	case 12:
		return []string{"12345678901234567890", "1e999", "20240131", "7"}[r.IntN(4)]
	}
	return fmt.Sprintf(`"text %d"`, r.IntN(1<<20))
}
