//go:build unix

package hostile

import (
	"path/filepath"
	"syscall"
	"testing"
)

func pipe(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
