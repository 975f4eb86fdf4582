package ui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"cardinal/engine/pivot"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// gated is a window whose looks at a file wait until the gate is open.
type gated struct {
	*stage
	open atomic.Bool
}

func gatedWindow(t *testing.T) *gated {
	g := &gated{stage: keeping(t, "")}
	g.rest = func(ctx context.Context) error {
		for {
			select {
			case <-time.After(time.Millisecond):
				if g.open.Load() {
					return nil
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return g
}

// replace puts another file in the place of one, as programs do that write a file and rename it.
func replace(t *testing.T, path, text string) {
	t.Helper()
	next := write(t, t.TempDir(), "next", text)
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
}

// foot returns the message at the foot of the window.
func (g *gated) foot() string {
	if !g.status.message.Visible() {
		return ""
	}
	return g.status.text.Text
}

// moved returns the labels of the rows with a moved figure in the last column, and the old figures.
func (g *gated) moved(old *session.Answer) (all []string) {
	a := g.session.Answer()
	for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
		if text, moved := a.Before(old, row, a.Grid.Cols-1); moved {
			c := a.Grid.Cell(row, 0)
			all = append(all, c.Text()+" "+text)
		}
	}
	return all
}

// TestFollowFile changes the open file: the window asks once, reads the file again, says how many rows came, and marks
// the figures that moved. Later changes are read without a question.
func TestFollowFile(t *testing.T) {
	g := gatedWindow(t)
	path := write(t, t.TempDir(), "sales.csv", salesText)
	g.stage.open(path)
	g.editor.Add("region", view.Rows, 0)
	g.editor.Add("revenue", view.Values, 0)
	first := g.answered()
	replace(t, path, salesText+"US,Reno,2024-03-10,7\nAsia,Osaka,2024-03-11,1\n")
	g.open.Store(true)
	g.until("the question", func() bool { return len(g.offers.Objects) == 1 })
	if text := g.read(g.offers); !strings.Contains(text,
		"sales.csv has changed. Read this file again whenever it changes?") {
		t.Errorf("the question is %q", text)
	}
	if g.session.Answer() != first || g.unmark() {
		t.Error("the figures changed before the answer")
	}
	for _, b := range all[*input.Button](g.offers) {
		if b.Text == "Read it again" {
			test.Tap(b)
		}
	}
	g.until("the file is read again", func() bool { return strings.Contains(g.foot(), "read again") })
	if got := g.foot(); got != "sales.csv was read again: 2 rows more, 7 in all." {
		t.Errorf("said %q", got)
	}
	if got := strings.Join(g.moved(first), "|"); got != "Asia no such label|US 42|Total 77" {
		t.Errorf("moved: %s", got)
	}
	for _, mode := range []theme.Mode{theme.Light, theme.Dark} {
		g.setMode(mode)
		g.snap("followed-" + string(mode))
	}
	if !g.canUndo {
		t.Error("the edits before can no longer be undone")
	}
	if g.escape(); g.unmark() {
		t.Error("Esc leaves the marks")
	}

	second := g.session.Answer()
	replace(t, path, salesText)
	g.until("the next change", func() bool { return strings.Contains(g.foot(), "2 rows fewer, 5 in all") })
	if got := strings.Join(g.moved(second), "|"); got != "US 49|Total 85" {
		t.Errorf("moved: %s", got)
	}
	if len(g.offers.Objects) > 0 {
		t.Error("it is asked again")
	}
	g.editor.Edit(func(s view.State) view.State { return s.ClearFilters() })
	if g.unmark() {
		t.Error("an edit leaves the marks")
	}

	third := g.session.Answer()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	g.until("the file is missed", func() bool { return strings.Contains(g.foot(), "not there any more") })
	if g.session.Answer() != third {
		t.Error("the answer did not stay")
	}
	write(t, filepath.Dir(path), "sales.csv", salesText+"EU,Rome,2024-03-10,7\n")
	g.until("the file is back", func() bool { return strings.Contains(g.foot(), "1 row more, 6 in all") })

	if on, can := g.follows(); !on || !can {
		t.Error("the menu does not follow the file")
	}
	g.chooseIn(g.menu().Items[0].Items, "Read the file again whenever it changes")
	if on, _ := g.follows(); on {
		t.Error("the menu does not end it")
	}
}

// TestFollowHeldFile holds the moment at which a file is half written: it is not read, and a file that cannot be read
// leaves the old answer.
func TestFollowHeldFile(t *testing.T) {
	g := gatedWindow(t)
	path := write(t, t.TempDir(), "sales.json", `[{"a": 1, "b": 2}, {"a": 2, "b": 3}]`)
	g.stage.open(path)
	g.editor.Add("b", view.Values, 0)
	first := g.answered()
	g.setFollow(true)
	replace(t, path, `[{"a": 1, "b": 5}, {"a": 2, "b":`)
	if len(g.posts) > 0 && g.session.Loading() {
		t.Error("the file is read before it rests")
	}
	g.open.Store(true)
	g.until("the file is refused", func() bool { return strings.Contains(g.foot(), "is still open") })
	if g.session.Answer() != first || g.session.Loading() {
		t.Error("the old answer did not stay")
	}
	replace(t, path, `[{"a": 1, "b": 5}, {"a": 2, "b": 3}, {"a": 9, "b": 0}]`)
	g.until("the whole file", func() bool { return strings.Contains(g.foot(), "1 row more, 3 in all") })
	a := g.answered()
	if got := a.Tab.Cell(0, 0, 0).String(); got != "8" {
		t.Errorf("the sum is %s", got)
	}
	if c := a.Grid.Cell(a.Grid.Rows-1, a.Grid.Cols-1); c.Role != pivot.Body {
		t.Errorf("the last cell is %v", c.Role)
	}
}
