package load

import (
	"context"
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
		f := &farFolder{ctx: ctx, address: folder, keep: keep}
		return &lakeFiles{f, folder, f.err}, nil
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

	mu     sync.Mutex
	failed error
}

// err returns the first error of a file.
func (f *farFolder) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
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
	w, err := web.Open(f.ctx, f.address+name, f.keep, func(float64) {})
	if err != nil {
		return nil, err
	}
	return &farFile{far{w, func(int64, int64) {}}, io.NewSectionReader(w, 0, w.Size), f}, nil
}

// farFile is a file of a farFolder.
type farFile struct {
	far
	in     *io.SectionReader
	folder *farFolder
}

func (f *farFile) Read(b []byte) (int, error) { return f.in.Read(b) }
func (f *farFile) Stat() (fs.FileInfo, error) { return farInfo{"", f.Size, f.Changed}, nil }

// Close ends the requests for the file. If one has failed, the table lacks bytes, and the folder remembers the error.
func (f *farFile) Close() error {
	err := f.Err()
	f.far.Close()
	f.folder.mu.Lock()
	defer f.folder.mu.Unlock()
	if f.folder.failed == nil {
		f.folder.failed = err
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
