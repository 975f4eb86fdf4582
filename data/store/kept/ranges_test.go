package kept

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keepRanges keeps the bytes of a file at an address from a byte on.
func (d *desk) keepRanges(address string, at int64, content []byte) error {
	d.Helper()
	file, err := os.CreateTemp(d.TempDir(), "")
	if err == nil {
		_, err = file.Write(content)
	}
	if err != nil {
		d.Fatal(err)
	}
	return d.KeepRanges(Ranges{Address: address, Size: 1 << 20, Tag: `"one"`, Ranges: []Range{{At: at,
		Len: int64(len(content)), Sum: checksum(content)}}}, file)
}

// TestRanges keeps ranges of files at addresses and a table in one folder of limited size. What was used longest ago
// is removed first, and all of it is listed and removed.
func TestRanges(t *testing.T) {
	d := newDesk(t)
	d.most = 100_000
	content := bytes.Repeat([]byte("0123456789"), 2000)
	for i := range 6 {
		if err := d.keepRanges(fmt.Sprint("https://host/", i/2), int64(i)*20_000, content); err != nil {
			t.Fatal(err)
		}
		if i == 3 { // the first file is used again
			time.Sleep(20 * time.Millisecond)
			all := d.Ranges("https://host/0")
			if len(all) != 2 {
				t.Fatalf("%d parts of the first file", len(all))
			}
			for _, r := range all {
				got := make([]byte, len(content))
				if _, err := r.ReadAt(got, r.Ranges[0].Place); err != nil || !bytes.Equal(got, content) ||
					!r.IsSound(r.Ranges[0]) {
					t.Error(err)
				}
				r.Close()
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	var listed []string
	for _, k := range d.Tables() {
		listed = append(listed, fmt.Sprint(k.File, " ", k.Bytes/20_000, " ", k.IsFar() && !k.Kept.IsZero()))
	}
	if got := strings.Join(listed, ", "); got != "https://host/2 2 true, https://host/0 2 true" ||
		d.Bytes() > d.Limit() {
		t.Errorf("%s, %d bytes of %d", got, d.Bytes(), d.Limit())
	}
	if err := d.keepRanges("https://host/9", 0, make([]byte, 100_000)); err == nil || len(d.files()) != 4 {
		t.Errorf("%v: ranges larger than all room removed others: %v", err, d.files())
	}
	if err := errors.Join(d.keepRanges("https://host/2", 80_000, content), d.Empty()); err != nil || d.Bytes() != 0 {
		t.Error(err, d.files())
	}
	var none *Folder
	if left, _ := filepath.Glob(filepath.Join(d.path, "*")); len(left) > 0 || none.Ranges("https://host/0") != nil {
		t.Error(left)
	}
}
