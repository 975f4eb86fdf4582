package pollock

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"cardinal/bench/duck"
	"cardinal/bench/report"
)

// Command defines the flags of bench pollock and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	silent := f.Bool("silent", false, "list the files of which Cardinal makes another table, and says nothing of it")
	var folder report.Folder
	folder.Flag(f, "the polluted files")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		dir, remove, err := folder.Open()
		if err != nil {
			return err
		}
		defer remove()
		db, err := duck.Open(ctx, 1)
		if err != nil {
			return err
		}
		defer db.Close()
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		files := pollutedFiles()
		kinds := []string{"all"}
		sides := readers(db)
		counts := make([]byKind, len(sides))
		for i := range counts {
			counts[i] = byKind{}
		}
		for i := range files {
			p := &files[i]
			path := filepath.Join(dir, p.name+".csv")
			if err := os.WriteFile(path, []byte(p.text), 0o600); err != nil {
				return err
			}
			if !slices.Contains(kinds, p.kind) {
				kinds = append(kinds, p.kind)
			}
			for k, side := range sides {
				l := side.read(ctx, p, path)
				if err := ctx.Err(); err != nil {
					return err
				}
				counts[k].add(p.kind, p, l)
				counts[k].add("all", p, l)
				if k == 0 && *silent && !p.same(l) && l.err == nil && !l.notes {
					fmt.Fprintf(os.Stderr, "%s: %.2f\n", p.name, p.score(l))
				}
			}
		}
		t := report.Table{Header: []string{"pollution", "files", "reader", "score", "perfect", "the same table",
			"refused", "another table, with a note", "without a note"}}
		for _, kind := range kinds {
			for k, side := range sides {
				c := counts[k][kind]
				noted, without := fmt.Sprint(c.noted), fmt.Sprint(c.silent)
				if k > 0 {
					noted, without = "", "" // DuckDB writes no notes
				}
				t.Add(kind, fmt.Sprint(c.files), side.name, fmt.Sprintf("%.2f", c.sum/float64(c.files)),
					fmt.Sprint(c.perfect), fmt.Sprint(c.same), fmt.Sprint(c.refused), noted, without)
			}
		}
		body := fmt.Sprintf("DuckDB %s. %d files.\n\n%s\n\n%s", version, len(files), method, t.String())
		fmt.Println(body)
		return page.Section("Polluted text", body)
	}
}

const method = `The score is the benchmark's simple one: 10 for a file that is read perfectly. One point is for reading the file at all. Nine are the precision, the recall
and the F1 of the names, of the records and of the fields, as multisets. A number counts as equal with and without a dollar, and a date and a
time in any form. A reader that refuses a file has 0.

A file with a field too few or too many in one row cannot be perfect: a table has as many fields in every row, and the empty ones count. "The
same table" are the files of which the table has all names and rows, in order. Empty fields at the ends of rows do not count there.`

// count counts the outcomes of files. noted and silent count the files that the reader turns into another table: with a
// note about it, and without one.
type count struct {
	files, perfect, same, refused, noted, silent int
	sum                                          float64
}

type byKind map[string]*count

func (b byKind) add(kind string, p *polluted, l loaded) {
	c := b[kind]
	if c == nil {
		c = &count{}
		b[kind] = c
	}
	c.files++
	score := p.score(l)
	c.sum += score
	if score > measures-1e-9 {
		c.perfect++
	}
	switch {
	case l.err != nil:
		c.refused++
	case p.same(l):
		c.same++
	case l.notes:
		c.noted++
	default:
		c.silent++
	}
}
