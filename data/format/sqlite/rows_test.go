package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/rtree"

	"cardinal/data"
	"cardinal/data/infer"
)

// made makes a database with some statements.
func made(t *testing.T, statements ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.sqlite")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(fts5.Register(db), rtree.Register(db)); err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if err := db.Exec(s); err != nil {
			t.Fatal(s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// opens opens a database.
func opens(t *testing.T, b []byte) *Database {
	t.Helper()
	if is, err := Recognise(t.Context(), bytes.NewReader(b), int64(len(b))); !is || err != nil {
		t.Fatalf("not recognised: %v", err)
	}
	d, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), 0, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// written returns a table as a text: a line of names, and a line for each row. All values have quotes, and a null is
// empty.
func written(t *testing.T, d *Database, table string, wanted ...string) string {
	t.Helper()
	out, err := d.Read(asTexts(t, d, Options{Table: table, Columns: wanted}))
	if err != nil {
		t.Fatal(err)
	}
	return shown(out)
}

// asTexts adds to options that all columns are text.
func asTexts(t *testing.T, d *Database, o Options) Options {
	t.Helper()
	r, err := d.rows(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range r.names {
		o.Types = append(o.Types, infer.ColumnType{Column: name, Type: infer.Choices[0]})
	}
	return o
}

// shown writes a table as written does.
func shown(t *data.Table) string {
	var b strings.Builder
	for row := -1; row < t.Rows; row++ {
		for i, c := range t.Columns {
			if i > 0 {
				b.WriteByte(',')
			}
			text := c.Name
			if row >= 0 {
				text = c.Value(row).Text
			}
			if row < 0 || c.Valid.Get(row) {
				b.WriteString(`"` + strings.ReplaceAll(text, `"`, `""`) + `"`)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRows(t *testing.T) {
	for name, tt := range map[string]struct{ sql, table, want string }{
		"values":        {`CREATE TABLE t(a, b TEXT, c REAL); INSERT INTO t VALUES(1, 'x', 0.5), (-9223372036854775808, '', NULL), (NULL, 'say "x", y' || char(10) || 'z', 1e300)`, "", "\"a\",\"b\",\"c\"\n\"1\",\"x\",\"0.5\"\n\"-9223372036854775808\",\"\",\n,\"say \"\"x\"\", y\nz\",\"1e+300\"\n"},
		"kinds":         {`CREATE TABLE t(a); INSERT INTO t VALUES(1), (2.0), ('x'), (x'00ff'), (zeroblob(65)), (9e999)`, "", "\"a\"\n\"1\"\n\"2\"\n\"x\"\n\"00ff\"\n\n\"+Inf\"\n"},
		"names":         {`CREATE TABLE "order ""x"""("select" INT, "a,b" INT, "" INT); INSERT INTO "order ""x""" VALUES(1, 2, 3)`, `ORDER "x"`, "\"select\",\"a,b\",\"column_3\"\n\"1\",\"2\",\"3\"\n"},
		"no rows":       {`CREATE TABLE t(a, b)`, "t", "\"a\",\"b\"\n"},
		"a view":        {`CREATE TABLE t(a); INSERT INTO t VALUES(3), (4); CREATE VIEW v AS SELECT a, a * 2 AS twice FROM t ORDER BY a DESC`, "v", "\"a\",\"twice\"\n\"4\",\"8\"\n\"3\",\"6\"\n"},
		"without rowid": {`CREATE TABLE t(k TEXT PRIMARY KEY, v INT) WITHOUT ROWID; INSERT INTO t VALUES('b', 2), ('a', 1)`, "t", "\"k\",\"v\"\n\"a\",\"1\"\n\"b\",\"2\"\n"},
		"the largest":   {`CREATE TABLE few(a); INSERT INTO few VALUES(1); CREATE TABLE many(a); INSERT INTO many VALUES(1), (2), (3); CREATE TABLE last(a)`, "", "\"a\"\n\"1\"\n\"2\"\n\"3\"\n"},
		"UTF-16":        {`PRAGMA encoding = 'UTF-16'; CREATE TABLE "größe"("ä" TEXT); INSERT INTO "größe" VALUES('漢字')`, "", "\"ä\"\n\"漢字\"\n"},
		"no UTF-8": {`CREATE TABLE t(a TEXT); INSERT INTO t VALUES(CAST(x'41ff42' AS TEXT))`, "",
			"\"a\"\n\"A\uFFFDB\"\n"},
		"generated": {`CREATE TABLE t(a INT, b INT AS (a * 2)); INSERT INTO t VALUES(4)`, "",
			"\"a\",\"b\"\n\"4\",\"8\"\n"},
	} {
		if got := written(t, opens(t, made(t, tt.sql)), tt.table); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestWanted(t *testing.T) {
	d := opens(t, made(t, `CREATE TABLE t(a INT, "B b" TEXT, c BLOB); INSERT INTO t VALUES(1, 'x', x'01')`))
	if got := written(t, d, "t", "c", "b B"); got != "\"B b\",\"c\"\n\"x\",\"01\"\n" {
		t.Errorf("%q", got)
	}
	if got := written(t, d, "t", "a", "none"); !strings.HasPrefix(got, `"a","B b","c"`) {
		t.Errorf("where a name is none of the table's: %q", got)
	}
	if r, err := d.Read(Options{Table: "t", Rows: 1}); err != nil || r.Rows != 1 {
		t.Fatal(r, err)
	}
}

func TestTables(t *testing.T) {
	d := opens(t,
		made(t,
			`CREATE TABLE b(x INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES(1); CREATE TABLE a(x); CREATE VIEW w AS SELECT 1; CREATE INDEX i ON a(x); ANALYZE`))
	if got := strings.Join(d.Tables(), " "); got != "b a w" {
		t.Errorf("the tables are %s", got)
	}
	if _, err := d.Read(Options{Table: "nope"}); err == nil ||
		err.Error() != `the database has no table "nope"; its tables are b, a, w` {
		t.Error(err)
	}
	empty := made(t, "CREATE TABLE a(x); DROP TABLE a")
	if _, err := Open(t.Context(), bytes.NewReader(empty), int64(len(empty)), 0, func(float64) {}); err == nil ||
		!strings.Contains(err.Error(), "no table") {
		t.Error(err)
	}
}

// TestVirtual reads the virtual tables that have rows, and no table in which a module stores one. A table with such a
// name that no module made is an ordinary table.
func TestVirtual(t *testing.T) {
	const old = `INSERT INTO sqlite_schema VALUES('table', 'old', 'old', 0, 'CREATE VIRTUAL TABLE "old" USING FTS4(text)')`
	b := made(t, `CREATE TABLE plain(text)`,
		`CREATE VIRTUAL TABLE mail USING fts5(subject, size)`,
		`INSERT INTO mail VALUES('hello', 3), ('say "x"', 4.5), (NULL, 'many')`,
		`CREATE VIEW short AS SELECT subject FROM mail`,
		`CREATE VIRTUAL TABLE IF NOT EXISTS [the places] USING rtree(id, least, most, +note)`,
		`INSERT INTO [the places] VALUES(7, 0.5, 2, 'n')`, `CREATE TABLE "the places_data"(v)`,
		`CREATE VIRTUAL TABLE bare USING fts5(text, content='')`,
		`CREATE VIRTUAL TABLE other USING fts5(text, content='plain')`,
		`CREATE VIRTUAL TABLE words USING fts5vocab(mail, 'row')`, `CREATE TABLE words_content(id, c0)`,
		`CREATE TABLE old_content(docid INTEGER PRIMARY KEY, c0text)`,
		`CREATE TABLE old_segments(blockid INTEGER PRIMARY KEY, block BLOB)`, `CREATE TABLE old_stat(day, sold)`,
		`CREATE TABLE old_data(v)`, `INSERT INTO old_data VALUES(1), (2)`, `PRAGMA writable_schema = ON; `+old)
	d := opens(t, b)
	if got := strings.Join(d.Tables(), ", "); got != "plain, mail, the places_data, words_content, old_stat, "+
		"old_data, the places, short" {
		t.Errorf("the tables are %s", got)
	}
	if got := strings.Join(d.notes(), "; "); got != "virtual tables that have no rows of their own, or are of "+
		"modules that Cardinal does not have, were left out: 4, the first is bare" {
		t.Errorf("the notes are %s", got)
	}
	for table, want := range map[string]string{
		"":           "\"subject\",\"size\"\n\"hello\",\"3\"\n\"say \"\"x\"\"\",\"4.5\"\n,\"many\"\n",
		"the places": "\"id\",\"least\",\"most\",\"note\"\n\"7\",\"0.5\",\"2\",\"n\"\n",
		"old_data":   "\"v\"\n\"1\"\n\"2\"\n",
	} {
		r, err := d.Read(asTexts(t, d, Options{Table: table}))
		if err != nil || shown(r) != want || slices.ContainsFunc(r.Notes, func(n string) bool {
			return strings.Contains(n, "damage")
		}) {
			t.Errorf("%q has %v, %v", table, r, err)
		}
	}
	for table, want := range map[string]bool{"": false, "plain": false, "mail": true, "the places": true,
		"short": true} {
		if got := d.Derived(table); got != want {
			t.Errorf("%q may have the rows of a table: %v", table, got)
		}
	}
}

// TestForeign finds the foreign keys of one column, with the names that the tables and columns have.
func TestForeign(t *testing.T) {
	d := opens(t, made(t, `CREATE TABLE Cities(id INTEGER PRIMARY KEY, Code TEXT)`,
		`CREATE TABLE two(a, b, PRIMARY KEY(a, b))`, `CREATE VIEW v AS SELECT 1`,
		`CREATE TABLE sales(city INT REFERENCES cities, code TEXT REFERENCES CITIES(code), a REFERENCES two, b, c REFERENCES gone(x), d REFERENCES v(x), boss REFERENCES sales(city), FOREIGN KEY(a, b) REFERENCES two(a, b))`))
	for table, want := range map[string][]data.ForeignKey{
		"sales": {{Column: "city", Table: "Cities", Key: "id"}, {Column: "code", Table: "Cities", Key: "Code"},
			{Column: "boss", Table: "sales", Key: "city"}},
		"two": nil,
		"v":   nil,
	} {
		r, err := d.Read(Options{Table: table})
		if err != nil || !slices.Equal(r.Foreign, want) {
			t.Errorf("%s has %v, %v", table, r, err)
		}
	}
}

// TestDamage takes rows out of a page of a table: SQLite reads the others, and a check finds that some are missing.
func TestDamage(t *testing.T) {
	b := made(t,
		`PRAGMA page_size = 512; CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n`)
	const leaf = 13
	for page := 512; page < len(b); page += 512 {
		if b[page] == leaf && b[page+4] > 10 {
			b[page+4]--
			break
		}
	}
	r, err := opens(t, b).Read(Options{Table: "t"})
	if err != nil || r.Rows != 999 || !strings.Contains(r.Notes[0], "is damaged") {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := Open(t.Context(), bytes.NewReader(b[:5*512]), 5*512, 0, func(float64) {}); err == nil ||
		!strings.Contains(err.Error(), "damaged or cut off") {
		t.Errorf("a database that was cut off: %v", err)
	}
}

// TestOrderOfAnotherProgram reads tables that SQLite can read without the sorting order that they name, and
// cannot check.
func TestOrderOfAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ordered.sqlite")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	compare := func(a, b []byte) int { return bytes.Compare(b, a) }
	if err := errors.Join(db.CreateCollation("LOCALIZED", compare),
		db.Exec(`CREATE TABLE k(a TEXT COLLATE LOCALIZED PRIMARY KEY) WITHOUT ROWID; INSERT INTO k VALUES('x'), ('y'), ('z');
		CREATE TABLE t(a TEXT COLLATE LOCALIZED, b); CREATE INDEX i ON t(a); INSERT INTO t VALUES('x', 1), ('y', 2); CREATE VIEW v AS SELECT b FROM t`), db.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]string{"": "\"a\",\"b\"\n\"x\",\"1\"\n\"y\",\"2\"\n", "v": "\"b\"\n\"1\"\n\"2\"\n"} {
		d := opens(t, b)
		r, err := d.Read(asTexts(t, d, Options{Table: table}))
		if err != nil || shown(r) != want || !strings.HasPrefix(r.Notes[0], "the database was not checked for damage, "+
			"since SQLite says ") {
			t.Errorf("%v, %v", r, err)
		}
	}
}

func TestNamesOfOneCase(t *testing.T) {
	d := opens(t, made(t, `CREATE TABLE "Ä"(x); CREATE TABLE "ä"(x); INSERT INTO "ä" VALUES(1)`))
	if got := written(t, d, "ä"); got != "\"x\"\n\"1\"\n" {
		t.Errorf("%q", got)
	}
}

func TestCancel(t *testing.T) {
	b := made(t,
		`CREATE TABLE t(a); INSERT INTO t VALUES(1); CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n`)
	ctx, cancel := context.WithCancel(t.Context())
	d, err := Open(ctx, bytes.NewReader(b), int64(len(b)), 0, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := d.Read(Options{Table: "endless"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
