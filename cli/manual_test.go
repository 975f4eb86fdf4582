package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsPageIsCurrent holds docs/commands.md to the help of the commands. With -update it is written anew.
func TestCommandsPageIsCurrent(t *testing.T) {
	const path, last = "../docs/commands.md", "`cardinal manual markdown`.\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	written, made, found := strings.Cut(string(page), last)
	if !found {
		t.Fatalf("%s has no line that ends in %s", path, last)
	}
	var want bytes.Buffer
	printMarkdown(commandTree(&Streams{}, &Opening{}), &want)
	switch {
	case made == want.String():
	case *update:
		if err := os.WriteFile(path, []byte(written+last+want.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the commands say: go test -run TestCommandsPageIsCurrent ./cli -update", path)
	}
}

// TestManPages runs mandoc, which looks for faults in the manual pages.
func TestManPages(t *testing.T) {
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("mandoc is not installed")
	}
	dir := t.TempDir()
	commands := strings.Fields(runOnce([]string{"manual", "commands"}))
	if len(commands) < 8 {
		t.Fatal("there are too few commands: ", commands)
	}
	args := []string{"-T", "lint"}
	for _, c := range append(commands, "") {
		path := filepath.Join(dir, "cardinal-"+c+".1")
		if err := os.WriteFile(path, []byte(runOnce(strings.Fields("manual man "+c))), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	said, err := exec.Command(mandoc, args...).CombinedOutput()
	for line := range strings.Lines(string(said)) {
		if !strings.Contains(line, "referenced manual not found") { // if no package is installed
			t.Error(line)
		}
	}
	if err != nil && len(said) == 0 {
		t.Error(err)
	}
}
