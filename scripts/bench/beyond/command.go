package beyond

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/report"
	"cardinal/internal/memory"
)

const sideOurs, sideDuck = "cardinal", "duckdb"

// question is a question about a file. It reads the same in Cardinal's language and in SQL.
type question struct{ keys, measures string }

var questions = []question{
	{"id1", "sum(v1)"},
	{"id2, id4", "sum(v1), max(v2), count(v2)"},
	{"id3", "sum(v1), min(v2)"},
	{"id5", "median(v2)"},
	{"id4, id5", "median(v3), count(v3)"},
}

// Command defines the flags of bench beyond and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 4e7, "rows of the data")
	rounds := f.Int("rounds", 2, "runs of each side")
	limit := f.String("memory", "200MB", "memory that each side may take")
	folder := f.String("folder", "", "a folder that keeps the files; if not given: a new one, which is removed")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		bytes, err := memory.Parse(*limit)
		if err != nil {
			return err
		}
		if *folder == "" {
			if *folder, err = os.MkdirTemp("", "cardinal-beyond-"); err != nil {
				return err
			}
			defer func() { _ = os.RemoveAll(*folder) }()
		}
		paths, version, err := write(ctx, *folder, *rows)
		if err != nil {
			return err
		}
		debug.FreeOSMemory() // so that the sides have the machine's memory for the file
		t := report.Table{Header: []string{"file", "question", "groups", "Cardinal, s", "DuckDB, s",
			"DuckDB / Cardinal", "Cardinal, CPU s", "DuckDB, CPU s", "Cardinal, MiB", "DuckDB, MiB"}, Left: 2}
		var ratios []float64
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			name := fmt.Sprintf("%s, %s", strings.TrimPrefix(filepath.Ext(path), "."), memory.Format(info.Size()))
			for at, q := range questions {
				took, err := compare(ctx, path, at, bytes, *rounds)
				if err != nil {
					return fmt.Errorf("%s: %w", q, err)
				}
				us, they := took[sideOurs], took[sideDuck]
				row := []string{name, q.String(), "", "refused", "refused", "", "", "", "", ""}
				for i, r := range []*ran{us, they} {
					if r != nil {
						row[2], row[3+i], row[6+i], row[8+i] = report.Count(r.Rows), fmt.Sprintf("%.1f", r.MS/1000),
							fmt.Sprintf("%.1f", r.CPU), cell(r)
					}
				}
				if us != nil && they != nil {
					ratios = append(ratios, they.MS/us.MS)
					row[5] = report.Ratio(they.MS / us.MS)
				}
				t.Add(row...)
				fmt.Fprintln(os.Stderr, strings.Join(row, " | "))
			}
		}
		text := t.String() + fmt.Sprintf("\nThe geometric mean of DuckDB's time over Cardinal's is %s.\n",
			report.Ratio(report.GeometricMean(ratios)))
		fmt.Println(text)
		return page.Section(fmt.Sprintf("Files larger than the memory, %s rows, %s", report.Count(*rows), *limit),
			fmt.Sprintf(`%s DuckDB %s.

Each side takes the file to the answer in a process of its own, with the same limit, reading the columns of the question alone; the faster of %d runs counts. The answers were compared. The memory is the greatest that
the process held without the pages of mapped files, which the system takes back at need; in brackets with them. The program's own code is not counted.

%s`, report.Machine(), version, *rounds, text))
	}
}

func (q question) String() string { return q.measures + " by " + q.keys }

func cell(r *ran) string { return fmt.Sprintf("%s (%s)", report.MiB(r.Anonymous), report.MiB(r.Peak)) }

// made is the greatest number of rows to generate. A file with more rows repeats them.
const made = 50_000_000

// write writes the data as CSV and as Parquet. It keeps a file that exists.
func write(ctx context.Context, folder string, rows int) (paths []string, version string, err error) {
	spec := g1.Spec{Rows: rows, K: 100}
	text, parquet := filepath.Join(folder, spec.Name()+".csv"), filepath.Join(folder, spec.Name()+".parquet")
	db, err := duck.Open(ctx, 2)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = db.Close() }()
	if err := db.Limit(ctx, 4<<30, folder); err != nil { // enough to write Parquet
		return nil, "", err
	}
	if version, err = db.Version(ctx); err != nil {
		return nil, "", err
	}
	if _, err := os.Stat(text); err != nil {
		data, err := g1.New(g1.Spec{Rows: min(rows, made), K: spec.K})
		if err != nil {
			return nil, "", err
		}
		f, err := os.Create(text)
		if err == nil {
			err = data.WriteCSVs(f, rows)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return nil, "", fmt.Errorf("cannot write the data: %w", err)
		}
	}
	if _, err := os.Stat(parquet); err != nil {
		if err := db.WriteParquet(ctx, parquet, text); err != nil {
			return nil, "", err
		}
	}
	return []string{text, parquet}, version, nil
}

// compare runs both sides in turns, and returns the fastest run of each. It returns nil if the memory limit was too
// small.
func compare(ctx context.Context, path string, at int, limit int64, rounds int) (map[string]*ran, error) {
	best := map[string]*ran{}
	for round := range rounds {
		for i := range 2 {
			side := []string{sideOurs, sideDuck}[(i+round)%2]
			r, err := spawn(ctx, "-side", side, "-file", path, "-question", fmt.Sprint(at), "-memory",
				fmt.Sprint(limit))
			if err != nil && (strings.Contains(err.Error(), "Out of Memory") ||
				strings.Contains(err.Error(), "allow more memory")) {
				fmt.Fprintln(os.Stderr, err)
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", side, err)
			}
			if have := best[side]; have == nil || r.MS < have.MS {
				best[side] = r
			}
		}
	}
	if us, they := best[sideOurs], best[sideDuck]; us != nil && they != nil && (us.Rows != they.Rows ||
		!slices.EqualFunc(us.Checksums, they.Checksums, nearlyEqual)) {
		return nil, fmt.Errorf("the answers differ: %d rows with %v, and %d with %v of DuckDB", us.Rows, us.Checksums,
			they.Rows, they.Checksums)
	}
	return best, nil
}

// nearlyEqual reports whether two checksums are equal, apart from rounding. Cardinal rounds a median between two
// decimals once, and DuckDB several times.
func nearlyEqual(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func spawn(ctx context.Context, args ...string) (*ran, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "bench-beyond-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // also if the child is killed
	c := exec.CommandContext(ctx, self, append([]string{ChildWord, "-folder", folder}, args...)...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("the child failed: %w: %s", err, strings.TrimSpace(said.String()))
	}
	r := &ran{CPU: (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()}
	return r, json.Unmarshal(out, r)
}
