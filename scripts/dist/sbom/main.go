// Command sbom lists the contents of Cardinal's binaries in the CycloneDX format: the modules that Go has recorded in
// each binary, and the C and Rust libraries that a module contains. Contents of several binaries are listed once.
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// within lists the libraries that a module contains, by the module's path.
var within = map[string][]component{
	"github.com/cogentcore/webgpu": {{Type: "library", Name: "wgpu-native", Version: "of the module",
		Purl: "pkg:github/gfx-rs/wgpu-native"}},
	"github.com/go-gl/glfw/v3.3/glfw": {{Type: "library", Name: "GLFW", Version: "3.3", Purl: "pkg:github/glfw/glfw"}},
}

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Purl    string `json:"purl,omitempty"`
}

type bill struct {
	Format  string `json:"bomFormat"`
	Spec    string `json:"specVersion"`
	Version int    `json:"version"`
	Meta    struct {
		Time      string    `json:"timestamp"`
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION SECONDS BINARY ...")
		os.Exit(2)
	}
	if err := list(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func list(version, seconds string, binaries []string) error {
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1}
	b.Meta.Time = time.Unix(at, 0).UTC().Format(time.RFC3339)
	b.Meta.Component = component{Type: "application", Name: "Cardinal", Version: version}
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return err
		}
		b.add(info)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(b)
}

// add adds the contents of a binary that are not in the bill yet, and keeps the bill sorted.
func (b *bill) add(info *buildinfo.BuildInfo) {
	found := []component{library("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		found = append(found, library(m.Path, m.Version))
		found = append(found, within[m.Path]...)
	}
	for _, c := range found {
		if !slices.Contains(b.Components, c) {
			b.Components = append(b.Components, c)
		}
	}
	slices.SortFunc(b.Components, func(a, b component) int { return cmp.Compare(a.Name, b.Name) })
}

func library(module, version string) component {
	return component{Type: "library", Name: module, Version: version, Purl: "pkg:golang/" + module + "@" + version}
}
