package faults

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// operation tells which arguments of a system call name its file.
type operation struct {
	name  string
	file  int  // the argument with a descriptor of the file, or of the folder of a relative path
	path  int  // the argument with a path; 0: none
	flags int  // the argument with the flags of opening; 0: none
	room  bool // it may need room on the disk
	reads bool
}

// operations are the system calls that can fail. Removing a file cannot: code that cleans up after a fault needs it.
var operations = map[int]operation{
	unix.SYS_OPENAT:          {name: "open", path: 1, flags: 2, room: true},
	unix.SYS_WRITE:           {name: "write", room: true},
	unix.SYS_PWRITE64:        {name: "write", room: true},
	unix.SYS_WRITEV:          {name: "write", room: true},
	unix.SYS_COPY_FILE_RANGE: {name: "write", file: 2, room: true},
	unix.SYS_SENDFILE:        {name: "write", room: true},
	unix.SYS_SPLICE:          {name: "write", file: 2, room: true},
	unix.SYS_FALLOCATE:       {name: "allocate", room: true},
	unix.SYS_FTRUNCATE:       {name: "truncate"},
	unix.SYS_FSYNC:           {name: "sync", room: true},
	unix.SYS_FDATASYNC:       {name: "sync", room: true},
	unix.SYS_FCHMOD:          {name: "change the mode of"},
	unix.SYS_FCHMODAT:        {name: "change the mode of", path: 1},
	unix.SYS_CLOSE:           {name: "close"},
	unix.SYS_MKDIRAT:         {name: "make the folder", path: 1, room: true},
	unix.SYS_RENAMEAT:        {name: "rename to", file: 2, path: 3, room: true},
	unix.SYS_RENAMEAT2:       {name: "rename to", file: 2, path: 3, room: true},
	unix.SYS_MMAP:            {name: "map", file: 4},
	unix.SYS_READ:            {name: "read", reads: true},
	unix.SYS_PREAD64:         {name: "read", reads: true},
}

// writes are the flags of opening a file to write.
const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT

// fileOf returns the file of a call, or "" if the call is not counted.
func (o operation) fileOf(c *seccompNotif, reads bool) string {
	if o.flags > 0 && c.data.args[o.flags]&writes == 0 || o.reads != reads {
		return ""
	}
	at, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", c.pid, int32(c.data.args[o.file])))
	if o.path == 0 {
		return at
	}
	path := text(c.pid, c.data.args[o.path])
	if !filepath.IsAbs(path) {
		if int32(c.data.args[o.file]) == unix.AT_FDCWD {
			at, _ = os.Readlink(fmt.Sprintf("/proc/%d/cwd", c.pid))
		}
		path = filepath.Join(at, path)
	}
	return path
}

// text reads a zero-terminated text in the memory of a process.
func text(pid uint32, at uint64) string {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return ""
	}
	defer f.Close()
	var b [unix.PathMax]byte
	n, _ := f.ReadAt(b[:], int64(at))
	path, _, _ := bytes.Cut(b[:n], []byte{0})
	return string(path)
}
