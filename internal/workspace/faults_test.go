package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cardinal/internal/faults"
)

// TestFaults lets every operation on the disk fail, one after the other, while the copy for a crash and the last tabs
// are written. Each file is the old one or the new one, and nothing else is left.
func TestFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		folder := t.TempDir()
		draft, err := NewDraft(folder)
		if err != nil {
			t.Fatal(err)
		}
		old, fresh := sample(), sample()
		fresh.Tabs[1].Name = "C"
		var states []File // the last tabs, old and new
		write := func(f File) error { return errors.Join(draft.Save("report.cardinal", f), KeepLast(folder, f)) }
		for _, f := range []File{old, fresh} {
			if err := write(f); err != nil {
				t.Fatal(err)
			}
			now, _ := lastKept(folder, f.Source)
			states = append(states, now)
		}
		prepare := func() {
			if err := write(old); err != nil {
				t.Fatal(err)
			}
		}
		d.Try(folder, prepare, func() error { return write(fresh) }, func(met string, errno, err error) {
			if last, ok := lastKept(folder, old.Source); !ok || !reflect.DeepEqual(last, states[1]) &&
				(err == nil || !reflect.DeepEqual(last, states[0])) {
				t.Errorf("%s: %v, and the last tabs are %+v", met, err, last)
			}
			draft.Leave()
			left, _ := LeftDrafts(folder)
			if len(left) != 1 || !reflect.DeepEqual(left[0].File, fresh) &&
				(err == nil || !reflect.DeepEqual(left[0].File, old)) {
				t.Fatalf("%s: %v, and the draft is %+v", met, err, left)
			}
			draft = left[0]
			if err != nil && (!errors.Is(err, errno) || strings.Contains(err.Error(), ".tmp")) {
				t.Errorf("%s: %v", met, err)
			}
			var all []string
			_ = filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
				if err == nil && !e.IsDir() {
					all = append(all, path)
				}
				return err
			})
			if len(all) != 3 {
				t.Errorf("%s: left %v", met, all)
			}
		})
	})
}
