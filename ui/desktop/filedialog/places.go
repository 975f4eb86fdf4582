package filedialog

import (
	"os"
	"path/filepath"
	"slices"
)

// places returns the folders for quick access: recent folders, the person's home folder, and drives.
func (a *asking) places() []string {
	var out []string
	add := func(folder string) {
		if info, err := os.Stat(folder); err == nil && info.IsDir() && !slices.Contains(out, folder) {
			out = append(out, folder)
		}
	}
	for _, folder := range a.Lately {
		add(folder)
	}
	if home, err := os.UserHomeDir(); err == nil {
		add(home)
		add(filepath.Join(home, "Documents"))
		add(filepath.Join(home, "Downloads"))
	}
	for _, folder := range drives() {
		add(folder)
	}
	return out
}
