package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// TestWithLog changes a database at random, in transactions that are committed, taken back or still open, and
// compares what WithLog reads of its two files with what SQLite itself says.
func TestWithLog(t *testing.T) {
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		path := filepath.Join(t.TempDir(), "logged.sqlite")
		db, err := sqlite3.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		do := func(sql string) {
			t.Helper()
			if err := db.Exec(sql); err != nil {
				t.Fatal(sql, err)
			}
		}
		do(fmt.Sprintf("PRAGMA page_size = %d; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA "+
			"cache_size = 5; CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)", 512<<rnd.IntN(5)))
		for range 40 {
			do("BEGIN")
			for range rnd.IntN(30) {
				switch rnd.IntN(4) {
				case 0:
					do(fmt.Sprintf("DELETE FROM t WHERE a %% %d = 0", 2+rnd.IntN(20)))
				case 1:
					do(fmt.Sprintf("UPDATE t SET b = b || '%d' WHERE a %% %d = 0", rnd.IntN(10), 2+rnd.IntN(20)))
				default:
					do(fmt.Sprintf("INSERT INTO t(b) VALUES('%0*d')", 1+rnd.IntN(300), rnd.IntN(1000)))
				}
			}
			switch rnd.IntN(8) {
			case 0:
				do("ROLLBACK")
			case 1:
				do("COMMIT; PRAGMA wal_checkpoint(" + []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE"}[rnd.IntN(4)] +
					")")
			case 2:
				do("COMMIT; VACUUM")
			default:
				do("COMMIT")
			}
		}
		live := &Database{conn: db, file: &file{tell: func(float64) {}}, all: []named{{"t", table, true}},
			ctx: t.Context()}
		want, err := live.Read(asTexts(t, live, Options{Table: "t", Rows: math.MaxInt}))
		for _, s := range slices.Collect(db.Stmts()) {
			err = errors.Join(err, s.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		if seed%2 == 0 {
			// what does not fit the cache goes to the log, uncommitted
			do("BEGIN; INSERT INTO t(b) SELECT b FROM t; DELETE FROM t WHERE a % 3 = 0")
		}
		file, err := os.ReadFile(path)
		log, err2 := os.ReadFile(path + "-wal")
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		r, size, err := WithLog(t.Context(), bytes.NewReader(file), int64(len(file)), bytes.NewReader(log),
			int64(len(log)))
		if err != nil {
			t.Fatal(err)
		}
		d, err := Open(t.Context(), r, size, 0, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := written(t, d, "t"), shown(want); got != want {
			t.Errorf("seed %d: %d bytes with the log, %d of SQLite", seed, len(got), len(want))
		}
		_ = errors.Join(d.Close(), db.Close())
	}
}

func TestIsJournal(t *testing.T) {
	for text, want := range map[string]bool{"": false, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 and more": true,
		"\x00\x00\x00\x00\x00\x00\x00\x00": false} {
		if got := IsJournal(bytes.NewReader([]byte(text))); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
