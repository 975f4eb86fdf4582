package report

import (
	"fmt"
	"os"
	"strings"
)

// Section replaces the part of a Markdown page under the heading "## title" by body, or appends it where there is
// none. The page is made where it does not exist.
func Section(path, title, body string) error {
	old, err := os.ReadFile(path)
	switch {
	case os.IsNotExist(err):
		old = []byte("# Benchmarks\n")
	case err != nil:
		return fmt.Errorf("cannot read the page to write into: %w", err)
	}
	if err := os.WriteFile(path, []byte(replaceSection(string(old), title, body)), 0o644); err != nil {
		return fmt.Errorf("cannot write what was measured: %w", err)
	}
	return nil
}

func replaceSection(page, title, body string) string {
	heading := "\n## " + title + "\n"
	section := heading + "\n" + strings.TrimSpace(body) + "\n"
	at := strings.Index(page, heading)
	if at < 0 {
		return strings.TrimRight(page, "\n") + "\n" + section
	}
	rest := page[at+len(heading):]
	end := strings.Index(rest, "\n## ")
	if end < 0 {
		return page[:at] + section
	}
	return page[:at] + section + rest[end:]
}
