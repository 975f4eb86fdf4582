package duck

import "context"

// LoadParquet makes a table from a Parquet file. The rows may have any order.
func (d *Database) LoadParquet(ctx context.Context, table, path string) error {
	return d.Exec(ctx, "create table "+table+" as select * from read_parquet("+literal(path)+")")
}

// WriteParquet writes a file of delimited text as a Parquet file.
func (d *Database) WriteParquet(ctx context.Context, path, csv string) error {
	return d.Exec(ctx, "copy (select * from read_csv("+literal(csv)+")) to "+literal(path)+" (format parquet)")
}

// AnswerParquet groups a Parquet file and keeps the groups as the table ans.
func (d *Database) AnswerParquet(ctx context.Context, path, key, measure string) error {
	return d.Exec(ctx, "create or replace table ans as select "+key+", "+measure+", count(*) from read_parquet("+
		literal(path)+") group by 1")
}
