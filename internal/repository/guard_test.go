package repository

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	fyneUI = "fyne.io/fyne"
	webgpu = "github.com/cogentcore/webgpu"
)

// forbidden lists what packages must not import, by themselves or through other packages of the module. A path
// stands for itself and everything below it.
var forbidden = []struct {
	from []string
	to   []string
	why  string
}{
	{
		[]string{"cardinal/data"},
		[]string{"cardinal/engine", "cardinal/ui", "cardinal/cli", "cardinal/export", "cardinal/assets",
			"cardinal/profiler", fyneUI, webgpu},
		"a table is given bytes and gives columns, and serves any program",
	},
	{
		[]string{"cardinal/data/remote"},
		[]string{"cardinal/engine", "cardinal/ui", "cardinal/cli", "cardinal/export", "cardinal/assets",
			"cardinal/profiler", fyneUI, webgpu},
		"a server is asked in SQL, and knows no pivot",
	},
	{
		[]string{"cardinal/engine"},
		[]string{"cardinal/ui", "cardinal/cli", "cardinal/export", "cardinal/assets", fyneUI},
		"the window and the commands are two users of one engine",
	},
	{
		[]string{"cardinal/engine/query", "cardinal/engine/key", "cardinal/engine/aggregate",
			"cardinal/engine/expression/filter", "cardinal/engine/choice/estimate",
			"cardinal/engine/choice/dispatch", "cardinal/engine/pivot", "cardinal/engine/choice/cost",
			"cardinal/engine/choice/tier"},
		[]string{"cardinal/engine/cpu", "cardinal/engine/gpu", webgpu},
		"what is asked and decided must not depend on what runs it",
	},
	{
		[]string{"cardinal/engine/choice/cost", "cardinal/engine/choice/dispatch"},
		[]string{"cardinal/data", "cardinal/engine/query", "cardinal/engine/key", "cardinal/engine/aggregate",
			"cardinal/engine/pivot", "cardinal/engine/choice/tier"},
		"the choice is arithmetic on numbers, and knows no table and no tier",
	},
	{
		[]string{"cardinal/engine/gpu/device", "cardinal/engine/gpu/host", "cardinal/engine/gpu/plan",
			"cardinal/engine/gpu/outofcore", "cardinal/engine/gpu/wire"},
		[]string{"cardinal/engine/gpu/offload", "cardinal/engine/query", "cardinal/engine/choice/dispatch"},
		"the device groups codes, and knows no pivot",
	},
	{
		[]string{"cardinal/engine/gpu/plan", "cardinal/engine/gpu/wire", "cardinal/engine/gpu/host",
			"cardinal/engine/gpu/outofcore", "cardinal/engine/gpu/reference"},
		[]string{"cardinal/engine/gpu/device", "cardinal/engine/gpu/worker", webgpu},
		"the app's side of the GPU must live when the driver does not",
	},
	{
		[]string{"cardinal/engine/aggregate/packed"},
		[]string{"cardinal/engine/aggregate/measure", "cardinal/engine/query"},
		"states are packed whatever they are for",
	},
	{
		[]string{"cardinal/engine/gpu/plan"},
		[]string{"cardinal/engine/gpu/wire", "cardinal/engine/gpu/host", "cardinal/engine/gpu/outofcore"},
		"what a device will do is worked out without one",
	},
	{
		[]string{"cardinal/engine/gpu/device", "cardinal/engine/gpu/worker"},
		[]string{"cardinal/engine/gpu/host"},
		"the two sides meet on the wire alone",
	},
	{
		[]string{"cardinal/profiler", "cardinal/shaders", "cardinal/internal/localfile", "cardinal/internal/glyph",
			"cardinal/internal/separators", "cardinal/internal/ellipsis", "cardinal/internal/textwidth",
			"cardinal/internal/memory", "cardinal/internal/system", "cardinal/internal/about",
			"cardinal/internal/wording", "cardinal/internal/faults"},
		[]string{"cardinal/data", "cardinal/engine", "cardinal/export", "cardinal/ui", "cardinal/cli",
			"cardinal/assets", fyneUI, webgpu},
		"everyone may record into the profiler, read the shaders, keep files, draw and cut texts, write numbers, ask " +
			"for memory and ask the system: leaves only",
	},
	{
		[]string{"cardinal/export", "cardinal/export/chart"},
		[]string{"cardinal/ui", "cardinal/cli", "cardinal/assets", fyneUI, webgpu},
		"files are written the same with and without a window",
	},
	{
		[]string{"cardinal/internal/workspace"},
		[]string{"cardinal/engine/pivot", "cardinal/engine/cpu", "cardinal/engine/gpu", "cardinal/export",
			"cardinal/ui", "cardinal/cli", fyneUI, webgpu},
		"what is kept is read the same with and without a window, and says what is asked, not how it is answered",
	},
	{
		[]string{"cardinal/export/chart"},
		[]string{"cardinal/export"},
		"a chart is drawn whatever file it goes to",
	},
	{
		[]string{"cardinal/ui"},
		[]string{"cardinal/cli"},
		"a window has no command line",
	},
	{
		[]string{"cardinal/ui/state/view", "cardinal/ui/state/session"},
		[]string{fyneUI},
		"what the window shows is decided, and tested, without a window",
	},
	{
		[]string{"cardinal/ui/widget/dnd", "cardinal/ui/widget/input", "cardinal/ui/look/theme",
			"cardinal/ui/widget/tip"},
		[]string{"cardinal/engine", "cardinal/profiler", "cardinal/ui/state/session", "cardinal/ui/state/view"},
		"what all widgets use knows no pivots",
	},
	{
		[]string{"cardinal/ui/widget/grid", "cardinal/ui/widget/panel", "cardinal/ui/widget/shelf"},
		[]string{"cardinal/ui/state/session", "cardinal/ui/state/edit", "cardinal/ui/menu",
			"cardinal/ui/dialog/dialogs", "cardinal/ui/dialog/files"},
		"widgets have callbacks: what a gesture means is decided above them",
	},
	{
		[]string{"cardinal/ui/state/edit", "cardinal/ui/menu", "cardinal/ui/dialog/filteredit",
			"cardinal/ui/dialog/formulaedit", "cardinal/ui/dialog/files", "cardinal/ui/dialog/dialogs"},
		[]string{"cardinal/ui/widget/grid", "cardinal/ui/widget/panel", "cardinal/ui/widget/shelf",
			"cardinal/ui/widget/dnd"},
		"an editor or a menu asks the window for what it needs, by an interface of its own",
	},
	{
		[]string{"cardinal/ui", "cardinal/cli", "cardinal/export", "cardinal/internal/workspace", "cardinal/data",
			"cardinal/engine", "cardinal/internal/localfile"},
		[]string{"cardinal/internal/faults"},
		"only tests make faults",
	},
	{
		[]string{"cardinal/cli"},
		[]string{"cardinal/ui", fyneUI},
		"commands run where there is no display and no OpenGL",
	},
}

// onlyIn lists libraries that some packages alone may import, directly.
var onlyIn = []struct {
	library string
	in      []string
	why     string
}{
	{webgpu, []string{"cardinal/engine/gpu/device"}, "the binding can abort the process: only the child that owns " +
		"the device may touch it"},
	{"github.com/xuri/excelize", []string{"cardinal/export"}, "it hides damage when it reads, so it writes only"},
	{"github.com/apache/arrow-go", []string{"cardinal/data/format/arrow", "cardinal/data/format/duckdb",
		"cardinal/data/format/parquet", "cardinal/export", "cardinal/assets/gen"},
		"Arrow is a file format here, not the data model"},
	{"github.com/ncruces/go-sqlite3", []string{"cardinal/data/format/sqlite"}, "a database in a file is one format " +
		"among others"},
	{fyneUI, []string{"cardinal/ui"}, "all widgets live in one place"},
	{"github.com/go-gl", []string{"cardinal/ui"}, "what opens windows lives beside the widgets"},
}

// benchOnly lists libraries that measure against others: they belong into a module of their own.
var benchOnly = []string{"github.com/duckdb", "github.com/marcboeker", "github.com/go-gota", "github.com/tobgu/qframe"}

// pkg is a package with its imports.
type pkg struct {
	imports []string // of its files that are not tests
	doc     bool
}

func TestImports(t *testing.T) {
	pkgs := readPackages(t)
	for _, rule := range forbidden {
		for from := range pkgs {
			if !slices.ContainsFunc(rule.from, func(p string) bool { return below(from, p) }) {
				continue
			}
			for imported, through := range reach(pkgs, from) {
				if slices.ContainsFunc(rule.to, func(p string) bool { return below(imported, p) }) {
					t.Errorf("%s imports %s through %s: %s", from, imported, through, rule.why)
				}
			}
		}
	}
	for _, rule := range onlyIn {
		for from, p := range pkgs {
			allowed := slices.ContainsFunc(rule.in, func(p string) bool { return below(from, p) })
			for _, imported := range p.imports {
				if below(imported, rule.library) && !allowed {
					t.Errorf("%s imports %s: %s", from, imported, rule.why)
				}
			}
		}
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	for name, p := range readPackages(t) {
		if !p.doc {
			t.Errorf("%s has no doc.go with a package comment", name)
		}
	}
}

const maxLines = 500

func TestFilesAreShort(t *testing.T) {
	eachFile(t, func(name string, content []byte) {
		if ext := path.Ext(name); ext == ".go" || ext == ".wgsl" || ext == ".sh" {
			if lines := bytes.Count(content, []byte("\n")); lines > maxLines {
				t.Errorf("%s has %d lines, more than %d: is it still one thing?", name, lines, maxLines)
			}
		}
	})
}

// TestNoLocalPaths keeps the folders of whoever wrote a file out of it.
func TestNoLocalPaths(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	paths := [][]byte{[]byte("/" + "work/"), []byte("/" + "home/"), []byte("/" + "Users/")}
	if len(here) > 3 {
		paths = append(paths, []byte(here))
	}
	eachFile(t, func(name string, content []byte) {
		for _, p := range paths {
			if !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "testdata/") &&
				bytes.Contains(content, p) {
				t.Errorf("%s names the local path %s", name, p)
			}
		}
	})
}

func TestPeersStayOutOfTheModule(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range benchOnly {
		if bytes.Contains(mod, []byte(library)) {
			t.Errorf("go.mod requires %s, which only benchmarks compare with", library)
		}
	}
}

// reach returns every package that `from` imports, directly or not, each with the import of `from` that leads to it.
func reach(pkgs map[string]*pkg, from string) map[string]string {
	seen := map[string]string{}
	var walk func(name, through string)
	walk = func(name, through string) {
		if seen[name] != "" {
			return
		}
		seen[name] = through
		if p := pkgs[name]; p != nil {
			for _, next := range p.imports {
				walk(next, through)
			}
		}
	}
	for _, first := range pkgs[from].imports {
		walk(first, first)
	}
	return seen
}

// below reports whether name is root or lies under it.
func below(name, root string) bool { return name == root || strings.HasPrefix(name, root+"/") }

// readPackages parses the imports of every Go file, whatever system it is for, which go list would not.
func readPackages(t *testing.T) map[string]*pkg {
	t.Helper()
	pkgs := map[string]*pkg{}
	files := token.NewFileSet()
	eachFile(t, func(name string, content []byte) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(files, name, content, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Error(err)
			return
		}
		id := path.Join("cardinal", path.Dir(name))
		if pkgs[id] == nil {
			pkgs[id] = &pkg{}
		}
		for _, spec := range f.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			pkgs[id].imports = append(pkgs[id].imports, imported)
		}
		pkgs[id].doc = pkgs[id].doc || f.Doc != nil && (path.Base(name) == "doc.go" || f.Name.Name == "main")
	})
	if pkgs["cardinal"] == nil || pkgs["cardinal/engine"] == nil {
		t.Fatal("the module's packages were not found")
	}
	return pkgs
}

// eachFile visits the module's text files, leaving out hidden folders and modules within.
func eachFile(t *testing.T, visit func(name string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" && !d.IsDir(): // of a second working tree
			return nil
		case d.IsDir() && name != ".":
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") &&
				d.Name() != ".ci" {
				return fs.SkipDir
			}
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
			return err
		}
		content, err := os.ReadFile(name)
		if err == nil && !bytes.Contains(content, []byte{0}) {
			visit(filepath.ToSlash(name), content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
