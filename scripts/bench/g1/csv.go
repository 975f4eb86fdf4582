package g1

import (
	"context"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"

	"cardinal/data/parallel"
)

// WriteCSV writes the data in the form of db-benchmark's files: a header line, commas, and an empty field for null.
func (d *Data) WriteCSV(w io.Writer) error { return d.WriteCSVs(w, len(d.V1)) }

// WriteCSVs does the same as WriteCSV for a given number of rows. If the data has fewer rows, they are repeated.
func (d *Data) WriteCSVs(w io.Writer, rows int) error {
	if _, err := io.WriteString(w, strings.Join(IDNames[:], ",")+",v1,v2,v3\n"); err != nil {
		return err
	}
	pieces := make([][]byte, 4*runtime.GOMAXPROCS(0))
	for done := 0; done < rows; done += len(pieces) * pieceRows {
		err := parallel.Do(context.Background(), len(pieces), func(_ context.Context, p int) error {
			b := pieces[p][:0]
			for i := done + p*pieceRows; i < min(done+(p+1)*pieceRows, rows); i++ {
				b = d.appendRow(b, i%len(d.V1))
			}
			pieces[p] = b
			return nil
		})
		for _, b := range pieces {
			if err == nil {
				_, err = w.Write(b)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pieceRows is the number of rows that a task writes.
const pieceRows = 1 << 14

func (d *Data) appendRow(b []byte, i int) []byte {
	for j, ids := range d.IDs {
		if code := ids[i]; code != Null && j < Texts {
			b = AppendText(b, j, code)
		} else if code != Null {
			b = strconv.AppendInt(b, int64(code), 10)
		}
		b = append(b, ',')
	}
	for _, v := range [...]int32{d.V1[i], d.V2[i]} {
		if v != Null {
			b = strconv.AppendInt(b, int64(v), 10)
		}
		b = append(b, ',')
	}
	if v := d.V3[i]; !math.IsNaN(v) {
		b = strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	return append(b, '\n')
}
