package duck

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/export"
)

// TestPartitions writes folders of Parquet by one or two columns of random tables. DuckDB reads the same rows, and the
// same types, from the folder as from one file.
func TestPartitions(t *testing.T) {
	ctx := t.Context()
	d, err := Open(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		var b strings.Builder
		b.WriteString("the city,year,day,amount,note\nRome,2023,2024-01-01,0.50,x\n")
		for range r.IntN(300) {
			fmt.Fprintf(&b, "%s,%s,%s,%d.25,%s\n", pick("", "Rome", "a/b=c %é+", "..", "x & y", "100%", "~Oslo"),
				pick("", "2023", "2024", "-1"), pick("", "2024-01-01", "1999-12-31"), r.IntN(1000), pick("", "p", "q"))
		}
		from, err := load.Bytes(ctx, "t.csv", []byte(b.String()), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		whole, parts := filepath.Join(folder, "t.parquet"), filepath.Join(folder, "parts")
		by := pick("the city", "year", "day", "the city,year", "day,the city")
		for path, format := range map[string]string{whole: "parquet", parts: "parquet by " + by} {
			if _, err := export.SaveRows(ctx, path, format, "", pivot.Listing{Table: from}); err != nil {
				t.Fatal(err)
			}
		}
		all := `select "the city", year, day, amount, note, typeof(year), typeof(day) from `
		one := all + Parquet(whole)
		several := all + "read_parquet(" + literal(parts+"/**/*.parquet") + ", hive_partitioning=true)"
		for _, query := range []string{one + " except all " + several, several + " except all " + one} {
			n, err := d.Column(ctx, "select count(*)::double from ("+query+")")
			if err != nil {
				t.Fatal(err)
			}
			if n[0] != 0 {
				t.Errorf("seed %d, by %s: %v rows differ in %s", seed, by, n[0], query)
			}
		}
	}
}
