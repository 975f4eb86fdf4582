package host

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"cardinal/localfile"
)

// marker is a file that stands while the GPU is opened and tested, "" for none. A fault of a driver ends the child and
// no more, unless it takes the machine down. A marker from before the machine was started says that it has: the GPU is
// then left alone for a while, and the workers answer.
type marker string

// afterCrash is how long.
const afterCrash = 10 * time.Minute

// defaultMarker is in the user's cache, none on a machine without one.
func defaultMarker() marker {
	path, err := localfile.CachePath("gpu-opening")
	if err != nil {
		return ""
	}
	return marker(path)
}

// bootID names the time since the machine was started, "" where the system does not.
func bootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// stands reports whether the machine went down while the marker stood, and removes it then: the start after this one
// tries again.
func (m marker) stands() bool {
	if m == "" {
		return false
	}
	then, err := localfile.Read(string(m))
	now := bootID()
	if err != nil || now == "" || len(then) == 0 || strings.TrimSpace(string(then)) == now {
		return false
	}
	m.remove()
	return true
}

// set leaves the marker, on the disk before the driver is touched.
func (m marker) set() {
	if m == "" || os.MkdirAll(filepath.Dir(string(m)), 0o755) != nil {
		return
	}
	f, err := os.Create(string(m))
	if err != nil {
		return // no marker is no reason to do without the GPU
	}
	_, _ = f.WriteString(bootID() + "\n")
	_ = f.Sync()
	_ = f.Close()
}

func (m marker) remove() {
	if m != "" {
		_ = os.Remove(string(m))
	}
}
