package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/datatest"
)

// live makes a database that a program still has open. It returns the program's connection and the path.
func live(t *testing.T, statements string) (*sqlite3.Conn, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "live.db")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	rest(t, path)
	return db, path
}

// rest sets the time of a file's last change to an hour ago.
func rest(t *testing.T, path string) {
	t.Helper()
	ago := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, ago, ago); err != nil {
		t.Fatal(err)
	}
}

// changes are what programs do to the database of TestSQLiteWhileItChanges while it is read, and what it has
// afterwards. What is added to the log does not count.
var changes = map[string]struct {
	begin, statements, want string
	refused                 bool // where it happens each time
}{
	"added to the log": {"PRAGMA journal_mode = WAL", "INSERT INTO t VALUES(3)", "a int 1 2", false},
	"moved": {"PRAGMA journal_mode = WAL", "INSERT INTO t VALUES(3); PRAGMA wal_checkpoint(PASSIVE)",
		"a int 1 2 3", true},
	"begun again": {"PRAGMA journal_mode = WAL", "INSERT INTO t VALUES(3); PRAGMA wal_checkpoint(RESTART); " +
		"UPDATE t SET a = a + 1", "a int 2 3 4", true},
	"cut off": {"PRAGMA journal_mode = WAL", "UPDATE t SET a = a + 1; PRAGMA wal_checkpoint(TRUNCATE)",
		"a int 2 3", true},
	"without a log": {"PRAGMA journal_mode = DELETE", "UPDATE t SET a = a * 2", "a int 2 4", true},
}

// TestSQLiteWhileItChanges opens a database that a program writes to once at the same time. The pages of two
// states are no table: it is read again.
func TestSQLiteWhileItChanges(t *testing.T) {
	for name, c := range changes {
		db, path := live(t, c.begin+"; CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
		var once sync.Once
		last := 0.0
		table, err := Open(t.Context(), path, Options{Progress: func(done float64) {
			last = done
			once.Do(func() {
				if err := db.Exec(c.statements); err != nil {
					t.Error(err)
				}
			})
		}})
		if err != nil || shown(table) != c.want || len(table.Notes) > 0 || last != 1 {
			t.Errorf("%s: %v, %v done", name, err, last)
		}
	}
}

// retry sets how long files are left alone in a test.
func retry(t *testing.T, after []time.Duration) {
	was := rests
	rests = after
	t.Cleanup(func() { rests = was })
}

// TestSQLiteThatNeverRests opens a database that a program writes to whenever it is read.
func TestSQLiteThatNeverRests(t *testing.T) {
	retry(t, make([]time.Duration, 4))
	for name, c := range changes {
		db, path := live(t, c.begin+"; CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
		_, err := Open(t.Context(), path, Options{Progress: func(float64) {
			if err := db.Exec(c.statements); err != nil {
				t.Error(err)
			}
		}})
		const want = "cannot open live.db: a program wrote to it each time that it was read; open it again when that " +
			"program rests, or open a backup that it makes"
		if refused := err != nil && err.Error() == want; refused != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSQLiteInTheMiddle opens a database in the middle of a transaction, which ends soon, or does not end
// before the opening is cancelled.
func TestSQLiteInTheMiddle(t *testing.T) {
	_, path := live(t, "CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
	journal := path + journalSuffix
	if err := os.WriteFile(journal, []byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\x00\x00\x00\x01"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, path, Options{}); !errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), "opening live.db was cancelled") {
		t.Error(err)
	}
	retry(t, slices.Repeat([]time.Duration{20 * time.Millisecond}, 200))
	var ended sync.WaitGroup
	ended.Go(func() {
		time.Sleep(30 * time.Millisecond)
		if err := os.Remove(journal); err != nil {
			t.Error(err)
		}
	})
	if got := shown(open(t, path)); got != "a int 1 2" {
		t.Error(got)
	}
	ended.Wait()
}

// TestSQLiteIsAnotherFile opens a database, whose log then grows: what is learnt of the file before does not
// hold for it.
func TestSQLiteIsAnotherFile(t *testing.T) {
	db, path := live(t, "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
	_, other := live(t, "CREATE TABLE t(a); INSERT INTO t VALUES(5)")
	for _, opened := range []string{path, path + "\n" + other} {
		before := open(t, opened)
		if again := open(t, opened); again.Size != before.Size || !again.Changed.Equal(before.Changed) {
			t.Errorf("%q: %d bytes of %s, then %d of %s", opened, before.Size, before.Changed, again.Size,
				again.Changed)
		}
		if err := db.Exec("UPDATE t SET a = a + 1"); err != nil {
			t.Fatal(err)
		}
		if after := open(t, opened); after.Size == before.Size {
			t.Errorf("%q has %d bytes with another page in the log", opened, after.Size)
		}
	}
}

// TestSQLiteWrittenToAMomentBefore opens a database whose time says nothing of what is written to it next. It
// is read when it has rested.
func TestSQLiteWrittenToAMomentBefore(t *testing.T) {
	db, path := live(t, "PRAGMA journal_mode = MEMORY; CREATE TABLE t(a); INSERT INTO t VALUES(1)")
	was := tick
	t.Cleanup(func() { tick = was })
	tick = 30 * time.Minute
	if err := db.Exec("INSERT INTO t VALUES(2)"); err != nil {
		t.Fatal(err)
	}
	retry(t, make([]time.Duration, 1))
	if _, err := Open(t.Context(), path, Options{}); err == nil ||
		!strings.Contains(err.Error(), "a program wrote to it each time that it was read") {
		t.Error(err)
	}
	rest(t, path)
	if got := shown(open(t, path)); got != "a int 1 2" {
		t.Error(got)
	}
	if err := db.Exec("PRAGMA journal_mode = WAL; INSERT INTO t VALUES(3); PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		t.Fatal(err)
	}
	if got := shown(open(t, path)); got != "a int 1 2 3" { // a log has the changes
		t.Error(got)
	}
}

// TestNamesLikeCompanions lists a text whose name is that of another text with -journal behind it.
func TestNamesLikeCompanions(t *testing.T) {
	files := map[string][]byte{"day": []byte("a,b\n1,2\n3,4\n"), "day-journal": []byte("a,b\n5,6\n"),
		"day-wal": []byte("a,b\n7,8\n")}
	all, err := Bytes(t.Context(), "days.zip", datatest.Zip(t, files), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(slices.Values(all.Sheets)); !slices.Equal(got, []string{"day", "day-journal", "day-wal"}) {
		t.Errorf("the files to choose from are %q", got)
	}
}
