package duck

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Texts has the values of a column as DuckDB writes them, with bytes as hexadecimal digits. In Values, Valid is false
// for null.
type Texts struct {
	Name, Type string
	Values     []sql.NullString
}

// Texts reads all rows, in their order, of a table function such as Parquet returns.
func (d *Database) Texts(ctx context.Context, table string) ([]Texts, error) {
	if err := d.Exec(ctx, "set preserve_insertion_order=true", "set timezone='UTC'"); err != nil {
		return nil, err
	}
	described, err := d.conn.QueryContext(ctx, "select column_name, column_type from (describe select * from "+
		table+")")
	if err != nil {
		return nil, err
	}
	defer described.Close()
	var out []Texts
	var terms []string
	for described.Next() {
		var t Texts
		if err := described.Scan(&t.Name, &t.Type); err != nil {
			return nil, err
		}
		out = append(out, t)
		term := `"%s"::varchar`
		if t.Type == "BLOB" {
			term = `lower(hex("%s"))`
		}
		terms = append(terms, fmt.Sprintf(term, strings.ReplaceAll(t.Name, `"`, `""`)))
	}
	if err := described.Err(); err != nil {
		return nil, err
	}
	rows, err := d.conn.QueryContext(ctx, "select "+strings.Join(terms, ", ")+" from "+table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := make([]any, len(out))
	cells := make([]sql.NullString, len(out))
	for i := range at {
		at[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		for i := range out {
			out[i].Values = append(out[i].Values, cells[i])
		}
	}
	return out, rows.Err()
}

// ParquetTexts does the same as Parquet, and reads bytes as texts.
func ParquetTexts(path string) string {
	return "read_parquet(" + literal(path) + ", binary_as_string=true)"
}
