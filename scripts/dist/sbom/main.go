// Command sbom lists what is in a binary of Cardinal, in the form of CycloneDX: the modules that Go has recorded in the binary, and the
// libraries in C and Rust that a module brings along.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// within are the libraries that a module brings along, by the module's path.
var within = map[string][]component{
	"github.com/cogentcore/webgpu":    {{Type: "library", Name: "wgpu-native", Version: "of the module", Purl: "pkg:github/gfx-rs/wgpu-native"}},
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
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY VERSION SECONDS")
		os.Exit(2)
	}
	if err := list(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func list(binary, version, seconds string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1}
	b.Meta.Time = time.Unix(at, 0).UTC().Format(time.RFC3339)
	b.Meta.Component = component{Type: "application", Name: "Cardinal", Version: version}
	b.Components = append(b.Components, component{Type: "library", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"), Purl: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, component{Type: "library", Name: m.Path, Version: m.Version, Purl: "pkg:golang/" + m.Path + "@" + m.Version})
		b.Components = append(b.Components, within[m.Path]...)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(b)
}
