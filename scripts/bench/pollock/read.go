package pollock

import (
	"context"
	"fmt"
	"strings"

	"cardinal/bench/duck"
	"cardinal/data/load"
)

// reader is a program that reads a file of delimited text.
type reader struct {
	name string
	read func(ctx context.Context, p *polluted, path string) loaded
}

func readers(db *duck.Database) []reader {
	return []reader{
		{"Cardinal", func(ctx context.Context, _ *polluted, path string) loaded {
			t, err := load.Open(ctx, path, load.Options{})
			if err != nil {
				return loaded{err: err}
			}
			l := loaded{rows: make([][]string, t.Rows), notes: len(t.Notes) > 0}
			for _, c := range t.Columns {
				l.names = append(l.names, c.Name)
				l.notes = l.notes || c.Note != ""
				for i := range l.rows {
					text := ""
					if v := c.Value(i); !v.IsNull() {
						text = v.String()
					}
					l.rows[i] = append(l.rows[i], text)
				}
			}
			return l
		}},
		{"DuckDB, by itself", func(ctx context.Context, _ *polluted, path string) loaded {
			return fromDuck(ctx, db, duck.CSV(path))
		}},
		{"DuckDB, told the dialect", func(ctx context.Context, p *polluted, path string) loaded {
			return fromDuck(ctx, db, duck.CSVAs(path, p.dialect.options()))
		}},
	}
}

// options returns the options for DuckDB's reader. It reads lines with too few or too many fields as well as it can.
func (d dialect) options() string {
	literal := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	return fmt.Sprintf("all_varchar=true, strict_mode=false, null_padding=true, ignore_errors=true, delim=%s, "+
		"quote=%s, escape=%s, header=%v, skip=%d",
		literal(d.delimiter), literal(d.quote), literal(d.escape), d.header, d.skip)
}

func fromDuck(ctx context.Context, db *duck.Database, table string) (l loaded) {
	columns, err := db.Texts(ctx, table)
	if err != nil {
		return loaded{err: err}
	}
	for _, c := range columns {
		l.names = append(l.names, c.Name)
		if l.rows == nil {
			l.rows = make([][]string, len(c.Values))
		}
		for i, v := range c.Values {
			l.rows[i] = append(l.rows[i], v.String)
		}
	}
	return l
}
