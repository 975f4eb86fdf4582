package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestDocsInspect holds what the pages say that inspect prints to the scripts, which run the same commands, and
// to the sample. The pages leave out lines, for which dots stand.
func TestDocsInspect(t *testing.T) {
	printed := scriptedCommands(t)
	printed["inspect sales.parquet"] = strings.Split(runOnce([]string{"inspect", "../assets/sales.parquet"}), "\n")
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	measured, err := filepath.Glob("../docs/measured/*.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, page := range append(pages, measured...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n    $ cardinal inspect ")[1:] {
			lines := strings.Split(block, "\n")
			command, all := "inspect "+lines[0], printed["inspect "+lines[0]]
			if examples++; all == nil {
				t.Errorf("%s: no script runs %s", page, command)
				continue
			}
			for _, line := range lines[1:] {
				line, is := strings.CutPrefix(line, "    ")
				if !is {
					break
				}
				if line == "..." {
					continue
				}
				at := slices.Index(all, line)
				if at < 0 {
					t.Errorf("%s: %s does not print %q there; left are\n%s", page, command, line,
						strings.Join(all, "\n"))
					break
				}
				all = all[at+1:]
			}
		}
	}
	if examples < 6 {
		t.Errorf("only %d examples were found", examples)
	}
}

// scriptedCommands returns the lines that each command of a script prints, by the text of the command.
func scriptedCommands(t *testing.T) map[string][]string {
	t.Helper()
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string][]string{}
	for _, path := range scripts {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		command := ""
		for _, line := range strings.Split(string(archive.Files[len(archive.Files)-1].Data), "\n") {
			if next, is := strings.CutPrefix(line, "$ "); is {
				command = next
				printed[command] = []string{}
			} else {
				printed[command] = append(printed[command], line)
			}
		}
	}
	return printed
}
