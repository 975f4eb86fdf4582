package duck

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/load"
	"cardinal/data/shape/changes"
	"cardinal/data/shape/union"
)

// TestChanges compares the changes between 200 random pairs of files with DuckDB: by all columns with EXCEPT ALL, and
// by a key that does not repeat with joins. Values are null, repeated, NaN and -0.
func TestChanges(t *testing.T) {
	ctx := t.Context()
	d, err := Open(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	folder := t.TempDir()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		byKey := seed%2 == 1
		var parts [2]union.Part
		for i, name := range []string{"a", "b"} {
			var b strings.Builder
			b.WriteString("k,m,x,y,z\n-1,,0.5,,2024-01-01\n")
			for key := range 1 + r.IntN(80) {
				if byKey && r.IntN(4) == 0 {
					continue
				} else if !byKey {
					key = r.IntN(3)
				}
				pick := func(of ...string) string { return of[r.IntN(len(of))] }
				fmt.Fprintf(&b, "%d,%s,%s,%s,%s\n", key, pick("", "1", "2"), pick("", "NaN", "-0.0", "0.0", "1.5"),
					pick("", "p", "q"), pick("2024-01-01", "2024-01-02", ""))
			}
			path := filepath.Join(folder, name+".csv")
			if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := d.Exec(ctx, "create or replace table "+name+" as select * from read_csv("+literal(path)+
				", header=true, columns={'k':'bigint','m':'bigint','x':'double','y':'varchar','z':'date'})",
				"copy "+name+" to "+literal(path+".parquet")+" (format parquet)"); err != nil {
				t.Fatal(err)
			}
			table, err := load.Open(ctx, path+".parquet", load.Options{})
			if err != nil {
				t.Fatal(err)
			}
			parts[i] = union.Part{Table: table, Name: name}
		}
		both, err := union.Align(ctx, "file", parts)
		if err != nil {
			t.Fatal(err)
		}
		keys, question := []string(nil), "select (select count(*) from (from b except all from a))::double, "+
			"(select count(*) from (from a except all from b))::double, 0::double"
		if byKey {
			keys, question = []string{"k"}, "select (select count(*) from b anti join a using (k))::double, "+
				"(select count(*) from a anti join b using (k))::double, (select count(*) from a join b using (k) "+
				"where "+
				"(a.m, a.x, a.y, a.z) is distinct from (b.m, b.x, b.y, b.z))::double"
		}
		found, err := changes.Find(ctx, both.Tables, keys)
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.Floats(ctx, question)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint([]int{found.Added, found.Removed, found.Changed}); got != fmt.Sprint(want[0]) {
			t.Errorf("seed %d: %s added, removed and changed, and DuckDB says %v", seed, got, want[0])
		}
	}
}
