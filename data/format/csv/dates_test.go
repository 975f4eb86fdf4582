package csv

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cardinal/data"
)

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	bytes atomic.Int64
}

func (r *countingReader) ReadAt(b []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(b, at)
	r.bytes.Add(int64(n))
	return n, err
}

// TestDatesOnce reads columns of dates in many forms. If all values of a column have one type, the text is read once.
// If some value differs, the column is the same as in two passes.
func TestDatesOnce(t *testing.T) {
	const us, german = "01/02/2006", "2.1.2006"
	layouts := [][]string{{"2 January 2006"}, {"Jan 2, 2006"}, {"Mon, 2 Jan 2006"}, {us}, {german, "2 January 2006"},
		{"02-Jan-06"}, {"2006-01-02", "2 Jan 2006"}, {"January 2006"}, {us, "2006-01-02"}, {"2006-1-2"}}
	others := []string{"31/13/2024", "13/31/2024", "30 Feb 2024", "24/01/03", "Jan 2024", "2 Jan 2024 14:05", "soon",
		"2024-01-02T03:04:05Z", "14:05", "7", " ", "2011-12", "01/02/03", "3.4.2024", "4/3/2024"}
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		layout, odd := layouts[seed%len(layouts)], seed >= len(layouts)
		days := make([]time.Time, 30_000)
		var text strings.Builder
		text.WriteString("day,n\n")
		for i := range days {
			days[i] = time.Date(1990, 1, 1+r.IntN(14_000), 0, 0, 0, 0, time.UTC)
			if i == 0 {
				days[i] = time.Date(2024, 12, 31, 0, 0, 0, 0, time.UTC)
			}
			value := days[i].Format(layout[r.IntN(len(layout))])
			if odd && i > 10_000 && r.IntN(20_000) == 0 {
				value = others[r.IntN(len(others))]
			} else if i > 0 && r.IntN(100) == 0 {
				value, days[i] = []string{"", "NA"}[r.IntN(2)], time.Time{}
			}
			if fmt.Fprintf(&text, "%q,%d\n", value, i); value == "" {
				days[i] = time.Time{}
			}
		}
		b := []byte(text.String())
		table, err := bothWays(t, b)
		if err != nil {
			t.Fatal(err)
		}
		if odd {
			continue
		}
		c := table.Columns[0]
		for i, day := range days {
			if layout[0] == "January 2006" && !day.IsZero() {
				day = day.AddDate(0, 0, 1-day.Day())
			}
			if c.Type != data.Date || c.Valid.Get(i) == day.IsZero() ||
				c.Valid.Get(i) && c.Int(i) != day.Unix()/86400 {
				t.Fatalf("%q: row %d is %v of %v, want %v", layout, i, c.Value(i), c.Type, day)
			}
		}
		var read [2]int64 // bytes, in one pass and in two
		for i := range read {
			counted := countingReader{ReaderAt: bytes.NewReader(b)}
			_, err := Open(context.Background(), &counted, int64(len(b)), 0, Options{careful: i == 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			read[i] = counted.bytes.Load()
		}
		if read[0] > read[1]-int64(len(b))/2 {
			t.Errorf("%q: %d bytes were read in one pass, and %d in two", layout, read[0], read[1])
		}
	}
}
