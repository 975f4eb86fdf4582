package localfile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "made", "file")
	if err := Save(file, func() {}); err == nil {
		t.Error("a function was written as JSON")
	}
	if err := Save(file, 7); err != nil {
		t.Fatal(err)
	}
	back := 0
	if !Load(file, &back) || back != 7 {
		t.Errorf("read back %d", back)
	}
	if left := names(t, filepath.Dir(file)); len(left) != 1 {
		t.Errorf("left %v", left)
	}
	if err := Save(filepath.Join(file, "below"), 1); err == nil {
		t.Error("a file serves as a folder")
	}
	if Load(filepath.Join(dir, "none"), new(int)) {
		t.Error("a file that is not there was read")
	}
}

// TestReadRefuses what would keep the reader waiting or never end.
func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, MaxBytes+1); err != nil {
		t.Fatal(err)
	}
	odd := []string{dir, large}
	if runtime.GOOS != "windows" {
		odd = append(odd, "/dev/zero", pipe(t))
	}
	for _, path := range odd {
		if b, err := Read(path); err == nil {
			t.Errorf("%s: read %d bytes", path, len(b))
		}
	}
}
