package localfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/internal/faults"
)

// TestFaults lets every operation on the disk fail, one after the other. The file is the old one or the new one, and
// nothing else is left.
func TestFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		path := filepath.Join(t.TempDir(), "made", "file.json")
		prepare := func() {
			if err := Save(path, "old"); err != nil {
				t.Fatal(err)
			}
		}
		d.Try(filepath.Dir(path), prepare, func() error {
			return Save(path, "new")
		}, func(met string, errno, err error) {
			got := ""
			if !Load(path, &got) || got != "old" && got != "new" || err == nil && got != "new" {
				t.Errorf("%s: %v, and the file has %q", met, err, got)
			}
			if err != nil && (!errors.Is(err, errno) || strings.Contains(err.Error(), ".tmp")) {
				t.Errorf("%s: %v", met, err)
			}
			if left := names(t, filepath.Dir(path)); len(left) != 1 {
				t.Errorf("%s: left %v", met, left)
			}
		})
	})
}

// TestFaultsOfTempDir leaves no folder behind if none can be made.
func TestFaultsOfTempDir(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		t.Setenv("TMPDIR", t.TempDir())
		d.Try(os.TempDir(), func() {}, func() error {
			_, remove, err := TempDir()
			if err == nil {
				remove()
			}
			return err
		}, func(met string, _, err error) {
			if left := names(t, os.TempDir()); len(left) > 0 {
				t.Errorf("%s: %v, and left %v", met, err, left)
			}
		})
	})
}

// TestFaultsOfClaim leaves no file behind if none can be made.
func TestFaultsOfClaim(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		dir := t.TempDir()
		d.Try(dir, func() {}, func() error {
			path, release, err := Claim(dir, ".lock")
			if err == nil {
				release()
				_ = os.Remove(path)
			}
			return err
		}, func(met string, _, err error) {
			if left := names(t, dir); len(left) > 0 {
				t.Errorf("%s: %v, and left %v", met, err, left)
			}
		})
	})
}
