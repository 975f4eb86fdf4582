package faults

import (
	"syscall"
	"testing"
)

// Fault selects the file operations that fail, and how they fail.
type Fault struct {
	Dir   string        // the folder whose files are counted, with its subfolders
	Nth   int           // the operation that fails, counted from 1
	Err   syscall.Errno // the error; 0: the operation succeeds, after Then
	Full  bool          // all later operations that need room fail too, as on a full disk
	Reads bool          // counts operations that read instead of those that write

	Then func() `json:"-"` // runs before the operation; the operation waits until Then returns; nil: none
}

// Disk is the disk of a process whose operations fail.
type Disk struct{ *line }

// Try runs work again and again. It lets the first writing operation in a folder fail, then the second, and so on,
// until work ends without a fault. It does so three times: with a disk that stays full, with a full disk at one
// operation, and with a broken disk at one operation. With -short, it only tries the disk that stays full.
//
// Every time, Try calls prepare before work and check after it. met names the operation that failed; it is "" if work
// ended before. errno is the error of the operation, and err is the error of work.
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
