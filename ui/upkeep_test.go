package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/internal/crash"
	"cardinal/ui/desktop/instance"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// push presses a button of the dialog on top.
func (s *stage) push(text string) {
	s.Helper()
	for _, b := range all[*input.Button](s.asked()) {
		if b.Text == text && !b.Disabled() {
			b.OnTapped()
			return
		}
	}
	s.button(text).OnTapped()
}

// TestCrashIsOffered leaves a crash report: the next window offers it once, and Help shows it later.
func TestCrashIsOffered(t *testing.T) {
	s := newStage(t, orders())
	s.reports = filepath.Join(t.TempDir(), "crashes")
	if err := os.MkdirAll(s.reports, 0o700); err != nil {
		t.Fatal(err)
	}
	report := "Cardinal 1\n\nThe crash:\npanic: a fault\n\ngoroutine 7 [running]:\n"
	if err := os.WriteFile(filepath.Join(s.reports, "7.running"), []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
	s.showCrash()
	if s.asked() != nil {
		t.Fatal("a report is shown before there is one")
	}
	s.offerCrash()
	s.until("the offer", func() bool { return strings.Contains(s.read(s.offers), "Cardinal crashed on") })
	for _, b := range all[*input.Button](s.offers) {
		if b.Text == "Show the report" {
			b.OnTapped()
		}
	}
	if text := s.read(s.asked()); !strings.Contains(text, "panic: a fault") ||
		strings.Contains(s.read(s.offers), "crashed") {
		t.Errorf("shown is %q", text)
	}
	s.push("Copy")
	if got := s.app.Clipboard().Content(); got != report {
		t.Errorf("copied is %q", got)
	}
	s.escape()
	s.showCrash()
	if s.asked() == nil {
		t.Error("Help shows no report")
	}
	if again := crash.Left(s.reports); len(again) > 0 {
		t.Error("the report is offered twice")
	}
}

// TestFoldersAreEmptied resets the settings and empties the reports, by the dialog.
func TestFoldersAreEmptied(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "AppData"} {
		t.Setenv(name, home)
	}
	s := newStage(t, orders())
	s.window.prefs = prefs.Load(prefs.File())
	s.prefer(func(v *prefs.Values) { v.Scale, v.Recent = 150, []string{"/a.csv"} })
	s.showFolders()
	text := s.read(s.asked())
	for _, want := range []string{"Settings", "Kept tables", "Measurements", "Crash reports",
		filepath.Dir(prefs.File()), "1 small file"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog does not say %q: %s", want, text)
		}
	}
	s.push("Reset…")
	s.push("Reset")
	if p := prefs.Load(prefs.File()); p.Scale != 0 || len(p.Recent) > 0 || s.window.prefs.Scale != 0 {
		t.Errorf("the settings are %+v", p.Values)
	}
	if len(all[*input.Button](s.asked())) == 0 {
		t.Error("the list is gone")
	}
}

// doored gives the window a door, and returns a start of the program for a file, which the window takes or not.
func (s *stage) doored(t *testing.T) (start func(file string, taken bool)) {
	t.Helper()
	dir, err := os.MkdirTemp("", "door")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s.door, _ = instance.Enter(dir, "", false)
	t.Cleanup(s.door.Close)
	s.door.Serve(func(file, pivot string) { s.posts <- func() { s.openHanded(file, pivot) } })
	return func(file string, want bool) {
		t.Helper()
		d, taken := instance.Enter(dir, file, false)
		if d != nil {
			d.Close()
		}
		if taken != want {
			t.Errorf("%q: taken is %v", file, taken)
		}
	}
}

// TestWorkspaceIsHandedOver starts the program again for the workspace that is shown, and for its table.
func TestWorkspaceIsHandedOver(t *testing.T) {
	s, folder := keeping(t, ""), t.TempDir()
	start := s.doored(t)
	table := write(t, folder, "sales.csv", salesText)
	report := write(t, folder, "report.cardinal",
		`{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [{"name": "A", "rows": ["region"]}]}`)
	s.open(report)
	start(report, true)
	start(table, false)
	s.open(table)
	start(report, false)
	start(table, true)
}

// TestHandedOver starts the program again for the file that is shown, and for another one.
func TestHandedOver(t *testing.T) {
	other := orders()
	other.Name, other.Path = "/other.csv", "/other.csv"
	s := newStage(t, orders(), other)
	start := s.doored(t)
	s.load(0)
	start("", true)
	start("/other.csv", true) // nothing of a person's is in the window
	s.until("the other table", func() bool { return s.session.Table() == other })
	start("/other.csv", true)
	start("", false)
	s.load(0)
	start("", true)
	s.editor.Add("region", view.Rows, 0)
	start("/other.csv", false)
	start("", true)
}
