package prefs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cardinal/internal/faults"
)

// TestFaults lets every operation on the disk fail, one after the other, while a file enters the list of recent
// ones: the list is the old one or the new one.
func TestFaults(t *testing.T) {
	faults.Run(t, func(d *faults.Disk) {
		path := filepath.Join(t.TempDir(), "window.json")
		old := []string{"a.csv"}
		prepare := func() { Load(path).Set(func(r *Values) { r.Recent, r.Scale = old, 150 }) }
		work := func() error {
			Load(path).AddRecent("b.csv")
			return nil
		}
		d.Try(filepath.Dir(path), prepare, work, func(met string, _, _ error) {
			p := Load(path)
			if p.Scale != 150 || !slices.Equal(p.Recent, old) && !slices.Equal(p.Recent, []string{"b.csv", "a.csv"}) ||
				met == "" && len(p.Recent) != 2 {
				t.Errorf("%s: %+v", met, p.Values)
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("%s: left %v", met, left)
			}
		})
	})
}
