package lang_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// showing are the functions whose texts a person reads, by their last names.
var showing = strings.Fields(`NewLabel NewButton NewButtonWithIcon NewCheck NewMenuItem NewMenu NewFormItem
	NewRadioGroup NewSelect SetText SetPlaceHolder Tell Edit Choose Offer AskText AskPreviewed AskSecond AskWorkbook
	AskFile Ask Show ShowMachine Unread Elsewhere Refuses refuses Heads Append tell say fail busy ask askItem askLet
	askFormula question caption prose subtle subtleText normal line pair factor section Child Keyed choice marked
	order adding item keep by across place show layoutItem foldItem subtotalItem button dialogChoice newPicker columns
	newBound leaveTo readingButton forecast append New Errorf`)

// shownFields are the fields whose texts a person reads.
var shownFields = strings.Fields(`Text Title What Confirm Kinds PlaceHolder Label Says Instead Lines empty words title`)

// shownVariables are the variables that collect texts which a person reads.
var shownVariables = strings.Fields(`text title said what note hint rows size verb natural facts`)

// private are texts that look like those of the window and are for the log, for machines, or for a programmer.
var private = []string{
	"cannot listen at %s: %w", "others may enter %s", "windows do not listen here", // why another window did not answer
	"the desktop does not answer: %w", "the desktop's file dialog does not open: %w",
	"the desktop's file dialog has gone away", "the desktop's file dialog gave an answer that cannot be read: %w",
	"%s is not a file on this computer", "the system's file dialog fails with %#x", // another dialog opens
	"the display takes no window", "%w: it offers no OpenGL", "%w: its OpenGL driver crashes; %s", // there is no window
	"the workspace changed since it was opened", // a question follows
	"a fault in Cardinal: %v\n%s",
	"beside", "instead", // names in a workspace
	"SELECT region, amount FROM sales JOIN shops USING (shop)", "10, 80%, sum ", " GB/s", // alike in all languages
}

// words matches a word of a language.
var words = regexp.MustCompile(`\pL{2}|^\pL$`)

// TestLiterals finds texts of the window that no catalogue can translate.
func TestLiterals(t *testing.T) {
	eachFile(t, "ui", func(path string, f *ast.File, consts map[string]string) {
		if strings.Contains(path, "bustest") || strings.Contains(path, "look/lang") || strings.Contains(path,
			"display_") ||
			strings.Contains(path, "clipboard/get_") {
			return // what says that there is no display is said to a terminal
		}
		check := func(e ast.Expr, in string) {
			for _, text := range literals(e, consts) {
				plain := strings.NewReplacer("%w", "", "%s", "", "%v", "", "%d", "").Replace(text)
				if words.MatchString(plain) && !slices.Contains(private, text) {
					t.Errorf("%s: %q in %s is not in the catalogues: write lang.L(%q)", path, text, in, text)
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := calledName(n)
				if !slices.Contains(showing, name) || of(n) == "lazyregexp" {
					return true
				}
				for _, a := range n.Args {
					if name == "New" || name == "Errorf" || name == "append" || name == "Ask" || name == "Show" {
						if !strings.Contains(strings.Join(literals(a, consts), ""), " ") {
							continue // no sentence
						}
					}
					check(a, name)
				}
			case *ast.KeyValueExpr:
				if key, is := n.Key.(*ast.Ident); is && slices.Contains(shownFields, key.Name) {
					check(n.Value, key.Name)
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					if v, is := l.(*ast.Ident); is && slices.Contains(shownVariables, v.Name) && i < len(n.Rhs) &&
						strings.Contains(strings.Join(literals(n.Rhs[i], consts), ""), " ") {
						check(n.Rhs[i], v.Name)
					}
					if s, is := l.(*ast.SelectorExpr); is && slices.Contains(shownFields, s.Sel.Name) &&
						i < len(n.Rhs) {
						check(n.Rhs[i], s.Sel.Name)
					}
				}
			}
			return true
		})
	})
}

// literals returns the texts of an expression that stand there as they are, or as constants.
func literals(e ast.Expr, consts map[string]string) []string {
	switch e := e.(type) {
	case *ast.Ident:
		if text, is := consts[e.Name]; is {
			return []string{text}
		}
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.ParenExpr:
		return literals(e.X, consts)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return append(literals(e.X, consts), literals(e.Y, consts)...)
		}
	case *ast.CompositeLit:
		if a, is := e.Type.(*ast.ArrayType); is {
			if elem, is := a.Elt.(*ast.Ident); is && elem.Name == "string" {
				var all []string
				for _, x := range e.Elts {
					all = append(all, literals(x, consts)...)
				}
				return all
			}
		}
	}
	return nil
}

// calledName returns the last name of a called function.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// of returns the package or the variable before the last name of a called function.
func of(call *ast.CallExpr) string {
	if f, is := call.Fun.(*ast.SelectorExpr); is {
		if x, is := f.X.(*ast.Ident); is {
			return x.Name
		}
	}
	return ""
}
