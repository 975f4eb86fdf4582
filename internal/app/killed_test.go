//go:build linux

package app

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// exports are the names of the files that the tests below have written.
var exports = []string{"out.csv", "out.tsv", "out.xlsx", "out.json", "out.parquet", "out.html", "out.md"}

// exporting makes a folder with a table of many groups, and what every export of it looks like before and after
// a pivot.
func exporting(t *testing.T) (dir string, before, after map[string][]byte) {
	t.Helper()
	dir, before, after = t.TempDir(), map[string][]byte{}, map[string][]byte{}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	manyRows(t, dir, 5_000)
	for _, out := range exports {
		for content, more := range map[*map[string][]byte][]string{&before: {"--top", "3"}, &after: nil} {
			if text, err := program(dir, pivotInto(out, more...)...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", out, err, text)
			}
			b, err := os.ReadFile(filepath.Join(dir, out))
			if err != nil {
				t.Fatal(err)
			}
			(*content)[out] = b
		}
	}
	return dir, before, after
}

// cells returns the content of an export without the times of its run; nil if the export is not complete.
func cells(t *testing.T, out string, b []byte) []byte {
	t.Helper()
	switch filepath.Ext(out) {
	case ".json":
		if !json.Valid(b) {
			return nil
		}
		b, _, _ = bytes.Cut(b, []byte(`"profile"`))
	case ".xlsx":
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return nil
		}
		f, err := z.Open("xl/worksheets/sheet1.xml")
		if err != nil {
			return nil
		}
		if b, err = io.ReadAll(f); err != nil {
			return nil
		}
	}
	return b
}

func pivotInto(out string, more ...string) []string {
	return append([]string{"pivot", "many.csv", "--rows", "n", "--values", "sum(v),count()", "--tier", "serial",
		"--out", out}, more...)
}

// TestKilled kills the program at random moments while it replaces a file: the file is the old one or the new
// one. CARDINAL_KILLS says how often.
func TestKilled(t *testing.T) {
	dir, before, after := exporting(t)
	kills := 2 * len(exports)
	if n, err := strconv.Atoi(os.Getenv("CARDINAL_KILLS")); err == nil {
		kills = n
	}
	rnd := rand.New(rand.NewPCG(14, uint64(time.Now().UnixNano())))
	found, left := map[string]int{}, 0
	for i := range kills {
		out := exports[i%len(exports)]
		path := filepath.Join(dir, out)
		if err := os.WriteFile(path, before[out], 0o600); err != nil {
			t.Fatal(err)
		}
		c := program(dir, pivotInto(out)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Half of the kills come when a temporary file is there, at a random moment from then on.
		for i%2 == 0 && !exited(c.Process.Pid) && len(temporary(t, dir)) == left {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rnd.IntN(100_000)) * time.Microsecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		left = len(temporary(t, dir))
		switch b, err := os.ReadFile(path); {
		case bytes.Equal(b, before[out]):
			found["old"]++
		case bytes.Equal(cells(t, out, b), cells(t, out, after[out])):
			found["new"]++
		default:
			t.Errorf("%s is neither the old file nor the new one: %d bytes, %v", out, len(b), err)
		}
	}
	t.Logf("%v, with %d temporary files at the end", found, left)
	if text, err := program(dir, pivotInto("out.xlsx")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if left := temporary(t, dir); len(left) > 0 {
		t.Errorf("after the next run there are %v", left)
	}
}

// TestFullDisk writes to a disk that is full after so many bytes: the old file stays, and one sentence says why.
func TestFullDisk(t *testing.T) {
	dir, before, after := exporting(t)
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no file system of its own can be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, 0) })
	full, whole := 0, 0
	for _, out := range exports {
		path := filepath.Join(disk, out)
		for room := 0; ; room = 3*room + 4<<10 {
			size := (len(before[out])+4095)&^4095 + room
			if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT,
				fmt.Sprintf("size=%d", size)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, before[out], 0o600); err != nil {
				t.Fatal(err)
			}
			text, err := program(dir, pivotInto(filepath.Join("disk", out))...).CombinedOutput()
			b, _ := os.ReadFile(path)
			if entries, _ := os.ReadDir(disk); len(entries) != 1 {
				t.Errorf("%s with %d bytes of room leaves %v", out, room, entries)
			}
			if err == nil {
				if whole++; !bytes.Equal(cells(t, out, b), cells(t, out, after[out])) {
					t.Errorf("%s with %d bytes of room: %d bytes are written of %d", out, room, len(b), len(after[out]))
				}
				break
			}
			full++
			if !bytes.Equal(b, before[out]) || !strings.Contains(string(text), "the disk is full") ||
				strings.Count(string(text), "\n") != 1 {
				t.Errorf("%s with %d bytes of room: %d bytes of %d, and %q", out, room, len(b), len(before[out]), text)
			}
		}
		_ = os.Remove(path)
	}
	t.Logf("%d times full, %d files written", full, whole)
}
