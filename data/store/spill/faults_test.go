package spill

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/internal/faults"
)

// TestFaults makes every operation on the disk fail, one after the other, while an array is spilled and written.
// Either the array has what was written, or there is an error; no file is left.
func TestFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir, failed := t.TempDir(), false
		t.Setenv("XDG_CACHE_HOME", dir)
		d.Try(dir, func() {}, func() error {
			var s Space
			values, err := Make[uint32](&s, 1<<20)
			want := make([]uint32, len(values))
			for i := range want {
				want[i] = uint32(i)
			}
			Write(values, want)
			if !slices.Equal(values, want) {
				t.Error("what was written is not there")
			}
			return errors.Join(err, s.Release())
		}, func(met string, errno, err error) {
			failed = failed || strings.HasPrefix(met, "write")
			if err != nil && (!errors.Is(err, errno) || strings.Contains(err.Error(), "\n")) ||
				met == "" && err != nil {
				t.Errorf("%s: %v", met, err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "cardinal", "spill", "*")); len(left) > 0 {
				t.Errorf("%s: left %v", met, left)
			}
			if err := os.RemoveAll(filepath.Join(dir, "cardinal")); err != nil {
				t.Fatal(err)
			}
		})
		if !failed {
			t.Error("no write failed")
		}
	})
}
