package cli

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// TestForeignKey looks up in the open database without a name: the sentence has the table that the foreign key
// names, as the option is written.
func TestForeignKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.db")
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Exec(`PRAGMA foreign_keys = OFF; CREATE TABLE sales(city INT REFERENCES "the cities"); INSERT INTO sales VALUES(1), (1), (2); CREATE TABLE notes(city INT); CREATE TABLE "the cities"(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO "the cities" VALUES(1, 'Rome')`), db.Close()); err != nil {
		t.Fatal(err)
	}
	const as = ` sheet "the cities" on city = id`
	if got := said(t, 2, path, "--lookup", path+" on city", "--rows", "name"); !strings.Contains(got, "as in 'shop.db"+
		as+"'; there are sales, notes, the cities") {
		t.Error(got)
	}
	if got := said(t, 0, path, "--lookup", path+as, "--rows", "name"); !strings.Contains(got, "Rome") {
		t.Error(got)
	}
}
