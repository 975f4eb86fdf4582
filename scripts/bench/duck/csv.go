package duck

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ReadCSV makes a view of a CSV file with a header line. Numbers with a fraction become decimals with 4 places, so that
// sums of them are exact.
func (d *Database) ReadCSV(ctx context.Context, view, path string) error {
	return d.Exec(ctx,
		fmt.Sprintf(`create or replace view "%s" as select * from read_csv(%s, header=true, nullstr='', `+
			`auto_type_candidates=['BOOLEAN','BIGINT','DECIMAL(18,4)','DATE','TIMESTAMP','VARCHAR'])`, view,
			literal(path)))
}

// WriteCSV runs a query and writes its answer to a CSV file with a header line.
func (d *Database) WriteCSV(ctx context.Context, query, path string) error {
	return d.Exec(ctx, fmt.Sprintf("copy (%s\n) to %s (format csv, header)", strings.TrimRight(strings.TrimSpace(query),
		";"), literal(path)))
}

// WriteJSON runs a query and writes its answer as lines of JSON.
func (d *Database) WriteJSON(ctx context.Context, query, path string) error {
	return d.Exec(ctx, "copy ("+query+") to "+literal(path)+" (format json)")
}

// JSON returns the SQL table function that reads lines of JSON.
func JSON(path string) string { return "read_json(" + literal(path) + ")" }

// literal quotes a text as an SQL literal.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Parquet returns the SQL table function that reads a Parquet file.
func Parquet(path string) string { return "read_parquet(" + literal(path) + ")" }

// CSV returns the SQL table function that reads a file of delimited text.
func CSV(path string) string { return "read_csv(" + literal(path) + ")" }

// CSVAs does the same as CSV, with options in SQL.
func CSVAs(path, options string) string { return "read_csv(" + literal(path) + ", " + options + ")" }

// Column runs a query with one numeric column and returns its values in ascending order.
func (d *Database) Column(ctx context.Context, query string) ([]float64, error) {
	rows, err := d.Floats(ctx, query)
	if err != nil {
		return nil, err
	}
	var out []float64
	for _, r := range rows {
		out = append(out, r[0])
	}
	slices.Sort(out)
	return out, nil
}

// LoadCSV makes a table from a file of delimited text, which may be compressed. DuckDB detects the dialect and the
// types.
func (d *Database) LoadCSV(ctx context.Context, table, path string) error {
	return d.Exec(ctx, `create table "`+table+`" as select * from `+CSV(path))
}

// Copy runs a query and writes its answer to a file, with options of SQL's COPY.
func (d *Database) Copy(ctx context.Context, query, path, options string) error {
	return d.Exec(ctx, "copy ("+query+") to "+literal(path)+" ("+options+")")
}

// Differ compares two tables, whatever the order of their rows. All columns except the last are keys. The last is a
// number, which may differ by a billionth. It returns the number of keys, and the number of keys whose rows differ.
func (d *Database) Differ(ctx context.Context, a, b string) (rows, differ int, err error) {
	var sides []string
	for i, table := range []string{a, b} {
		view := fmt.Sprintf("side_%d", i)
		if err := d.Exec(ctx, "create or replace temp table "+view+" as from "+table); err != nil {
			return 0, 0, err
		}
		columns, err := d.conn.QueryContext(ctx, "from "+view+" limit 0")
		if err != nil {
			return 0, 0, err
		}
		names, err := columns.Columns()
		if err = errors.Join(err, columns.Close()); err != nil {
			return 0, 0, err
		}
		key := []string{"''"}
		for i := range names {
			names[i] = `"` + strings.ReplaceAll(names[i], `"`, `""`) + `"`
			if i < len(names)-1 {
				key = append(key, "coalesce("+names[i]+"::varchar, '')")
			}
		}
		sides = append(sides, fmt.Sprintf("(select concat_ws('|', %s) as k, %s::double as v from %s)",
			strings.Join(key, ", "), names[len(names)-1], view))
	}
	err = d.conn.QueryRowContext(ctx, "select count(*), count(*) filter (a.k is null or b.k is null or "+
		"a.v is distinct from b.v and (abs(a.v - b.v) <= 1e-9 * abs(b.v)) is not true) from "+sides[0]+
		" a full join "+sides[1]+" b on a.k = b.k").Scan(&rows, &differ)
	return rows, differ, err
}
