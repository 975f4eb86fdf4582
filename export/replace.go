package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"cardinal/internal/localfile"
)

// CheckSource returns an error if an export to path would replace source, the file of the pivot's table. That is so if
// both are the same file, even under different names, or if source lies in the folder at path.
func CheckSource(path, source string) error {
	at, err := os.Stat(path)
	if err != nil {
		return nil // path does not exist, so that nothing is overwritten
	}
	for {
		from, err := os.Stat(source)
		if err == nil && os.SameFile(at, from) {
			break
		}
		above := filepath.Dir(source)
		if err != nil || !at.IsDir() || above == source {
			return nil
		}
		source = above
	}
	if at.IsDir() {
		return fmt.Errorf("cannot save %s: the table is read from a file in this folder; choose another name", path)
	}
	return fmt.Errorf("cannot save %s: it is the file that the table is read from; choose another name", path)
}

// holders lists the lock files that programs keep next to a file that they have open. The name of a lock file is the
// name of the open file between before and after.
var holders = []struct{ program, before, after string }{{"LibreOffice", ".~lock.", "#"}, {"Excel", "~$", ""}}

// HeldBy returns a sentence if a lock file shows that another program seems to have the file at path open, else "". The
// program may have crashed and left the lock file behind, so that the file may be replaced nevertheless.
func HeldBy(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	for _, h := range holders {
		if _, err := os.Lstat(filepath.Join(filepath.Dir(path), h.before+filepath.Base(path)+h.after)); err == nil {
			return h.program + " seems to have it open: close it there first, since " + h.program +
				" shows the old figures and could write them over the new ones."
		}
	}
	return ""
}

// errSharing is Windows' error for a file that another program has open: ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// replace calls write to fill a temporary file next to path, and then renames the temporary file to path. The order is:
// write, sync, close, rename, sync the folder. So the file at path is either the old or the new file and never a mix,
// even if the power fails.
func replace(ctx context.Context, path string, write func(io.Writer) error) error {
	target, mode, err := target(path)
	if err != nil {
		return explain(path, err)
	}
	if mode&fs.ModeType != 0 { // a pipe or a device is written, not replaced
		return explain(path, pour(ctx, target, write))
	}
	err = localfile.Replace(target, func(f *os.File) error {
		if err := write(&guarded{ctx, f}); err != nil {
			return err
		}
		if err := f.Chmod(mode); err != nil {
			return err
		}
		return context.Cause(ctx)
	})
	if err != nil {
		return explain(path, err)
	}
	if err := syncFolder(filepath.Dir(target)); err != nil {
		return fmt.Errorf("%s is written, but its folder could not be flushed to the disk: %w", path,
			localfile.Cause(err))
	}
	return nil
}

func pour(ctx context.Context, target string, write func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(&guarded{ctx, f}), f.Close())
}

// guarded is a writer that fails once ctx is cancelled. It has no Close, so that no library can close the file.
type guarded struct {
	ctx context.Context
	w   io.Writer
}

func (g *guarded) Write(p []byte) (int, error) {
	if g.ctx.Err() != nil {
		return 0, context.Cause(g.ctx)
	}
	return g.w.Write(p)
}

var (
	errReadOnly = errors.New("the file is read-only")
	errFolder   = errors.New("it is a folder")
)

// target follows links from path to the file to be written, and returns the mode for the new file.
func target(path string) (string, fs.FileMode, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		to, err := os.Readlink(path) // if a link leads to a file that does not exist, this file is written
		if err != nil {
			return path, 0o644, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		return to, 0o644, nil
	}
	switch {
	case err != nil:
		return "", 0, err
	case info.IsDir():
		return "", 0, errFolder
	case info.Mode()&0o200 == 0:
		return "", 0, errReadOnly
	case !info.Mode().IsRegular():
		return path, info.Mode(), nil
	}
	real, err := filepath.EvalSymlinks(path)
	return real, info.Mode().Perm(), err
}

// explained is an error of the system with a complete text of its own, which does not repeat the text of the cause.
type explained struct {
	text  string
	cause error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.cause }

// explain turns an error into a sentence for people.
func explain(path string, err error) error {
	dir := filepath.Dir(path)
	if absolute, err := filepath.Abs(dir); err == nil && dir == "." {
		dir = absolute
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("saving %s was cancelled: %w", path, err)
	case errors.As(err, new(*unanswered)): // the fault is not in the file
		return fmt.Errorf("cannot save %s: %w", path, err)
	case errors.Is(err, errReadOnly), errors.Is(err, errFolder):
		return fmt.Errorf("cannot save %s: %w; choose another name", path, err)
	case runtime.GOOS == "windows" && errors.Is(err, errSharing):
		return fmt.Errorf("cannot save %s: it is open in another program; close it there, or choose another name", path)
	case errors.Is(err, localfile.ErrScratch):
		return fmt.Errorf("cannot save %s: %w; make room in the folder for temporary files, %s, and export again", path,
			err, os.TempDir())
	case errors.Is(err, fs.ErrNotExist):
		return &explained{fmt.Sprintf("cannot save %s: there is no folder %s; make it, or choose another one",
			filepath.Base(path), dir), err}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &explained{fmt.Sprintf("cannot save %s: you may not write into the folder %s, or the file is open in "+
			"another program; choose another folder or name",
			filepath.Base(path), dir), err}
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &explained{fmt.Sprintf("cannot save %s: the disk is full, and what was there before is unchanged; "+
			"make room, or choose a folder on another disk", path), err}
	}
	return fmt.Errorf("cannot save %s: %w", path, localfile.Cause(err))
}

// syncFolder makes a rename durable. Windows and some network file systems cannot sync a folder, and need not.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
