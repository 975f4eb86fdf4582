package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cardinal/internal/lazyregexp"
)

// key is a text of the window.
type key struct {
	one   string // the English text for 1, of a text with plural forms
	named bool   // the key is not the English text
	where string // the file, or the place on the screen
}

// keys returns all texts of the window by their keys: those in the source, and those that other packages list.
func keys(t *testing.T) map[string]key {
	t.Helper()
	all := map[string]key{}
	for text, where := range shown() {
		all[text] = key{where: where}
	}
	for many, one := range counted() {
		all[many] = key{one: one, where: "a period on a chip"}
	}
	for text, where := range noteKeys(t) {
		all[text+" (note)"] = key{where: where}
	}
	faults, _ := errorKeys(t)
	for text, where := range faults {
		if _, chart := all[text+" (note)"]; !chart {
			all[text+" (note)"] = key{where: where}
		}
	}
	for _, text := range append(phrases(t), "in the {{.1}} {{.2}}: {{.3}} (note)") {
		all[text] = key{named: strings.HasSuffix(text, phrased), where: "a note"}
	}
	add := func(path string, f *ast.File, consts map[string]string) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			name := translator(call, path)
			if name == "" {
				return true
			}
			text, known := textOf(call.Args[0], consts)
			if !known {
				return true
			}
			k := key{where: path, named: name == "X"}
			if name == "N" {
				k.one = text
				text, known = textOf(call.Args[1], consts)
			}
			if !known {
				t.Errorf("%s: a text with plural forms is not known", path)
			}
			was, twice := all[text]
			if twice && was.one != k.one {
				t.Errorf("%s: %q has plural forms in one place only", path, text)
			}
			if !twice || path < was.where {
				all[text] = k
			}
			return true
		})
	}
	eachFile(t, "ui", add)
	for _, folder := range []string{"engine", "export", "profiler", "internal/wording"} {
		eachFile(t, folder, add)
	}
	return all
}

// speakers end the expressions whose methods translate in packages that are given the words of a language.
var speakers = lazyregexp.New(`(?i)^(w|words|own)$`)

// translator returns the name of the function of package lang, or of the method of wording.Words, that a call calls.
// It returns "" for other calls.
func translator(call *ast.CallExpr, path string) string {
	f, is := call.Fun.(*ast.SelectorExpr)
	if !is {
		return ""
	}
	of := ""
	switch x := f.X.(type) {
	case *ast.Ident:
		of = x.Name
	case *ast.SelectorExpr:
		of = x.Sel.Name
	case *ast.CallExpr:
		of = calledName(x)
	}
	if inWindow := strings.HasPrefix(path, "ui/"); inWindow && of != "lang" || !inWindow &&
		!speakers().MatchString(of) {
		return ""
	}
	switch f.Sel.Name {
	case "L", "N", "X", "Key":
		return f.Sel.Name
	}
	return ""
}

// textOf returns the text of literals, and of constants of the package.
func textOf(e ast.Expr, consts map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.Ident:
		text, known := consts[e.Name]
		return text, known
	case *ast.BinaryExpr:
		left, known := textOf(e.X, consts)
		right, also := textOf(e.Y, consts)
		return left + right, known && also && e.Op == token.ADD
	}
	return "", false
}

// eachFile calls do with every source file of a folder of the module, and with the constants of its package.
func eachFile(t *testing.T, folder string, do func(path string, f *ast.File, consts map[string]string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", filepath.FromSlash(folder))
	folders := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, paths := range folders {
		consts := map[string]string{}
		files := map[string]*ast.File{}
		for _, path := range paths {
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			short, _ := filepath.Rel(root, path)
			files[folder+"/"+filepath.ToSlash(short)] = f
			constants(f, consts)
		}
		for path, f := range files {
			do(path, f, consts)
		}
	}
}

// constants collects the texts of constants.
func constants(f *ast.File, consts map[string]string) {
	for _, d := range f.Decls {
		g, is := d.(*ast.GenDecl)
		if !is || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			for i, v := range spec.Values {
				if text, known := textOf(v, consts); known && i < len(spec.Names) {
					consts[spec.Names[i].Name] = text
				}
			}
		}
	}
}
