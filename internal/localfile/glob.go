package localfile

import (
	"os"
	"path/filepath"
	"strings"
)

// Glob lists the files below folder that fit a pattern of filepath.Glob. The signs of a pattern mean nothing
// special in folder.
func Glob(folder, pattern string) []string {
	found, _ := filepath.Glob(filepath.Join(escaped(folder), pattern))
	return found
}

// escaped is a path in which no sign is one of a pattern. Windows knows no escapes, and no * and ? in names.
func escaped(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
