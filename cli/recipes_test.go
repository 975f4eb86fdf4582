package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// served is the variable that makes the test binary the program.
const served = "CARDINAL_TEST_SERVED"

// TestRecipes runs the commands of docs/recipes.md. A substitute replaces curl and each program that is not
// installed. It takes all input and prints the table.
func TestRecipes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("bash is not installed")
	}
	page, err := os.ReadFile("../docs/recipes.md")
	if err != nil {
		t.Fatal(err)
	}
	recipes := strings.Split(string(page), "\n## ")[1:]
	if len(recipes) < 12 {
		t.Fatal("there are too few recipes: ", len(recipes))
	}
	programs := t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(programs, "cardinal"))
	}
	for _, name := range []string{"curl", "duckdb", "gnuplot", "jq", "qsv"} {
		if _, missing := exec.LookPath(name); missing == nil && name != "curl" {
			continue
		}
		err = errors.Join(err, os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\ncat >/dev/null\ncat "+
			"sales.csv\n"), 0o700))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, recipe := range recipes {
		title, text, _ := strings.Cut(recipe, "\n")
		var script strings.Builder
		for line := range strings.Lines(text) {
			if command, is := strings.CutPrefix(line, "    "); is {
				script.WriteString(command)
			}
		}
		t.Run(title, func(t *testing.T) {
			dir := t.TempDir()
			sales := "day,region,city,revenue\n2024-01-02,North,Oslo,10.5\n2024-01-03,North,Bergen,4\n" +
				"2024-02-02,South,Rome,7\n"
			if err := os.WriteFile(filepath.Join(dir, "sales.csv"), []byte(sales), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, bash, "-eu", "-o", "pipefail", "-c", script.String())
			c.Dir = dir
			c.Env = append(os.Environ(), "PATH="+programs+":"+os.Getenv("PATH"), served+"=1")
			if said, err := c.CombinedOutput(); err != nil || strings.Contains(string(said), "cardinal: ") {
				t.Errorf("%v\n%s\nsays %s", err, script.String(), said)
			}
		})
	}
}
