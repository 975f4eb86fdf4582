package loading

import (
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow/array"
	arrowcsv "github.com/apache/arrow-go/v18/arrow/csv"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/report"
	"cardinal/bench/scale"
	"cardinal/data/load"
)

// found has the facts that show whether a parser read the whole file.
type found struct {
	Rows int
	Sum  int64 // sum of v1
}

// parser reads the whole file on one core.
type parser struct {
	name  string
	makes string
	run   func(ctx context.Context, path string) (found, time.Duration, error)
}

//go:embed polars.js
var polarsJS string

//go:embed udsv.js
var udsvJS string

//go:embed datatable.R
var dataTableR string

// parsers returns Cardinal, the parsers of this module, and the parsers of other languages that are installed. modules
// is a folder node_modules, or "" if there is none.
func parsers(db *duck.Database, modules string) []parser {
	all := []parser{
		{"Cardinal", "fields", measureInProcess(func(_ context.Context, path string) (found, error) {
			return found{}, pass(path, true, false)
		})},
		{"encoding/csv of Go", "fields", measureInProcess(goFields)},
		{"Cardinal", "a table with types", measureInProcess(cardinalTable)},
		{"DuckDB", "a table with types", measureInProcess(func(ctx context.Context, path string) (found, error) {
			return duckTable(ctx, db, path)
		})},
		{"arrow-go", "a table with types, in batches", measureInProcess(arrowTable)},
	}
	if modules != "" {
		all = append(all, parser{"polars", "a table with types", script("node", polarsJS, "js", "NODE_PATH="+modules,
			"POLARS_MAX_THREADS=1")},
			parser{"uDSV", "rows with types, row by row", script("node", udsvJS, "js", "NODE_PATH="+modules)})
	}
	if _, err := exec.LookPath("Rscript"); err == nil {
		all = append(all, parser{"fread of R's data.table", "a table with types", script("Rscript", dataTableR, "R",
			"R_DATATABLE_NUM_THREADS=1", "OMP_NUM_THREADS=1")})
	}
	return all
}

// measureInProcess returns a function that measures the processor time of a parser in this process.
func measureInProcess(run func(ctx context.Context, path string) (found,
	error)) func(context.Context, string) (found, time.Duration, error) {
	return func(ctx context.Context, path string) (found, time.Duration, error) {
		runtime.GC()
		before, err := scale.Processor()
		if err != nil {
			return found{}, 0, err
		}
		f, err := run(ctx, path)
		if err != nil {
			return found{}, 0, err
		}
		after, err := scale.Processor()
		return f, after - before, err
	}
}

// script returns a function that runs a program of another language. The program measures its own processor time.
func script(program, text, extension string,
	env ...string) func(context.Context, string) (found, time.Duration, error) {
	return func(ctx context.Context, path string) (found, time.Duration, error) {
		f, err := os.CreateTemp("", "cardinal-parser-*."+extension)
		if err != nil {
			return found{}, 0, err
		}
		defer func() { _ = os.Remove(f.Name()) }()
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return found{}, 0, err
		}
		c := exec.CommandContext(ctx, program, f.Name(), path)
		c.Env, c.Stderr = append(os.Environ(), env...), os.Stderr
		out, err := c.Output()
		if err != nil {
			return found{}, 0, fmt.Errorf("%s: %w", program, err)
		}
		var said struct {
			found
			Seconds float64
		}
		err = json.Unmarshal(out, &said)
		return said.found, time.Duration(said.Seconds * 1e9), err
	}
}

// compareParsers runs every parser in turn on the file, and writes a table of the least times of all rounds.
func compareParsers(ctx context.Context, all []parser, path string, size, memory float64, rows,
	rounds int) (string, error) {
	least := make([]time.Duration, len(all))
	want := found{}
	for range rounds {
		for i, p := range all {
			f, took, err := p.run(ctx, path)
			if err != nil {
				return "", fmt.Errorf("%s: %w", p.name, err)
			}
			if f != (found{}) {
				if want == (found{}) {
					want = f
				}
				if f != want || f.Rows != rows {
					return "", fmt.Errorf("%s finds %+v, and another parser %+v in %d rows", p.name, f, want, rows)
				}
			}
			if least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	t := report.Table{Header: []string{"parser", "makes", "CPU s", "ns a byte", "GB/s a core",
		"of the speed of memory"}}
	for i, p := range all {
		s := least[i].Seconds()
		t.Add(p.name, p.makes, fmt.Sprintf("%.2f", s), fmt.Sprintf("%.2f", s/size*1e9), fmt.Sprintf("%.2f", size/s/1e9),
			fmt.Sprintf("%.1f%%", 100*size/s/memory))
	}
	return "Published parsers read the same file in turn. Each is told to use one core, if it has such an option. " +
		"The times are the least processor times of the process in all rounds. " +
		"Every parser that makes values sums v1, and all sums are equal. The texts of Cardinal's table are codes " +
		"of dictionaries, as pivots need them; the tables of DuckDB, arrow-go and polars have the texts " +
		"themselves.\n\n" + t.String(), nil
}

func goFields(_ context.Context, path string) (out found, err error) {
	f, err := os.Open(path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		if n, err := strconv.ParseInt(record[len(g1.IDNames)], 10, 64); err == nil { // the header is no number
			out.Rows++
			out.Sum += n
		}
	}
}

func cardinalTable(ctx context.Context, path string) (out found, err error) {
	t, err := load.Open(ctx, path, load.Options{})
	if err != nil {
		return out, err
	}
	out.Rows = t.Rows
	for _, c := range t.Columns {
		for row := 0; c.Name == "v1" && row < c.Rows; row++ {
			n, _ := c.Value(row).Number()
			out.Sum += int64(n)
		}
	}
	return out, nil
}

func duckTable(ctx context.Context, db *duck.Database, path string) (out found, err error) {
	if err := db.LoadCSV(ctx, "parsed", path); err != nil {
		return out, err
	}
	rows, err := db.Floats(ctx, "select count(*), sum(v1)::double from parsed")
	if err != nil {
		return out, err
	}
	return found{int(rows[0][0]), int64(rows[0][1])}, db.Forget(ctx, "parsed")
}

func arrowTable(_ context.Context, path string) (out found, err error) {
	f, err := os.Open(path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	r := arrowcsv.NewInferringReader(f, arrowcsv.WithHeader(true), arrowcsv.WithChunk(64<<10))
	defer r.Release()
	for r.Next() {
		batch := r.RecordBatch()
		v1, ok := batch.Column(len(g1.IDNames)).(*array.Int64)
		if !ok {
			return out, fmt.Errorf("v1 is %s", batch.Column(len(g1.IDNames)).DataType())
		}
		out.Rows += int(batch.NumRows())
		for _, n := range v1.Int64Values() {
			out.Sum += n
		}
	}
	return out, r.Err()
}
