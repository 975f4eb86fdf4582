package lang_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/wording"
)

// noting matches the names of functions that return notes or are given them, and of variables and fields that hold
// notes, in packages that have no words of a language.
var noting = lazyregexp.New(`(?i:notes?$)|^losses$|^(Repeated|Grown|Offer|LeftOut|Sentence|Chosen|fillMerged|` +
	`nullsSentence|sheetsLike|onlyLists|[wW]hy|What|damage)$`)

// remarking matches the names of functions and variables of package engine that have remarks.
var remarking = lazyregexp.New(`^(remarks|calculationRemarks|unmarked)$`)

// doubting matches the texts of findings about the quality of data.
var doubting = lazyregexp.New(`^Words$`)

// faults are the functions that make errors, which a chart shows in its place.
var faults = lazyregexp.New(`^(Errorf|New)$`)

// unsaid are texts that look like notes, and which the window does not show, or shows in an error.
var unsaid = []string{" for its {{.1}} rows, one for each element of {{.2}},",
	"{{.1}} is none of {{.2}}", "{{.1}} is none of log, trend, panels, {{.2}}, {{.3}} and numbers",
	"{{.1}}: a chart has one reference line, and each word once", "{{.1}}..{{.2}} as {{.3}}", "column {{.1}}: {{.2}}", "look-up in {{.1}}: {{.2}}"}

// hole stands for a value in the text of a note, and cause for an error in the text of another error.
const (
	hole  = "\x00"
	cause = "\x01"
)

var (
	holes = regexp.MustCompile("[" + hole + cause + "]+")
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
		case name == "Sprintf" || strings.HasSuffix(name, "f") && r.calling.MatchString(name):
			for _, format := range r.texts(e.Args[0]) {
				all = append(all, r.formatted(format, e.Args[1:])...)
			}
			return all
		case name == "Plural" && len(e.Args) == 3:
			for _, many := range r.texts(e.Args[2]) {
				all = append(all, strings.Replace(many, "%d", hole, 1))
			}
			return append(r.texts(e.Args[1]), all...)
		case name == "Error" && len(e.Args) == 0:
			return []string{cause}
		case name == "append" || name == "Add" || name == "Or" || r.calling.MatchString(name):
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
			switch of := of.(type) {
			case *ast.Ident:
				if of.Name == "err" {
					value = []string{cause}
				}
			case *ast.SelectorExpr:
				if of.Sel.Name == "Err" {
					value = []string{cause}
				}
			}
			switch verb := format[m[1]-1]; {
			case verb == 'w':
				value = []string{cause}
			case verb == 'q' && r.calling == failing():
				value = []string{`"` + hole + `"`}
			}
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

// read adds the keys of the notes of a declaration.
func (r reader) read(d ast.Decl, add func(key string)) {
	take := func(list ...ast.Expr) {
		for _, text := range r.eachOf(list) {
			for _, text := range r.formatted(text, nil) { // of a function that is given a format
				trimmed := strings.TrimPrefix(text, "; ")
				if before, is := strings.CutSuffix(trimmed, ": "); is {
					trimmed = before + ":"
				}
				for _, part := range r.parts(trimmed) {
					n := 0
					text = holes.ReplaceAllStringFunc(part,
						func(string) string { n++; return fmt.Sprintf("{{.%d}}", n) })
					if strings.Contains(text, " ") && words.MatchString(value.ReplaceAllString(text, "")) &&
						!slices.Contains(unsaid, text) {
						add(text)
					}
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
	fn, _ := d.(*ast.FuncDecl)
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				_, local := l.(*ast.Ident)
				if i < len(n.Rhs) && r.calling.MatchString(name(l)) && !(local && name(l) == "text") {
					take(n.Rhs[i])
				}
			}
		case *ast.KeyValueExpr:
			if r.calling.MatchString(name(n.Key)) {
				take(n.Value)
			}
		case *ast.CallExpr:
			if called := calledName(n); strings.HasSuffix(called, "f") && r.calling.MatchString(called) {
				take(n)
			} else if of(n) != "lazyregexp" && r.calling.MatchString(called) ||
				called == "append" && r.calling.MatchString(name(n.Args[0])) {
				take(n.Args...)
			}
		case *ast.ValueSpec:
			if hints, is := n.Values, r.calling.MatchString(n.Names[0].Name); is && len(hints) == 1 {
				ast.Inspect(hints[0], func(n ast.Node) bool {
					if pair, is := n.(*ast.KeyValueExpr); is {
						take(pair.Value)
					}
					return true
				})
			}
		case *ast.CompositeLit:
			if r.calling == failing() && r.calling.MatchString(name(n.Type)) {
				take(n.Elts...)
			}
		case *ast.ReturnStmt:
			if fn != nil && r.calling.MatchString(fn.Name.Name) {
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
		collectTexts(t, folder, calling, func(key, path string) { all[key] = path })
	}
	collect("data", noting())
	collect("engine/expression/formula", noting())
	collect("engine", remarking())
	collect("export/chart", faults())
	collectTexts(t, "engine", doubting(), func(key, path string) {
		if path == "engine/quality.go" {
			all[key] = path
		}
	})
	return all
}

// collectTexts calls add with the keys of the texts in a folder.
func collectTexts(t *testing.T, folder string, calling *regexp.Regexp, add func(key, path string)) {
	eachFile(t, folder, func(path string, f *ast.File, consts map[string]string) {
		for _, d := range f.Decls {
			r := reader{consts, map[string][]ast.Expr{}, calling}
			ast.Inspect(d, func(n ast.Node) bool {
				if a, is := n.(*ast.AssignStmt); is && len(a.Lhs) == len(a.Rhs) {
					for i, l := range a.Lhs {
						if name, is := l.(*ast.Ident); is {
							r.locals[name.Name] = append(r.locals[name.Name], a.Rhs[i])
						}
					}
				}
				return true
			})
			r.read(d, func(key string) { add(key, path) })
		}
	})
}

// phrased ends the keys of phrases that stand for a value of a note.
const phrased = " (in a note)"

// phrases returns the keys of phrases. All catalogues have those of the German one.
func phrases(t *testing.T) (keys []string) {
	for key := range catalogue(t, "catalogue/de.json") {
		if strings.HasSuffix(key, phrased) {
			keys = append(keys, key)
		}
	}
	return keys
}

// english matches words that no translation of a note has, outside of quotes.
var english = regexp.MustCompile(`\b(the|of|and|is|are|were|with|read|rows?|values?|texts?|numbers?|has|have|which|` +
	`left|out|lines?|dates?|from|each|one|without|because|kept|first|its)\b`)

// quoted matches what stands in a note as it is in the table: names, options and labels.
var quoted = regexp.MustCompile(`"(\\"|[^"])*"|--?\w+|look-up in .*?: |„\w+“`)

// inGerman reports words of English in the translations of sentences.
func inGerman(t *testing.T, sentences ...string) {
	t.Helper()
	german := germanWords(t)
	for _, text := range sentences {
		if said := german.Sentence(text); said == text || englishIn(said) != "" {
			t.Errorf("%q is %q in German, with %q", text, said, englishIn(said))
		}
	}
}

// englishIn returns a word of English in a sentence of another language.
func englishIn(said string) string { return english.FindString(quoted.ReplaceAllString(said, "")) }

func germanWords(t *testing.T) *wording.Words {
	t.Helper()
	text, err := os.ReadFile("catalogue/de.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := wording.Read("de", text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestNotesOfFiles opens files with many kinds of notes, and finds no English among their German notes.
func TestNotesOfFiles(t *testing.T) {
	for name, text := range map[string]string{
		"types.csv": "# export of May\nid;day;amount;paid;code;share;zip\n1;03/04/2024;1.234,5;yes;1E5;5 %;01234\n" +
			"2;05/06/2024;2,5;no;2E5;6 %;n/a\n3;07/08/2024;NULL;yes;3E5;7 %;x\n" +
			"4;01/02/2024;3;no;4E5;8 %;1\nTotal;;9,9\n",
		"ragged.csv": "a,b,c\n1,2\n3,4,5,6\n7,\"8\"x,9\n\" 1\",2,3\n",
		"dates.csv": "a,b,c,at\n13/12/2024,2024-01,20240103,9:30 pm\n01/01/2024,2024-02,20240204,10:30 am\n" +
			"02/01/2024,2024-03,20240305,11:00 am\n",
		"mixed.csv": "n,m,label\n1,2024-01-01,Köln\n2,5,Köln \n3,2024-01-02, Köln\nfour,6,Köln\n" +
			"5,2024-01-03,Bonn\n",
		"zones.csv": "at,created\n2024-01-01T00:00:00+01:00,1700000000123\n2024-06-01T00:00:00+02:00,1700000000124\n" +
			"2024-06-02T00:00:00+02:00,1700000000125\n",
		"names.csv":  "a,,a,b\n1,2,3,4\n5,6,7,8\n9,1,2,3\n",
		"latin.csv":  "city,n\nK\xf6ln,1\nM\xfcnchen,2\n",
		"lists.json": `[{"a":1,"tags":[{"x":1},{"x":2}],"b":NaN},{"a":2,"a":3,"tags":[],"b":1}]`,
		"pages.json": `[{"page":1},[{"a":1},{"a":2}]]`,
		"one.json":   `{"meta":"x","data":[{"a":1,"tags":[1,2]},{"a":2,"tags":[3]}]}`,
		"table.md":   "text\n\n| a | b |\n|---|---|\n| 1 | x |\n| 2 | y |\n\nmore text\n",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := load.Open(t.Context(), path, load.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(table.Notes) == 0 {
			t.Errorf("%s has no notes", name)
		}
		inGerman(t, table.Notes...)
	}
}

// TestNotesOfCommands translates the notes on tables that are in the tests of commands.
func TestNotesOfCommands(t *testing.T) {
	var notes []string
	paths, _ := filepath.Glob("../../../cli/testdata/*.txt")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			note, is := strings.CutPrefix(strings.TrimSpace(line), "note: ")
			if is && !strings.HasPrefix(note, "will read ") && !strings.HasPrefix(note, "9 rows (90.0%)") {
				notes = append(notes, note)
			}
		}
	}
	inGerman(t, notes...)
}

// TestRemarks finds no English among the German remarks on pivots, and in the errors of their charts.
func TestRemarks(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.FromValues("Tag", []data.Value{data.DateValue(19000), data.DateValue(19040), data.DateValue(19400)}),
		data.FromValues("Stadt", []data.Value{data.TextValue("Bonn"), data.TextValue("Rom"), data.TextValue("Ulm")}),
		data.FromValues("Zahl", []data.Value{data.IntValue(-1), data.IntValue(1), data.IntValue(0)})})
	german := germanWords(t)
	for _, c := range []struct {
		rows, cols, value, show, top, filter, let, kind string
	}{
		{rows: "Stadt", show: "rank along cols", kind: "pie"},
		{rows: "trunc(Tag, month)", cols: "year(Tag)", show: "diff_prev along cols"},
		{rows: "Stadt", show: "diff_prev along rows", top: "1"},
		{rows: "Stadt", show: "diff_of:Ulm", filter: "Stadt = 'Bonn'", kind: "scatter"},
		{rows: "Stadt", top: "1", value: "count()"},
		{rows: "Stadt", let: "Quote = Zahl / Zahl", value: "sum(Quote)", kind: "combo"},
	} {
		check := func(err error) {
			if t.Helper(); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
		}
		q, err := query.Query{}, error(nil)
		q.Rows, err = query.ParseFields(c.rows)
		check(err)
		q.Cols, err = query.ParseFields(c.cols)
		check(err)
		q.Values, err = query.ParseMeasures(cmp.Or(c.value, "sum(Zahl)"))
		check(err)
		q.Filter, err = query.ParseFilter(c.filter)
		check(err)
		if c.let != "" {
			let, err := query.ParseLet(c.let)
			check(err)
			q.Lets = []query.Let{let}
		}
		if c.top != "" {
			top, err := q.ParseTop(c.top)
			check(err)
			top.By = q.Values[0]
			q.Tops = []query.TopN{top}
		}
		if c.show != "" {
			check(q.ApplyShows([]string{"sum(Zahl)=" + c.show}))
		}
		a, err := engine.New(engine.Options{NoGPU: true}).Pivot(t.Context(), table, q, engine.RunOptions{})
		check(err)
		said := a.Tab.RemarksIn(german)
		if len(said) == 0 {
			t.Errorf("%+v: no remark", c)
		}
		for i, said := range said {
			if said == a.Tab.Remarks[i] || englishIn(said) != "" {
				t.Errorf("%q is %q in German, with %q", a.Tab.Remarks[i], said, englishIn(said))
			}
		}
		if c.kind != "" {
			g, style := a.Tab.Grid(pivot.Folds{}).In(german), chart.Style{Kind: chart.Named(c.kind)}
			_, err = chart.Draw(t.Context(), g, style, 800, 500, chart.Look{})
			if err == nil {
				t.Fatalf("%+v: no error", c)
			}
			inGerman(t, err.Error())
		}
	}
}

// TestSentence translates what stands before, behind and within a clause, and nothing of a table.
func TestSentence(t *testing.T) {
	german := germanWords(t)
	more := func(n string) string {
		return n + " of 2 rows have still more fields, the first is row 2: what is behind column 9 was left out"
	}
	for text, want := range map[string]string{
		more("1"): "1 von 2 Zeilen hat noch mehr Felder, nämlich Zeile 2: was hinter Spalte 9 steht, ist " +
			"weggelassen",
		more("1,001"): "1,001 von 2 Zeilen haben noch mehr Felder, die erste ist Zeile 2: was hinter " +
			"Spalte 9 steht, ist weggelassen",
		"": "", "numbers": "numbers", "a note of the future": "a note of the future",
		"numbers: numbers with a decimal comma":                 "numbers: Zahlen mit Dezimalkomma",
		"a: b: 1 value read as null: rows; months and days":     "a: b: 1 Wert als leer gelesen: rows; months and days",
		"a note of the future; numbers with a decimal comma; x": "a note of the future; Zahlen mit Dezimalkomma; x",
		"not in the rows, text, where it is empty":              "nicht in the rows, text, dort leer",
		"day: months, read as their first days":                 "day: Monate, gelesen als ihr erster Tag",
		"in the files a.csv, b.csv: k: 2 values read as null: NULL (2)": "in Dateien a.csv, b.csv: k: 2 Werte als " +
			"leer gelesen: NULL (2)",
	} {
		if got := german.Sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
