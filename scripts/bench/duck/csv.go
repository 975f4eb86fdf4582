package duck

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// ReadCSV makes a view of a CSV file with a line of headings. Numbers with a fraction become decimals with 4
// places, so that sums of them are exact.
func (d *Database) ReadCSV(ctx context.Context, view, path string) error {
	return d.exec(ctx, fmt.Sprintf(`create or replace view "%s" as select * from read_csv(%s, header=true, nullstr='', `+
		`auto_type_candidates=['BOOLEAN','BIGINT','DECIMAL(18,4)','DATE','TIMESTAMP','VARCHAR'])`, view, literal(path)))
}

// WriteCSV runs a query and writes its answer to a file as CSV with a line of headings.
func (d *Database) WriteCSV(ctx context.Context, query, path string) error {
	return d.exec(ctx, fmt.Sprintf("copy (%s\n) to %s (format csv, header)", strings.TrimRight(strings.TrimSpace(query), ";"), literal(path)))
}

// literal is a text as SQL writes it.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Parquet is a Parquet file as a table of a query.
func Parquet(path string) string { return "read_parquet(" + literal(path) + ")" }

// CSV is a file of delimited text as a table of a query.
func CSV(path string) string { return "read_csv(" + literal(path) + ")" }

// CSVAs is CSV with options as SQL writes them.
func CSVAs(path, options string) string { return "read_csv(" + literal(path) + ", " + options + ")" }

// Column answers a query of one column of numbers, ascending.
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

// LoadCSV makes a table of a file of delimited text, which may be compressed. DuckDB finds the dialect and the types.
func (d *Database) LoadCSV(ctx context.Context, table, path string) error {
	return d.exec(ctx, `create table "`+table+`" as select * from `+CSV(path))
}
