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
	"strings"
	"testing"
)

func save(ctx context.Context, t *testing.T, path string) error {
	t.Helper()
	_, err := Save(ctx, path, "", "", complete(gridOf(t, small())))
	return err
}

func TestSaveWritesEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{"txt", "csv", "json", "xlsx", "ods", "jsonl", "parquet", "arrow"} {
		path := filepath.Join(dir, "höhe und breite."+ext)
		if err := save(t.Context(), t, path); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", ext, err)
		}
		if runtime.GOOS != "windows" && info.Mode() != 0o644 {
			t.Errorf("%s has mode %v", ext, info.Mode())
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := save(t.Context(), t, filepath.Join(dir, "pivot.doc")); err == nil ||
		!strings.Contains(err.Error(), "cannot tell the format") {
		t.Errorf("error %v", err)
	}
}

func TestSaveKeepsModeAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are another matter on Windows")
	}
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(real, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.csv", link); err != nil {
		t.Fatal(err)
	}
	if err := save(t.Context(), t, link); err != nil {
		t.Fatal(err)
	}
	info, _ := os.Lstat(real)
	onLink, _ := os.Lstat(link)
	if info.Mode() != 0o640 || info.Size() < 10 || onLink.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the file is %v of %d bytes, the link %v", info.Mode(), info.Size(), onLink.Mode())
	}
	dangling := filepath.Join(dir, "dangling.csv")
	if err := os.Symlink("made.csv", dangling); err != nil {
		t.Fatal(err)
	}
	if err := save(t.Context(), t, dangling); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "made.csv")); err != nil {
		t.Error(err)
	}
}

func TestSaveSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	locked := filepath.Join(dir, "locked.csv")
	if err := os.WriteFile(locked, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder.csv")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx        context.Context
		path, want string
	}{
		{t.Context(), locked, "the file is read-only; choose another name"},
		{t.Context(), folder, "it is a folder; choose another name"},
		{t.Context(), filepath.Join(dir, "no", "x.csv"), "cannot save x.csv: there is no folder " + filepath.Join(dir,
			"no") + "; make it, or choose another one"},
		{cancelled, filepath.Join(dir, "x.xlsx"), "was cancelled"},
	} {
		err := save(c.ctx, t, c.path)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: error %v", c.path, err)
		}
	}
	if b, _ := os.ReadFile(locked); string(b) != "old" {
		t.Errorf("the read-only file now holds %q", b)
	}
	if all, _ := os.ReadDir(dir); len(all) != 2 {
		t.Errorf("left behind: %v", all)
	}
}

// TestHeld finds what LibreOffice and Excel keep beside a file that they have open.
func TestHeld(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.xlsx")
	for _, name := range []string{".~lock.report.xlsx#", "report.xlsx", "~$report.xlsx"} {
		if got := HeldBy(path); got != "" {
			t.Errorf("before there is %s: %q", name, got)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "report.xlsx" {
			if got := HeldBy(path); !strings.HasPrefix(got, "LibreOffice seems to have it open") {
				t.Errorf("%q", got)
			}
			_ = os.Remove(filepath.Join(dir, ".~lock.report.xlsx#"))
		}
	}
	if got := HeldBy(path); !strings.HasPrefix(got, "Excel seems to have it open") {
		t.Errorf("%q", got)
	}
}

func TestSaveOnAFullDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for _, format := range Formats {
		_, err := Save(t.Context(), "/dev/full", format.Name, "", complete(gridOf(t, small())))
		if err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s: error %v", format.Name, err)
		}
	}
}

func TestReplaceStopsWhenCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	ctx, cancel := context.WithCancel(t.Context())
	err := replace(ctx, path, func(w io.Writer) error {
		fmt.Fprint(w, "half")
		cancel()
		return nil
	})
	if _, stat := os.Stat(path); !errors.Is(err, context.Canceled) || !errors.Is(stat, fs.ErrNotExist) {
		t.Errorf("error %v, and the file: %v", err, stat)
	}
}

// TestFolderIsNamed saves a file without a folder in its name: the sentence names the folder, and not a point.
func TestFolderIsNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := "you may not write into the folder " + here + ","
	if said := explain("pivot.xlsx", fs.ErrPermission).Error(); !strings.Contains(said, want) {
		t.Errorf("%s, want %s", said, want)
	}
}
