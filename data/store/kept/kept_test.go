package kept

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	"cardinal/data"
	"cardinal/internal/localfile"
	"cardinal/internal/memory"
)

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rows := range []int{0, 1, 63, 64, 65, 3000, 100_000} {
		d := newDesk(t)
		table := randomTable(r, rows)
		d.keep(table)
		got := d.open(nil)
		same(t, got, table)
		if d.read != 1 || got.Kept.IsZero() || !reflect.DeepEqual(got.Notes, table.Notes) || got.Text != table.Text ||
			!reflect.DeepEqual(got.Sheets, table.Sheets) {
			t.Errorf("read %d times: %+v", d.read, got)
		}
		for i, c := range got.Columns {
			for row := range min(rows, 100) {
				if a, b := c.Value(row).String(), table.Columns[i].Value(row).String(); a != b {
					t.Fatalf("%s row %d: %q, want %q", c.Name, row, a, b)
				}
			}
		}
	}
}

// TestFieldsAreKnown fails when a table or a column gets something that a kept table does not hold: gob leaves
// out what is not exported.
func TestFieldsAreKnown(t *testing.T) {
	hidden := func(v any) (names string) {
		for i := range reflect.TypeOf(v).NumField() {
			if f := reflect.TypeOf(v).Field(i); !f.IsExported() {
				names += f.Name + " "
			}
		}
		return names
	}
	// made again
	if got := hidden(data.Table{}) + hidden(data.Column{}) +
		hidden(data.Dictionary{}); got != "byName ungrouped once ranked rank timesOnce times placesOnce places " {
		t.Errorf("not kept: %s", got)
	}
	var arrays string
	for i := range reflect.TypeOf(data.Column{}).NumField() {
		if f := reflect.TypeOf(data.Column{}).Field(i); f.Type.Kind() == reflect.Slice ||
			f.Type.Kind() == reflect.Pointer || f.Type == reflect.TypeFor[data.Codes]() {
			arrays += f.Name + " "
		}
	}
	if arrays != "Codes Wide Floats Dict Valid ByZero " { // no column of a file has ByZero
		t.Errorf("a column has the arrays %s", arrays)
	}
}

// TestDamage flips bits and cuts the file everywhere: the table is the same, or the file is read.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	d := newDesk(t)
	table := randomTable(r, 70)
	path := d.keep(table)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	from, err := sourceOf(d.file, "", data.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	survived := 0
	try := func(what string, b []byte) {
		t.Helper()
		aligned := memory.Bytes(make([]uint64, len(b)/8+1))[:len(b)] // as a mapping is
		copy(aligned, b)
		got, _, err := unpack(context.Background(), aligned, from)
		if err != nil {
			return
		}
		survived++
		if err := differ(got, table); err != nil || !reflect.DeepEqual(got.Notes, table.Notes) {
			t.Errorf("%s: %v", what, err)
		}
	}
	try("whole", whole)
	if survived != 1 {
		t.Fatal("the whole file cannot be opened")
	}
	step := max(1, len(whole)/1500)
	for n := 0; n < len(whole); n += step {
		try(fmt.Sprint("cut to ", n), whole[:n])
	}
	for n := range headSize {
		try(fmt.Sprint("cut to ", n), whole[:n])
	}
	flip := func(at, bit int) {
		b := append([]byte(nil), whole...)
		b[at] ^= 1 << bit
		try(fmt.Sprintf("bit %d of byte %d", bit, at), b)
	}
	for at := range headSize * 8 {
		flip(at/8, at%8)
	}
	for range 4000 {
		flip(r.IntN(len(whole)), r.IntN(8))
	}
	for range 300 { // a block that was never written
		b := append([]byte(nil), whole...)
		at := r.IntN(len(b))
		clear(b[at:min(len(b), at+1+r.IntN(4096))])
		if string(b) != string(whole) {
			try(fmt.Sprint("zeros at ", at), b)
		}
	}
	try("longer", append(append([]byte(nil), whole...), 0))
	if survived != 1 {
		t.Errorf("%d damaged files were taken for whole", survived-1)
	}
}

// TestFalseForm makes tables of descriptions that point anywhere.
func TestFalseForm(t *testing.T) {
	whole := randomTable(rand.New(rand.NewPCG(5, 6)), 70)
	f, arrays, _ := layOut(whole)
	var body []byte
	for _, b := range arrays {
		body = append(body, b...)
	}
	mapped := append(make([]byte, headSize), body...)
	if got, err := table(t.Context(), mapped, f); err != nil {
		t.Fatal(err)
	} else {
		same(t, got, whole)
	}
	for i := range f.Columns {
		for _, change := range []func(k *columnForm){
			func(k *columnForm) { k.Codes.At += 64; k.Wide.At++; k.Floats.At += 1 << 40 },
			func(k *columnForm) { k.Codes.Len++; k.Wide.Len--; k.Floats.Len = 1 << 62 },
			func(k *columnForm) { k.Column.Rows++ },
			func(k *columnForm) { k.Column.Rows = -1 },
			func(k *columnForm) { k.Codes.At, k.Wide.At, k.Floats.At = -64, -64, -64 },
		} {
			g := f
			g.Columns = append([]columnForm(nil), f.Columns...)
			change(&g.Columns[i])
			_, _ = table(t.Context(), mapped, g) // which must not panic
		}
	}
}

func TestChangedSource(t *testing.T) {
	d := newDesk(t)
	old := data.NewTable("t.csv", []*data.Column{data.NewBools("a", []uint8{1, 0, 1}, nil)})
	newer := data.NewTable("t.csv", []*data.Column{data.NewBools("b", []uint8{1, 0}, nil)})
	path := d.keep(old)
	same(t, d.open(nil), old)
	before, err := os.Stat(d.file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(d.file)
	if err != nil {
		t.Fatal(err)
	}
	// Of the same size and with the same time: the fingerprint tells.
	text[0]++
	if err := errors.Join(os.WriteFile(d.file, text, 0o600), os.Chtimes(d.file, before.ModTime(),
		before.ModTime())); err != nil {
		t.Fatal(err)
	}
	same(t, d.open(newer), newer)
	if _, err := os.Stat(path); err == nil {
		t.Error("the kept table of the older file is still there")
	}
	if from, err := sourceOf(d.file, "", data.Reading{}); err != nil {
		t.Error(err)
	} else if _, err := openKept(t.Context(), path, from); err == nil {
		t.Error("the kept table of another content is opened")
	}
	if err := d.Keep(t.Context(), newer); err != nil || len(d.files()) != 1 {
		t.Errorf("%v, kept are %v", err, d.files())
	}
	d.Turn(false)
	same(t, d.open(old), old)
	d.Turn(true)
	same(t, d.open(nil), newer)
	// Another way to read the file is another table.
	for _, how := range []data.Reading{{Skip: 1}, {Unnest: "tags"}} {
		other, err := d.Open(t.Context(), d.file, "", how, func() (*data.Table, error) { return old, nil })
		if err != nil || other != old {
			t.Errorf("%v %v", other, err)
		}
	}
	// What its columns are is not how it is read.
	roles := []string{"b=identifier"}
	if !d.Has(d.file, "", data.Reading{Roles: roles}) {
		t.Error("with roles the table is not kept")
	}
	if other, err := d.Open(t.Context(), d.file, "", data.Reading{Roles: roles}, nil); err != nil ||
		other.Columns[0].Role != data.Identifier || !slices.Equal(other.Reading.Roles, roles) {
		t.Errorf("with roles it is %+v, %v", other, err)
	}
	if err := os.Remove(d.file); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	if _, err := d.Open(t.Context(), d.file, "", data.Reading{}, func() (*data.Table, error) {
		return nil, gone
	}); !errors.Is(err, gone) {
		t.Errorf("a file that is gone opens: %v", err)
	}
}

// TestChangedWhileRead changes the file between its reading and the writing of its table.
func TestChangedWhileRead(t *testing.T) {
	d := newDesk(t)
	table := data.NewTable("t.csv", []*data.Column{data.NewBools("a", []uint8{1, 0, 1}, nil)})
	d.open(table)
	d.change("something else")
	if err := d.Keep(t.Context(), table); err != nil || len(d.files()) > 0 || d.Due(table) {
		t.Errorf("%v, kept %v", err, d.files())
	}
	if err := os.WriteFile(d.file, []byte("just now"), 0o600); err != nil {
		t.Fatal(err)
	}
	if d.open(table); d.Due(table) {
		t.Error("the table of a file is kept that changed a moment ago")
	}
}

func TestLeastRecentlyUsedLeaves(t *testing.T) {
	d := newDesk(t)
	folder := filepath.Dir(d.file)
	table := func() *data.Table {
		return data.NewTable("t", []*data.Column{data.NewWide("a", data.Int, 0, make([]int64, 10_000), nil)})
	}
	name := func(i int) string { return filepath.Join(folder, fmt.Sprint(i, ".csv")) }
	d.most = 4 * 83_000
	for i := range 6 {
		d.file = name(i)
		d.change(fmt.Sprint("file ", i))
		d.keep(table())
		if i == 3 { // the first is used again
			time.Sleep(20 * time.Millisecond)
			d.file = name(0)
			d.open(nil)
		}
		time.Sleep(20 * time.Millisecond)
	}
	var left []string
	for _, k := range d.Tables() {
		left = append(left, filepath.Base(k.File))
	}
	if got := strings.Join(left, " "); got != "5.csv 4.csv 0.csv 3.csv" || d.Bytes() > d.Limit() {
		t.Errorf("left are %s, %d bytes of %d", got, d.Bytes(), d.Limit())
	}
	d.most = 1000
	d.file = name(7)
	d.change("too large")
	one := table()
	d.open(one)
	if err := d.Keep(t.Context(), one); err != nil || len(d.files()) != 4 {
		t.Errorf("%v: a table larger than all room removed others: %v", err, d.files())
	}
	if err := d.Empty(); err != nil || d.Bytes() != 0 || len(d.Tables()) != 0 {
		t.Errorf("%v: left %v", err, d.files())
	}
}

// TestManyWriters keeps and opens one table from many goroutines with separate folders, as several programs would.
func TestManyWriters(t *testing.T) {
	d := newDesk(t)
	table := randomTable(rand.New(rand.NewPCG(7, 8)), 5000)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			mine := &Folder{path: d.path, most: d.most}
			for range 5 {
				got, err := mine.Open(context.Background(), d.file, "", data.Reading{}, func() (*data.Table, error) {
					return table, nil
				})
				if err != nil || differ(got, table) != nil {
					t.Error(err, differ(got, table))
				}
				if err := mine.Keep(context.Background(), got); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	entries, err := os.ReadDir(d.path)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", err, entries)
	}
}

// full is a disk with room for a number of bytes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func (f *full) WriteAt(b []byte, _ int64) (int, error) { return f.Write(b) }

// TestInterrupted stops the writing at every array, by a full disk and by a cancellation.
func TestInterrupted(t *testing.T) {
	table := randomTable(rand.New(rand.NewPCG(9, 10)), 100)
	d, arrays, end := layOut(table)
	for left := 0; left < int(end); left += 97 {
		if err := write(t.Context(), &full{left}, d, arrays, end); !errors.Is(err, errFull) {
			t.Fatalf("a disk with %d bytes left: %v", left, err)
		}
	}
	desk := newDesk(t)
	desk.open(table)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := desk.Keep(cancelled, table); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if entries, err := os.ReadDir(desk.path); err != nil || len(entries) > 0 {
		t.Errorf("%v: left %v", err, entries)
	}
	if !desk.Due(table) {
		t.Error("a table whose writing was cancelled is no longer due")
	}
}

func TestNoFolder(t *testing.T) {
	none := At("")
	table := data.NewTable("t.csv", []*data.Column{data.NewBools("a", []uint8{1, 0, 1}, nil)})
	got, err := none.Open(t.Context(), "no file", "", data.Reading{}, func() (*data.Table, error) { return table, nil })
	if err != nil || got != table || none.Due(table) || none.Keep(t.Context(), table) != nil || none.Bytes() != 0 ||
		none.Empty() != nil || none.Limit() != 0 {
		t.Errorf("%v %v", got, err)
	}
	quick := At(t.TempDir())
	if _, err := quick.Open(t.Context(), os.Args[0], "", data.Reading{}, func() (*data.Table, error) {
		return table, nil
	}); err != nil || quick.Due(table) {
		t.Errorf("a table is kept that was read at once: %v", err)
	}
}

// TestMain lets the test binary be a program that keeps one table repeatedly until it is killed.
func TestMain(m *testing.M) {
	folder, file, called := strings.Cut(os.Getenv("KEPT_WRITE"), "\n")
	if !called {
		os.Exit(m.Run())
	}
	from, err := sourceOf(file, "", data.Reading{})
	if err != nil {
		panic(err)
	}
	f := &Folder{path: folder, most: 1 << 30}
	for table := killed(); ; {
		f.setDue(&reading{weak.Make(table), from})
		if err := f.Keep(context.Background(), table); err != nil {
			panic(err)
		}
	}
}

func killed() *data.Table { return randomTable(rand.New(rand.NewPCG(11, 12)), 20_000) }

// TestKilled ends programs while they keep a table: what is found is whole.
func TestKilled(t *testing.T) {
	d := newDesk(t)
	want, found := killed(), 0
	r := rand.New(rand.NewPCG(13, 14))
	for range 12 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "KEPT_WRITE="+d.path+"\n"+d.file)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(250)) * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		from, err := sourceOf(d.file, "", data.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.find(t.Context(), from); got != nil {
			found++
			same(t, got, want)
		}
		localfile.Sweep(d.path)
		if entries, _ := os.ReadDir(d.path); len(entries) > 1 {
			t.Errorf("left %v", entries)
		}
	}
	t.Logf("%d of 12 found a kept table", found)
}

// TestEncryptedIsNotKept opens the table of a file with a password: nothing of it may lie on the disk.
func TestEncryptedIsNotKept(t *testing.T) {
	d := newDesk(t)
	table := data.NewTable("t.xlsx", []*data.Column{data.NewBools("a", []uint8{1, 0, 1}, nil)})
	table.Encrypted = true
	d.open(table)
	if err := d.Keep(t.Context(), table); err != nil || len(d.files()) > 0 || d.Due(table) {
		t.Errorf("%v, kept %v", err, d.files())
	}
}

// TestLoggedIsNotKept opens a database with changes in a file beside it, which the state of the database's own
// file does not tell.
func TestLoggedIsNotKept(t *testing.T) {
	for _, suffix := range []string{"-wal", ".wal"} {
		t.Run(suffix, func(t *testing.T) { loggedIsNotKept(t, suffix) })
	}
}

func loggedIsNotKept(t *testing.T, suffix string) {
	d := newDesk(t)
	real := filepath.Join(t.TempDir(), "real.sqlite")
	if err := errors.Join(os.Rename(d.file, real), os.Symlink(real, d.file)); err != nil {
		t.Log(err) // this system lets nobody make a link
		if err := os.Rename(real, d.file); err != nil {
			t.Fatal(err)
		}
		real = d.file
	}
	table := data.NewTable("t.sqlite", []*data.Column{data.NewBools("a", []uint8{1, 0, 1}, nil)})
	d.keep(table)
	if err := os.WriteFile(real+suffix, []byte("changes"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := d.read
	d.open(table)
	if err := d.Keep(t.Context(), table); err != nil || d.read != read+1 || d.Due(table) {
		t.Errorf("%v, read %d times more", err, d.read-read)
	}
}
