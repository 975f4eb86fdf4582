package duck

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/load"
)

// kind is a type of column. value is the SQL of a value, from the number i of a row and its hash h. copied is a format
// that converts the column for a copy in Parquet, if Parquet has no such type; "" copies it as it is.
type kind struct{ name, value, copied string }

var kinds = []kind{
	{"boolean", "h % 3 = 0", ""},
	{"tinyint", "(h % 256)::int - 128", ""},
	{"smallint", "(h % 65536)::int - 32768", ""},
	{"integer", "(h % 1000)::int * (1 - 2 * (h % 2)::int)", ""},
	{"integer", "i", ""},
	{"bigint", "(h >> 1)::bigint - (i % 2) * (h >> 2)::bigint", ""},
	{"bigint", "i * 1000003", ""},
	{"bigint", "5 + i % 3", ""},
	{"utinyint", "h % 256", ""},
	{"usmallint", "h % 65536", ""},
	{"uinteger", "h % 4294967296", ""},
	{"ubigint", "h >> 2", ""},
	{"hugeint", "(h % 1000003)::hugeint * 1000000007 - 12345678901", "%s::decimal(38,0)"},
	{"float", "(h % 1000)::float / 8", ""},
	{"double", "(h % 100000)::double / 100", ""},
	{"double", "sqrt(h::double) * (1 - 2 * (i % 2))", ""},
	{"double", "case h % 5 when 0 then 'nan'::double when 1 then 'inf'::double else -0.0 end", ""},
	{"decimal(4,1)", "((h % 19999)::int - 9999) / 10", ""},
	{"decimal(9,3)", "(h % 1999999999 - 999999999::ubigint::hugeint) / 1000", ""},
	{"decimal(18,2)", "(h % 100000)::bigint / 100", ""},
	{"decimal(30,4)", "(h % 1000000007)::hugeint / 10000", ""},
	{"date", "date '2024-01-01' + (h % 20000)::int - 10000", ""},
	{"time", "time '00:00:00' + to_microseconds((h % 86400000000)::bigint)", ""},
	{"timestamp", "timestamp '2024-01-01' + to_microseconds((h % 86400000000000)::bigint)", ""},
	{"timestamp_ms", "timestamp '2024-01-01' + to_milliseconds((h % 86400)::bigint)", ""},
	{"timestamptz", "timestamptz '2024-01-01 00:00:00+00' + to_seconds((h % 86400)::bigint)", ""},
	{"interval", "to_months((h % 30)::int - 15) + to_days((h % 7)::int - 3) + to_microseconds((h % " +
		"7200000000)::bigint - 3600000000)", "%s::varchar"},
	{"timetz", "('10:00:00+0' || (h % 9))::timetz", "%s::varchar"},
	{"uuid", "md5(i::varchar)::uuid", ""},
	{"bit", "(h % 1000)::int::bit", "%s::varchar"},
	{"blob", "('b' || (h % 50))::blob", ""},
	{"varchar", "'label ' || (h % 20)", ""},
	{"varchar", "'https://example.com/a/' || h || '/' || (h % 17)", ""},
	{"varchar", "repeat(chr(97 + (h % 26)::int), (h % 40)::int)", ""},
	{"varchar", "case when i % 1000 = 7 then repeat('long ' || h, 1 + (h % 9000)::int) else '' end", ""},
	{"varchar", "md5(h::varchar)", ""},
	{"mood", "(['sad', 'ok', 'glad'])[1 + (h % 3)::int]", "%s::varchar"},
	{"struct(a integer, b varchar)", "{a: (h % 9)::int, b: case when h % 4 = 0 then null else 'f' || (h % 6) end}", ""},
	{"integer[]", "range((h % 4)::int)::int[]", ""},
	{"bigint[]", "case when i % 2 = 0 then [] end", ""},
	{"varchar[]", "list_transform(range((h % 3)::int), lambda x: 'e' || x)", ""},
	{"double[2]", "[i / 2, h % 7]", "%s::double[]"},
	{"struct(x integer[])", "{x: range((h % 3)::int)::int[]}", ""},
}

// methods are ways to compress that DuckDB can be told; "" lets it choose.
var methods = []string{"", "", "uncompressed", "rle", "dictionary", "bitpacking", "fsst", "alp", "alprd", "zstd",
	"roaring", "dict_fsst"}

var versions = []string{"v0.10.2", "v1.2.0", "v1.3.0", "v1.4.0", "v1.5.0"}

// TestFiles reads tables that DuckDB writes in its own format, and as Parquet, and compares both. Rows are deleted and
// values changed in between.
func TestFiles(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 12
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareFiles(t, seed) })
	}
}

func compareFiles(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	folder := t.TempDir()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	run := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(statement, args...)); err != nil {
			t.Fatalf("%s: %v", fmt.Sprintf(statement, args...), err)
		}
	}
	path, copied := filepath.Join(folder, "t.duckdb"), filepath.Join(folder, "t.parquet")
	version, method := versions[r.IntN(len(versions))], methods[r.IntN(len(methods))]
	run("set timezone = 'UTC'")
	run("attach %s as d (storage_version %s, block_size %d)", literal(path), literal(version), 16384<<(4*r.IntN(2)))
	run("use d")
	run("create type mood as enum ('sad', 'ok', 'glad')")
	if method != "" {
		run("pragma force_compression = '%s'", method)
	}
	rows := []int{1, 100, 3000, 130_000}[r.IntN(4)]
	nulls := []int{0, 0, 3, 100}[r.IntN(4)]
	var columns, values, selected []string
	for c, at := range r.Perm(len(kinds))[:1+r.IntN(8)] {
		k, name := kinds[at], fmt.Sprintf("c%d", c)
		columns = append(columns, name+" "+k.name)
		values = append(values, fmt.Sprintf("case when %d > 0 and hash(i, %d) %% %d = 0 then null else %s end", nulls,
			c, max(1, nulls), k.value))
		if k.copied == "" {
			k.copied = "%s"
		}
		selected = append(selected, fmt.Sprintf(k.copied, name)+" as "+name)
	}
	run("create table t (%s)", strings.Join(columns, ", "))
	run("insert into t select %s from (select i, hash(i + %d) as h from range(%d) as r(i))", strings.Join(values, ", "),
		seed, rows)
	run("checkpoint d")
	if r.IntN(3) == 0 {
		run("delete from t where rowid %% %d = 1", 2+r.IntN(2000))
		run("checkpoint d")
	}
	if r.IntN(4) == 0 {
		run("update t set c0 = null where rowid %% 7 = 3")
		run("checkpoint d")
	}
	run("copy (select %s from t) to %s (format parquet)", strings.Join(selected, ", "), literal(copied))
	run("use memory")
	run("detach d")
	sameFiles(t, path, copied, fmt.Sprintf("version %s, method %q, columns %s", version, method,
		strings.Join(columns, ", ")))
}

// sameFiles reads both files, also with each of their lists unnested.
func sameFiles(t *testing.T, path, copied, what string) {
	t.Helper()
	lists := []string{""}
	for i := 0; i < len(lists); i++ {
		o := load.Options{Reading: data.Reading{Unnest: lists[i]}}
		got, err := load.Open(context.Background(), path, o)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		want, err := load.Open(context.Background(), copied, o)
		if err != nil {
			t.Fatalf("%s: the copy: %v", what, err)
		}
		if a, b := datatest.Columns(got), datatest.Columns(want); a != b {
			t.Fatalf("%s: columns\n%s, not\n%s", what, a, b)
		}
		a, b := datatest.Rows(got), datatest.Rows(want)
		if !slices.Equal(a, b) {
			at := 0
			for at < min(len(a), len(b))-1 && a[at] == b[at] {
				at++
			}
			t.Fatalf("%s, list %q: %d rows, not %d; row %d is\n%s, not\n%s", what, lists[i], len(a), len(b),
				at, a[at], b[at])
		}
		if i == 0 {
			lists = append(lists, want.Lists...)
		}
	}
}
