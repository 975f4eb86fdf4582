package duck

import (
	"context"
	"database/sql/driver"
	"fmt"

	"cardinal/bench/g1"

	"github.com/apache/arrow-go/v18/arrow"
	duckdb "github.com/duckdb/duckdb-go/v2"
)

// Text, Enum and Enum3 are the tables to load. In Text, id1 to id3 are texts. In Enum, id1 and id2 are ENUM, as in
// db-benchmark. In Enum3, id3 is ENUM, too.
const (
	Text  = "x_text"
	Enum  = "x_enum"
	Enum3 = "x_enum3"
)

// Load makes the table Text from the data. v3 is the type of column v3: double, float or decimal(9,6).
func (d *Database) Load(ctx context.Context, data *g1.Data, v3 string) error {
	schema := arrow.NewSchema(fields(), nil)
	return d.conn.Raw(func(conn any) error {
		a, err := duckdb.NewArrowFromConn(conn.(driver.Conn))
		if err != nil {
			return err
		}
		release, err := a.RegisterView(newReader(schema, data), "arriving")
		if err != nil {
			return err
		}
		defer release()
		load := fmt.Sprintf("create table %s as select * replace (v3::%s as v3) from arriving", Text, v3)
		for _, s := range []string{load, "drop view arriving"} {
			if _, err := conn.(driver.ExecerContext).ExecContext(ctx, s, nil); err != nil {
				return fmt.Errorf("cannot load %s into DuckDB: %s: %w", data.Name(), s, err)
			}
		}
		return nil
	})
}

// Encode makes the table Enum or Enum3 from Text.
func (d *Database) Encode(ctx context.Context, table string) error {
	columns := []string{"id1", "id2"}
	if table == Enum3 {
		columns = append(columns, "id3")
	}
	replace := ""
	for _, c := range columns {
		name := table + "_" + c
		if err := d.Exec(ctx, fmt.Sprintf("create type %s as enum (select distinct %s from %s where %s is not null)",
			name, c, Text, c)); err != nil {
			return err
		}
		if replace != "" {
			replace += ", "
		}
		replace += fmt.Sprintf("%s::%s as %s", c, name, c)
	}
	return d.Exec(ctx, fmt.Sprintf("create table %s as select * replace (%s) from %s", table, replace, Text))
}

// Forget drops a table.
func (d *Database) Forget(ctx context.Context, table string) error {
	return d.Exec(ctx, "drop table "+table)
}

func fields() []arrow.Field {
	var out []arrow.Field
	for j, name := range g1.IDNames {
		t := arrow.PrimitiveTypes.Int32
		if j < g1.Texts {
			t = arrow.BinaryTypes.String
		}
		out = append(out, arrow.Field{Name: name, Type: t, Nullable: true})
	}
	return append(out, arrow.Field{Name: "v1", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		arrow.Field{Name: "v2", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		arrow.Field{Name: "v3", Type: arrow.PrimitiveTypes.Float64, Nullable: true})
}
