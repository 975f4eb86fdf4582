package g1

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteCSV writes the data as db-benchmark's files have it: a line of names, commas, nothing in the place of a null.
func (d *Data) WriteCSV(w io.Writer) error { return d.WriteCSVs(w, len(d.V1)) }

// WriteCSVs is WriteCSV for so many rows: the data, and the data again.
func (d *Data) WriteCSVs(w io.Writer, rows int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	line := append([]byte(strings.Join(IDNames[:], ",")), ",v1,v2,v3\n"...)
	for i := range rows {
		if _, err := out.Write(line); err != nil {
			return err
		}
		line = d.appendRow(line[:0], i%len(d.V1))
	}
	if _, err := out.Write(line); err != nil {
		return err
	}
	return out.Flush()
}

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
