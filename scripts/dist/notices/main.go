// Command notices prints the licences of the contents of a program of Cardinal: of Go's standard library, of every
// module, and of the C and Rust libraries and fonts that a module contains. A module without a licence is an error.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// wgpu is the licence of a library that the module contains only in compiled form.
const wgpu = `github.com/cogentcore/webgpu brings along wgpu-native, which is compiled from Rust. wgpu-native and the crates in it are offered under the
Apache License 2.0, most of them also under the MIT License, and are used under the former, as Rust's standard library is. Its text is in this
file. termcolor is offered under the Unlicense and the MIT License, and is used under the Unlicense.
The source: https://github.com/gfx-rs/wgpu-native
`

// licence is a text and the list of the things under it.
type licence struct {
	of   []string
	text string
}

// module is a module and the folders of its packages that are in the program.
type module struct {
	name, root string
	folders    []string
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: notices TAGS SYSTEM [NAME=FILE ...]")
		os.Exit(2)
	}
	all, err := licences(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
	fmt.Println("Cardinal is offered under the Apache License 2.0. These are the licences of what others wrote and " +
		"what is in the program.")
	for _, l := range all {
		fmt.Printf("\n%s\n%s\n\n%s", strings.Repeat("=", 80), strings.Join(l.of, "\n"), l.text)
	}
}

// licences returns the licences of the program for a system. further has licences for what the linker adds, each as
// NAME=FILE.
func licences(tags, system string, further []string) ([]licence, error) {
	goroot, err := run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	further = append([]string{"Go=" + filepath.Join(strings.TrimSpace(goroot), "LICENSE")}, further...)
	var all []licence
	for _, f := range further {
		name, path, _ := strings.Cut(f, "=")
		if all, err = add(all, name, path); err != nil {
			return nil, err
		}
	}
	modules, err := linkedModules(tags, system)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		files, err := m.licences(m.root, false)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("there is no licence in %s", m.root)
		}
		for _, path := range files {
			if all, err = add(all, m.name+" "+strings.TrimPrefix(path, m.root+string(filepath.Separator)),
				path); err != nil {
				return nil, err
			}
		}
		if strings.HasPrefix(m.name, "github.com/cogentcore/webgpu ") {
			all = append(all, licence{of: []string{"wgpu-native"}, text: wgpu})
		}
	}
	return all, nil
}

// linkedModules returns the modules with packages in the program.
func linkedModules(tags, system string) ([]module, error) {
	_ = os.Setenv("CGO_ENABLED", "1")
	_ = os.Setenv("GOOS", system)
	out, err := run("list", "-tags", tags, "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} "+
		"{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", ".")
	if err != nil {
		return nil, err
	}
	byName := map[string]*module{}
	for line := range strings.Lines(out) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		if len(parts) != 3 {
			continue
		}
		m := byName[parts[0]]
		if m == nil {
			m = &module{name: parts[0], root: parts[1]}
			byName[parts[0]] = m
		}
		m.folders = append(m.folders, parts[2])
	}
	if len(byName) == 0 {
		return nil, errors.New("go list names no module of the program")
	}
	var all []module
	for _, m := range byName {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b module) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

var named = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|ofl|patents)([._-].*)?$`)

// licences returns the licence files in and below a folder. A file counts in a folder of a package of the program, and
// in a folder above it. It also counts in folders without packages below it, such as those of fonts.
func (m module) licences(folder string, below bool) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	in := slices.Contains(m.folders, folder)
	above := slices.ContainsFunc(m.folders, func(f string) bool {
		return strings.HasPrefix(f, folder+string(filepath.Separator))
	})
	other := slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") })
	if !in && !above && (!below || other) {
		return nil, nil
	}
	var files []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		switch {
		case e.IsDir() && e.Name() != "testdata":
			further, err := m.licences(path, in || below && !other)
			if err != nil {
				return nil, err
			}
			files = append(files, further...)
		case !e.IsDir() && named.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go"):
			files = append(files, path)
		}
	}
	return files, nil
}

// add adds the text of a file. If the same words are in the list already, it adds the name to their entry.
func add(all []licence, of, path string) ([]licence, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(strings.ReplaceAll(string(raw), "\r", ""), "\n") + "\n"
	words := strings.Join(strings.Fields(text), " ")
	for i := range all {
		if strings.Join(strings.Fields(all[i].text), " ") == words {
			all[i].of = append(all[i].of, of)
			return all, nil
		}
	}
	return append(all, licence{of: []string{of}, text: text}), nil
}

func run(args ...string) (string, error) {
	c := exec.Command("go", args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, said.String())
	}
	return string(out), nil
}
