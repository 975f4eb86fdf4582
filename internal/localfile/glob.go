package localfile

import (
	"os"
	"path/filepath"
	"strings"
)

// Glob lists the files below folder that match a pattern of filepath.Glob. Pattern characters in folder stand for
// themselves.
func Glob(folder, pattern string) []string {
	found, _ := filepath.Glob(filepath.Join(escape(folder), pattern))
	return found
}

// escape escapes the pattern characters of a path. Windows knows no escapes, and allows no * and ? in names.
func escape(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
