package duck

import (
	"context"
	"database/sql/driver"
	"fmt"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	duckdb "github.com/duckdb/duckdb-go/v2"
)

// LoadTable makes a table from the columns of t, which must have no nulls: texts, floats, and integers of 64 bits.
// Times become timestamps.
func (d *Database) LoadTable(ctx context.Context, name string, t *data.Table) error {
	var fields []arrow.Field
	replace := ""
	for _, c := range t.Columns {
		f := arrow.Field{Name: c.Name, Type: arrow.PrimitiveTypes.Int64}
		switch c.Type {
		case data.Text:
			f.Type = arrow.BinaryTypes.String
		case data.Float:
			f.Type = arrow.PrimitiveTypes.Float64
		case data.Timestamp:
			unit := 1_000_000
			for range c.Scale {
				unit /= 10
			}
			if replace != "" {
				replace += ", "
			}
			replace += fmt.Sprintf("make_timestamp(%s * %d) as %s", c.Name, unit, c.Name)
		}
		fields = append(fields, f)
	}
	if replace != "" {
		replace = " replace (" + replace + ")"
	}
	schema := arrow.NewSchema(fields, nil)
	return d.conn.Raw(func(conn any) error {
		a, err := duckdb.NewArrowFromConn(conn.(driver.Conn))
		if err != nil {
			return err
		}
		rows := &tableReader{table: t, builder: array.NewRecordBuilder(memory.DefaultAllocator, schema)}
		rows.schema = schema
		release, err := a.RegisterView(rows, "arriving")
		if err != nil {
			return err
		}
		defer release()
		for _, s := range []string{fmt.Sprintf("create table %s as select *%s from arriving", name, replace),
			"drop view arriving"} {
			if _, err := conn.(driver.ExecerContext).ExecContext(ctx, s, nil); err != nil {
				return fmt.Errorf("cannot load %s into DuckDB: %s: %w", name, s, err)
			}
		}
		return nil
	})
}

// tableReader passes a table in batches, so that the copy in between stays small.
type tableReader struct {
	reader
	table   *data.Table
	builder *array.RecordBuilder
}

func (r *tableReader) Next() bool {
	if r.batch != nil {
		r.batch.Release()
		r.batch = nil
	}
	from := r.from
	if from == r.table.Rows {
		return false
	}
	r.from = min(from+batchRows, r.table.Rows)
	for i, c := range r.table.Columns {
		switch b := r.builder.Field(i).(type) {
		case *array.StringBuilder:
			for row := from; row < r.from; row++ {
				b.Append(c.Dict.Values[c.Codes.At(row)])
			}
		case *array.Float64Builder:
			b.AppendValues(c.Floats[from:r.from], nil)
		case *array.Int64Builder:
			for row := from; row < r.from; row++ {
				b.Append(c.Int(row))
			}
		}
	}
	r.batch = r.builder.NewRecordBatch()
	return true
}
