package shaders

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
)

//go:embed *.wgsl
var files embed.FS

// The kernels, by the name of their file: the kernels that package plan chooses from, and the kernels that run before
// or after them.
const (
	Compose   = "compose"   // compute slots from key columns and the filter
	Private   = "private"   // aggregate in registers
	Workgroup = "workgroup" // aggregate in workgroup memory
	Global    = "global"    // aggregate with global atomics
	Ranks     = "ranks"     // aggregate by ranks within a workgroup
	Histogram = "histogram" // count the rows of partitions
	Scan      = "scan"      // exclusive prefix sums
	Present   = "present"   // mark the slots that occur
	Remap     = "remap"     // replace slots by their ranks among those that occur
	Probe     = "probe"     // find places in a hash table for keys of any width
	Elect     = "elect"     // do what probe does, through a set in workgroup memory
	Spread    = "spread"    // find the range of the hash of keys of any width
	Ties      = "ties"      // mark the rows that have the least or the greatest code of their slot
	Widest    = "widest"    // find the bits that a column's values use
	Changes   = "changes"   // count how often neighbouring rows have different slots
	Scatter   = "scatter"   // write rows as records into their partitions
	Partition = "partition" // aggregate partitioned records
	Digits    = "digits"    // count the records of partitions of the second level
	Refine    = "refine"    // write records into their partitions of the second level
	Sort      = "sort"      // sort such records in workgroup memory and add up the runs of equal slots
)

// text returns the text of a file of this package.
func text(file string) string {
	raw, err := files.ReadFile(file + ".wgsl")
	if err != nil {
		panic(fmt.Sprintf("BUG: no file for %q", file))
	}
	return string(raw)
}

// includes lists the files that precede the text of a kernel, in order: those of its line "// Needs: a b.", each
// after the files that it needs itself.
func includes(file string) (list []string) {
	_, needs, _ := strings.Cut(text(file), "\n// Needs: ")
	needs, _, _ = strings.Cut(needs, ".\n")
	for _, name := range strings.Fields(needs) {
		list = each.Add(list, append(includes(name), name)...)
	}
	return list
}

// Names lists the kernels: the files with an entry point.
func Names() (list []string) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".wgsl"); strings.Contains(text(name), "\n@compute ") {
			list = append(list, name)
		}
	}
	return list
}

// Const returns the value of a const line of a file: a number, or a sum of numbers.
func Const(file, name string) (sum uint32) {
	_, value, found := strings.Cut(text(file), "\nconst "+name+": u32 = ")
	value, _, _ = strings.Cut(value, ";")
	for term := range strings.SplitSeq(value, " + ") {
		n, err := strconv.ParseUint(strings.TrimSuffix(term, "u"), 0, 32)
		if !found || err != nil {
			panic(fmt.Sprintf("BUG: %s has no constant %s", file, name))
		}
		sum += uint32(n)
	}
	return sum
}

// Access is how a kernel uses one of its bindings.
type Access string

// The accesses, as WGSL writes them.
const (
	Unbound   Access = ""
	Uniform   Access = "uniform"
	Read      Access = "storage, read"
	ReadWrite Access = "storage, read_write"
)

var binding = lazyregexp.New(`@group\(0\) @binding\((\d+)\) var<([\w, ]+)>`)

// Bindings returns the bindings of a kernel, by number.
func Bindings(kernel string) (list []Access) {
	for _, found := range binding().FindAllStringSubmatch(Source(kernel, nil, nil), -1) {
		n, _ := strconv.Atoi(found[1])
		list = append(list, make([]Access, max(0, n+1-len(list)))...)
		list[n] = Access(found[2])
	}
	return list
}

// StorageBuffers returns the number of storage buffers that a kernel binds.
func StorageBuffers(kernel string) (n uint32) {
	for _, a := range Bindings(kernel) {
		if a == Read || a == ReadWrite {
			n++
		}
	}
	return n
}

// Constants maps const lines of a kernel to new values, by name.
type Constants map[string]uint32

// With returns the constants together with more. If both have a constant, the value in more counts.
func (c Constants) With(more Constants) Constants {
	all := make(Constants, len(c)+len(more))
	maps.Copy(all, c)
	maps.Copy(all, more)
	return all
}

// Widths maps the bindings of columns to the bytes of their codes, 1 or 2. Other columns have 4.
type Widths map[int]int

var workgroupSize = lazyregexp.New(`@workgroup_size\(\d+\)`)

// Source returns the text of a kernel, after the files it needs, with its constants and columns changed. INVOCATIONS
// also sets the size of the workgroup, since the compiler wants a literal there.
func Source(kernel string, constants Constants, widths Widths) string {
	var all strings.Builder
	for _, name := range append(includes(kernel), kernel) {
		all.WriteString(text(name))
	}
	source := all.String()
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		source = set(source, kernel, name, constants[name])
		if name == "INVOCATIONS" {
			source = workgroupSize().ReplaceAllString(source, fmt.Sprintf("@workgroup_size(%d)", constants[name]))
		}
	}
	for _, binding := range slices.Sorted(maps.Keys(widths)) {
		source = narrow(source, kernel, binding, widths[binding])
	}
	return source
}

// set changes a const line.
func set(source, kernel, name string, value uint32) string {
	head := "\nconst " + name + ": u32 = "
	before, after, found := strings.Cut(source, head)
	old, after, ends := strings.Cut(after, "u;")
	if _, err := strconv.ParseUint(old, 10, 32); !found || !ends || err != nil || strings.Contains(after, head) {
		panic(fmt.Sprintf("BUG: kernel %q has no single constant %s", kernel, name))
	}
	return before + head + strconv.FormatUint(uint64(value), 10) + "u;" + after
}

var quadTypes = map[int]string{1: "u32", 2: "vec2<u32>"}

// narrow gives a column narrower codes: its quads get another type, and the functions for that type read and write
// them (quads.wgsl). A kernel that reads codes one by one has a constant instead (keys.wgsl).
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
	uses := regexp.MustCompile(fmt.Sprintf(`(\bquad)4(\(%[1]s\[)|(\b%[1]s\[\w+\] = pack)4(\()`, column[2]))
	var all strings.Builder
	for line := range strings.Lines(source) {
		if strings.Contains(line, column[2]+"[") { // the expression is slow on a long text
			line = uses.ReplaceAllString(line, fmt.Sprintf("${1}${3}%d${2}${4}", bytes))
		}
		all.WriteString(line)
	}
	return all.String()
}
