package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	named = regexp.MustCompile("`([\\w./-]+\\.(?:go|wgsl|md))`")
	link  = regexp.MustCompile(`\]\(([^)#:]+)\)`)
)

// TestDocsNameFiles holds the pages to the files that they name and link to. A name may leave out the first folders.
func TestDocsNameFiles(t *testing.T) {
	var files strings.Builder
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		files.WriteString("/" + filepath.ToSlash(path) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, more...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(m[1], "NAME") && !strings.Contains(files.String(), "/"+m[1]+"\n") {
				t.Errorf("%s names %s, which is nowhere", page, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
}
