package filedialog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dialog/dialogs"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/widget/input"
)

// desk is an open dialog over a folder of its own.
type desk struct {
	testing.TB
	win   fyne.Window
	stack *dialogs.Stack
	posts chan func()
	root  string
	used  string
}

// folder makes files: a name that ends with a slash is a folder, and the others hold as many bytes as their
// number in the list times 1000.
func folder(t testing.TB, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for i, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, make([]byte, 1000*i), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Date(2024, 1, 20-i, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func ask(t testing.TB, q Question, names ...string) *desk {
	t.Helper()
	test.NewTempApp(t)
	d := &desk{TB: t, root: folder(t, names...), posts: make(chan func(), 99)}
	d.win = test.NewTempWindow(t, widget.NewLabel(""))
	d.win.Resize(fyne.NewSize(900, 700))
	d.stack = dialogs.New(d.win)
	if q.Folder == "" {
		q.Folder = d.root
	}
	Ask(d.stack, q, func(f func()) { d.posts <- f }, func(path string) { d.used = path })
	d.settle()
	d.settle() // the places to go to
	return d
}

// settle waits for the folder that is being read.
func (d *desk) settle() {
	d.Helper()
	select {
	case f := <-d.posts:
		f()
	case <-time.After(30 * time.Second):
		d.Fatal("no folder was read")
	}
}

func find[T fyne.CanvasObject](d *desk) T {
	d.Helper()
	for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
		if w, ok := o.(T); ok {
			return w
		}
	}
	d.Fatal("the dialog lacks a widget")
	panic("unreachable")
}

// listed returns the names in the list.
func (d *desk) listed() string {
	var names []string
	for _, it := range find[*list](d).items {
		names = append(names, it.name)
	}
	return strings.Join(names, " ")
}

// note returns the text below the list.
func (d *desk) note() (text string) {
	for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
		if l, is := o.(*widget.Label); is && l.Wrapping == fyne.TextWrapWord {
			text += l.Text
		}
	}
	return text
}

func (d *desk) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		d.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// submit presses Enter and waits for the result.
func (d *desk) submit() {
	d.Helper()
	d.press(fyne.KeyReturn)
	d.settle()
}

func (d *desk) typeText(text string) {
	for _, r := range text {
		d.win.Canvas().Focused().TypedRune(r)
	}
}

var tables = Question{Title: "Open", Confirm: "Open", Kinds: "Tables", Extensions: []string{".csv", ".xlsx"}}

// TestByKeyboard types part of a path, completes it, goes down a folder and opens a file.
func TestByKeyboard(t *testing.T) {
	d := ask(t, tables, "zebra.csv", "sales/", "salt.txt", "b.xlsx", ".hidden.csv", "sales/2023.csv", "sales/2024.csv")
	if got := d.listed(); got != "sales b.xlsx zebra.csv" {
		t.Fatalf("listed are %s", got)
	}
	d.typeText("sa")
	if got := d.listed(); got != "sales" {
		t.Errorf("with sa listed are %s", got)
	}
	d.press(fyne.KeyTab)
	d.settle()
	if got := d.listed(); got != "2023.csv 2024.csv" {
		t.Errorf("after Tab listed are %s", got)
	}
	d.typeText("2")
	d.press(fyne.KeyTab)
	d.typeText("4")
	d.submit()
	d.settle() // the only name that is left
	if want := filepath.Join(d.root, "sales", "2024.csv"); d.used != want || d.stack.Len() != 0 {
		t.Errorf("used is %q, want %q", d.used, want)
	}
}

// TestList walks the list by keys and by letters.
func TestList(t *testing.T) {
	d := ask(t, tables, "alpha.csv", "beta.csv", "bravo.csv", "deep/", "deep/x.csv")
	d.press(fyne.KeyDown, fyne.KeyDown)
	d.typeText("br")
	d.submit()
	if filepath.Base(d.used) != "bravo.csv" {
		t.Errorf("used is %q", d.used)
	}
	d = ask(t, tables, "alpha.csv", "deep/", "deep/x.csv")
	d.press(fyne.KeyDown)
	d.submit()
	d.settle()
	if got := d.listed(); got != "x.csv" {
		t.Errorf("below listed are %s", got)
	}
	d.press(fyne.KeyDown, fyne.KeyBackspace)
	d.settle()
	if l := find[*list](d); l.items[l.Marked].name != "deep" {
		t.Errorf("above, the mark stands on %d", l.Marked)
	}
	find[*row](d).MouseDown(&desktop.MouseEvent{})
	find[*row](d).DoubleTapped(nil)
	d.settle() // what it is
	d.settle()
	if got := d.listed(); got != "x.csv" {
		t.Errorf("after a double tap listed are %s", got)
	}
}

func TestSorting(t *testing.T) {
	d := ask(t, tables, "c.csv", "a.csv", "b.csv", "d/")
	if got := d.listed(); got != "d a.csv b.csv c.csv" {
		t.Errorf("listed are %s", got)
	}
	for _, step := range [][2]string{{"Size", "d b.csv a.csv c.csv"}, {"Size", "d c.csv a.csv b.csv"},
		{"Changed", "d c.csv a.csv b.csv"}, {"Name", "d a.csv b.csv c.csv"}, {"Name", "d c.csv b.csv a.csv"}} {
		for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
			if b, is := o.(*input.Button); is && b.Text == step[0] {
				test.Tap(b)
			}
		}
		if got := d.listed(); got != step[1] {
			t.Errorf("after %s: %s, want %s", step[0], got, step[1])
		}
	}
}

func TestFaults(t *testing.T) {
	d := ask(t, tables, "notes.txt", "x.csv")
	d.typeText("nothing.csv")
	d.submit()
	if d.used != "" || d.stack.Len() != 1 || !strings.Contains(d.note(), "There is no file") {
		t.Errorf("used is %q", d.used)
	}
}

// A dialog that is cancelled while a drive does not answer uses nothing when the drive does.
func TestCancelledMeanwhile(t *testing.T) {
	d := ask(t, tables, "x.csv")
	d.typeText("x.csv")
	d.press(fyne.KeyReturn)
	d.stack.Dismiss()
	d.settle()
	if d.used != "" || d.stack.Len() != 0 {
		t.Errorf("used is %q, open are %d dialogs", d.used, d.stack.Len())
	}
}

func TestFolders(t *testing.T) {
	q := Question{Title: "Choose", Confirm: "Choose", Folders: true}
	d := ask(t, q, "one/", "two/", "file.csv")
	if got := d.listed(); got != "one two" {
		t.Errorf("listed are %s", got)
	}
	d.press(fyne.KeyDown)
	d.submit()
	d.settle()
	d.submit()
	if want := filepath.Join(d.root, "one"); d.used != want {
		t.Errorf("used is %q, want %q", d.used, want)
	}
}

func TestComplete(t *testing.T) {
	items := []item{{name: "sales 2023.csv"}, {name: "sales 2024.csv"}, {name: "Sälen", folder: true}, {name: "x"}}
	for part, want := range map[string]string{"sal": "sales 202", "sales 2024": "sales 2024.csv",
		"Sä": "Sälen" + string(filepath.Separator), "q": "q"} {
		if got := complete(items, part); got != want {
			t.Errorf("%q becomes %q, want %q", part, got, want)
		}
	}
}

// TestSeveral picks files together, by keys and by the mouse, and chooses a folder and a pattern.
func TestSeveral(t *testing.T) {
	q := tables
	q.Several = true
	names := []string{"a.csv", "b.csv", "c.xlsx", "deep/", "notes.txt"}
	d := ask(t, q, names...)
	ok := func() string {
		for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
			if b, is := o.(*input.Button); is && b.Importance == widget.HighImportance {
				return b.Text
			}
		}
		return ""
	}
	paths := func(names ...string) string {
		for i, n := range names {
			names[i] = filepath.Join(d.root, n)
		}
		return strings.Join(names, "\n")
	}
	d.press(fyne.KeyDown, fyne.KeyDown)
	d.typeText(" ")
	d.press(fyne.KeyDown, fyne.KeyDown)
	d.typeText(" ")
	if got := ok(); got != "Open 2 files as one table" {
		t.Errorf("the button says %q", got)
	}
	d.press(fyne.KeyReturn)
	if want := paths("a.csv", "c.xlsx"); d.used != want {
		t.Errorf("used is %q, want %q", d.used, want)
	}

	d = ask(t, q, names...)
	l := find[*list](d)
	click := func(i int, m fyne.KeyModifier) {
		r := newRow(l)
		r.show(i)
		r.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: m})
	}
	click(1, 0)
	click(2, fyne.KeyModifierControl)
	if len(l.picks) != 2 {
		t.Errorf("picked are %v", l.picks)
	}
	click(3, 0)
	if len(l.picks) != 0 || ok() != "Open" {
		t.Errorf("picked are %v, the button says %q", l.picks, ok())
	}
	click(1, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn)
	if want := paths("a.csv", "b.csv", "c.xlsx"); d.used != want {
		t.Errorf("used is %q, want %q", d.used, want)
	}

	d = ask(t, q, names...)
	d.typeText("*.csv")
	d.submit()
	if want := paths("*.csv"); d.used != want {
		t.Errorf("used is %q, want %q", d.used, want)
	}
	d = ask(t, q, names...)
	d.typeText("*.parquet")
	d.submit()
	if d.used != "" || !strings.Contains(d.note(), "No file fits") {
		t.Errorf("used is %q, and the dialog says %q", d.used, d.note())
	}
	d = ask(t, q, names...)
	for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
		if b, is := o.(*input.Button); is && b.Text == "Open all 3 tables here as one" {
			test.Tap(b)
		}
	}
	if d.used != d.root {
		t.Errorf("used is %q", d.used)
	}
}

// TestPathBeginsAnew types a whole path after the path that stands in the entry.
func TestPathBeginsAnew(t *testing.T) {
	for typed, want := range map[string]string{
		"/folder/ann//data/a.csv": "/data/a.csv", "/folder//ann//data": "/data", "/folder/ann/~/a.csv": "~/a.csv",
		"/folder/ann/": "/folder/ann/", "~/a": "~/a",
		"//server/files": "//server/files", `C:\data\D:\more`: `D:\more`, "/folder/a~b/c": "/folder/a~b/c", "": "",
		"a.csv": "a.csv",
	} {
		if got := lastPath(typed); got != want {
			t.Errorf("%q begins at %q, want %q", typed, got, want)
		}
	}
}

// TestEmptyFolder says that a folder holds nothing, or no folder.
func TestEmptyFolder(t *testing.T) {
	d := ask(t, tables, "nothing/")
	d.press(fyne.KeyDown, fyne.KeyReturn)
	d.settle()
	d.settle()
	if got := d.note(); got != "This folder is empty." {
		t.Errorf("below an empty folder stands %q", got)
	}
	d = ask(t, Question{Title: "Choose", Confirm: "Choose", Folders: true}, "file.csv")
	if got := d.note(); got != "No folders in this one." {
		t.Errorf("below a folder without folders stands %q", got)
	}
}

// TestTypedBack types the path of another folder and goes back before that folder is read: the folder that the
// path names is listed. All tables of a folder are offered only while the path is in that folder.
func TestTypedBack(t *testing.T) {
	d := ask(t, Question{Title: "Open", Confirm: "Open", Kinds: "Tables", Extensions: []string{".csv"}, Several: true},
		"a.csv", "b.csv", "sub/", "sub/c.csv")
	path := find[*input.Entry](d)
	above := filepath.Dir(d.root) + string(filepath.Separator)
	path.SetText(above)
	path.SetText(withSeparator(d.root))
	path.SetText(above)
	path.SetText(withSeparator(d.root))
	for range 2 {
		d.settle()
	}
	if got := d.listed(); got != "sub a.csv b.csv" {
		t.Errorf("listed are %q", got)
	}
	offered := func() bool {
		for _, o := range test.LaidOutObjects(d.win.Canvas().Overlays().Top()) {
			if b, is := o.(*input.Button); is && strings.HasPrefix(b.Text, "Open all 2 tables") {
				return b.Visible()
			}
		}
		return false
	}
	if !offered() {
		t.Error("the tables of the folder are not offered")
	}
	path.SetText(filepath.Join(d.root, "nowhere", "x"))
	d.settle()
	if offered() {
		t.Error("the tables of a folder are offered beside the path of another one")
	}
}

// TestTabOrder goes through the first line of the dialog with Tab: from its left to its right.
func TestTabOrder(t *testing.T) {
	d := ask(t, tables, "a.csv")
	c := d.win.Canvas()
	c.FocusPrevious()
	if up, is := c.Focused().(*input.Button); !is || up.Text != "Up" {
		t.Errorf("before the path is %T", c.Focused())
	}
	c.FocusNext()
	if c.FocusNext(); fmt.Sprintf("%T", c.Focused()) != "*input.Select" {
		t.Errorf("behind the path is %T", c.Focused())
	}
}
