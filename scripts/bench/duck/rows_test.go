package duck

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/export"
)

// TestRows exports rows of a text file to Parquet. DuckDB reads the same values and types from Parquet as from the
// text. The columns are encoded in different ways, and some have pages or row groups without a value.
func TestRows(t *testing.T) {
	ctx := t.Context()
	d, err := Open(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	columns := [][3]string{ // name, type, value of row i
		{"place", "bigint", "i"}, {"small", "bigint", "if(i % 7 = 3, null, h % 5 - 2)"},
		{"random", "bigint", "(hash(i) >> 1)::bigint - (hash(-i) >> 1)::bigint"},
		{"wide", "bigint", "h % 100000"}, {"far", "bigint", "h % 100 * 1000003"},
		{"late", "bigint", "if(i < 350000, null, h % 1000)"}, {"early", "bigint", "if(i < 90000, i, null)"},
		{"price", "decimal(18,2)", "(h // 100 % 2000000)::decimal(18,2) / 100"},
		{"day", "date", "date '2020-01-01' + (h // 1000 % 2000)::int"},
		{"once", "date", "if(i % 1000 < 900, null, date '0900-01-01' + (h // 1000 % 900000)::int)"},
		{"moment", "timestamp", "timestamp '2020-01-01' + to_seconds(i * 7 + h % 5)"},
		{"yes", "boolean", "if(i % 11 = 5, null, h // 10000 % 2 = 0)"},
		{"few", "varchar", "if(i % 13 = 5, null, 'label ' || h // 100000 % 30)"}, {"one", "varchar", "'same'"},
		{"many", "varchar", "'label ' || h // 1000000 % 60000"},
		{"text", "varchar", "repeat(chr((97 + h % 26)::int), (h // 10000000 % 50)::int) || i"},
	}
	var names, types, values []string
	for _, c := range columns {
		names, types = append(names, c[0]), append(types, fmt.Sprintf("'%s': '%s'", c[0], c[1]))
		values = append(values, c[2]+" as "+c[0])
	}
	for _, rows := range []int{1, 1000, 400_000} {
		folder := t.TempDir()
		text, parquet := filepath.Join(folder, "t.csv"), filepath.Join(folder, "t.parquet")
		query := fmt.Sprintf("select %s from (select i, (hash(i) >> 1)::bigint as h from range(%d) as t(i))", strings.Join(values, ", "), rows)
		if err := d.Copy(ctx, query, text, "format csv"); err != nil {
			t.Fatal(err)
		}
		table, err := load.Open(ctx, text, load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := export.SaveRows(ctx, parquet, "", "", pivot.Listing{Table: table}); err != nil {
			t.Fatal(err)
		}
		one := fmt.Sprintf("select %s from read_csv(%s, types={%s})", strings.Join(names, ", "), literal(text),
			strings.Join(types, ", "))
		other := "select " + strings.Join(names, ", ") + " from " + Parquet(parquet)
		if rows < 1000 { // columns without a value are texts
			one, other = strings.Replace(one, "late, ", "", 1), strings.Replace(other, "late, ", "", 1)
			one, other = strings.Replace(one, "once, ", "", 1), strings.Replace(other, "once, ", "", 1)
		}
		for _, query := range []string{one + " except all " + other, other + " except all " + one,
			"select count(*) from (" + other + ") having count(*) <> " + fmt.Sprint(rows)} {
			n, err := d.Column(ctx, "select count(*)::double from ("+query+")")
			if err != nil {
				t.Fatal(err)
			}
			if n[0] != 0 {
				t.Errorf("%d rows: %v rows differ in %s", rows, n[0], query)
			}
		}
		for _, c := range columns {
			got, err := d.Column(ctx, fmt.Sprintf("select count(*)::double from %s where lower(typeof(%s)) <> '%s'",
				Parquet(parquet), c[0], c[1]))
			if err != nil {
				t.Fatal(err)
			}
			if rows > 1000 && got[0] != 0 {
				t.Errorf("%s is not %s", c[0], c[1])
			}
		}
	}
}
