package repository

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	running = regexp.MustCompile("(?:go test|scripts/test\\.sh)[^`\n]*? -(run|bench) '?([^'\\s]+)'?[^`\n" +
		"]*?\\s+\\./([\\w/]+)")
	tests = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`)
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
	for page, text := range pages(t) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(m[1], "NAME") && !strings.Contains(files.String(), "/"+m[1]+"\n") {
				t.Errorf("%s names %s, which is nowhere", page, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
}

// pages returns the texts of all pages by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/measured/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all[path] = string(text)
		}
	}
	return all
}

// TestDocsRunTests holds the commands of the pages to the tests and benchmarks that there are.
func TestDocsRunTests(t *testing.T) {
	commands := 0
	for page, text := range pages(t) {
		for _, m := range running.FindAllStringSubmatch(text, -1) {
			kind, pattern := m[1], regexp.MustCompile(m[2])
			files, err := filepath.Glob(filepath.Join(m[3], "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			found := kind == "run" && (m[2] == "^$" || m[2] == "-") // none is to run
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range tests.FindAllStringSubmatch(string(source), -1) {
					found = found || strings.HasPrefix(name[1], "Bench") == (kind == "bench") &&
						pattern.MatchString(name[1])
				}
			}
			if commands++; !found {
				t.Errorf("%s: no test of %s is called %s", page, m[3], m[2])
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands were found", commands)
	}
}

// right reads from the pivots of a table of docs/measured in how many the choice was right, and of how many.
func right(t *testing.T, name string) (right, of int) {
	t.Helper()
	file, err := os.Open(filepath.Join("docs", "measured", name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(lines[0], "right")
	for _, line := range lines[1:] {
		if line[at] == "true" {
			right++
		}
	}
	return right, len(lines) - 1
}

// TestDocsCountRightChoices holds what the pages say of the choice of the tier to the tables that they say it of.
func TestDocsCountRightChoices(t *testing.T) {
	page := func(name string) string {
		text, err := os.ReadFile(filepath.Join("docs", "measured", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tiers, published := page("tiers.md"), page("published.md")
	two, ofTwo := right(t, "tiers-2-cores")
	summary := page("README.md")
	for _, card := range []string{"H200", "H100"} {
		n, of := right(t, "tiers-"+strings.ToLower(card))
		many, ofMany := right(t, "tiers-"+strings.ToLower(card)+"-many")
		whole := fmt.Sprintf("%d of %d", n+many, of+ofMany)
		if curve := fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of)); !strings.Contains(tiers, fmt.Sprintf("%d", n)) ||
			!strings.Contains(tiers, curve) || !strings.Contains(tiers, whole+" beside the "+card) {
			t.Errorf("tiers.md does not say %d of %d (%s) and %s beside the %s", n, of, curve, whole, card)
		}
		if counted := regexp.MustCompile(fmt.Sprintf(`(?s)in %d pivots\s+on\s+two\s+cores\s+with\s+a\s+software\s+GPU,\s+and\s+in\s.*%d\s+on\s+16\s+cores.*\sbeside\s+an\s+%s`, two, n, card)); !counted.MatchString(summary) {
			t.Errorf("measured/README.md does not say %d on two cores and %d beside the %s", two, n, card)
		}
		if !regexp.MustCompile(whole + "[^,]* beside an " + card).MatchString(published) {
			t.Errorf("published.md does not say %s beside an %s", whole, card)
		}
	}
	if cores := fmt.Sprintf("%d of %d", two, ofTwo); !strings.Contains(tiers, cores+" (") ||
		!strings.Contains(published, cores+" on two cores") {
		t.Errorf("a page does not say %s on two cores", cores)
	}
}
