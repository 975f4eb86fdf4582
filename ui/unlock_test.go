package ui

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/engine"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// newLockedStage returns a stage with files on the disk, and the folder in which it keeps what it remembers.
func newLockedStage(t *testing.T) (s *stage, kept string) {
	t.Helper()
	kept = t.TempDir()
	s = &stage{TB: t, posts: make(chan func(), 1000)}
	s.window = newWindow(test.NewTempApp(t), Options{Engine: engine.New(engine.Options{NoGPU: true}), Keep: kept,
		Tables:      filepath.Join(kept, "tables"),
		Preferences: filepath.Join(kept, "window.json")}, func(f func()) { s.posts <- f })
	s.win.Resize(fyne.NewSize(1200, 800))
	t.Cleanup(func() {
		s.session.Close()
		s.win.Close()
	})
	return s, kept
}

// locked copies an encrypted workbook with the password secret.
func locked(t *testing.T, name string) (path string) {
	t.Helper()
	from := "standard.xlsx"
	if filepath.Ext(name) == ".ods" {
		from = "pbkdf2.ods"
	}
	b, err := os.ReadFile(filepath.Join("..", "data", "format", "workbook", "encrypted", "testdata", from))
	path = filepath.Join(t.TempDir(), name)
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// question waits for the dialog that asks for a password.
func (s *stage) question() *input.Entry {
	s.Helper()
	s.until("the question for a password", func() bool { return s.dialogs.Len() == 1 })
	return all[*input.Entry](s.asked())[0]
}

// TestUnlock goes the way of a person: a wrong password, the right one, and then whatever reads the file again.
func TestUnlock(t *testing.T) {
	s, kept := newLockedStage(t)
	path := locked(t, "salaries.xlsx")
	s.keeps.Open(path)
	password := s.question()
	if text := s.read(s.asked()); !strings.Contains(text, "The password of salaries.xlsx") || !password.Password {
		t.Errorf("the dialog has\n%s", text)
	}
	s.typed("Secret")
	test.Tap(s.button("Open"))
	s.until("what is wrong", func() bool { return strings.Contains(s.read(s.asked()), "The password is wrong.") })
	if s.win.Canvas().Focused() != fyne.Focusable(password) || password.SelectedText() != "Secret" {
		t.Errorf("%v has the keyboard, and %q is selected", s.win.Canvas().Focused(), password.SelectedText())
	}
	s.typed("secret")
	password.OnSubmitted("secret")
	opened := func(name string) func() bool {
		return func() bool { return s.session.Table() != nil && s.session.Table().Name == name && !s.session.Loading() }
	}
	s.until("the table", opened("salaries.xlsx"))
	if s.dialogs.Len() > 0 {
		t.Error("the dialog is open still")
	}
	if !s.session.Table().Encrypted || s.session.Table().Rows != 3 {
		t.Errorf("%+v", s.session.Table())
	}
	var preview *data.Table
	s.session.Preview("Sales", data.Reading{Header: "none"}, func(got *data.Table, err error) {
		if preview = got; err != nil {
			t.Error(err)
		}
	})
	s.until("a preview without a question", func() bool { return preview != nil })
	s.readAgain()
	s.until("the table, read again", opened("salaries.xlsx"))
	s.keeps.Open(locked(t, "others.ods")) // which has the same password
	s.until("another file", opened("others.ods"))
	if s.dialogs.Len() > 0 {
		t.Error("a known password is asked for")
	}
	s.keeps.Open(load.Join(path, locked(t, "june.xlsx")))
	s.until("two files", func() bool { return s.session.Table().Rows == 6 && !s.session.Loading() })
	s.keeps.Close()
	_ = filepath.WalkDir(kept, func(path string, d fs.DirEntry, _ error) error {
		if b, err := os.ReadFile(path); err == nil && (strings.Contains(string(b), "secret") ||
			strings.Contains(string(b), "North")) {
			t.Errorf("%s has the password or a row", path)
		}
		return nil
	})
}

// TestUnlockSeveral opens three files as one table. Two of them share a password, and each password is asked for
// once.
func TestUnlockSeveral(t *testing.T) {
	s, _ := newLockedStage(t)
	other := filepath.Join(t.TempDir(), "b.xlsx")
	b, err := os.ReadFile(filepath.Join("..", "data", "format", "workbook", "encrypted", "testdata",
		"standard-unicode.xlsx"))
	if err == nil {
		err = os.WriteFile(other, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.keeps.Open(load.Join(locked(t, "a.xlsx"), other, locked(t, "c.xlsx")))
	asked := map[string]bool{}
	for range 2 {
		s.question()
		password := "secret"
		if strings.Contains(s.read(s.asked()), "The password of b.xlsx") {
			password = "päßwörd 密码 🔑"
		}
		asked[password] = true
		s.typed(password)
		test.Tap(s.button("Open"))
		s.until("the dialog closes", func() bool { return s.dialogs.Len() == 0 })
	}
	s.until("the table", func() bool { return s.session.Table() != nil && s.session.Table().Rows == 9 })
	if len(asked) != 2 || s.dialogs.Len() > 0 {
		t.Errorf("asked for %v", asked)
	}
}

// TestUnlockGivenUp closes the dialog: what was open stays open, without a word.
func TestUnlockGivenUp(t *testing.T) {
	s, _ := newLockedStage(t)
	s.session.OpenSample()
	s.until("the sample", func() bool { return s.session.Table() != nil })
	sample := s.session.Table()
	s.keeps.Open(locked(t, "salaries.xlsx"))
	s.question()
	s.dialogs.Dismiss()
	s.until("the end of the work", func() bool { return !s.session.Loading() })
	if s.session.Table() != sample || strings.Contains(s.read(s.status.root), "password") {
		t.Errorf("%s: %s", s.session.Table().Name, s.read(s.status.root))
	}
	s.keeps.Open(locked(t, "salaries.xlsx"))
	s.question()
	s.session.OpenSample() // takes the place of what is being opened
	s.until("the dialog closes", func() bool { return s.dialogs.Len() == 0 })
}

// TestUnlockLookup looks columns up in an encrypted file.
func TestUnlockLookup(t *testing.T) {
	s, _ := newLockedStage(t)
	plain := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(plain, []byte("region,n\nNorth,1\nSouth,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.keeps.Open(plain)
	s.until("the table", func() bool { return s.session.Table() != nil && s.session.Table().Rows == 2 })
	path := locked(t, "salaries.xlsx")
	var second session.Second
	s.session.ReadSecond(path, "", func(got session.Second, err error) {
		if second = got; err != nil {
			t.Error(err)
		}
	})
	s.question()
	s.typed("secret")
	test.Tap(s.button("Open"))
	s.until("the second table", func() bool { return second.Table != nil })
	s.session.LookUp(lookup.Spec{Path: path, Keys: []lookup.Key{{On: "region", Equals: "region"}}}, second.Table)
	s.until("the columns", func() bool { _, err := s.session.Uncalculated().Column("units"); return err == nil })
}

// TestExportWithPassword exports a workbook with a password, after a name and a password that it cannot have.
func TestExportWithPassword(t *testing.T) {
	s, _ := newLockedStage(t)
	s.session.OpenSample()
	s.until("the sample", func() bool { return s.session.Table() != nil })
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	folder := t.TempDir()
	s.files.AskExport("xlsx")
	s.typed("sales.csv", folder, "päß")
	test.Tap(s.button("Export"))
	if text := s.read(s.asked()); !strings.Contains(text, "CSV cannot have a password") {
		t.Errorf("a CSV with a password: %s", text)
	}
	s.typed("sales.xlsx", folder, strings.Repeat("x", 256))
	test.Tap(s.button("Export"))
	if text := s.read(s.asked()); !strings.Contains(text, "256 characters") {
		t.Errorf("a long password: %s", text)
	}
	s.typed("sales.xlsx", folder, "päß")
	test.Tap(s.button("Export"))
	s.until("the export", func() bool { return strings.Contains(s.read(s.status.root), "Exported") })
	names, err := os.ReadDir(folder)
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	s.keeps.Open(filepath.Join(folder, "sales.xlsx"))
	s.question()
	s.typed("päß")
	test.Tap(s.button("Open"))
	s.until("the workbook", func() bool { return s.session.Table().Name == "sales.xlsx" })
	s.files.AskExport("csv")
	if n := len(all[*input.Entry](s.asked())); n != 2 {
		t.Errorf("the question for a CSV has %d entries", n)
	}
}
