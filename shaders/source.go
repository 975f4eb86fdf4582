package shaders

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

//go:embed *.wgsl
var files embed.FS

// The kernels, by the name of their file.
const (
	Compose   = "compose"   // key columns and filter to slots
	Workgroup = "workgroup" // aggregate in workgroup memory
	Global    = "global"    // aggregate with one global atomic a row
)

// Names lists the kernels.
func Names() []string { return []string{Compose, Global, Workgroup} }

// Constants are the const lines of a kernel to change, by name.
type Constants map[string]uint32

var workgroupSize = regexp.MustCompile(`@workgroup_size\(\d+\)`)

// Source returns the text of a kernel with its constants changed. INVOCATIONS also sets the size of the workgroup,
// because the compiler wants a literal there.
func Source(kernel string, constants Constants) string {
	text, err := files.ReadFile(kernel + ".wgsl")
	if err != nil {
		panic(fmt.Sprintf("BUG: no kernel %q: %v", kernel, err))
	}
	source := string(text)
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		line := regexp.MustCompile(`(?m)^const ` + regexp.QuoteMeta(name) + `: u32 = \d+u;`)
		if len(line.FindAllString(source, -1)) != 1 {
			panic(fmt.Sprintf("BUG: kernel %q has no single constant %s", kernel, name))
		}
		source = line.ReplaceAllString(source, fmt.Sprintf("const %s: u32 = %du;", name, constants[name]))
		if name == "INVOCATIONS" {
			source = workgroupSize.ReplaceAllString(source, fmt.Sprintf("@workgroup_size(%d)", constants[name]))
		}
	}
	return source
}
