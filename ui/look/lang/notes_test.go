package lang_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/internal/lazyregexp"
)

// noting matches the names of functions that return notes or are given them, and of variables and fields that hold
// notes, in packages that have no words of a language.
var noting = lazyregexp.New(`(?i:notes?$)|^losses$|^(Repeated|Grown|Offer|LeftOut|Sentence|Chosen|fillMerged|` +
	`nullsSentence|sheetsLike|onlyLists|why|What|damage)$`)

// remarking matches the names of functions and variables of package engine that have remarks.
var remarking = lazyregexp.New(`^(remarks|calculationRemarks|unmarked)$`)

// faults are the functions that make errors, which a chart shows in its place.
var faults = lazyregexp.New(`^(Errorf|New)$`)

// unsaid are texts that look like notes, and which the window does not show, or shows in an error.
var unsaid = []string{" for its {{.1}} rows, one for each element of {{.2}},",
	"{{.1}} is none of {{.2}}", "{{.1}} is none of log, trend, panels, {{.2}}, {{.3}} and numbers",
	"{{.1}}: a chart has one line across, and each word once", "{{.1}}..{{.2}} as {{.3}}", "column {{.1}}: {{.2}}"}

// hole stands for a value in the text of a note.
const hole = "\x00"

var (
	holes = regexp.MustCompile(hole + "+")
	verb  = regexp.MustCompile(`%(\[\d\])?[-+0-9.]*[a-zA-Z%]`)
)

// reader reads the texts that expressions of a function may have.
type reader struct {
	consts  map[string]string
	locals  map[string][]ast.Expr // the values of the variables
	calling *regexp.Regexp        // the functions whose arguments are texts
}

// texts returns the texts of an expression, with holes for its values.
func (r reader) texts(e ast.Expr) (all []string) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, known := textOf(e, r.consts); known {
			return []string{text}
		}
	case *ast.Ident:
		if text, known := r.consts[e.Name]; known {
			return []string{text}
		}
		if values := r.locals[e.Name]; len(values) > 0 {
			r.locals = maps.Clone(r.locals) // a variable may have its own value before
			delete(r.locals, e.Name)
			return r.eachOf(values)
		}
	case *ast.ParenExpr:
		return r.texts(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return pairs(r.texts(e.X), r.texts(e.Y))
		}
	case *ast.CompositeLit:
		return r.eachOf(e.Elts)
	case *ast.CallExpr:
		switch name := calledName(e); {
		case name == "Sprintf" || name == "Errorf" && r.calling.MatchString(name):
			for _, format := range r.texts(e.Args[0]) {
				all = append(all, r.formatted(format, e.Args[1:])...)
			}
			return all
		case name == "Plural" && len(e.Args) == 3:
			for _, many := range r.texts(e.Args[2]) {
				all = append(all, strings.Replace(many, "%d", hole, 1))
			}
			return append(r.texts(e.Args[1]), all...)
		case name == "append" || name == "Add" || r.calling.MatchString(name):
			return r.eachOf(e.Args)
		}
	}
	return []string{hole}
}

func (r reader) eachOf(list []ast.Expr) (all []string) {
	for _, e := range list {
		all = append(all, r.texts(e)...)
	}
	return all
}

// formatted returns the texts of a format. Among the arguments, those with plural forms are texts, and the others
// values.
func (r reader) formatted(format string, args []ast.Expr) []string {
	all, at := []string{""}, 0
	for _, m := range verb.FindAllStringIndex(format, -1) {
		all = pairs(all, []string{format[at:m[0]]})
		at = m[1]
		value := []string{hole}
		switch {
		case format[m[1]-1] == '%':
			value = []string{"%"}
		case len(args) > 0:
			of := args[0]
			if name, is := of.(*ast.Ident); is && len(r.locals[name.Name]) == 1 {
				of = r.locals[name.Name][0]
			}
			if call, is := of.(*ast.CallExpr); is && calledName(call) == "Plural" {
				value = r.texts(call)
			}
			args = args[1:]
		}
		all = pairs(all, value)
	}
	return pairs(all, []string{format[at:]})
}

func pairs(a, b []string) (all []string) {
	for _, x := range a {
		for _, y := range b {
			all = append(all, x+y)
		}
	}
	return all
}

// read adds the keys of the notes of a function to keys.
func (r reader) read(fn *ast.FuncDecl, add func(key string)) {
	take := func(list ...ast.Expr) {
		for _, text := range r.eachOf(list) {
			for _, text := range r.formatted(text, nil) { // of a function that is given a format
				n := 0
				text = holes.ReplaceAllStringFunc(strings.TrimSuffix(strings.TrimPrefix(text, "; "), ": "),
					func(string) string { n++; return fmt.Sprintf("{{.%d}}", n) })
				if strings.Contains(text, " ") && words.MatchString(value.ReplaceAllString(text, "")) &&
					!slices.Contains(unsaid, text) {
					add(text)
				}
			}
		}
	}
	name := func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.Ident:
			return e.Name
		case *ast.SelectorExpr:
			return e.Sel.Name
		}
		return ""
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if i < len(n.Rhs) && r.calling.MatchString(name(l)) {
					take(n.Rhs[i])
				}
			}
		case *ast.KeyValueExpr:
			if r.calling.MatchString(name(n.Key)) {
				take(n.Value)
			}
		case *ast.CallExpr:
			if called := calledName(n); called == "Errorf" && r.calling.MatchString(called) {
				take(n)
			} else if r.calling.MatchString(called) {
				take(n.Args...)
			}
		case *ast.ReturnStmt:
			if r.calling.MatchString(fn.Name.Name) {
				take(n.Results...)
			}
		}
		return true
	})
}

// noteKeys returns the keys of the notes, the remarks and the errors of charts, which the window translates by
// wording.Words.Sentence, each with the file that writes it.
func noteKeys(t *testing.T) map[string]string {
	all := map[string]string{}
	collect := func(folder string, calling *regexp.Regexp) {
		eachFile(t, folder, func(path string, f *ast.File, consts map[string]string) {
			for _, d := range f.Decls {
				fn, is := d.(*ast.FuncDecl)
				if !is || fn.Body == nil {
					continue
				}
				r := reader{consts, map[string][]ast.Expr{}, calling}
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if a, is := n.(*ast.AssignStmt); is && len(a.Lhs) == len(a.Rhs) {
						for i, l := range a.Lhs {
							if name, is := l.(*ast.Ident); is {
								r.locals[name.Name] = append(r.locals[name.Name], a.Rhs[i])
							}
						}
					}
					return true
				})
				r.read(fn, func(key string) { all[key] = path })
			}
		})
	}
	collect("data", noting())
	collect("engine/expression/formula", noting())
	collect("engine", remarking())
	collect("export/chart", faults())
	return all
}

func TestShowNotes(t *testing.T) {
	all := noteKeys(t)
	var lines []string
	for k, p := range all {
		lines = append(lines, p+"\t"+k)
	}
	slices.Sort(lines)
	t.Log(len(lines), "\n"+strings.Join(lines, "\n"))
}
