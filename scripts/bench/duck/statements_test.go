package duck

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/engine"
	"cardinal/engine/pushdown/pushtest"
)

// TestStatements runs the statements of 300 random pivots of files in DuckDB, which reads the files by itself, and
// compares their rows with Cardinal's answers.
func TestStatements(t *testing.T) {
	ctx := t.Context()
	d, err := Open(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	equal, refused := 0, map[string]int{}
	for seed := uint64(0); equal < 300; seed++ {
		if seed > 200 {
			t.Fatalf("%d pivots are equal, and refused are %v", equal, refused)
		}
		r := rand.New(rand.NewPCG(seed, 60))
		path := filepath.Join(t.TempDir(), "it's.csv")
		if err := os.WriteFile(path, []byte(randomCSV(r)), 0o600); err != nil {
			t.Fatal(err)
		}
		if seed%3 == 2 {
			parquet := strings.TrimSuffix(path, "csv") + "parquet"
			if err := d.Exec(ctx, "copy (select * from read_csv("+literal(path)+", nullstr='', auto_detect=true, "+
				"types={'a': 'varchar', 'b': 'varchar', 'i': 'bigint', 'm': 'decimal(18,2)', 'd': 'date', 't': 'timestamp', "+
				"'o': 'boolean', 'f': 'double'})) to "+literal(parquet)+" (format parquet)"); err != nil {
				t.Fatal(err)
			}
			path = parquet
		}
		table, err := load.Open(ctx, path, load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			q := pushtest.Query(r)
			sql, err := e.SQL(ctx, table, q, remote.DuckDB)
			if err != nil {
				refused[err.Error()]++
				continue
			}
			if !strings.Contains(sql, "FROM read_") {
				t.Fatalf("DuckDB does not read the file: %s, notes %q", sql, table.Notes)
			}
			a, err := e.Pivot(ctx, table, q, engine.RunOptions{})
			if err != nil {
				refused[err.Error()]++
				continue
			}
			rows, err := d.Rowed(ctx, sql)
			if err != nil {
				t.Fatal(err)
			}
			if err := pushtest.Compare(a.Tab, rows); err != nil {
				t.Fatalf("file %d: %v\n%s", seed, err, sql)
			}
			equal++
		}
	}
	t.Logf("%d pivots are equal, and refused are %v", equal, refused)
}

// randomCSV returns the text of a table as pushtest.Query asks about.
func randomCSV(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("a,b,i,m,d,t,o,f\n")
	maybe := func(text string) string {
		if r.IntN(12) == 0 {
			return ""
		}
		return text
	}
	for range 1 + r.IntN(300) {
		text := func() string {
			return []string{"k1", "k2", "k3", `"it's"`, `"a, ""b"""`, `\`, "Ünit", "K1", "'k'", "k10"}[r.IntN(10)]
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,%s,%s\n", maybe(text()), maybe(text()), maybe(fmt.Sprint(r.IntN(40)-15)),
			maybe(fmt.Sprintf("%d.%02d", r.IntN(300)-100, r.IntN(100))),
			maybe(fmt.Sprintf("%d-%02d-%02d", 1996+r.IntN(4), 1+r.IntN(12), 1+r.IntN(28))),
			maybe(fmt.Sprintf("%d-%02d-%02d %02d:%02d:%02d", 1996+r.IntN(4), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24),
				r.IntN(60), r.IntN(60))), maybe([]string{"true", "false"}[r.IntN(2)]),
			maybe(fmt.Sprint((r.Float64()-0.5)*1e4)))
	}
	return b.String()
}
