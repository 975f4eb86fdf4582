package repository

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestGlossary refuses words that the glossary does not use, in the window, on the pages and in the help of commands.
func TestGlossary(t *testing.T) {
	const glossary = "docs/glossary.md"
	texts := pages(t)
	var refused []string
	for line := range strings.Lines(texts[glossary]) {
		cells := strings.Split(strings.Trim(line, "|\n"), "|")
		if len(cells) != 4 || strings.HasPrefix(cells[0], " word") || strings.HasPrefix(cells[0], "-") {
			continue
		}
		for word := range strings.SplitSeq(cells[3], ",") {
			if word = strings.TrimSpace(word); word != "" {
				refused = append(refused, regexp.QuoteMeta(word))
			}
		}
	}
	if len(refused) < 25 {
		t.Fatalf("the glossary refuses %q alone", refused)
	}
	word := regexp.MustCompile(`(?i)\b(` + strings.Join(refused, "|") + `)s?\b`)
	catalogue, err := os.ReadFile("ui/look/lang/catalogue/de.json")
	if err != nil {
		t.Fatal(err)
	}
	var window map[string]any
	if err := json.Unmarshal(catalogue, &window); err != nil {
		t.Fatal(err)
	}
	for text := range window {
		if strings.HasSuffix(text, " directory (note)") { // said by the system
			continue
		}
		texts["the window: "+text] = text
	}
	quoted := regexp.MustCompile("(?s)```.*?```|`[^`]*`|!\\[[^\\]]*\\]|\\([^)]*\\.(?:png|svg|md)[^)]*\\)|://\\S*")
	for at, text := range texts {
		if at == glossary || strings.HasPrefix(at, "docs/measured/") || at == "docs/sources.md" {
			continue
		}
		for line := range strings.Lines(quoted.ReplaceAllString(text, "")) {
			if found := word.FindString(line); found != "" && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s says %q, which %s does not: %s", at, found, glossary, strings.TrimSpace(line))
			}
		}
	}
}
