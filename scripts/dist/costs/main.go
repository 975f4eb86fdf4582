// Command costs builds Cardinal with an empty build cache and prints a Markdown table of what each module costs: its
// part of the binary and the time to build its packages, C files included. The last line has the processor time of the
// whole build, which other running programs hardly change. Its arguments are those of go build.
//
// A symbol belongs to the package that its name begins with. Code that the linker makes from all packages, such as the
// tables of functions, has no module. Libraries in C and Rust have none either.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(1)
	}
}

// cost has the size and the build time of a module.
type cost struct {
	bytes   int64
	seconds float64
}

const nobody = "no module: tables of the linker, C and Rust"

func run(flags []string) error {
	dir, err := os.MkdirTemp("", "costs")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary, graph := filepath.Join(dir, "cardinal"), filepath.Join(dir, "graph.json")
	if err := os.Setenv("GOCACHE", filepath.Join(dir, "cache")); err != nil {
		return err
	}
	modules, err := modulesOf(flags)
	if err != nil {
		return err
	}
	build := exec.Command("go", append(append([]string{"build"}, flags...), "-trimpath", "-debug-actiongraph="+graph,
		"-o", binary, ".")...)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	costs := map[string]*cost{}
	of := func(module string) *cost {
		if costs[module] == nil {
			costs[module] = &cost{}
		}
		return costs[module]
	}
	if err := addTimes(graph, func(pkg string, seconds float64) {
		of(cmp.Or(modules[pkg], nobody)).seconds += seconds
	}); err != nil {
		return err
	}
	if err := addSizes(binary, func(symbol string, bytes int64) {
		of(owner(modules, symbol)).bytes += bytes
	}); err != nil {
		return err
	}
	if err := write(costs); err != nil {
		return err
	}
	_, err = fmt.Printf("\nThe first build took %.1f minutes of processor time.\n",
		(build.ProcessState.UserTime() + build.ProcessState.SystemTime()).Minutes())
	return err
}

// modulesOf returns the module of each package, "std" for the standard library.
func modulesOf(flags []string) (map[string]string, error) {
	list, err := output("list", append(flags, "-deps", "-f",
		`{{.ImportPath}} {{with .Module}}{{.Path}}{{else}}std{{end}}`, ".")...)
	modules := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(list)); lines.Scan(); {
		pkg, module, _ := strings.Cut(lines.Text(), " ")
		modules[pkg] = module
	}
	return modules, err
}

// addTimes calls add with the time to build each package.
func addTimes(graph string, add func(pkg string, seconds float64)) error {
	text, err := os.ReadFile(graph)
	if err != nil {
		return err
	}
	var actions []struct {
		Mode, Package       string
		TimeStart, TimeDone time.Time
	}
	if err := json.Unmarshal(text, &actions); err != nil {
		return fmt.Errorf("the go command's graph of actions: %w", err)
	}
	for _, a := range actions {
		if a.Mode == "build" {
			add(a.Package, a.TimeDone.Sub(a.TimeStart).Seconds())
		}
	}
	return nil
}

// addSizes calls add with the size of each symbol that takes space in the binary. Bytes without a symbol are added
// under "".
func addSizes(binary string, add func(symbol string, bytes int64)) error {
	f, err := elf.Open(binary)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	symbols, err := f.Symbols()
	if err != nil {
		return err
	}
	rest := int64(0)
	loaded := func(i elf.SectionIndex) bool {
		return int(i) < len(f.Sections) && f.Sections[i].Type == elf.SHT_PROGBITS &&
			f.Sections[i].Flags&elf.SHF_ALLOC != 0
	}
	for i, s := range f.Sections {
		if loaded(elf.SectionIndex(i)) {
			rest += int64(s.Size)
		}
	}
	for _, s := range symbols {
		if loaded(s.Section) && elf.ST_TYPE(s.Info) != elf.STT_SECTION {
			add(s.Name, int64(s.Size))
			rest -= int64(s.Size)
		}
	}
	add("", rest)
	return nil
}

// owner returns the module of a symbol. It is the module of the longest package path that the symbol's name begins
// with.
func owner(modules map[string]string, symbol string) string {
	for _, prefix := range []string{"type:.eq.", "type:.hash.", "type:", "go:itab.", "*"} {
		symbol = strings.TrimPrefix(symbol, prefix)
	}
	symbol = strings.ReplaceAll(symbol, "%2e", ".")
	symbol, _, _ = strings.Cut(symbol, "[")
	for at := len(symbol); at > 0; at = strings.LastIndexAny(symbol[:at], "./") {
		if module := modules[symbol[:at]]; module != "" {
			return module
		}
	}
	return nobody
}

func output(command string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{command}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w", command, err)
	}
	return out, err
}

func write(costs map[string]*cost) error {
	names := slices.SortedFunc(maps.Keys(costs), func(a, b string) int {
		return cmp.Compare(costs[b].bytes, costs[a].bytes)
	})
	var all cost
	for _, c := range costs {
		all.bytes, all.seconds = all.bytes+c.bytes, all.seconds+c.seconds
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "| module | in the binary, MB | to build, s |\n|---|---:|---:|\n")
	for _, name := range names {
		if c := costs[name]; c.bytes >= 50_000 || c.seconds >= 0.5 {
			fmt.Fprintf(out, "| %s | %.2f | %.1f |\n", name, float64(c.bytes)/1e6, c.seconds)
		}
	}
	fmt.Fprintf(out, "| all | %.2f | %.1f |\n", float64(all.bytes)/1e6, all.seconds)
	return out.Flush()
}
