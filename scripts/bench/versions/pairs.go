package versions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/program"
)

// column is a column of random tables: its type in SQL, its values in CSV, and a wider type that it may have in the
// second file.
type column struct {
	name, kind, wider string
	values            []string
}

var (
	keyColumns = []column{
		{"k", "bigint", "decimal(18,2)", nil}, // counted
		{"part", "varchar", "", []string{"x", "X", "é", "", " x"}},
		{"day", "date", "", []string{"2024-02-29", "1969-12-31", ""}},
	}
	otherColumns = []column{
		{"m", "bigint", "", []string{"", "1", "9223372036854775807", "-9223372036854775808"}},
		{"price", "decimal(18,2)", "decimal(18,4)", []string{"", "0", "1.50", "-1.5", "123456789012.25"}},
		{"f", "double", "", []string{"", "NaN", "-0.0", "0.0", "1.5", "1e300", "Infinity"}},
		{"t", "varchar", "", []string{"", "p", "q", "P", "a longer text, with a comma"}},
		{"d", "date", "", []string{"2024-01-01", "2024-01-02", ""}},
		{"o", "boolean", "", []string{"true", "false", ""}},
		{"moment", "timestamp", "", []string{"2024-01-01 00:00:00", "2024-01-01 00:00:01", ""}},
	}
)

// pair is two random tables, and how they are to be compared.
type pair struct {
	keys, rest []column
	repeated   bool // a key may occur several times
}

// newPair returns a random pair. Its rows are matched without a key or by one to three columns, and a key may be
// repeated.
func newPair(r *rand.Rand) (p pair) {
	p.keys = keyColumns[:r.IntN(len(keyColumns)+1)]
	p.repeated = len(p.keys) == 0 || r.IntN(2) == 0
	for _, i := range r.Perm(len(otherColumns))[:1+r.IntN(len(otherColumns))] {
		p.rest = append(p.rest, otherColumns[i])
	}
	if len(p.keys) == 0 {
		p.rest = append(p.rest, keyColumns[0])
	}
	return p
}

// csv returns rows of a table. They have few values, so that both tables have equal rows.
func (p pair) csv(r *rand.Rand) string {
	var b strings.Builder
	all := append(append([]column{}, p.keys...), p.rest...)
	b.WriteString(strings.Join(names(all), ",") + "\n")
	few := 1 + r.IntN(7)
	for row := range 1 + r.IntN(80) {
		if !p.repeated && r.IntN(4) == 0 {
			continue
		}
		for i, c := range all {
			if i > 0 {
				b.WriteByte(',')
			}
			switch {
			case c.name == "k" && !p.repeated:
				fmt.Fprint(&b, row)
			case c.name == "k":
				b.WriteString([]string{"", "1", "2", "3"}[r.IntN(4)])
			default:
				fmt.Fprintf(&b, "%q", c.values[r.IntN(min(few, len(c.values)))])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func names(columns []column) (all []string) {
	for _, c := range columns {
		all = append(all, c.name)
	}
	return all
}

// load makes the tables a and b of a pair, and their Parquet files. The second file may have its columns in another
// order, wider numbers, and a column of its own.
func (p pair) load(ctx context.Context, db *duck.Database, r *rand.Rand, folder string) error {
	all := append(append([]column{}, p.keys...), p.rest...)
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path+".csv", []byte(p.csv(r)), 0o600); err != nil {
			return err
		}
		var types, shown []string
		for _, c := range all {
			types = append(types, fmt.Sprintf("'%s': '%s'", c.name, c.kind))
			if name == "b" && c.wider != "" && r.IntN(3) == 0 {
				shown = append(shown, fmt.Sprintf("%s::%s as %[1]s", c.name, c.wider))
			} else {
				shown = append(shown, c.name)
			}
		}
		if name == "b" {
			r.Shuffle(len(shown), func(i, j int) { shown[i], shown[j] = shown[j], shown[i] })
			if r.IntN(4) == 0 {
				shown = append(shown, "7 as lone")
			}
		}
		if err := db.Exec(ctx, "set preserve_insertion_order=true", fmt.Sprintf("create or replace table %s as "+
			"select * from %s", name, duck.CSVAs(path+".csv", "header=true, nullstr='', columns={"+strings.Join(types, ", ")+"}")),
			fmt.Sprintf("copy (select %s from %s) to '%s.parquet' (format parquet)", strings.Join(shown, ", "), name,
				path)); err != nil {
			return err
		}
	}
	return nil
}

// check compares the files of a pair with both programs. It returns the number of changed rows, and says what differs.
func (p pair) check(ctx context.Context, db *duck.Database, c *cardinal) (rows int, wrong string, err error) {
	code, err := c.compare(ctx, names(p.keys))
	if err != nil {
		return 0, err.Error(), ctx.Err()
	}
	if err := db.Materialise(ctx, changesSQL("a", "b", names(p.keys), names(p.rest), false)); err != nil {
		return 0, "", err
	}
	rows, theirs, ours, err := difference(ctx, db, c.file("ours"))
	if theirs+ours > 0 || (rows > 0) != (code == differs) {
		wrong = fmt.Sprintf("of %d rows, %d are DuckDB's alone and %d Cardinal's alone, exit code %d", rows, theirs, ours,
			code)
	}
	return rows, wrong, err
}

// cardinal is the program, with the tables a and b in its folder.
type cardinal struct {
	program.Program
	peak int64 // greatest memory of a process so far, in bytes
}

// file returns the path of a Parquet file in the folder.
func (c *cardinal) file(name string) string { return filepath.Join(c.Folder, name+".parquet") }

// differs is the exit code of cardinal compare if a row differs.
const differs = 3

// compare runs cardinal compare over a and b, and writes the rows that changed as the table ours.
func (c *cardinal) compare(ctx context.Context, keys []string) (code int, err error) {
	args := []string{"compare", c.file("a"), c.file("b"), "--out", c.file("ours")}
	if len(keys) > 0 {
		args = append(args, "--key", strings.Join(keys, ","))
	}
	_, code, peak, err := c.Run(ctx, []int{differs}, args...)
	c.peak = max(c.peak, peak)
	return code, err
}
