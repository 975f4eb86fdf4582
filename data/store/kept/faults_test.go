package kept

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/internal/faults"
)

// TestFaults makes every operation on the disk fail, one after the other, while a table is kept and opened again. The
// table is kept completely or not at all, the opened table is right, and nothing else is left.
func TestFaults(t *testing.T) {
	faults.Run(t, func(disk *faults.Disk) {
		d := newDesk(t)
		whole := randomTable(rand.New(rand.NewPCG(7, 8)), 70)
		// floats and texts among them
		table := data.NewTable("t.csv", append(whole.Columns[:2:2], whole.Columns[20:24]...))
		var told error
		prepare := func() {
			if err := d.Empty(); err != nil {
				t.Fatal(err)
			}
			d.open(table)
			if err := os.MkdirAll(d.path, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		work := func() error {
			told = d.Keep(t.Context(), table)
			same(t, d.open(table), table)
			return told
		}
		disk.Try(d.path, prepare, work, func(met string, errno, err error) {
			read := d.read
			same(t, d.open(table), table)
			if kept := d.read == read; err == nil && !kept && !strings.HasPrefix(met, "map") || err != nil &&
				(!errors.Is(err, errno) || strings.Contains(err.Error(), ".tmp")) {
				t.Errorf("%s: %v, and kept: %v", met, err, kept)
			}
			for _, e := range entries(t, d.path) {
				if strings.HasSuffix(e, ".tmp") {
					t.Errorf("%s: left %s", met, e)
				}
			}
		})
	})
}

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}
