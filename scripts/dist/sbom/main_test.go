package main

import (
	"debug/buildinfo"
	"runtime/debug"
	"slices"
	"testing"
)

// TestBillOfTwo adds the modules of two binaries. It lists a module of one binary, and lists a module of both once.
func TestBillOfTwo(t *testing.T) {
	of := func(modules ...string) *buildinfo.BuildInfo {
		info := &buildinfo.BuildInfo{GoVersion: "go1.2.3"}
		for _, m := range modules {
			info.Deps = append(info.Deps, &debug.Module{Path: m, Version: "v1.0.0"})
		}
		return info
	}
	var b bill
	b.add(of("github.com/godbus/dbus", "example.com/both", "github.com/cogentcore/webgpu"))
	b.add(of("example.com/both", "github.com/danieljoos/wincred"))
	var names []string
	for _, c := range b.Components {
		names = append(names, c.Name)
	}
	want := []string{"example.com/both", "github.com/cogentcore/webgpu", "github.com/danieljoos/wincred",
		"github.com/godbus/dbus", "std", "wgpu-native"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
