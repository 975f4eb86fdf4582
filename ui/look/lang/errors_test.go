package lang_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/memory"
	"cardinal/ui/look/lang"
)

// failing matches what makes the errors of packages without words: functions, types, and fields with their texts.
var failing = lazyregexp.New(`^(Errorf|New|faultf|Unlikef|Error|text|hint|quotedDate|` +
	`plain|explained|refusal|QuoteError|elsewhere|functionsElsewhere)$`)

// untranslated has the number of errors that stay English, by the folder of their package. In all other folders, every
// error is translated. A number may only become smaller.
var untranslated = map[string]int{
	"data/format/arrow": 12, "data/format/delta": 30, "data/format/duckdb": 8, "data/format/inflate": 1,
	"data/format/json": 11, "data/format/markup": 7, "data/format/parquet": 36, "data/format/sqlite": 4,
	"data/format/workbook/ods": 8, "data/format/workbook/spreadsheetml": 5, "data/format/workbook/xls": 3,
	"data/format/workbook/xlsb": 4, "data/remote/clickhouse": 2, "data/store/kept": 8, "engine/cpu": 4,
	"engine/pushdown": 2, "internal/separators": 2, "internal/workspace": 17,
}

// apart are the folders whose errors a person does not read in the window, or that the catalogues have as notes.
var apart = lazyregexp.New(`^(engine/gpu/.*|engine/gpu|export/chart|internal/(crash|faults|glyph|app)|ui/.*|ui|` +
	`data/inspect|.*test|.*/testdata/.*)$`)

// never are errors that do not reach a person.
var never = []string{"BUG: the sheet {{.1}} has rows, or no end", "the sample is read", "all spellings are compared",
	"the window ends", "the content makes no sense", `no {{.1}} "{{.2}}"`, `no {{.1}} "{{.2}}"{{.3}}`,
	"{{.1}} {{.2}}: check the address",
	"sends from address to address without an end", "sends to an address without encryption (http://)"}

// foreign are errors of the system and of the standard library, and errors that are put together from parts.
var foreign = strings.Split(`permission denied
no such file or directory
file does not exist
is a directory
not a directory
no space left on device
disk quota exceeded
read-only file system
file exists
file name too long
too many open files
input/output error
device or resource busy
operation not permitted
connection refused
connection reset by peer
network is unreachable
no route to host
i/o timeout
context deadline exceeded
context canceled
unexpected EOF
Access is denied.
The system cannot find the file specified.
The system cannot find the path specified.
There is not enough space on the disk.
The process cannot access the file because it is being used by another process.
open {{.1}}:
read {{.1}}:
write {{.1}}:
about {{.1}} cells are expected and {{.2}} can be shown: keep fewer fields
about {{.1}} cells are expected and {{.2}} can be shown: keep the top {{.3}}
more than {{.1}} cells are expected, and no more can be shown: keep fewer fields
more than {{.1}} cells are expected, and no more can be shown: keep the top {{.2}}
a fault in Cardinal: {{.1}}
no function "{{.1}}"
no date part or bin "{{.1}}"
there is no list "{{.1}}"
"{{.1}}" is a list within a list, which cannot be unnested
{{.1}} sends from address to address without an end: check the address
{{.1}} sends to an address without encryption (http://): check the address
cannot look up {{.1}}:
expected {{.1}} and found {{.2}} at character {{.3}}`, "\n")

// parts returns the clauses of an error, which are translated one by one: those between semicolons, without the name of
// a file before them, and without the error behind them. A note is one part.
func (r reader) parts(text string) (all []string) {
	if r.calling != failing() {
		return []string{text}
	}
	list := strings.Split(text, "; ")
	if strings.Contains(text, "; rest'") { // the semicolon of an example
		list = []string{text}
	}
	for _, part := range list {
		part = strings.TrimPrefix(strings.TrimPrefix(part, hole+": "), cause+": ")
		if before, is := strings.CutSuffix(part, ": "+cause); is {
			part = before + ":"
		}
		all = append(all, part)
	}
	return all
}

// errorKeys returns the keys of the errors that the German catalogue has, with their files. All catalogues have them.
// english are the other errors, by their folders.
func errorKeys(t *testing.T) (keys map[string]string, english map[string][]string) {
	keys, english = map[string]string{}, map[string][]string{}
	for _, key := range foreign {
		keys[key] = "the system"
	}
	german := catalogue(t, "catalogue/de.json")
	for _, folder := range []string{"data", "engine", "export", "internal"} {
		collectTexts(t, folder, failing(), func(key, file string) {
			in := path.Dir(file)
			_, said := german[key+" (note)"]
			_, phrase := german[key+phrased]
			switch {
			case said:
				keys[key] = file
			case !phrase && !apart().MatchString(in) && !strings.HasPrefix(key, " ") &&
				!slices.Contains(append(never, english[in]...), key):
				english[in] = append(english[in], key)
			}
		})
	}
	return keys, english
}

// TestErrors refuses errors without a translation, except for those of packages that have such errors.
func TestErrors(t *testing.T) {
	_, english := errorKeys(t)
	for folder, keys := range english {
		if n := untranslated[folder]; len(keys) > n {
			t.Errorf("%s: translate this error, or one of these:\n\t%s", folder, strings.Join(keys, "\n\t"))
		}
	}
	for folder, n := range untranslated {
		if len(english[folder]) < n {
			t.Errorf("%s: only %d errors are untranslated: write that number", folder, len(english[folder]))
		}
		t.Logf("%s: %d errors stay English", folder, n)
	}
}

// TestErrorsInGerman finds no English in errors that a person may meet: broken files, formulas and filters typed by
// hand, addresses, and files that cannot be written.
func TestErrorsInGerman(t *testing.T) {
	dir := t.TempDir()
	locked, err := os.ReadFile("../../../data/format/workbook/encrypted/testdata/standard.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	say := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Errorf("%s gives no error", what)
			return
		}
		said = append(said, err.Error())
	}
	half := string(locked[:len(locked)/2])
	for name, text := range map[string]string{
		"missing.csv": "-", "no/missing.csv": "-", "empty.csv": "", "blank.csv": "\n\n",
		"cut.parquet": "PAR1" + strings.Repeat("\x00\x01\x02", 100), "key.parquet": "PARE............PARE",
		"junk.csv": "\x7fELF\x02\x01\x01\x00", "cut.xlsx": "PK\x03\x04 and nothing else",
		"locked.xlsx": string(locked), "cut locked.xlsx": half, "quote.csv": "a,b\n1,\"2\n3\n",
		"page.xls": "<html><p>1</p></html>", "map.json": "[\n]\n42\n", "paper.pdf": "%PDF-1.7 ",
		"picture.png": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 64),
	} {
		file := filepath.Join(dir, name)
		if text != "-" {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := load.Open(t.Context(), file, load.Options{})
		say(name, err)
	}
	for _, address := range []string{"https://127.0.0.1:1/a.csv", "ftp://host/a.csv", "https:///a.csv", dir,
		dir + "/*.x"} {
		_, err := load.Open(t.Context(), address, load.Options{})
		say(address, err)
	}
	day, city := data.FromValues("Tag", []data.Value{data.DateValue(19000)}),
		data.FromValues("Ort", []data.Value{data.TextValue("Bonn")})
	table := data.NewTable("t", []*data.Column{day, city, data.FromValues("Zahl", []data.Value{data.IntValue(1)})})
	for _, text := range []string{"Zahl >", "Zahl = 'x'", "Tag = '2024'", "Zahl = 1 or", "(Zahl = 1", "Ort = \"x",
		"x = 1", "Zahl = 1;", "Ort = Bonn", "Zahl = 1,5"} {
		e, err := query.ParseFilter(text)
		if err == nil {
			q := query.Query{Rows: []query.Field{{Column: "Ort"}}, Filter: e}
			_, err = engine.New(engine.Options{NoGPU: true}).Pivot(t.Context(), table, q, engine.RunOptions{})
		}
		say(text, err)
	}
	for _, text := range []string{"Zahl +", "Ort + 1", "sumif(Zahl)", "leng(Ort)", "sum(Zahl)", "Tag + 0.5",
		"if(Zahl, 1, 2)", "mid(Ort, Ort)", "Ort + Tag"} {
		a, err := query.ParseArith(text)
		if err == nil {
			_, err = formula.Sample(table, []query.Let{{Name: "neu", Expr: a.String()}})
		}
		say(text, err)
	}
	say("a folder that is missing", export.File(t.Context(), filepath.Join(dir, "no", "a.csv"), nil))
	say("a folder", export.File(t.Context(), dir, nil))
	say("a size", func() error { _, err := memory.Parse("much"); return err }())
	said = append(said, "cannot save a.xlsx: the disk is full, and what was there before is unchanged; make room, or "+
		"choose a folder on another disk",
		"the pivot was stopped, because it needs more than the 8 GB of memory that are allowed: filter rows out, take "+
			"a key away, bin it, or allow more",
		"cannot open a.csv: open /x: permission denied")
	inGerman(t, said...)
	if testing.Verbose() {
		w := germanWords(t)
		for _, text := range said {
			t.Logf("%s\n\t%s", text, w.Sentence(text))
		}
	}
}

// TestDoubts finds no English in the doubts about a table.
func TestDoubts(t *testing.T) {
	cities, days, empty := make([]data.Value, 100), make([]data.Value, 100), make([]data.Value, 100)
	for i := range cities {
		cities[i], days[i] = data.TextValue("Bonn"), data.DateValue(int64(19000+i%7))
	}
	cities[3], days[3] = data.TextValue("Bonn "), data.DateValue(99000)
	table := data.NewTable("t", []*data.Column{data.FromValues("Ort", cities), data.FromValues("Tag", days),
		data.FromValues("nichts", empty)})
	e := engine.New(engine.Options{NoGPU: true})
	found, err := e.Quality(t.Context(), table, nil, func(float64) {})
	if err != nil || len(found) < 5 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, columns := range [][]string{nil, {"Ort", "Tag"}} {
		f, err := e.Duplicates(t.Context(), table, columns)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, f)
	}
	for _, f := range found {
		inGerman(t, f.Words)
	}
}

// TestSize writes sizes in the units of a language.
func TestSize(t *testing.T) {
	defer func() { _ = lang.Use("en") }()
	for locale, want := range map[string]string{"en": "1 byte, 12 bytes, 24 MB", "fr": "1 octet, 12 octets, 24 Mo",
		"ja": "1 バイト, 12 バイト, 24 MB"} {
		if err := lang.Use(locale); err != nil {
			t.Fatal(err)
		}
		if got := lang.Size(1) + ", " + lang.Size(12) + ", " + lang.Size(24e6); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}
