package host

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"cardinal/internal/localfile"
	"cardinal/internal/system"
)

// marker is the path of a file that exists while the GPU is opened and tested; "": no file is written. A fault of a
// driver may end the child, or crash the whole machine. A marker that is older than the start of the machine means that
// the machine crashed. Then the GPU is not opened for a while, and the CPU answers.
type marker string

// afterCrash is how long the GPU is not opened after the machine crashed.
const afterCrash = 10 * time.Minute

// isLeft reports whether the machine crashed while the marker existed. If so, it removes the marker, so that the next
// start tries the GPU again.
func (m marker) isLeft() bool {
	if m == "" {
		return false
	}
	then, err := localfile.Read(string(m))
	now := system.BootID()
	if err != nil || now == "" || len(then) == 0 || strings.TrimSpace(string(then)) == now {
		return false
	}
	m.remove()
	return true
}

// set writes the marker. It is on the disk when set returns, before the driver is called.
func (m marker) set() {
	if m == "" || os.MkdirAll(filepath.Dir(string(m)), 0o755) != nil {
		return
	}
	f, err := os.Create(string(m))
	if err != nil {
		return // without a marker the GPU is still usable
	}
	_, _ = f.WriteString(system.BootID() + "\n")
	_ = f.Sync()
	_ = f.Close()
}

func (m marker) remove() {
	if m != "" {
		_ = os.Remove(string(m))
	}
}
