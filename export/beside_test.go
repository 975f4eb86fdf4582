package export

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/file"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/textwidth"
)

// TestRowsBeside writes rows on one core and on several, and compares the bytes.
func TestRowsBeside(t *testing.T) {
	const rows = 3*batchRows + 17
	r := rand.New(rand.NewPCG(5, 6))
	valid := data.NewBitmap(rows)
	labels, codes := []string{"plain", `quo"ted`, "a,b", " blank", "", "line\nend"}, make([]uint32, rows)
	whole, times, floats := make([]int64, rows), make([]int64, rows), make([]float64, rows)
	for i := range rows {
		if r.IntN(10) > 0 {
			valid.Set(i)
		}
		codes[i], whole[i], times[i], floats[i] = uint32(r.IntN(len(labels))), r.Int64()-r.Int64(), r.Int64N(1<<40),
			r.NormFloat64()
	}
	table := data.NewTable("t", []*data.Column{
		data.NewText("text", codes, labels, valid), data.NewInts("int", data.Int, 0, whole, valid),
		data.NewInts("decimal", data.Decimal, 3, times, nil),
		data.NewInts("time", data.Timestamp, 3, times, valid), data.NewFloats("float", floats, valid),
		data.NewText("null", make([]uint32, rows), nil, data.NewBitmap(rows)),
	})
	listed := make([]uint32, 0, rows)
	for row := range uint32(rows) {
		if row%7 != 3 {
			listed = append(listed, uint32(rows)-1-row)
		}
	}
	for _, l := range []pivot.Listing{{Table: table}, {Table: table, Rows: listed, Numbered: true},
		{Table: table, Rows: listed[:5]}, {Table: table, Rows: []uint32{}}} {
		for _, f := range []string{"parquet", "arrow", "csv", "tsv"} {
			if testing.Short() && l.Rows != nil && f != "csv" { // under the race detector
				continue
			}
			var one, many bytes.Buffer
			before := runtime.GOMAXPROCS(1)
			_, err := FormatNamed(f).WriteRows(t.Context(), &one, l)
			runtime.GOMAXPROCS(4)
			if err == nil {
				_, err = FormatNamed(f).WriteRows(t.Context(), &many, l)
			}
			runtime.GOMAXPROCS(before)
			if err != nil || !bytes.Equal(one.Bytes(), many.Bytes()) {
				t.Errorf("%s of %d rows: %v, %d and %d bytes", f, l.Len(), err, one.Len(), many.Len())
			}
			if f != "parquet" {
				continue
			}
			back, err := file.NewParquetReader(bytes.NewReader(many.Bytes()))
			if err != nil || back.NumRows() != int64(l.Len()) {
				t.Errorf("parquet of %d rows: %v", l.Len(), err)
			}
		}
	}
}

// TestPivotsBeside writes random pivots on one core and on several, and compares the bytes. A table for the terminal
// is also compared with one that is laid out cell by cell.
func TestPivotsBeside(t *testing.T) {
	for seed := range uint64(13) {
		r, rows := rand.New(rand.NewPCG(seed, 57)), 9_000
		if seed == 12 {
			rows = 150_000 // of which the last are ordered later
		}
		distinct := []int{10 * rows, 3, 500, rows}[seed%4]
		labels := []string{"plain", `quo"ted`, "a,b", "Total", "東京"}
		valid, codes := data.NewBitmap(rows), make([]uint32, rows)
		wide, few, floats := make([]int64, rows), make([]int64, rows), make([]float64, rows)
		for i := range rows {
			if r.IntN(10) > 0 {
				valid.Set(i)
			}
			codes[i], wide[i], few[i] = uint32(r.IntN(len(labels))), r.Int64N(int64(distinct))<<30, r.Int64N(4)
			floats[i] = float64(r.IntN(1_000)) / 8
		}
		table := data.NewTable("t", []*data.Column{
			data.NewText("text", codes, labels, valid), data.NewInts("wide", data.Int, 0, wide, valid),
			data.NewInts("few", data.Int, 0, few, nil), data.NewFloats("float", floats, valid),
		})
		q := query.Query{Rows: []query.Field{field("wide"), field("text")}[:1+r.IntN(2)], Values: []query.Measure{
			measure(query.Sum, "float"), measure(query.Median, "few"), measure(query.Count, "")}[r.IntN(3):]}
		if r.IntN(3) == 0 {
			q.Cols = []query.Field{field("few")}
		}
		if r.IntN(3) == 0 {
			q.Sorts = []query.Sort{{Field: 0, Value: query.ByLabel, Desc: true}}
		}
		q.Layout.ValuesOnRows, q.Layout.TotalsFirst, q.Layout.Compact = r.IntN(3) == 0, r.IntN(3) == 0, r.IntN(3) == 0
		q.Layout.Totals = query.Totals(r.IntN(4))
		tab := tabOf(t, table, q)
		for name, write := range map[string]func(io.Writer, Cells) error{"csv": CSV, "tsv": TSV, "text": Text} {
			if name != "csv" && (rows > 9_000 || testing.Short()) {
				continue
			}
			var one, many bytes.Buffer
			before := runtime.GOMAXPROCS(1)
			err := write(&one, tab.Grid(pivot.Folds{}))
			runtime.GOMAXPROCS(4)
			err = errors.Join(err, write(&many, tab.Grid(pivot.Folds{})))
			runtime.GOMAXPROCS(before)
			if err != nil || !bytes.Equal(one.Bytes(), many.Bytes()) {
				t.Errorf("%s of pivot %d: %v, %d and %d bytes", name, seed, err, one.Len(), many.Len())
			}
			if name == "text" && many.String() != laidOut(tab.Grid(pivot.Folds{})) {
				t.Errorf("the table of pivot %d is not laid out cell by cell", seed)
			}
		}
	}
}

// laidOut returns a grid without conditional formats as Text writes it.
func laidOut(g *pivot.Grid) string {
	halves, widths := make([]bool, g.Cols), make([]int, g.Cols)
	shown := func(row, col int) string {
		c := g.Cell(row, col)
		s := strings.Repeat("  ", c.Indent) + printable(cellText(c))
		if halves[col] && isWhole(&c) {
			s += "  "
		}
		return s
	}
	for row := range g.Rows {
		for col := range widths {
			c := g.Cell(row, col)
			halves[col] = halves[col] || c.Role == pivot.Body && c.Format.Halves && !c.Value.IsNull() && !isWhole(&c)
		}
	}
	for row := range g.Rows {
		for col := range widths {
			widths[col] = max(widths[col], textwidth.Of(shown(row, col)))
		}
	}
	var out strings.Builder
	for row := range g.Rows {
		line, rule := make([]string, g.Cols), make([]string, g.Cols)
		for col, width := range widths {
			s := shown(row, col)
			pad := strings.Repeat(" ", width-textwidth.Of(s))
			if line[col] = pad + s; col < g.LabelCols {
				line[col] = s + pad
			}
			rule[col] = strings.Repeat("─", width)
		}
		out.WriteString(strings.TrimRight(strings.Join(line, "  "), " ") + "\n")
		if row == g.HeaderRows-1 {
			out.WriteString(strings.Join(rule, "  ") + "\n")
		}
	}
	return out.String()
}
