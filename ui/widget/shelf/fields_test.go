package shelf

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

// pane is a list of three fields in a window.
type pane struct {
	diary
	*Fields
	canvas fyne.Canvas
}

func newPane(t testing.TB) *pane {
	t.Helper()
	p := &pane{Fields: NewFields(nil)}
	p.OnAdd = func(columns []string, on view.Shelf) { p.note("%s to %s", strings.Join(columns, ", "), on) }
	p.OnDefault = func(columns []string) { p.note("%s where it suits", strings.Join(columns, ", ")) }
	p.OnMenu = func(columns []string, _ fyne.Position) { p.note("menu of %s", strings.Join(columns, ", ")) }
	p.OnDragged = func(fields []Field, ev *fyne.DragEvent) { p.note("drag %s", strings.Join(names(fields), ", ")) }
	p.OnDragEnd = func() { p.note("drop") }
	p.SetFields([]Field{
		{Name: "Region", Type: data.Text, Count: "3", Detail: "Region: text"},
		{Name: "Units sold", Type: data.Int, Detail: "Units sold: whole number"},
		{Name: "Sold on", Type: data.Date},
	})
	w := test.NewTempWindow(t, p.Object())
	w.Resize(fyne.NewSize(240, 400))
	p.canvas = w.Canvas()
	return p
}

// visible returns the names of the rows that match the search.
func (p *pane) visible() string {
	var names []string
	for _, r := range p.Rows() {
		if r.Visible() {
			names = append(names, r.Field().Name)
		}
	}
	return strings.Join(names, ", ")
}

func TestFieldKeys(t *testing.T) {
	p := newPane(t)
	p.canvas.Focus(p.list)
	press(p.list, fyne.KeyR, fyne.KeyC, fyne.KeyV, fyne.KeyF)
	p.has(t, "Region to Rows", "Region to Columns", "Region to Values", "Region to Filters")
	press(p.list, fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyX)
	p.list.TypedRune('r')
	p.has(t, "Region where it suits", "Region where it suits", "menu of Region")
}

func TestFieldMouse(t *testing.T) {
	p := newPane(t)
	r := p.Rows()[1]
	r.MouseDown(&desktop.MouseEvent{})
	r.MouseUp(&desktop.MouseEvent{})
	if p.canvas.Focused() != fyne.Focusable(p.list) || !r.Focused {
		t.Error("a press does not take the focus")
	}
	test.TapAt(r, fyne.NewPos(10, 5))
	p.has(t)
	test.TapAt(r, fyne.NewPos(r.Size().Width-plusWidth/2, 5))
	test.TapSecondaryAt(r, fyne.NewPos(10, 5))
	r.DoubleTapped(&fyne.PointEvent{})
	p.has(t, "menu of Units sold", "menu of Units sold", "Units sold where it suits")
	dragTo(t, r, fyne.NewPos(0, 0))
	if n := len(p.lines); n != 9 || p.lines[0] != "drag Units sold" || p.lines[8] != "drop" {
		t.Errorf("%q", p.lines)
	}
	if r.Cursor() != desktop.PointerCursor {
		t.Error("the cursor does not say that the field can be taken")
	}
}

// TestSeveralFields picks fields together, with the mouse and with keys. An action on one of them applies to all.
func TestSeveralFields(t *testing.T) {
	p := newPane(t)
	down := func(i int, m fyne.KeyModifier) {
		p.Rows()[i].MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: m})
	}
	up := func(i int, m fyne.KeyModifier) {
		p.Rows()[i].MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: m})
	}
	picked := func() string {
		var names []string
		for _, r := range p.Rows() {
			if r.picked {
				names = append(names, r.Field().Name)
			}
		}
		return strings.Join(names, ", ")
	}
	check := func(what, want string) {
		t.Helper()
		if got := picked(); got != want {
			t.Errorf("%s: picked are %q, want %q", what, got, want)
		}
	}
	down(2, fyne.KeyModifierControl)
	check("a click with Ctrl before all else", "Sold on")
	down(0, fyne.KeyModifierControl)
	check("one more", "Region, Sold on")
	press(p.list, fyne.KeyR)
	p.has(t, "Region, Sold on to Rows")
	down(0, 0)
	dragTo(t, p.Rows()[0], fyne.NewPos(0, 0))
	if p.lines[len(p.lines)-1] != "drop" || p.lines[len(p.lines)-2] != "drag Region, Sold on" {
		t.Errorf("%q", p.lines)
	}
	up(0, 0)
	check("a plain click", "")
	p.lines = nil

	down(0, 0)
	up(0, 0)
	down(2, fyne.KeyModifierShift)
	check("a click with Shift", "Region, Units sold, Sold on")
	down(1, fyne.KeyModifierControl)
	check("one is taken back", "Region, Sold on")
	press(p.list, fyne.KeyV) // the marked row is not among them
	p.has(t, "Units sold to Values")
	press(p.list, fyne.KeyEscape)
	check("Esc", "")

	p.list.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	press(p.list, fyne.KeyDown)
	check("Shift and an arrow", "Units sold, Sold on")
	press(p.list, fyne.KeyUp)
	check("back", "Units sold")
	press(p.list, fyne.KeyHome)
	check("to the first", "Region, Units sold")
	p.list.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	press(p.list, fyne.KeyReturn, fyne.KeySpace)
	p.has(t, "Region, Units sold where it suits", "menu of Region, Units sold")

	press(p.list, fyne.KeyEnd)
	p.list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeySpace, Modifier: fyne.KeyModifierShortcutDefault})
	check("Ctrl and Space", "Region, Units sold, Sold on")
	p.Unpick()
	p.list.TypedShortcut(&fyne.ShortcutSelectAll{})
	check("Ctrl and A", "Region, Units sold, Sold on")
	p.Search("sold")
	check("what a search hides", "Units sold, Sold on")
}

func TestWalkTheList(t *testing.T) {
	p := newPane(t)
	p.FocusSearch()
	test.Type(p.search, "SOLD")
	if got := p.visible(); got != "Units sold, Sold on" || p.none.Visible() {
		t.Fatalf("shows %q", got)
	}
	press(p.search, fyne.KeyReturn)
	for _, step := range []struct {
		key  fyne.KeyName
		want string
	}{
		{fyne.KeyDown, "Sold on"}, {fyne.KeyDown, "Sold on"}, {fyne.KeyUp, "Units sold"}, {fyne.KeyEnd, "Sold on"},
		{fyne.KeyHome, "Units sold"},
		{fyne.KeyPageDown, "Sold on"}, {fyne.KeyPageUp, "Units sold"}, {fyne.KeyUp, "search"},
		{fyne.KeyDown, "Units sold"},
	} {
		press(p.canvas.Focused(), step.key)
		if got := p.holder(); got != step.want {
			t.Fatalf("%s leads to %s, want %s", step.key, got, step.want)
		}
	}
	p.FocusSearch()
	test.Type(p.search, "reg") // in the place of what was searched before
	if got := p.search.Text; got != "reg" {
		t.Errorf("the search is %q", got)
	}
	p.canvas.Focus(p.list)
	if got := p.holder(); got != "Region" {
		t.Errorf("the keyboard is on %s, which the search hides", got)
	}
	press(p.list, fyne.KeyHome, fyne.KeyEnd)
	p.search.SetText("nothing has this name")
	press(p.list, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp)
}

// holder says what has the keyboard.
func (p *pane) holder() string {
	switch p.canvas.Focused() {
	case fyne.Focusable(p.search):
		return "search"
	case fyne.Focusable(p.add):
		return "new"
	case fyne.Focusable(p.list):
		for _, r := range p.Rows() {
			if r.Focused {
				return r.Field().Name
			}
		}
		return "a list without a mark"
	}
	return "nothing"
}

// TestManyFields walks the Tab key past three hundred fields, and the arrows among them.
func TestManyFields(t *testing.T) {
	p := newPane(t)
	fields := make([]Field, 300)
	for i := range fields {
		fields[i].Name = fmt.Sprint("field ", i)
	}
	p.SetFields(fields)
	p.FocusSearch()
	p.canvas.FocusNext()
	if got := p.holder(); got != "field 0" {
		t.Fatalf("Tab leads from the search to %s", got)
	}
	for range 299 {
		press(p.list, fyne.KeyDown)
	}
	top, bottom := p.Rows()[299].Position().Y, p.Rows()[299].Position().Y+rowHeight
	if view := p.list.scroll; p.holder() != "field 299" || top < view.Offset.Y || bottom > view.Offset.Y+
		view.Size().Height {
		t.Errorf("%s has the keyboard, at %v to %v of the list, of which %v on are in view", p.holder(), top, bottom,
			view.Offset.Y)
	}
	p.canvas.FocusNext()
	if got := p.holder(); got != "new" {
		t.Errorf("Tab leads from the list to %s", got)
	}
	p.canvas.FocusPrevious()
	if got := p.holder(); got != "field 299" {
		t.Errorf("the list forgets where the keyboard was: %s", got)
	}
}

// TestFieldsInView scrolls five thousand fields. The window has no more rows than can be seen, whatever is done.
func TestFieldsInView(t *testing.T) {
	p := newPane(t)
	fields := make([]Field, 5000)
	for i := range fields {
		fields[i].Name = fmt.Sprint("field ", i)
	}
	p.SetFields(fields)
	check := func(what, first string) {
		t.Helper()
		var seen []*FieldRow
		for _, o := range p.list.box.Objects {
			if r := o.(*FieldRow); !r.Focused || r.Position().Y < p.list.scroll.Offset.Y+p.list.scroll.Size().Height {
				seen = append(seen, r)
			}
		}
		most := int(p.list.scroll.Size().Height/rowHeight) + 2
		if len(seen) == 0 || len(seen) > most || seen[0].field.Name != first {
			t.Fatalf("%s: %d rows of at most %d, want %s first", what, len(seen), most, first)
		}
		for i, r := range seen {
			if look := test.WidgetRenderer(r).(*fieldRenderer); i > 0 && r.Position().Y != seen[i-1].Position().Y+
				rowHeight || look.count.Text != r.field.Count || look.name.TextStyle.Bold != r.used {
				t.Errorf("%s: %s is at %v, reads %q", what, r.field.Name, r.Position(), look.count.Text)
			}
		}
	}
	check("at first", "field 0")
	p.list.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -2600)})
	check("scrolled", "field 100")
	p.SetCount("field 2000", "17", "", Spread{})
	p.SetUsed(map[string]bool{"field 2000": true})
	p.list.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -1900*rowHeight)})
	check("to a field that has changed meanwhile", "field 2000")
	p.search.SetText("field 49")
	check("searched", "field 49")
	p.search.SetText("")
	p.canvas.Focus(p.list)
	press(p.list, fyne.KeyEnd)
	check("at the end", p.list.box.Objects[0].(*FieldRow).field.Name)
	if last := p.list.box.Objects[len(p.list.box.Objects)-1].(*FieldRow); last.field.Name != "field 4999" {
		t.Errorf("the last row is %s", last.field.Name)
	}
	p.list.scroll.ScrollToTop()
	p.list.place()
	check("the mark is far away", "field 0")
}

func TestSearch(t *testing.T) {
	p := newPane(t)
	for search, want := range map[string]string{
		"": "Region, Units sold, Sold on", " reg ": "Region", "on": "Region, Sold on", "sold o": "Sold on", "q": "",
	} {
		p.search.SetText(search)
		if got := p.visible(); got != want || p.none.Visible() != (want == "") {
			t.Errorf("%q: shows %q, message %v", search, got, p.none.Visible())
		}
	}
	p.search.SetText("xyz")
	if p.none.Text != "No field has “xyz” in its name." {
		t.Errorf("says %q", p.none.Text)
	}
	p.SetFields(nil)
	if p.none.Visible() {
		t.Error("an empty table has no field to miss")
	}
	p.SetFields([]Field{{Name: "xyz"}, {Name: "abc"}})
	if got := p.visible(); got != "xyz" {
		t.Errorf("a new table shows %q", got)
	}
}

// TestSearchGoesToTheName searches a name that is also a part of a name before it.
func TestSearchGoesToTheName(t *testing.T) {
	p := newPane(t)
	p.SetFields([]Field{{Name: "rownames"}, {Name: "Name"}, {Name: "names"}})
	for search, want := range map[string]int{"name": 1, "nam": 0, " names ": 2} {
		p.search.SetText(search)
		if p.search.OnDown(); p.list.now != want || !p.list.has {
			t.Errorf("%q: the arrow down goes to field %d, want %d", search, p.list.now, want)
		}
	}
	p.search.SetText("xyz")
	p.search.OnDown()
}

func TestFieldLooks(t *testing.T) {
	p := newPane(t)
	r := p.Rows()[0]
	look := test.WidgetRenderer(r).(*fieldRenderer)
	if look.plus.Visible() || !look.count.Visible() || look.count.Text != "3" || look.name.TextStyle.Bold {
		t.Error("an idle field shows its count and no plus sign")
	}
	p.SetUsed(map[string]bool{"Region": true, "gone": true})
	r.MouseIn(nil)
	if !look.plus.Visible() || look.count.Visible() || !look.name.TextStyle.Bold || look.back.FillColor == nil {
		t.Error("a field under the pointer, on a shelf, shows a plus sign and bold")
	}
	r.MouseOut()
	p.SetUsed(nil)
	r.setFocused(true)
	if !look.plus.Visible() || look.back.StrokeWidth == 0 || look.name.TextStyle.Bold {
		t.Error("a field with the focus shows a ring")
	}
	r.setFocused(false)
	if look.back.StrokeWidth != 0 {
		t.Error("the ring stays")
	}
}

// TestNewTableKeepsTheFocus opens a table while a field of the one before has the keyboard. The field of that
// name has it then, or the first one.
func TestNewTableKeepsTheFocus(t *testing.T) {
	p := newPane(t)
	p.Rows()[1].MouseDown(nil)
	for _, c := range []struct {
		fields []Field
		want   int
	}{{[]Field{{Name: "other"}, {Name: "another"}, {Name: p.Rows()[1].field.Name}}, 2},
		{[]Field{{Name: "other"}, {Name: "another"}}, 0}} {
		p.SetFields(c.fields)
		for i, r := range p.Rows() {
			if has := p.canvas.Focused() == fyne.Focusable(p.list) && r.Focused; has != (i == c.want) {
				t.Errorf("%v: field %d has the keyboard: %v", c.fields, i, has)
			}
		}
	}
	p.FocusSearch()
	p.SetFields(nil)
	if p.canvas.Focused() != fyne.Focusable(p.search) {
		t.Error("the search box loses the keyboard")
	}
}

func TestFieldAlone(t *testing.T) {
	r := NewFieldRow(Field{Name: "alone"})
	for _, key := range []fyne.KeyName{fyne.KeyR, fyne.KeyReturn, fyne.KeySpace, fyne.KeyUp} {
		if do := r.action(key); do != nil {
			do()
		}
	}
	r.MouseDown(nil)
	r.setFocused(true)
	r.setFocused(false)
	r.MouseIn(nil)
	r.MouseOut()
	r.Dragged(&fyne.DragEvent{})
	r.DragEnd()
	r.Tapped(&fyne.PointEvent{})
	r.DoubleTapped(&fyne.PointEvent{})
	if r.Field().Name != "alone" || r.Focused || r.Hovered {
		t.Errorf("%q is left focused: %v, hovered: %v", r.Field().Name, r.Focused, r.Hovered)
	}
}

func TestItems(t *testing.T) {
	if i := ItemOf(Field{Name: "units", Type: data.Int}); i != (Item{Text: "units", Kind: Measure, Type: data.Int}) {
		t.Errorf("%+v", i)
	}
	if i := ItemOf(Field{Name: "day", Type: data.Date}); i.Kind != Dimension {
		t.Errorf("%+v", i)
	}
	if i := ItemOf(Field{Name: "day", Type: data.Date}, Field{Name: "units"},
		Field{Name: "city"}); i.Text != "day and 2 more" {
		t.Errorf("%+v", i)
	}
	for on, want := range map[view.Shelf]Kind{view.Rows: Dimension, view.Cols: Dimension, view.Values: Measure,
		view.Filters: Filter} {
		if got := ShelfKind(on); got != want {
			t.Errorf("%s: %v", on, got)
		}
	}
}

// TestLongNames cuts a long name before the count, whether the name is bold, italic or neither.
func TestLongNames(t *testing.T) {
	for _, calculated := range []bool{false, true} {
		for _, used := range []bool{false, true} {
			r := NewFieldRow(Field{Name: "Very long column name that has no room in the list", Count: "1,234",
				Calculated: calculated})
			look := test.WidgetRenderer(r).(*fieldRenderer)
			r.SetUsed(used)
			for width := float32(140); width < 220; width++ {
				r.Resize(fyne.NewSize(width, rowHeight))
				if end := look.name.Position().X + look.name.MinSize().Width; end > look.count.Position().X-8 {
					t.Errorf("used %v, calculated %v, %v wide: %q ends at %v, and the count begins at %v", used,
						calculated, width, look.name.Text, end, look.count.Position().X)
				}
			}
		}
	}
}

// TestSharesApart tells frequent values that begin alike from each other, in whatever order they stand.
func TestSharesApart(t *testing.T) {
	p := newPane(t)
	const stem = "Product family of the northern coastal districts and their islands "
	p.SetCount("Region", "3", "Region: text", Spread{Top: []Bar{{stem + "one", 0.5}, {"other products, of all the " +
		"southern districts and their islands", 0.3}, {stem + "two", 0.1}, {"x", 0.1}}})
	p.Describe("Region")
	for i, want := range []string{"one", "…", "two", "x"} {
		label := p.spread.root.Objects[i].(*fyne.Container).Objects[1].(*tip.Label)
		if !strings.HasSuffix(label.Text, want) {
			t.Errorf("value %d is shown as %q, want the end %q", i, label.Text, want)
		}
	}
}
