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
	Compose:   nil,
	Private:   {"params", "rows", "measures", "totals", "cells"},
	Workgroup: {"params", "rows", "measures", "runs", "totals", "cells"},
	Global:    {"params", "rows", "measures", "totals", "direct"},
	Ranks:     {"params", "rows", "measures", "runs", "totals"},
	Histogram: {"params", "rows"},
	Scan:      {"prefix"},
	Present:   nil,
	Remap:     nil,
	Probe:     {"keys"},
	Elect:     {"keys"},
	Widest:    nil,
	Changes:   nil,
	Scatter:   {"params", "rows", "measures", "totals", "direct"},
	Partition: {"params", "records", "measures", "totals", "cells"},
	Digits:    {"params", "records", "tiles"},
	Refine:    {"params", "records", "tiles"},
	Sort:      {"params", "records", "measures", "totals", "direct", "tiles", "prefix"},
}

// Names lists the kernels.
func Names() []string { return slices.Sorted(maps.Keys(parts)) }

// Constants are the const lines of a kernel to change, by name.
type Constants map[string]uint32

var workgroupSize = regexp.MustCompile(`@workgroup_size\(\d+\)`)

// Source returns the text of a kernel, after the files it needs, with its constants changed. INVOCATIONS also sets
// the size of the workgroup, because the compiler wants a literal there.
func Source(kernel string, constants Constants) string {
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
