package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLicencesOfAModule makes a module with one package that is in the program, with a folder of fonts below it, and
// one package that is not.
func TestLicencesOfAModule(t *testing.T) {
	root := t.TempDir()
	for _, path := range []string{
		"LICENSE", "NOTICE.txt", "licence_test.go", "linked/a.go", "linked/license.go",
		"linked/fonts/LICENSE_Inter.txt", "linked/fonts/OFL.txt", "linked/fonts/deep/COPYING",
		"linked/testdata/LICENSE", "linked/inner/b.go", "linked/inner/LICENSE", "other/c.go", "other/LICENSE",
		"docs/LICENSE",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := module{root: root, folders: []string{filepath.Join(root, "linked")}}.licences(root, false)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i], _ = filepath.Rel(root, got[i])
	}
	slices.Sort(got)
	want := []string{"LICENSE", "NOTICE.txt", "linked/fonts/LICENSE_Inter.txt", "linked/fonts/OFL.txt",
		"linked/fonts/deep/COPYING"}
	for i := range want {
		want[i] = filepath.FromSlash(want[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSameWords expects equal licences once, with all their names.
func TestSameWords(t *testing.T) {
	folder := t.TempDir()
	one, other := filepath.Join(folder, "one"), filepath.Join(folder, "other")
	for path, text := range map[string]string{one: "Take\r\nit.\n\n", other: "Take it."} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := add(nil, "a", one)
	if err == nil {
		all, err = add(all, "b", other)
	}
	if err != nil || len(all) != 1 || all[0].text != "Take\nit.\n" || strings.Join(all[0].of, ",") != "a,b" {
		t.Errorf("%q, %v", all, err)
	}
}
