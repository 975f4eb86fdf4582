package breadth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/workbook"
)

// files writes the files of questions. It does not write a file that is in the folder already.
type files struct {
	db     *duck.Database
	folder string
	rows   int
}

// made are the files that DuckDB writes from its table `loaded`, or from a range of numbers. query is the SQL after the
// columns, in which ROWS means the number of rows. options are those of SQL's COPY.
var made = map[string]struct {
	share          int // g.csv has so many times the rows of the file
	query, options string
}{
	"g.parquet": {1, "from loaded", "format parquet"},
	"g.jsonl":   {5, "from loaded limit ROWS", "format json"},
	"months.csv": {5, "select strftime(date '2019-01-01' + (i * 7919 % 2000)::int, '%-d %B %Y') as day, 'region ' || " +
		"i % 7 as region, (i * 31 % 100000) / 100 as amount from range(ROWS) as t(i)", "format csv"},
	"german.csv": {5, "select strftime(date '2019-01-01' + (i * 7919 % 2000)::int, '%d.%m.%Y') as day, 'region ' || " +
		"i % 7 as region, replace(((i * 31 % 100000) / 100)::decimal(12,2)::varchar, '.', ',') as amount " +
		"from range(ROWS) as t(i)", "format csv, delimiter ';'"},
	"part-1.csv": {5, "select id1, id2, v1, v3 from loaded limit ROWS", "format csv"},
	"part-2.csv": {5, "select id1, id6, v1, v2 from loaded limit ROWS", "format csv"},
	"part-3.csv": {5, "select id5, v3, id1, v1 from loaded limit ROWS", "format csv"},
	"some.csv":   {20, "from loaded limit ROWS", "format csv"},
}

// write writes a file.
func (f files) write(ctx context.Context, name string) error {
	path := filepath.Join(f.folder, name)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if m, ok := made[name]; ok {
		query := strings.ReplaceAll(m.query, "ROWS", fmt.Sprint(f.rows/m.share))
		return f.db.Copy(ctx, query, path, m.options)
	}
	switch name {
	case "g.csv", "kept.csv":
		return f.text(path, func(out *os.File) error {
			d, err := f.data()
			if err != nil {
				return err
			}
			return d.WriteCSV(out)
		})
	case "g.arrow":
		d, err := f.data()
		if err != nil {
			return err
		}
		return duck.WriteArrow(path, d)
	case "g.sqlite":
		out, err := exec.CommandContext(ctx, "sqlite3", path, "create table g (id1 text, id2 text, id3 text, "+
			"id4 int, id5 int, id6 int, v1 int, v2 int, v3 real)", ".mode csv", fmt.Sprintf(
			".import --skip 1 '|head -n %d %s' g", f.rows/5+1, filepath.Join(f.folder, "g.csv"))).CombinedOutput()
		if err != nil {
			return fmt.Errorf("sqlite3 cannot write %s: %w: %s", path, err, out)
		}
		return nil
	case "sales.xlsx":
		_, err := workbook.Write(path, f.rows/20)
		return err
	case "wide.csv":
		return f.text(path, f.wide)
	case "comments.csv":
		return f.text(path, f.comments)
	}
	return fmt.Errorf("BUG: nothing writes %s", name)
}

func (f files) data() (*g1.Data, error) { return g1.New(g1.Spec{Rows: f.rows, K: 100}) }

// text writes a file of texts.
func (f files) text(path string, write func(*os.File) error) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

// wide writes a column of labels and 60 of numbers.
func (f files) wide(out *os.File) error {
	r := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString("key")
	for year := range 60 {
		fmt.Fprintf(&b, ",%d", 1960+year)
	}
	for range f.rows / 30 {
		fmt.Fprintf(&b, "\nlabel %d", r.IntN(100))
		for range 60 {
			fmt.Fprintf(&b, ",%d", r.IntN(10_000))
		}
	}
	_, err := out.WriteString(b.String() + "\n")
	return err
}

var words = strings.Fields("the order arrived late and box was open please send new one or refund money thank you " +
	"for quick reply it works as described but colour is not same my friend likes very much")

// comments writes a number and a quoted text of 10 to 50 words, with commas, quotes and line ends.
func (f files) comments(out *os.File) error {
	r := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	b.WriteString("id,stars,comment\n")
	for row := range f.rows / 10 {
		fmt.Fprintf(&b, "%d,%d,\"", row, 1+r.IntN(5))
		for range 10 + r.IntN(40) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", " ", " ", ", ", ".\n", ` ""`, ` `, " "}[r.IntN(10)])
		}
		b.WriteString("\"\n")
	}
	_, err := out.WriteString(b.String())
	return err
}
