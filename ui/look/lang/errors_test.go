package lang_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"cardinal/internal/lazyregexp"
)

// failing matches what makes the errors of packages without words: functions, types, and fields with their texts.
var failing = lazyregexp.New(`^(Errorf|New|faultf|Unlikef|Error|text|hint|quotedDate|` +
	`plain|explained|refusal|QuoteError|elsewhere|functionsElsewhere)$`)

// untranslated has the number of errors that stay English, by the folder of their package. In all other folders, every
// error is translated. A number may only become smaller.
var untranslated = map[string]int{"data/format/arrow": 12, "data/format/delta": 30, "data/format/duckdb": 8, "data/format/inflate": 1,
	"data/format/json": 11, "data/format/markup": 7, "data/format/parquet": 36, "data/format/sqlite": 4,
	"data/format/workbook/ods": 8, "data/format/workbook/spreadsheetml": 5, "data/format/workbook/xls": 3,
	"data/format/workbook/xlsb": 4, "data/remote/clickhouse": 2, "data/store/kept": 8, "engine/cpu": 5,
	"engine/pushdown": 2, "internal/separators": 2, "internal/workspace": 17}

// apart are the folders whose errors a person does not read in the window, or that the catalogues have as notes.
var apart = lazyregexp.New(`^(engine/gpu/.*|engine/gpu|export/chart|internal/(crash|faults|glyph|app)|ui/.*|ui|` +
	`data/inspect|.*test|.*/testdata/.*)$`)

// never are errors that do not reach a person.
var never = []string{"BUG: the sheet {{.1}} has rows, or no end", "the sample is read", "all spellings are compared",
	"the window ends", "the content makes no sense"}

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
