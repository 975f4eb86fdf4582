package repository

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// skips lists the packages that may skip tests, and for want of what.
var skips = map[string]string{
	"internal/app": "/proc, on systems other than Linux, or a file system of its own",
	"cli": "links and names of files, on Windows, a terminal to open, or a shell, mandoc, " +
		"Chromium or another program",
	"engine":                        "a GPU",
	"engine/gpu/device":             "a GPU",
	"engine/gpu/host":               "a GPU, or what Linux alone has",
	"engine/gpu/worker":             "a GPU",
	"export":                        "modes and /dev/full, on systems other than Linux, or LibreOffice",
	"internal/faults":               "a file system of its own",
	"internal/localfile":            "signals to processes, on Windows",
	"data/remote/clickhouse":        "servers to try",
	"data/remote/mysql":             "servers to try",
	"data/remote/postgres":          "servers to try",
	"data/remote/remotetest":        "servers to try",
	"internal/system":               "huge pages, or a kernel that tells of them",
	"ui/desktop/clipboard":          "an X server",
	"ui":                            "a display, a window manager or a GPU",
	"ui/desktop/sessionbus/bustest": "a bus of the desktop, on systems other than Debian",
}

// TestSkipsHaveAReason allows tests to be skipped for want of hardware or of a system, and for nothing else.
func TestSkipsHaveAReason(t *testing.T) {
	skip := regexp.MustCompile(`\bt\.Skip(f|Now)?\(`)
	eachFile(t, func(name string, content []byte) {
		if strings.HasSuffix(name, ".go") && skip.Match(content) && skips[path.Dir(name)] == "" {
			t.Errorf("%s skips a test, and its package is not among those that may", name)
		}
	})
}

// TestTestsStayInside looks for tests that read files outside of the repository: a clone has none.
func TestTestsStayInside(t *testing.T) {
	joined, slashed := regexp.MustCompile(`"\.\."(, "\.\.")*`), regexp.MustCompile(`(\.\./)+`)
	eachFile(t, func(name string, content []byte) {
		if !strings.HasSuffix(name, "_test.go") || path.Base(name) == "clone_test.go" {
			return
		}
		depth := strings.Count(path.Clean(name), "/")
		for _, way := range []*regexp.Regexp{joined, slashed} {
			for _, up := range way.FindAllString(string(content), -1) {
				if strings.Count(up, "..") > depth {
					t.Errorf("%s reads what lies outside: %s", name, up)
				}
			}
		}
	})
}
