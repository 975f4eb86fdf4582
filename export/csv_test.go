package export

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"strings"
	"testing"

	"cardinal/engine/query"
)

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	if err := CSV(&b, gridOf(t, small())); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`city,1 · Sum of amount,1 · Number of rows,2 · Sum of amount,2 · Number of rows,Total · Sum of amount,Total · Number of rows`,
		`"",,1,,,,1`,
		`=1+1,-3.99,1,,,-3.99,1`,
		`Rome,10.55,2,1.25,1,11.80,3`,
		"\"a,\"\"b\"\"\r\nc\",,,1000.00,1,1000.00,1",
		`東京,0.07,1,123456789.01,1,123456789.08,2`,
		`,0.05,1,,,0.05,1`,
		`"Total",6.68,6,123457790.26,3,123457796.94,9`, ``,
	}, "\r\n")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	records, err := stdcsv.NewReader(&b).ReadAll()
	if err != nil || len(records) != 8 {
		t.Errorf("read back %d records, error %v", len(records), err)
	}
}

func TestCSVWritesEveryLabelOut(t *testing.T) {
	q := query.Query{Rows: []query.Field{field("open"), field("city")},
		Values: []query.Measure{measure(query.Count, "")}}
	var b bytes.Buffer
	if err := CSV(&b, gridOf(t, q)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\r\n")
	if lines[2] != `false,"a,""b""` && !strings.HasPrefix(lines[2], "false,") {
		t.Errorf("the second row of a label is %q", lines[2])
	}
}

var errFull = errors.New("full")

// fullAfter is a writer with room for n bytes.
type fullAfter struct{ n int }

func (w *fullAfter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestEveryWriterReportsAFullDisk(t *testing.T) {
	g := gridOf(t, small())
	for _, format := range Formats {
		for _, room := range []int{0, 3, 100} {
			_, err := format.Write(t.Context(), &fullAfter{room}, complete(g))
			if !errors.Is(err, errFull) {
				t.Errorf("%s with room for %d bytes: error %v", format.Name, room, err)
			}
		}
	}
}
