package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/internal/localfile"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// pasted puts a text on the clipboard and presses Ctrl+V.
func (s *stage) pasted(text string) {
	s.Helper()
	s.app.Clipboard().SetContent(text)
	s.press(&fyne.ShortcutPaste{})
}

// opensPasted pastes a table and waits until it stands on the screen.
func (s *stage) opensPasted(text string) *data.Table {
	s.Helper()
	before := s.session.Source()
	s.pasted(text)
	s.until("the table is pasted", func() bool { return s.session.Source() != before && !s.session.Loading() })
	return s.session.Source()
}

// TestPaste opens what spreadsheets, text files and terminals copy, and saves it with a workspace.
func TestPaste(t *testing.T) {
	folder := t.TempDir()
	s := keeping(t, t.TempDir())
	s.pasted("")
	s.until("a sentence", func() bool {
		return strings.Contains(s.read(s.status.root), "The clipboard is empty: copy a table first.")
	})
	s.pasted("hello\n")
	s.until("a sentence", func() bool { return strings.Contains(s.read(s.status.root), "one line of text") })
	for name, text := range map[string]string{
		"comma":     salesText,
		"tab":       strings.ReplaceAll(salesText, ",", "\t"),
		"semicolon": strings.ReplaceAll(salesText, ",", ";"),
		"CRLF":      strings.ReplaceAll(strings.ReplaceAll(salesText, ",", "\t"), "\n", "\r\n"),
	} {
		got := s.opensPasted(text)
		if got.Name != "Clipboard" || got.Rows != 5 || len(got.Columns) != 4 || got.Columns[2].Type != data.Date ||
			got.Columns[3].Type != data.Int {
			t.Errorf("%s: %d rows of %d columns", name, got.Rows, len(got.Columns))
		}
	}
	old := s.session.Source().Path
	table := s.opensPasted(salesText)
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the file of the table before is still there: %v", err)
	}
	if s.win.Title() != "Clipboard – Cardinal" || len(s.prefs.Recent) != 0 || !s.canAskReading() {
		t.Errorf("the title is %q, recent are %q", s.win.Title(), s.prefs.Recent)
	}
	s.key("region", fyne.KeyR)
	s.key("revenue", fyne.KeyV)
	figures := s.exported()
	s.press(ctrl(fyne.KeyS))
	test.Tap(s.button("Save both…"))
	s.typed("sales", folder)
	test.Tap(s.button("Save"))
	s.until("it is saved and open", func() bool { return s.keeps.Path() == filepath.Join(folder, "sales.cardinal") })
	if text, err := os.ReadFile(filepath.Join(folder, "sales.csv")); err != nil || string(text) != salesText {
		t.Errorf("beside the workspace: %q, %v", text, err)
	}
	if got := s.exported(); got != figures || s.session.Pasted() || s.keeps.Unsaved() {
		t.Errorf("saved\n%s\nopened\n%s", figures, got)
	}
	if _, err := os.Stat(table.Path); !os.IsNotExist(err) {
		t.Errorf("the file of the pasted table is still there: %v", err)
	}
	s.opensPasted("a\tb\n1\t2\n")
	s.editor.Add("a", view.Rows, 0)
	s.press(ctrl(fyne.KeyS))
	test.Tap(s.button("Save both…"))
	if err := os.WriteFile(filepath.Join(folder, "other.tsv"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.typed("other", folder)
	test.Tap(s.button("Save"))
	s.until("a refusal", func() bool { return strings.Contains(s.read(s.status.root), "other.tsv already") })
	if text, err := os.ReadFile(filepath.Join(folder, "other.tsv")); err != nil || string(text) != "mine" {
		t.Errorf("another file was replaced: %q, %v", text, err)
	}
	last := s.session.Source().Path
	s.session.Close()
	if _, err := os.Stat(last); !os.IsNotExist(err) {
		t.Errorf("the file of the pasted table stays when the window closes: %v", err)
	}
}

// TestPasteGoesToTheEntry presses Ctrl+V while an entry has the focus.
func TestPasteGoesToTheEntry(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.fields.FocusSearch()
	s.pasted("region")
	if got := s.session.Source(); got.Name != "orders.csv" || s.session.Loading() ||
		s.fields.Rows()[0].Visible() == s.fields.Rows()[1].Visible() {
		t.Errorf("%s is open, loading %v", got.Name, s.session.Loading())
	}
}

// TestPasteOfMarkup opens the text of a web page and a table of Markdown.
func TestPasteOfMarkup(t *testing.T) {
	s := keeping(t, t.TempDir())
	for _, text := range []string{
		"<table><tr><th>region<th>revenue<tr><td>EU<td>1,234.50<tr><td>US<td>2</table>",
		"| region | revenue |\n|:--|--:|\n| EU | 1,234.50 |\n| **US** | 2 |\n",
	} {
		if got := s.opensPasted(text); got.Rows != 2 || len(got.Columns) != 2 || got.Columns[1].Type != data.Decimal ||
			got.Columns[0].Value(1).Text != "US" {
			t.Errorf("%q: %d rows of %d columns", text, got.Rows, len(got.Columns))
		}
	}
}

// TestPasteInGerman pastes a table in German. The window calls it Zwischenablage; the table keeps its name.
func TestPasteInGerman(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	s := keepingIn(t, "de")
	if got := s.opensPasted(salesText); got.Name != localfile.Pasted {
		t.Errorf("the table is called %q", got.Name)
	}
	if got := s.win.Title(); got != "Zwischenablage – Cardinal" {
		t.Errorf("the title of the window is %q", got)
	}
	if got := s.tools.name.Text; got != "Zwischenablage" {
		t.Errorf("the toolbar names %q", got)
	}
	s.key("region", fyne.KeyR)
	s.answered()
	s.files.AskExport("xlsx")
	if got := all[*input.Entry](s.asked())[0].Text; got != "Zwischenablage Pivot.xlsx" {
		t.Errorf("the export is to be called %q", got)
	}
}
