package cli

import (
	"bytes"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"cardinal/engine"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// TestMain lets the test binary serve as the GPU's process, and as the program that a shell completes.
func TestMain(m *testing.M) {
	if given := os.Getenv(completed); given != "" {
		os.Exit(serveShell(given))
	}
	if os.Getenv(served) != "" {
		os.Exit(Run(context.Background(), os.Args[1:], Streams{Out: os.Stdout, Err: os.Stderr, In: os.Stdin}))
	}
	if len(os.Args) > 1 && os.Args[1] == "gpu-worker" {
		os.Exit(Run(context.Background(), os.Args[1:], Streams{Out: os.Stdout, Err: os.Stderr, In: os.Stdin}))
	}
	code := m.Run()
	if withGPU != nil {
		withGPU.Close()
	}
	os.Exit(code)
}

// withGPU is the engine of the commands of scripts that run on the GPU, nil before the first one. Its process
// takes seconds to start.
var withGPU *engine.Engine

// onGPU runs a pivot on the GPU, in the process that the pivots before it started.
func onGPU(args []string) (printed string) {
	sharingGPU(func() { printed = runOnce(append(args, "--tier", "gpu")) })
	return printed
}

// sharingGPU runs commands on the engine of withGPU.
func sharingGPU(run func()) {
	if withGPU == nil {
		withGPU = engine.New(engine.Options{Calibrations: engine.CalibrationFile()})
	}
	own := newEngine
	newEngine = func(engine.Options) (*engine.Engine, func()) { return withGPU, func() {} }
	defer func() { newEngine = own }()
	run()
}

// TestScripts runs testdata/*.txt. An archive holds files, and the files named .base64 are binary. Its file "script"
// has commands.
//
// Each command is a line that begins with "$ ", and the lines after it are its output. Lines of the standard error
// begin with "! ". "exit N" follows a command that fails. If a command ends in "| " and a regular expression, only
// the matches in its output are compared. SITE is a server that has the files of the archive. A pivot without a tier
// runs on every tier, and must print the same on each.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range scripts {
		t.Run(filepath.Base(path), func(t *testing.T) { runScript(t, path) })
	}
}

func runScript(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Chdir(folder)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"one"`)
		http.ServeFile(w, r, filepath.Join(folder, filepath.FromSlash(r.URL.Path)))
	}))
	defer site.Close()
	if strings.HasSuffix(path, "addresses.txt") {
		t.Setenv("XDG_CACHE_HOME", t.TempDir()) // what is read is kept
	}
	host := strings.TrimPrefix(site.URL, "http://")
	for i, f := range archive.Files {
		if f.Name != "script" {
			if name, binary := strings.CutSuffix(f.Name, ".base64"); binary {
				f.Name = name
				if f.Data, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(string(f.Data), "\n",
					"")); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(filepath.Dir(f.Name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var got strings.Builder
		for _, line := range strings.Split(string(f.Data), "\n") {
			if strings.HasPrefix(line, "#") {
				got.WriteString(line + "\n")
			}
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out := strings.ReplaceAll(runLine(t, strings.ReplaceAll(command, "SITE", host)), folder, "FOLDER")
				got.WriteString(line + "\n" + strings.ReplaceAll(out, host, "SITE") + "\n")
			}
		}
		want := strings.TrimSpace(string(f.Data))
		if out := strings.TrimSpace(got.String()); out != want {
			if *update {
				archive.Files[i].Data = []byte(out + "\n")
				if err := os.WriteFile(full, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
				continue
			}
			t.Errorf("%s prints\n%s\n\nwant\n%s", path, out, want)
		}
	}
}

func runLine(t *testing.T, line string) string {
	args := words(line)
	if args[0] != "pivot" || strings.Contains(line, "--tier") || strings.Contains(line, "--profile") {
		return runOnce(args)
	}
	out := runOnce(append(args, "--tier", "serial"))
	for tier, other := range map[string]string{"workers": runOnce(append(args, "--tier", "workers")),
		"gpu": onGPU(args)} {
		if other != out {
			t.Errorf("%s prints on %s\n%s\nand on one core\n%s", line, tier, other, out)
		}
	}
	return out
}

func runOnce(args []string) string {
	var out, errs bytes.Buffer
	if at := slices.Index(args, "|"); at > 0 && at+1 < len(args) {
		parts := regexp.MustCompile(args[at+1]).FindAllString(runOnce(args[:at]), -1)
		return strings.Join(append(parts, ""), "\n")
	}
	s := Streams{Out: &out, Err: &errs}
	if at := slices.Index(args, "<"); at > 0 && at+1 < len(args) {
		file, err := os.ReadFile(args[at+1])
		if err != nil {
			return err.Error()
		}
		s.In, args = bytes.NewReader(file), args[:at]
	}
	code := Run(context.Background(), args, s)
	var b strings.Builder
	for line := range strings.Lines(out.String()) {
		b.WriteString(strings.TrimRight(line, " \r\n") + "\n") // CR on Windows
	}
	for line := range strings.Lines(errs.String()) {
		b.WriteString("! " + strings.TrimRight(line, " \n") + "\n")
	}
	if code != 0 {
		fmt.Fprintf(&b, "exit %d\n", code)
	}
	return b.String()
}

// words splits a command line at spaces outside single and double quotes.
func words(line string) []string {
	var out []string
	for line != "" {
		at := strings.IndexAny(line, `'"`)
		if at < 0 {
			break
		}
		end := strings.IndexByte(line[at+1:], line[at])
		if end < 0 {
			break
		}
		out = append(append(out, strings.Fields(line[:at])...), line[at+1:at+1+end])
		line = line[at+end+2:]
	}
	return append(out, strings.Fields(line)...)
}
