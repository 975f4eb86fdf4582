package versions

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/changes"
	"cardinal/data/shape/union"
	"cardinal/engine/pivot"
	"cardinal/export"
)

// Command defines the flags of bench compare and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	c := &cardinal{}
	c.Flag(f)
	pairs := f.Int("pairs", 200, "random pairs of tables to compare")
	rows := f.Int("rows", 5e6, "rows of each of two tables to time; 0: none")
	rounds := f.Int("rounds", 3, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	var work report.Folder
	work.Flag(f, "the tables")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		folder, remove, err := work.Open()
		if err != nil {
			return err
		}
		defer remove()
		runtime.GOMAXPROCS(*threads)
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		changed, wrong := 0, 0
		c.Folder, c.Threads = folder, *threads
		for seed := range uint64(*pairs) {
			r := rand.New(rand.NewPCG(seed, 60))
			p := newPair(r)
			if err := p.load(ctx, db, r, folder); err != nil {
				return err
			}
			n, text, err := p.check(ctx, db, c)
			if err != nil {
				return err
			}
			if changed += n; text != "" {
				wrong++
				fmt.Printf("seed %d, by %v: %s\n", seed, names(p.keys), text)
			}
		}
		body := fmt.Sprintf("%s\n\nOf %d random pairs of tables, by no key and by one to three columns, repeated, null, "+
			"of other types and in another order, DuckDB %s finds the same rows with joins and EXCEPT ALL in %d: %s "+
			"rows that were added, removed or changed, each with its columns before and after.", report.Machine(),
			*pairs, version, *pairs-wrong, report.Count(changed))
		fmt.Println(body)
		if wrong > 0 {
			return fmt.Errorf("%d of %d pairs differ", wrong, *pairs)
		}
		if *rows > 0 {
			t, err := measure(ctx, db, c, *rows, *rounds)
			if err != nil {
				return err
			}
			body += fmt.Sprintf("\n\n%s and %s rows of six or seven columns: 0.5%% are removed, 0.5%% added and 1%% "+
				"changed, and the second table has another order. %d threads a side, the median of %d rounds in milliseconds, in "+
				"turns; CPU is the processor time of all threads. From the table: both have the tables in memory and "+
				"make the table of changes. From the file: Parquet files to a Parquet file, in running processes, or by a command of "+
				"Cardinal. Memory is what is added to a running process, or the peak of the command's, in MiB.\n\n%s",
				report.Count(*rows), report.Count(*rows), *threads, *rounds, t)
			fmt.Println(t)
		}
		return page.Section("Rows that changed, beside DuckDB's joins", body)
	}
}

// fill makes the tables a and b and their files. If named, the tables have a text column without equal values. Each key
// occurs once in a table. It returns the tables as Cardinal reads them.
func fill(ctx context.Context, db *duck.Database, c *cardinal, rows int, named bool) (parts [2]union.Part, err error) {
	name := ""
	if named {
		name = "'order ' || i as name, "
	}
	err = db.Exec(ctx, fmt.Sprintf("create or replace table a as select i as k, %si // 4 as parent, (i %% 4)::int as line, "+
		"(hash(i) %% 1000000 / 100)::decimal(12,2) as price, 'city ' || (hash(i + 7) %% 5000) as city, date '2020-01-01' + "+
		"(hash(i + 8) %% 1500)::int as day from range(%d) t(i)", name, rows),
		fmt.Sprintf("create or replace table b as from (select * replace (case when hash(k + 1) %% 100 = 0 then price + 1 "+
			"else price end as price) from a where hash(k + 2) %% 200 <> 0 union all select i as k, %si // 4, "+
			"(i %% 4)::int, 1.00, 'new', null from range(%d, %d) t(i)) order by hash(k + 3)", name, rows, rows+rows/200),
		"copy a to '"+c.file("a")+"' (format parquet)", "copy b to '"+c.file("b")+"' (format parquet)")
	for i, name := range []string{"a", "b"} {
		if err != nil {
			return parts, err
		}
		var t *data.Table
		t, err = load.Open(ctx, c.file(name), load.Options{})
		parts[i] = union.Part{Table: t, Name: name}
	}
	return parts, err
}

// measure times comparisons of two tables, with Cardinal and with DuckDB.
func measure(ctx context.Context, db *duck.Database, c *cardinal, rows, rounds int) (string, error) {
	t := report.Table{Left: 1, Header: []string{"", "time", "DuckDB", "ratio", "CPU", "DuckDB", "ratio",
		"memory", "DuckDB"}}
	var parts [2]union.Part
	for i, keys := range [][]string{{"k"}, {"parent", "line"}, nil, {"name"}} {
		if i%3 == 0 { // the tables have a text column only for the last key
			var err error
			if parts, err = fill(ctx, db, c, rows, i > 0); err != nil {
				return "", err
			}
		}
		var rest []string
		for _, c := range parts[0].Table.Columns {
			if !slices.Contains(keys, c.Name) {
				rest = append(rest, c.Name)
			}
		}
		sides := []timing.Side{
			func() (any, error) {
				v, err := union.Align(ctx, "file", parts)
				if err != nil {
					return nil, err
				}
				return changes.Find(ctx, v.Tables, keys)
			},
			func() (any, error) { return nil, db.Materialise(ctx, changesSQL("a", "b", keys, rest, true)) },
			func() (any, error) {
				_, err := c.compare(ctx, keys)
				return nil, err
			},
			func() (any, error) {
				return nil, db.Exec(ctx, fmt.Sprintf("copy (%s) to '%s' (format parquet)",
					changesSQL(duck.Parquet(c.file("a")), duck.Parquet(c.file("b")), keys, rest, true), c.file("theirs")))
			},
			func() (any, error) { return nil, c.compareHere(ctx, keys) },
		}
		times := timing.Plan{Rounds: rounds}.Alternate(sides...)
		what := "by " + strings.Join(keys, ", ")
		if keys == nil {
			what = "without a key"
		}
		var memory [5]int64
		c.peak = 0
		for i, side := range times {
			if side.Err != nil {
				return "", fmt.Errorf("%s: %w", what, side.Err)
			}
			var err error
			if memory[i], err = added(ctx, db, sides[i]); err != nil {
				return "", err
			}
		}
		memory[2] = c.peak
		if err := db.Materialise(ctx, "from "+duck.Parquet(c.file("theirs"))); err != nil {
			return "", err
		}
		_, theirs, ours, err := difference(ctx, db, c.file("ours"))
		if err != nil {
			return "", err
		}
		if theirs+ours > 0 {
			return "", fmt.Errorf("%s: only DuckDB has %d rows, and only Cardinal has %d rows", what, theirs, ours)
		}
		ratio := func(a, b time.Duration) string { return report.Ratio(float64(b) / float64(a)) }
		for _, from := range []struct {
			name         string
			ours, theirs int // sides
		}{{"from the table", 0, 1}, {"from the file", 4, 3}, {"from the file, a whole process", 2, 3}} {
			a, b := times[from.ours], times[from.theirs]
			row := []string{what + ", " + from.name, report.MS(a.Median()), report.MS(b.Median()),
				ratio(a.Median(), b.Median()), report.MS(a.MedianCPU()), report.MS(b.MedianCPU()),
				ratio(a.MedianCPU(), b.MedianCPU()), report.MiB(memory[from.ours]), report.MiB(memory[from.theirs])}
			t.Add(row...)
			fmt.Fprintln(os.Stderr, strings.Join(row, " | "))
		}
	}
	return t.String(), nil
}

// compareHere does what compare does in this process, as the window does.
func (c *cardinal) compareHere(ctx context.Context, keys []string) error {
	var parts [2]union.Part
	for i, name := range []string{"a", "b"} {
		t, err := load.Open(ctx, c.file(name), load.Options{Repeats: func(string) bool { return true }})
		if err != nil {
			return err
		}
		parts[i] = union.Part{Table: t, Name: name}
	}
	v, err := union.Align(ctx, "file", parts)
	if err != nil {
		return err
	}
	found, err := changes.Find(ctx, v.Tables, keys)
	if err != nil {
		return err
	}
	_, err = export.SaveRows(ctx, c.file("ours"), "parquet", "", pivot.Listing{Table: found.Table})
	return err
}

// added returns the peak memory that a side adds to this process, in bytes.
func added(ctx context.Context, db *duck.Database, side timing.Side) (int64, error) {
	if err := db.Drop(ctx); err != nil {
		return 0, err
	}
	if err := db.Release(ctx); err != nil {
		return 0, err
	}
	debug.FreeOSMemory()
	if err := rss.ResetPeak(); err != nil {
		return 0, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return 0, err
	}
	if _, err := side(); err != nil {
		return 0, err
	}
	_, peak, err := rss.Resident()
	return peak - before, err
}
