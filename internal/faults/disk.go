package faults

import (
	"syscall"
	"testing"
)

// Fault says which file operations fail, and how.
type Fault struct {
	Dir   string        // the folder whose files are counted, with the folders below it
	Nth   int           // the operation that fails, counted from 1
	Err   syscall.Errno // with what it fails; 0: it does not fail, and Then alone is called
	Full  bool          // all later operations that need room fail, too, as on a full disk
	Reads bool          // operations that read are counted, and not those that write

	Then func() `json:"-"` // is called before the operation; or nil. The operation waits for the end of Then
}

// Disk is the disk of the process whose operations fail.
type Disk struct{ *line }

// Try lets the first operation that writes to a folder fail, then the second, until none fails: once with a
// disk that stays full, once with a full disk at this operation alone, and once with a disk that is broken
// there. A short test has the first of the three alone. Every time Try calls prepare before work, and check
// after it. met names the operation that failed, and is "" where work had ended before; errno is what the
// operation failed with, and err what work says.
func (d *Disk) Try(dir string, prepare func(), work func() error, check func(met string, errno, err error)) {
	faults := []Fault{{Err: syscall.ENOSPC, Full: true}, {Err: syscall.ENOSPC}, {Err: syscall.EIO}}
	if testing.Short() {
		faults = faults[:1]
	}
	for _, f := range faults {
		f.Dir = dir
		for met := "none"; met != ""; {
			f.Nth++
			prepare()
			d.Break(f)
			err := work()
			met = d.Mend()
			check(met, f.Err, err)
		}
	}
}
