package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestPassing answers pivots with filters over the same rows in three files. One file has one row group. Filters
// leave some groups of the second file unread, which has ten groups. They also leave some pages of the third file
// unread, which has ten pages with an index.
func TestPassing(t *testing.T) {
	t.Chdir(t.TempDir())
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "k", Type: arrow.PrimitiveTypes.Int32}, {Name: "t", Type: arrow.BinaryTypes.String},
		{Name: "x", Type: arrow.PrimitiveTypes.Float64}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := range 1000 {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		b.Field(1).(*array.Int32Builder).Append(int32(i * i % 7))
		b.Field(2).(*array.StringBuilder).Append(fmt.Sprint("text ", i%5))
		b.Field(3).(*array.Float64Builder).Append(float64(i) / 3)
	}
	rows := b.NewRecordBatch()
	for name, o := range map[string][]parquet.WriterProperty{
		"one.parquet":   nil,
		"ten.parquet":   {parquet.WithMaxRowGroupLength(100)},
		"pages.parquet": {parquet.WithPageIndexEnabled(true), parquet.WithDataPageSize(1), parquet.WithBatchSize(100)},
	} {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(o...), pqarrow.DefaultWriterProps())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		shelves string
		left    int // row groups of ten that are not read
	}{
		{"--rows t --cols k --values sum(id),count()", 7},
		{"--rows t --values first(id),last(id),median(id),distinct(k)", 7},
		{"--rows bin(id,7) --values count()", 7},
		{"--rows bins(id,4) --values count()", 0},                     // bins of all rows
		{"--rows bin(id,7) --values count() --show-empty", 0},         // missing bins
		{"--rows t --let y=id*2 --values sum(y)", 0},                  // a calculated field
		{"--rows t --values sum(x)", 0},                               // floats may all be decimals
		{"--rows t --values sum(id) --lookup 'one.parquet on id'", 0}, // a look-up
	} {
		var answers [3]string
		left, rows := false, false
		for i, file := range []string{"one.parquet", "ten.parquet", "pages.parquet"} {
			out := runOnce(append([]string{"pivot", file, "--filter", "id >= 310 and id < 600", "--format", "csv",
				"--tier", "serial"}, words(c.shelves)...))
			for line := range strings.Lines(out) {
				switch {
				case strings.Contains(line, "row groups were not read"):
					left = strings.Contains(line, fmt.Sprintf("%d of 10 ", c.left))
				case strings.Contains(line, "the page index says"):
					rows = strings.Contains(line, fmt.Sprintf("of the 1,000 rows in the row groups that were read, "+
						"%d were left out", 100*c.left))
				default:
					answers[i] += line
				}
			}
		}
		if answers[0] != answers[1] || answers[0] != answers[2] || strings.Count(answers[0], "\n") < 4 {
			t.Errorf("%s: %s\nfrom ten row groups\n%s\nfrom pages\n%s", c.shelves, answers[0], answers[1], answers[2])
		}
		if left != (c.left > 0) || rows != left {
			t.Errorf("%s: %d row groups or pages should be left out", c.shelves, c.left)
		}
	}
}

// TestPassingFloats answers pivots whose filters compare floats. A file and a Delta table of ten files have the same
// rows. One row has NaN, which is above every number, and which the log does not mention.
func TestPassingFloats(t *testing.T) {
	t.Chdir(t.TempDir())
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "x", Type: arrow.PrimitiveTypes.Float64}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := range 1000 {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		x := float64(i) / 4
		if i == 555 {
			x = math.NaN()
		}
		b.Field(1).(*array.Float64Builder).Append(x)
	}
	rows := b.NewRecordBatch()
	write := func(name string, from, to int64) {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(rows.NewSlice(from, to)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write("one.parquet", 0, 1000)
	log := filepath.Join("lake", "_delta_log", "00000000000000000000.json")
	if err := os.MkdirAll(filepath.Dir(log), 0o700); err != nil {
		t.Fatal(err)
	}
	lines := `{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}` + "\n" +
		`{"metaData":{"format":{"provider":"parquet"},"schemaString":"{\"type\":\"struct\",\"fields\":[` +
		`{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"x\",\"type\":\"double\"}]}"}}` + "\n"
	for i := range int64(10) {
		name := fmt.Sprintf("%d.parquet", i)
		write(filepath.Join("lake", name), 100*i, 100*i+100)
		lines += fmt.Sprintf(`{"add":{"path":%q,"partitionValues":{},"size":1,"stats":"{\"minValues\":{\"id\":%d,`+
			`\"x\":%v},\"maxValues\":{\"id\":%d,\"x\":%v}}"}}`+"\n", name, 100*i, 25*i, 100*i+99,
			25*float64(i)+24.75)
	}
	if err := os.WriteFile(log, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter, shelves string
		left            int // files that are not read
	}{
		{"x < 50", "--rows bin(id,50) --values count()", 7},
		{"x <= 50", "--rows bin(id,50) --values count()", 7},
		{"x >= 60 and x < 110", "--rows bin(id,7) --values count(),sum(id)", 7},
		{"x = 12.5", "--rows id --values count()", 9},
		{"x > 150", "--rows bin(id,50) --values count()", 0}, // NaN passes
		{"not x <= 150", "--rows bin(id,50) --values count()", 0},
		{"id >= 310 and id < 600 and x > 100", "--rows bin(id,7) --values count()", 7},
		{"x < 50", "--rows bin(id,50) --values sum(x)", 0}, // floats may all be decimals
		{"x < 50 and id < 600", "--rows x --values count()", 0},
		{"x in (1.5, 2.5)", "--rows id --values count()", 0},
		{"x < 50 and x <> 0.1000000000000000000001", "--rows bin(id,50) --values count()", 0},
	} {
		answer := func(file string) (lines, note string) {
			out := runOnce(append([]string{"pivot", file, "--filter", c.filter, "--format", "csv", "--tier", "serial"},
				words(c.shelves)...))
			for line := range strings.Lines(out) {
				if strings.Contains(line, "note: ") {
					note += line
				} else {
					lines += line
				}
			}
			return lines, note
		}
		want, _ := answer("one.parquet")
		got, note := answer("lake")
		if got != want || strings.Count(got, "\n") < 3 {
			t.Errorf("%s, %s: %s\nnot\n%s", c.filter, c.shelves, got, want)
		}
		if left := fmt.Sprintf("%d of 10 files were not read", c.left); strings.Contains(note, left) != (c.left > 0) ||
			c.left == 0 && strings.Contains(note, "files were not read") {
			t.Errorf("%s, %s: %d files should be left out: %s", c.filter, c.shelves, c.left, note)
		}
	}
}
