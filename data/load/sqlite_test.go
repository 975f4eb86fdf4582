package load

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/sqlite"
)

// database makes a database of statements, and returns its path.
func database(t testing.TB, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sales.db")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		err = errors.Join(err, db.Exec(s))
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSQLite(t *testing.T) {
	path := database(t,
		`CREATE TABLE sales(id INTEGER PRIMARY KEY, day DATE, at TEXT, amount DECIMAL(10,2), rate REAL, zip TEXT, done BOOLEAN, made TIMESTAMP, seen DATETIME, photo BLOB, "any", life LIFETIME)`,
		`INSERT INTO sales VALUES(1, '2024-01-31', '2024-01-31 10:00:00', 12.5, 1e-9, '01234', 1, 1700000000000, 1700000000, zeroblob(1000), 1, 1700000000)`,
		`INSERT INTO sales VALUES(9007199254740993, '2024-02-01', '2024-02-01 11:30:00', 3, -2.0, '00007', 0, 1700000000001, 1700000001, NULL, 'x', 1)`,
		`INSERT INTO sales VALUES(3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2)`,
		`CREATE TABLE cities(zip TEXT, name)`, `INSERT INTO cities VALUES('00100', 'Rome')`)
	table := open(t, path)
	want := strings.Join([]string{
		"id int 1 3 9007199254740993", "day date 2024-01-31 null 2024-02-01", "at timestamp 2024-01-31T10:00:00 null " +
			"2024-02-01T11:30:00", "amount decimal 12.5 null 3.0", "rate decimal 0.000000001 null -2.000000000",
		"zip text 01234 null 00007", "done bool true null false", "made timestamp 2023-11-14T22:13:20Z null " +
			"2023-11-14T22:13:20.001Z", "seen timestamp 2023-11-14T22:13:20Z null 2023-11-14T22:13:21Z",
		"photo text null null null", "any text 1 null x", "life int 1700000000 2 1",
	}, "; ")
	if got := shown(table); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if table.Format != "sqlite" || table.Sheet != "sales" || !slices.Equal(table.Sheets, []string{"sales", "cities"}) ||
		table.SheetWord() != "table" {
		t.Errorf("%s, %s of %q", table.Format, table.Sheet, table.Sheets)
	}
	if !slices.Contains(table.Notes, "photo: binary values of more than 64 bytes, read as null: 1") {
		t.Errorf("notes %q", table.Notes)
	}
	typed := openAs(t, path, Options{Sheet: "SALES", Columns: []string{"zip", "done", "id"},
		Reading: data.Reading{Types: []string{"zip=number", "done=number", "id=text"}}})
	if got, want := shown(typed), "id text 1 3 9007199254740993; zip int 1234 null 7; done int 1 null 0"; got != want ||
		len(typed.LeftOut) != 9 {
		t.Errorf("\n%s\nwant\n%s, %q left out", got, want, typed.LeftOut)
	}
	if all := openAs(t, path, Options{Sheet: AllSheets}); all.Rows != 4 {
		t.Errorf("all tables have %d rows", all.Rows)
	}
	viewed := database(t, "CREATE TABLE a(x); INSERT INTO a VALUES(1)",
		"CREATE TABLE b(x); INSERT INTO b VALUES(2), (3)", `CREATE TABLE ""(x); INSERT INTO "" VALUES(4)`,
		"CREATE VIEW both AS SELECT x FROM a UNION ALL SELECT x FROM b", "CREATE VIEW broken AS SELECT y FROM a")
	if all := openAs(t, viewed, Options{Sheet: AllSheets}); shown(all) != "x int 1 2 3; Table text a b b" ||
		!slices.Equal(all.Sheets, []string{"a", "b", "both", "broken"}) {
		t.Errorf("all tables are %s of %q", shown(all), all.Sheets)
	}
	for _, o := range []Options{{Sheet: "none"}, {Reading: data.Reading{Delimiter: ";"}},
		{Reading: data.Reading{Types: []string{"none=text"}}}} {
		if _, err := Open(t.Context(), path, o); err == nil ||
			!strings.HasPrefix(err.Error(), "cannot open sales.db: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err = z.Write(b)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"sales.db.gz": packed.Bytes(), "sales.zip": datatest.Zip(t,
		map[string][]byte{"sales.db": b})} {
		inside, err := Bytes(t.Context(), name, b, Options{})
		if err != nil || shown(inside) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTypesOfSQLite reads columns by their values and by their declarations. A note reports if the two disagree.
func TestTypesOfSQLite(t *testing.T) {
	const epoch = "v: numbers of seconds since 1970, read as times in UTC"
	numbers := func(declared string) string {
		return "v: the column declares " + declared + " and holds numbers, which were read as numbers: the types " +
			"epoch, epoch_ms and epoch_us read them as times"
	}
	for _, c := range []struct{ declared, values, want, note string }{
		{"datetime", "-86400, 1700000000, -31536000, 1600000000", "timestamp 1969-12-31T00:00:00Z " +
			"2023-11-14T22:13:20Z 1969-01-01T00:00:00Z 2020-09-13T12:26:40Z", epoch},
		{"datetime", "-1000000000, 0", "timestamp 1938-04-24T22:13:20Z 1970-01-01T00:00:00Z", epoch},
		{"TIMESTAMP", "1700000000000, -1", "timestamp 2023-11-14T22:13:20Z 1969-12-31T23:59:59.999Z",
			"v: numbers of milliseconds since 1970, read as times in UTC"},
		{"DATE", "1700000000, NULL, ''", "timestamp 2023-11-14T22:13:20Z null null",
			epoch + "; v: texts that are empty or stand for no value, read as null among the numbers: 1"},
		{"DATETIME", "20240131120000, 20240201120000", "int 20240131120000 20240201120000", numbers("DATETIME")},
		{"DATETIME", "2460000.5", "decimal 2460000.5", numbers("DATETIME")},
		{"DATE", "20240131, 20240201", "int 20240131 20240201", numbers("DATE")},
		{"TIME", "3600, 7200", "int 3600 7200", numbers("TIME")},
		{"DATETIME", "-9223372036854775808, 1", "int -9223372036854775808 1", numbers("DATETIME")},
		{"LIFETIME", "1700000000", "int 1700000000", ""},
		{"", "1, 2.5, '3', null, ''", "text 1 2.5 3 null ", "v: numbers (2) and other values (2), read as text, " +
			"which the type number changes"},
		{"INTEGER", "1, 2, '', 'NA'", "int 1 2 null null", "v: texts that are empty or stand for no value, read as " +
			"null among the numbers: 2"},
		{"TEXT", "'1', '2'", "text 1 2", ""},
		{"TEXT", "'', 'NA'", "text  NA", ""},
		{"", "'1E5', '2E10', '100000'", "text 1E5 2E10 100000", ""},
		{"REAL", "100000.0, 1e5, 0.5", "decimal 100000.0 100000.0 0.5", ""},
		{"DATE", "'2024-01-31', ''", "date 2024-01-31 null", "v: empty texts, read as null: 1"},
		{"BOOLEAN", "1, 0, ''", "bool true false null", "v: texts that are empty or stand for no value, read as null " +
			"among the numbers: 1"},
		{"BOOLEAN", "1, 2", "int 1 2", ""},
		{"", "1, x'00ff'", "text 1 00ff", "v: bytes that are not text: shown as hexadecimal digits; v: numbers (1) " +
			"and other values (1), read as text, which the type number changes"},
	} {
		table := open(t, database(t, "CREATE TABLE t(v "+c.declared+")", "INSERT INTO t VALUES("+
			strings.ReplaceAll(c.values, ", ", "), (")+")"))
		notes := slices.Clone(table.Notes)
		slices.Sort(notes)
		if got, note := shown(table), strings.Join(notes, "; "); got != "v "+c.want || note != c.note {
			t.Errorf("%s of %s: %s with %q, want %s with %q", c.values, c.declared, got, note, c.want, c.note)
		}
	}
}

// openAs opens a file in a way.
func openAs(t *testing.T, path string, o Options) *data.Table {
	t.Helper()
	table, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// shown writes the columns of a table with their types and values.
func shown(t *data.Table) string {
	var columns []string
	for _, c := range t.Columns {
		s := c.Name + " " + c.Type.String()
		for row := range t.Rows {
			if v := c.Value(row); v.IsNull() {
				s += " null"
			} else {
				s += " " + v.String()
			}
		}
		columns = append(columns, s)
	}
	return strings.Join(columns, "; ")
}

// TestSQLiteWithADamagedTable opens a database with a table that cannot be read at all, or only up to a row. The
// error names that table, and the others, the largest first.
func TestSQLiteWithADamagedTable(t *testing.T) {
	path := database(t, "PRAGMA page_size = 512", "CREATE TABLE few(a)", "INSERT INTO few VALUES(1)",
		"CREATE TABLE orders(a)", "CREATE TABLE more(a)", "INSERT INTO more VALUES(1), (2)",
		"CREATE VIEW seen AS SELECT a FROM few",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO orders SELECT i "+
			"FROM n")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := db.Prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'orders'")
	if err != nil || !s.Step() {
		t.Fatal(err)
	}
	root := s.ColumnInt64(0)
	if err := errors.Join(s.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[512*(root-1)] = 0
	const want = "cannot open sales.db: orders cannot be read: the database is damaged or cut off; copy or download " +
		"it again"
	if _, err := Bytes(t.Context(), "sales.db", b, Options{}); err == nil || err.Error() != want+
		"; or choose another table by --sheet: more, few, seen" {
		t.Error(err)
	}
	if _, err := Bytes(t.Context(), "sales.db", b, Options{Sheet: "orders"}); err == nil || err.Error() != want {
		t.Error(err)
	}
	if other, err := Bytes(t.Context(), "sales.db", b, Options{Sheet: "more"}); err != nil || other.Rows != 2 {
		t.Error(err)
	}
}

// TestSQLiteBesideItsFile opens a database whose last changes are in a write-ahead log, and a database in which a
// program was interrupted.
func TestSQLiteBesideItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.db")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1); PRAGMA " +
		"wal_checkpoint(TRUNCATE); INSERT INTO t VALUES(2); BEGIN; INSERT INTO t VALUES(3)"); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Log(err) // this system lets nobody make one
		link = path
	}
	for _, path := range []string{path, link} {
		if got := shown(open(t, path)); got != "a int 1 2" {
			t.Error(path, got)
		}
	}
	if err := os.Mkdir(path+"-journal", 0o700); err != nil {
		t.Fatal(err)
	}
	if got := shown(open(t, path)); got != "a int 1 2" {
		t.Error(got)
	}
	file, err := os.ReadFile(path)
	log, err2 := os.ReadFile(path + "-wal")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"a/live.db": file, "a/live.db-wal": log, "a/live.db-shm": {0}}
	inside, err := Bytes(t.Context(), "live.zip", datatest.Zip(t, files), Options{})
	if err != nil || shown(inside) != "a int 1 2" || len(inside.Notes)+len(inside.Sheets) > 0 {
		t.Error(inside, err)
	}
	files["other.csv"] = []byte("b\n1\n")
	if inside, err = Bytes(t.Context(), "live.zip", datatest.Zip(t, files), Options{Sheet: "live.db"}); err != nil ||
		shown(inside) != "a int 1 2" || !slices.Equal(inside.Sheets, []string{"a/live.db", "other.csv"}) {
		t.Error(inside, err)
	}
	files["a/live.db-journal"] = []byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\x00\x00\x00\x01")
	if _, err := Bytes(t.Context(), "live.zip", datatest.Zip(t, files), Options{Sheet: "live.db"}); !errors.Is(err,
		sqlite.ErrUnfinished) {
		t.Error(err)
	}
	if err := os.Remove(path + "-journal"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-journal", []byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\x00\x00\x00\x01"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{}); err == nil ||
		!strings.Contains(err.Error(), "live.db: a program is writing to the database") {
		t.Error(err)
	}
}

// TestSQLiteAtRandom compares the values of a column of each kind with the values that were put into the database.
func TestSQLiteAtRandom(t *testing.T) {
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		path := database(t, "CREATE TABLE t(i INTEGER, r REAL, s TEXT, m)")
		db, err := sqlite3.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := db.Prepare("INSERT INTO t VALUES(?, ?, ?, ?)")
		if err != nil {
			t.Fatal(err)
		}
		const rows = 500
		var integers, texts, mixed [rows]string
		var floats [rows]float64
		pieces := []string{"a", "\"", ",", "\n", "\r\n", ";", " ", "\uFEFF", "é", "漢", "\x00", "0", "1.5", "2024-01-31",
			"NA", "null", "'", "\\", "\t", "#", "x"}
		for row := range rows {
			i := int64(rnd.Uint64()) >> rnd.IntN(64)
			floats[row] = math.Float64frombits(rnd.Uint64())
			if rnd.IntN(3) == 0 || math.IsNaN(floats[row]) { // SQLite has no NaN
				floats[row] = float64(rnd.IntN(100)) / 8
			}
			text := ""
			for range rnd.IntN(6) {
				text += pieces[rnd.IntN(len(pieces))]
			}
			integers[row], texts[row], mixed[row] = strconv.FormatInt(i, 10), text, "x"+text
			err = errors.Join(err, s.BindInt64(1, i), s.BindFloat(2, floats[row]), s.BindText(3, text),
				s.BindText(4, mixed[row]))
			switch rnd.IntN(4) {
			case 0:
				mixed[row] = integers[row]
				err = errors.Join(err, s.BindInt64(4, i))
			case 1:
				integers[row] = "null"
				err = errors.Join(err, s.BindNull(1))
			}
			err = errors.Join(err, s.Exec(), s.Reset())
		}
		if err := errors.Join(err, s.Close(), db.Close()); err != nil {
			t.Fatal(err)
		}
		table := open(t, path)
		for row := range rows {
			got := []data.Value{table.Columns[0].Value(row), table.Columns[1].Value(row), table.Columns[2].Value(row),
				table.Columns[3].Value(row)}
			if i := got[0].String(); i != integers[row] && !(got[0].IsNull() && integers[row] == "null") {
				t.Errorf("row %d: the integer is %s, not %s", row, i, integers[row])
			}
			if got[1].Float != floats[row] {
				t.Errorf("row %d: the float is %v, not %v", row, got[1].Float, floats[row])
			}
			if got[2].Text != texts[row] || got[2].IsNull() || got[3].Text != mixed[row] {
				t.Errorf("row %d: the texts are %q and %q, not %q and %q", row, got[2].Text, got[3].Text,
					texts[row], mixed[row])
			}
		}
	}
}

// TestRowsOutOfOrder reads a damaged table, in which two pages are swapped, by one connection and by several.
func TestRowsOutOfOrder(t *testing.T) {
	// of which a sorting order of another program is made
	for _, statement := range []string{"", "CREATE INDEX x ON t(a COLLATE NOCASE)"} {
		const rows, page = 3000, 4096
		b, err := os.ReadFile(database(t, "CREATE TABLE t(a)", statement,
			fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO t "+
				"SELECT printf('%%0300d', i) FROM n", rows)))
		if err != nil {
			t.Fatal(err)
		}
		b = bytes.ReplaceAll(b, []byte("COLLATE NOCASE"), []byte("COLLATE OTHERS"))
		var leaves []int
		for at := page; at < len(b); at += page {
			if b[at] == 0x0d {
				leaves = append(leaves, at)
			}
		}
		first, last := leaves[5], leaves[len(leaves)-5]
		was := slices.Clone(b[first : first+page])
		copy(b[first:], b[last:last+page])
		copy(b[last:], was)
		var texts []string
		for _, n := range []int{1, 4} {
			before := runtime.GOMAXPROCS(n)
			table, err := Bytes(t.Context(), "t.sqlite", b, Options{})
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if table.Rows != rows || len(table.Notes) == 0 {
				t.Errorf("%d: %d rows, and the notes %q", n, table.Rows, table.Notes)
			}
			texts = append(texts, datatest.Columns(table))
		}
		if texts[0] != texts[1] {
			t.Error("several connections read other rows than one")
		}
	}
}
