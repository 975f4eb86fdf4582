package filteredit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// TestMarkup holds the list of values and the range with a fault against files that people can read.
func TestMarkup(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	table := data.NewTable("t", []*data.Column{data.NewText("region", []uint32{0, 1, 1, 2}, []string{"Asia", "EU"},
		some(4, 0, 1, 2))})
	list := newChecklist(view.Filter{Field: query.Field{Column: "region"}, Values: []data.Value{data.TextValue("EU")}},
		-1, counter{t, table}, func() {})
	list.setField(query.Field{Column: "region"})
	list.root.Resize(fyne.NewSize(360, 260))
	test.AssertObjectRendersToMarkup(t, "list.xml", list.root)

	units := data.NewInts("units", data.Int, 0, []int64{5, 1200}, nil)
	f := view.NewFilter(units)
	f.Low, f.High = "9", "5"
	r := newRange(f, units, func() {})
	w := test.NewTempWindow(t, r.root)
	w.Resize(fyne.NewSize(360, 220))
	r.check() // the height of the fault is known once it has its width
	test.AssertRendersToMarkup(t, "range.xml", w.Canvas())
}

// some marks rows of n as not null.
func some(n int, rows ...int) data.Bitmap {
	b := data.NewBitmap(n)
	for _, i := range rows {
		b.Set(i)
	}
	return b
}

// counter counts and searches at once.
type counter struct {
	testing.TB
	table *data.Table
}

func (c counter) Choose(f query.Field, _ int, then func(session.Choices)) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	found, err := e.Frequencies(c.Context(), c.table, nil, f, nil)
	if err != nil {
		c.Fatal(err)
	}
	then(session.Choices{Frequencies: found, Field: f})
}

func (c counter) Post(do func()) { do() }

func (c counter) Search(ch session.Choices, how session.Search, then func([]uint32)) {
	codes, err := ch.Find(c.Context(), how)
	if err != nil {
		c.Fatal(err)
	}
	then(codes)
}

func (c counter) FindPasted(ch session.Choices, p session.Pasted, then func(session.Found)) {
	found, err := ch.FindPasted(c.Context(), p)
	if err != nil {
		c.Fatal(err)
	}
	then(found)
}

func (c counter) StopSearch() {}
