//go:build !windows

package filedialog

import (
	"os"
	"path/filepath"
)

// drives returns the root and the folders in which the desktop mounts the user's drives.
func drives() []string {
	all := []string{"/"}
	user := os.Getenv("USER")
	for _, pattern := range []string{"/media/" + user + "/*", "/run/media/" + user + "/*", "/Volumes/*"} {
		mounted, _ := filepath.Glob(pattern)
		all = append(all, mounted...)
	}
	return all
}
