package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"cardinal/data/store/kept"
	"cardinal/data/web"
)

// lakeFiles are the files in the folder of a Delta table. Nothing outside of the folder is read.
type lakeFiles struct {
	fs.FS
	root  string       // the absolute path of the folder, or its address
	close func() error // returns the first error of a file at an address
}

// filesOfLake returns the files in a folder of this machine or of a store. Its caller calls close.
func filesOfLake(ctx context.Context, folder string, keep *kept.Folder) (*lakeFiles, error) {
	if web.Is(folder) {
		f := &farFolder{ctx: ctx, address: folder, keep: keep, held: map[string]*web.File{}}
		return &lakeFiles{f, folder, f.close}, nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, unreachableError("its folder", err)
	}
	return &lakeFiles{root.FS(), filepath.ToSlash(Absolute(folder)), root.Close}, nil
}

// farFolder is a folder of files in a store.
type farFolder struct {
	ctx     context.Context
	address string // ends with a slash
	keep    *kept.Folder

	mu       sync.Mutex
	failed   error
	counting bool                 // reading a file of rows ends with errCounted, and the file stays open
	bytes    int64                // that will be read of the counted files
	held     map[string]*web.File // counted files, by name
}

// errCounted ends the reading of a file whose bytes are only counted.
var errCounted = errors.New("the bytes were counted")

// footersAtOnce is the number of files whose bytes are counted at the same time.
const footersAtOnce = 8

// mostHeld is the greatest number of counted files that stay open. The others are opened again to be read.
var mostHeld = 500

// close closes the files that are still open, and returns the first error of a file.
func (f *farFolder) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.held {
		w.Close()
	}
	return f.failed
}

// announce returns the function to which the reader of a file announces ranges.
func (f *farFolder) announce(w *web.File) func(ranges [][2]int64) error {
	return func(ranges [][2]int64) error {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.counting {
			f.bytes += w.Plan(ranges)
			return errCounted
		}
		w.Announce(ranges)
		return nil
	}
}

// ReadDir implements fs.ReadDirFS.
func (f *farFolder) ReadDir(name string) (entries []fs.DirEntry, err error) {
	all, err := web.List(f.ctx, f.address+name+"/*")
	for _, a := range all {
		entries = append(entries, fs.FileInfoToDirEntry(farInfo{name: path.Base(a)}))
	}
	return entries, err
}

// Stat implements fs.StatFS. It does not ask the server: Open finds out whether the file exists.
func (f *farFolder) Stat(name string) (fs.FileInfo, error) {
	return farInfo{name: path.Base(name)}, nil
}

// Open implements fs.FS.
func (f *farFolder) Open(name string) (fs.File, error) {
	f.mu.Lock()
	w := f.held[name]
	delete(f.held, name)
	f.mu.Unlock()
	if w == nil {
		var err error
		if w, err = web.Open(f.ctx, f.address+name, f.keep, func(float64) {}); err != nil {
			return nil, err
		}
	}
	return &farFile{far{w, f.announce(w)}, name, io.NewSectionReader(w, 0, w.Size), f}, nil
}

// farFile is a file of a farFolder.
type farFile struct {
	far
	name   string
	in     *io.SectionReader
	folder *farFolder
}

func (f *farFile) Read(b []byte) (int, error) { return f.in.Read(b) }
func (f *farFile) Stat() (fs.FileInfo, error) { return farInfo{"", f.Size, f.Changed}, nil }

// Close ends the requests for the file, unless its bytes are only counted. If one has failed, the table lacks bytes,
// and the folder remembers the error.
func (f *farFile) Close() error {
	err := f.Err()
	f.folder.mu.Lock()
	defer f.folder.mu.Unlock()
	if f.folder.failed == nil {
		f.folder.failed = err
	}
	if f.folder.counting && len(f.folder.held) < mostHeld {
		f.folder.held[f.name] = f.File
	} else {
		f.far.Close()
	}
	return err
}

// farInfo describes a regular file.
type farInfo struct {
	name    string
	size    int64
	changed time.Time
}

func (i farInfo) Name() string       { return i.name }
func (i farInfo) Size() int64        { return i.size }
func (i farInfo) Mode() fs.FileMode  { return 0o400 }
func (i farInfo) ModTime() time.Time { return i.changed }
func (i farInfo) IsDir() bool        { return false }
func (i farInfo) Sys() any           { return nil }

// IsDelta reports whether a path is the folder of a Delta table. An address in a store that ends with a slash can be
// nothing else.
func IsDelta(path string) bool {
	if IsAddress(path) {
		return web.IsFolder(path)
	}
	return lakeOf(path) == "Delta"
}
