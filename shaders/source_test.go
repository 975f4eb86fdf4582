package shaders

import (
	"io/fs"
	"slices"
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
	for _, needs := range parts {
		known = append(known, needs...)
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
		if err != nil || !strings.HasPrefix(text, "// "+name+": ") || !strings.Contains(text, "// Source: ") || !strings.Contains(text, "// Bindings: 0 ") {
			t.Errorf("%s.wgsl must open with its name and say its source and its bindings", name)
		}
	}
}

func TestSourceChangesConstants(t *testing.T) {
	text := Source(Workgroup, Constants{"OP0": 3, "INVOCATIONS": 512})
	for _, want := range []string{"const OP0: u32 = 3u;", "const INVOCATIONS: u32 = 512u;", "@workgroup_size(512)", "const CELLS: u32 = 4096u;"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the source", want)
		}
	}
	if strings.Contains(text, "@workgroup_size(256)") {
		t.Error("the old workgroup size still stands")
	}
}

func TestSourceRefusesAnUnknownConstant(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(r.(string), "BUG:") {
			t.Errorf("recovered %v, want a BUG: panic", r)
		}
	}()
	Source(Compose, Constants{"NONE": 1})
}
