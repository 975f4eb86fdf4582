package ui

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// english matches words that no German sentence has.
var english = regexp.MustCompile(`(?i)\b(of|by|and|the|totals?|others|blanks?|rows?|columns?|values?|sum|average|` +
	`count|with|where|labels?|figures?|share|day|month|year|none|all|is|are|from|kept|sorted|first|greatest|` +
	`increase|notes?)\b`)

// germanTable has no English word. A label is called like the German word for Others.
const germanTable = "Gebiet,Datum,Umsatz\nNord,2023-01-05,100\n,2023-02-05,170\nWest,2024-02-05,40\n" +
	"Ost,2023-01-06,30\nNord,2024-02-01,10\n\"Sonstige\",2024-03-05,500\n"

// germanPivot returns a pivot with blanks, a top, Others, subtotals and shares.
func germanPivot(view.State) view.State {
	q := query.Query{}
	sum := query.Measure{Func: query.Sum, Column: "Umsatz"}
	of, month := query.Field{Column: "Gebiet"}, query.Field{Column: "Datum", Part: query.TruncMonth}
	q.Rows, q.Values = []query.Field{of, month}, []query.Measure{sum, {Func: query.Count}, sum}
	q.Values[2].Show = query.Show{Kind: query.Running}
	s := view.State{Rows: q.Rows, Values: q.Values}
	return s.Keep(view.Top{Of: of, N: 3, By: sum}).SetOthers(of, true).DrawAs("waterfall")
}

// keepingIn starts a window in a language.
func keepingIn(t *testing.T, tag string) *stage {
	t.Helper()
	t.Setenv("LC_ALL", "")
	t.Setenv("LANG", tag+".UTF-8")
	s := keeping(t, "")
	if got := lang.InSentence(lang.L("Others")); lang.IsEnglish() != (tag == "en") {
		t.Fatalf("the window in %s says %s", tag, got)
	}
	return s
}

// TestNoEnglishInGerman looks for English words in a pivot, its chart, an explanation, the rows behind a figure, and
// files, all of a table without any.
func TestNoEnglishInGerman(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	folder := t.TempDir()
	s := keepingIn(t, "de")
	s.open(write(t, folder, "zahlen.csv", germanTable))
	s.editor.Edit(germanPivot)
	a := s.answered()
	check := func(where, text string) {
		t.Helper()
		for line := range strings.SplitSeq(text, "\n") {
			if found := english.FindString(line); found != "" {
				t.Errorf("%s has %q: %s", where, found, line)
			}
		}
	}
	cells := ""
	for i := range a.Grid.Rows * a.Grid.Cols {
		c := a.Grid.Cell(i/a.Grid.Cols, i%a.Grid.Cols)
		cells += c.Text() + "\n"
	}
	check("the grid", cells)
	for _, want := range []string{"\n(Leer)\n", "\n\"Sonstige\"\n", "\nSonstige\n", "\nNord gesamt\n", "\nGesamt\n"} {
		if !strings.Contains(cells, want) {
			t.Errorf("%q is not in %q", want, cells)
		}
	}
	check("the window", s.read(s.win.Content()))
	style, _ := chart.ParseStyle("waterfall")
	scene, err := chart.Draw(t.Context(), a.Grid, style, 900, 500, chart.Look{})
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := scene.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	check("the chart", regexp.MustCompile(`<[^>]*>`).ReplaceAllString(svg.String(), "\n")+scene.Tip(0))
	if s.result.answer() != a {
		t.Error("the grid does not know its answer")
	}
	row, col := s.cellOf(pivot.RowLabel, "Nord")
	for a.Grid.Cell(row, col).Role != pivot.Body {
		col++
	}
	s.result.grid.Select(row, col)
	s.choose(row, col, "Diesen Wert erklären…")
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
	check("the explanation", s.read(s.asked()))
	s.dialogs.Dismiss()
	for _, name := range []string{"a.xlsx", "a.html", "a.ods", "a.md"} {
		saved := false
		s.session.Save(filepath.Join(folder, name), "", "", func() { saved = true })
		s.until("saved "+name, func() bool { return saved })
	}
	printed := false
	s.session.Print(filepath.Join(folder, "print.html"), func(string) { printed = true })
	s.until("printed", func() bool { return printed })
	page, err := os.ReadFile(filepath.Join(folder, "print.html"))
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(page), "<body>")
	check("the printed page", regexp.MustCompile(`(?s)<script.*?</script>|<[^>]*>`).ReplaceAllString(body, "\n"))
	if !strings.Contains(string(page), `<html lang="de">`) || !strings.Contains(body, ">(Leer)<") {
		t.Errorf("the printed page is %s", page)
	}
	f, err := excelize.OpenFile(filepath.Join(folder, "a.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, sheet := range []string{"Pivot", "Info"} {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if sheet == "Pivot" { // its labels stay those that Cardinal reads again
			rows = rows[:1]
		}
		for _, r := range rows {
			check("the sheet "+sheet, strings.Join(r, "\n"))
		}
	}
	for _, name := range []string{"a.xlsx", "a.html", "a.ods", "a.md"} {
		s.open(filepath.Join(folder, name))
		back := s.session.Table()
		if sum := back.Columns[2].Name; back.Rows != 6 || back.Columns[0].Nulls != 1 || sum != "Summe von Umsatz" {
			t.Errorf("%s: %d rows of %s", name, back.Rows, sum)
		}
	}
}

// TestNotesInGerman looks for English words in the notes on a file, in a remark on a pivot, and in what a chart says in
// its place. The notes themselves stay English.
func TestNotesInGerman(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	s := keepingIn(t, "de")
	s.open(write(t, t.TempDir(), "zahlen.csv", "Gebiet;Umsatz;Code\nKöln;1,5;1E5\nKöln ;2,5;2E5\nBonn;NULL;3E5\n"+
		"Berlin;4;4E5\n"))
	check := func(where, text, want string) {
		t.Helper()
		if found := english.FindString(text); found != "" || !strings.Contains(text, want) {
			t.Errorf("%s has %q, and not %q: %s", where, found, want, text)
		}
	}
	check("the window", s.read(s.win.Content()), "Hinweis zu dieser Datei: ")
	s.showNotes()
	notes := s.read(s.asked())
	for _, want := range []string{"Umsatz: Zahlen mit Dezimalkomma", "1 Wert als leer gelesen: NULL", "Typ ändern…",
		`Gebiet: 1 Element sieht aus wie ein anderes und zählt für sich: "Köln" mit Leerzeichen am Ende`,
		"Gruppieren"} {
		check("the list of notes", notes, want)
	}
	s.dialogs.Dismiss()
	notes = strings.Join(s.session.Table().Notes, "\n")
	if !strings.Contains(notes, "Umsatz: numbers with a decimal comma") {
		t.Errorf("the notes are %s", notes)
	}
	s.editor.Edit(func(view.State) view.State {
		m := query.Measure{Func: query.Sum, Column: "Umsatz"}
		m.Show = query.Show{Kind: query.Rank, Along: query.AlongCols}
		v := view.State{Rows: []query.Field{{Column: "Gebiet"}}, Values: []query.Measure{m}}
		return v.DrawAs("scatter")
	})
	s.answered()
	check("the remarks", s.result.notes.label.Text, "In Spalten ist kein Feld, daher ist ")
	s.until("the chart", func() bool { return strings.HasPrefix(s.result.chart.chart.Message(), "Punkte") })
	check("the chart", s.result.chart.chart.Message(), "Punkte brauchen zwei Zahlenfelder in Werte")
}

// TestLanguageIsPaint answers a pivot in German and in English: what is kept, exported as data and filtered is alike.
func TestLanguageIsPaint(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	folder := t.TempDir()
	path := write(t, folder, "zahlen.csv", germanTable)
	var kept, data []string
	for _, tag := range []string{"de", "en", "ja"} {
		s := keepingIn(t, tag)
		s.open(path)
		blank, err := view.ParseLabel(lang.L("(blank)"))
		if err != nil || !blank.Null {
			t.Errorf("%s: a blank is %+v, %v", tag, blank, err)
		}
		s.editor.Edit(germanPivot)
		a := s.answered()
		tab, err := json.Marshal(workspace.NewTab("x", a.State.Query()))
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, string(tab))
		for _, format := range []string{"csv", "json", "jsonl", "tsv"} {
			file := filepath.Join(folder, tag+"."+format)
			if _, err := export.Save(t.Context(), file, format, "", export.Pivot{Grid: a.Grid}); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, string(text))
		}
	}
	for i := range kept {
		if kept[i] != kept[0] {
			t.Errorf("%s is kept as %s", kept[0], kept[i])
		}
	}
	for i := range data {
		if data[i] != data[i%4] {
			t.Errorf("%s is exported as %s", data[i%4], data[i])
		}
	}
}

// TestReferenceLineInGerman opens the number of a reference line and keeps it: it is read as it is written, and a style
// of a chart keeps its decimal point.
func TestReferenceLineInGerman(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	s := keepingIn(t, "de")
	s.open(write(t, t.TempDir(), "zahlen.csv", germanTable))
	separators.Use(separators.Separators{Thousands: ".", Decimal: ","})
	t.Cleanup(func() { separators.Use(separators.Plain) })
	s.editor.Edit(germanPivot)
	s.answered()
	s.askAcross(chart.Style{Across: "1234.5"})
	if got := all[*input.Entry](s.asked())[0].Text; got != "1.234,5" {
		t.Errorf("the dialog has %s", got)
	}
	test.Tap(s.button("Übernehmen"))
	s.answered()
	style, err := chart.ParseStyle(s.session.State().Chart.Style)
	if err != nil || style.Across != "1234.5" {
		t.Errorf("the line is at %s, %v", style.Across, err)
	}
}

// TestDoubtsInGerman looks for English words in the doubts about a table, and in the error of an empty file.
func TestDoubtsInGerman(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	folder := t.TempDir()
	s := keepingIn(t, "de")
	s.open(write(t, folder, "orte.csv", "Ort,Tag\n"+strings.Repeat("Bonn,2024-01-05\n", 9)+"\"Bonn \",2090-02-01\n"))
	s.askQuality(nil)
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
	said := s.read(s.asked())
	if english.MatchString(said) || !strings.Contains(said, "1 Zeile mit einem Element, das") {
		t.Errorf("the doubts are %s", said)
	}
	s.dialogs.Dismiss()
	s.session.Open(write(t, folder, "leer.csv", ""))
	s.until("the error", func() bool { return strings.Contains(s.read(s.win.Content()), "leer.csv ist leer (0 Byte)") })
}
