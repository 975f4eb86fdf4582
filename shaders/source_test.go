package shaders

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestEveryFileIsAKernel(t *testing.T) {
	found, err := fs.Glob(files, "*.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range found {
		found[i] = strings.TrimSuffix(name, ".wgsl")
	}
	known := Names()
	for _, kernel := range Names() {
		known = append(known, includes(kernel)...)
	}
	slices.Sort(known)
	if known = slices.Compact(known); !slices.Equal(found, known) {
		t.Errorf("files %v, kernels and what they need %v", found, known)
	}
}

func TestEveryKernelSaysItsSourceAndBindings(t *testing.T) {
	for _, name := range Names() {
		raw, err := files.ReadFile(name + ".wgsl")
		text := string(raw)
		if err != nil || !strings.HasPrefix(text, "// "+name+": ") || !strings.Contains(text, "// Source: ") ||
			!strings.Contains(text, "// Bindings: 0 ") {
			t.Errorf("%s.wgsl must open with its name and say its source and its bindings", name)
		}
	}
}

func TestSourceChangesConstants(t *testing.T) {
	text := Source(Workgroup, Constants{"OP0": 3, "INVOCATIONS": 512}, nil)
	for _, want := range []string{"const OP0: u32 = 3u;", "const INVOCATIONS: u32 = 512u;", "@workgroup_size(512)",
		"const CELLS: u32 = 4096u;"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the source", want)
		}
	}
	if strings.Contains(text, "@workgroup_size(256)") {
		t.Error("the old workgroup size still stands")
	}
}

// A column that is read past its width would be read as if it had four bytes a code.
func TestSourceNarrowsColumns(t *testing.T) {
	declared := regexp.MustCompile(
		`@binding\((\d+)\) var<storage, \w+> ((?:slots|values|codes|ranks)\d?): array<(vec4<)?u32>`,
	)
	for _, name := range Names() {
		if name == Widest { // walks over columns of four bytes only
			continue
		}
		for _, column := range declared.FindAllStringSubmatch(Source(name, nil, nil), -1) {
			binding, _ := strconv.Atoi(column[1])
			for bytes, quad := range quadTypes {
				text := Source(name, nil, Widths{binding: bytes})
				if column[3] == "" {
					if !strings.Contains(text, fmt.Sprintf("const BYTES%d: u32 = %du;", binding, bytes)) {
						t.Errorf("%s: no width of %s", name, column[2])
					}
					continue
				}
				uses := regexp.MustCompile(`\b`+column[2]+`\[`).FindAllString(text, -1)
				right := regexp.MustCompile(fmt.Sprintf(`\bquad%d\(%s\[|\b%s\[\w+\] = pack%d\(`, bytes, column[2],
					column[2], bytes)).FindAllString(text, -1)
				if !strings.Contains(text, column[2]+": array<"+quad+">;") || len(uses) == 0 ||
					len(uses) != len(right) {
					t.Errorf("%s: of %d uses of %s, %d are for %d bytes a code", name, len(uses), column[2],
						len(right), bytes)
				}
			}
		}
	}
}

func TestSourceRefusesAnUnknownConstant(t *testing.T) {
	for name, refused := range map[string]func(){
		"constant": func() { Source(Compose, Constants{"NONE": 1}, nil) },
		"column":   func() { Source(Scan, nil, Widths{1: 2}) },
		"width":    func() { Source(Compose, nil, Widths{3: 3}) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(r.(string), "BUG:") {
					t.Errorf("%s: recovered %v, want a BUG: panic", name, r)
				}
			}()
			refused()
		}()
	}
}
