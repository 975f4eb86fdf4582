package repository

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// columns is the greatest width of a line of a page or a comment.
const columns = 120

// TestLinesEnd measures the lines of Markdown, without tables and commands, and those of Go comments. The rows of
// measured pages and the licences of other projects stay as they are.
func TestLinesEnd(t *testing.T) {
	written := map[string]bool{"docs/measured/benchmarks.md": true, "docs/measured/tiers.md": true,
		"data/format/csv/testdata/README.md": true}
	eachFile(t, func(name string, content []byte) {
		kind := path.Ext(name)
		if kind != ".go" && kind != ".md" || written[name] {
			return
		}
		fenced := false
		for i, line := range strings.Split(string(content), "\n") {
			fenced = fenced != strings.HasPrefix(strings.TrimSpace(line), "```")
			prose := !fenced && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ")
			if kind == ".go" {
				prose = comment.MatchString(line)
			}
			if width := len([]rune(strings.ReplaceAll(line, "\t", "    "))); prose && width > columns {
				t.Errorf("%s:%d has %d columns: end it at %d", name, i+1, width, columns)
			}
		}
	})
}

var (
	comment  = regexp.MustCompile(`^\s*// `)
	function = regexp.MustCompile(`(?m)^// (\w+) (?:is|are|has|have) .*\n(?://.*\n)*func (?:\([^)]*\) )?(\w+)`)
	letters  = regexp.MustCompile(`\bSEEDS\b`)
)

// TestFunctionsBeginWithVerbs looks for functions whose comment begins "Name is", "are", "has" or "have". A comment
// says with a verb what its function does: returns, reads, reports whether.
func TestFunctionsBeginWithVerbs(t *testing.T) {
	eachFile(t, func(name string, content []byte) {
		if path.Ext(name) != ".go" {
			return
		}
		for _, m := range function.FindAllSubmatch(content, -1) {
			if string(m[1]) == string(m[2]) {
				t.Errorf("%s: the comment of %s has no verb for what it does: returns, reads, reports whether", name, m[1])
			}
		}
	})
}

// TestCodeEnds counts the lines of code that are wider than the prose. Most of them are raw texts, such as SQL and XML.
// The number may only fall; whoever breaks some lowers it.
func TestCodeEnds(t *testing.T) {
	const left = 377
	found := 0
	eachFile(t, func(name string, content []byte) {
		if path.Ext(name) != ".go" {
			return
		}
		for line := range strings.Lines(string(content)) {
			line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
			if len([]rune(line)) > columns {
				found++
			}
		}
	})
	if found > left {
		t.Errorf("%d lines of code have more than %d columns, %d more than before", found, columns, found-left)
	}
}

// TestSourcesAreNamed looks for references to sources by letters. docs/sources.md has the titles and the authors.
func TestSourcesAreNamed(t *testing.T) {
	eachFile(t, func(name string, content []byte) {
		if path.Base(name) != "prose_test.go" && letters.Match(content) {
			t.Errorf("%s cites a source by a letter: name it as docs/sources.md does", name)
		}
	})
}
