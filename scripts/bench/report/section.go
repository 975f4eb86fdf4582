package report

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Page is the path of a Markdown page to write into. The methods of the empty Page write nothing.
type Page string

// Flag defines the flag that names the page.
func (p *Page) Flag(f *flag.FlagSet) {
	f.StringVar((*string)(p), "page", "", "the Markdown page to write into; plots and other files go beside it")
}

// Beside returns the path of a file in the page's folder.
func (p Page) Beside(name string) string { return filepath.Join(filepath.Dir(string(p)), name) }

// CSV writes lines of fields into a file in the page's folder.
func (p Page) CSV(name string, lines [][]string) error {
	if p == "" {
		return nil
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(lines); err != nil {
		return err
	}
	return os.WriteFile(p.Beside(name), b.Bytes(), 0o644)
}

// Section replaces the part of the page under the heading "## title" by body. If there is no such heading, it appends
// the part. If the page does not exist, it makes the page.
func (p Page) Section(title, body string) error {
	if p == "" {
		return nil
	}
	old, err := os.ReadFile(string(p))
	switch {
	case os.IsNotExist(err):
		old = []byte("# Benchmarks\n")
	case err != nil:
		return fmt.Errorf("cannot read the page to write into: %w", err)
	}
	if err := os.WriteFile(string(p), []byte(replaceSection(string(old), title, body)), 0o644); err != nil {
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
