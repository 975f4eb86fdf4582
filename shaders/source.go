package shaders

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.wgsl
var files embed.FS

// The kernels, by the name of their file.
const (
	Compose   = "compose"   // key columns and filter to slots
	Private   = "private"   // aggregate in registers
	Workgroup = "workgroup" // aggregate in workgroup memory
	Global    = "global"    // aggregate with global atomics
	Ranks     = "ranks"     // aggregate by ranks within a workgroup
	Histogram = "histogram" // count the rows of partitions
	Scan      = "scan"      // exclusive prefix sums
	Present   = "present"   // mark the slots that occur
	Remap     = "remap"     // slots to their ranks among those
	Probe     = "probe"     // keys of any width to places in a hash table
	Elect     = "elect"     // the same, by way of workgroup memory
	Widest    = "widest"    // the bits of a column's values
	Changes   = "changes"   // how often neighbouring rows have different slots
	Scatter   = "scatter"   // rows to the records of their partitions
	Partition = "partition" // aggregate partitioned records
	Digits    = "digits"    // count the records of partitions of the second level
	Refine    = "refine"    // records to their partitions of the second level
	Sort      = "sort"      // sort those in workgroup memory and add up the runs of equal slots
)

// parts are the files that a kernel's text begins with.
var parts = map[string][]string{
	Compose:   {"quads"},
	Private:   {"params", "quads", "rows", "measures", "totals", "cells"},
	Workgroup: {"params", "quads", "rows", "measures", "runs", "totals", "cells"},
	Global:    {"params", "quads", "rows", "measures", "totals", "direct"},
	Ranks:     {"params", "quads", "rows", "measures", "runs", "totals"},
	Histogram: {"params", "quads", "rows"},
	Scan:      {"prefix"},
	Present:   {"quads"},
	Remap:     {"quads"},
	Probe:     {"keys"},
	Elect:     {"keys"},
	Widest:    nil,
	Changes:   {"quads"},
	Scatter:   {"params", "quads", "rows", "measures", "totals", "direct"},
	Partition: {"params", "records", "measures", "totals", "cells"},
	Digits:    {"params", "records", "tiles"},
	Refine:    {"params", "records", "tiles"},
	Sort:      {"params", "records", "measures", "totals", "direct", "tiles", "prefix"},
}

// Names lists the kernels.
func Names() []string { return slices.Sorted(maps.Keys(parts)) }

// Constants are the const lines of a kernel to change, by name.
type Constants map[string]uint32

// Widths are the bytes of a code, 1 or 2, of the columns that a kernel binds, by binding. Columns that are not named have 4.
type Widths map[int]int

var workgroupSize = regexp.MustCompile(`@workgroup_size\(\d+\)`)

// Source returns the text of a kernel, after the files it needs, with its constants and columns changed. INVOCATIONS also
// sets the size of the workgroup, because the compiler wants a literal there.
func Source(kernel string, constants Constants, widths Widths) string {
	needs, known := parts[kernel]
	if !known {
		panic(fmt.Sprintf("BUG: no kernel %q", kernel))
	}
	var text strings.Builder
	for _, name := range append(slices.Clone(needs), kernel) {
		part, err := files.ReadFile(name + ".wgsl")
		if err != nil {
			panic(fmt.Sprintf("BUG: no file for %q: %v", name, err))
		}
		text.Write(part)
	}
	source := text.String()
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		source = set(source, kernel, name, constants[name])
		if name == "INVOCATIONS" {
			source = workgroupSize.ReplaceAllString(source, fmt.Sprintf("@workgroup_size(%d)", constants[name]))
		}
	}
	for _, binding := range slices.Sorted(maps.Keys(widths)) {
		source = narrow(source, kernel, binding, widths[binding])
	}
	return source
}

// set changes a const line.
func set(source, kernel, name string, value uint32) string {
	line := regexp.MustCompile(`(?m)^const ` + regexp.QuoteMeta(name) + `: u32 = \d+u;`)
	if len(line.FindAllString(source, -1)) != 1 {
		panic(fmt.Sprintf("BUG: kernel %q has no single constant %s", kernel, name))
	}
	return line.ReplaceAllString(source, fmt.Sprintf("const %s: u32 = %du;", name, value))
}

var quadTypes = map[int]string{1: "u32", 2: "vec2<u32>"}

// narrow makes a column one of narrower codes: its quads get another type and are read and written by the functions for it
// (quads.wgsl). A kernel that reads codes one by one has a constant instead (keys.wgsl).
func narrow(source, kernel string, binding, bytes int) string {
	quads := regexp.MustCompile(fmt.Sprintf(`(@binding\(%d\) var<storage, \w+> (\w+): array)<vec4<u32>>;`, binding))
	column := quads.FindStringSubmatch(source)
	if quadTypes[bytes] == "" {
		panic(fmt.Sprintf("BUG: codes of %d bytes", bytes))
	}
	if column == nil {
		return set(source, kernel, fmt.Sprint("BYTES", binding), uint32(bytes))
	}
	source = quads.ReplaceAllString(source, fmt.Sprintf("$1<%s>;", quadTypes[bytes]))
	for _, use := range []string{`\b(quad)4(\(%s\[)`, `(\b%s\[\w+\] = pack)4(\()`} {
		source = regexp.MustCompile(fmt.Sprintf(use, column[2])).ReplaceAllString(source, fmt.Sprintf("${1}%d${2}", bytes))
	}
	return source
}
