package shelf

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestAlikeNames cuts names that begin alike in the middle.
func TestAlikeNames(t *testing.T) {
	p := newPane(t)
	p.SetFields([]Field{{Name: "Sum of revenue by month · 2024-01"}, {Name: "Sum of revenue by month · 2024-02"},
		{Name: "A name of many words that ends"}})
	for i, end := range []string{"2024-01", "2024-02", "…"} {
		r := test.TempWidgetRenderer(t, p.Rows()[i]).(*fieldRenderer)
		r.Layout(fyne.NewSize(200, rowHeight))
		if !strings.HasSuffix(r.name.Text, end) || !strings.Contains(r.name.Text, "…") || r.name.MinSize().Width > 170 {
			t.Errorf("%q", r.name.Text)
		}
	}
}

// TestNamesThatDifferWithin tells names apart that begin and end alike.
func TestNamesThatDifferWithin(t *testing.T) {
	p := newPane(t)
	p.SetFields([]Field{{Name: "metric number 001 with a long heading"},
		{Name: "metric number 002 with a long heading"}, {Name: "metric number 003 with a long heading"}})
	for i, number := range []string{"001", "002", "003"} {
		r := test.TempWidgetRenderer(t, p.Rows()[i]).(*fieldRenderer)
		for width, begin := range map[float32]string{200: "metric number " + number, 150: "…" + number + " with"} {
			r.Layout(fyne.NewSize(width, rowHeight))
			if !strings.HasPrefix(r.name.Text, begin) || r.name.MinSize().Width > width-30 {
				t.Errorf("%q in %v", r.name.Text, width)
			}
		}
	}
}

// TestNewField brings a new calculated field into view, even if a search would hide it.
func TestNewField(t *testing.T) {
	p := newPane(t)
	fields := make([]Field, 100)
	for i := range fields {
		fields[i].Name = fmt.Sprint("field ", i)
	}
	p.SetFields(fields)
	if p.list.scroll.Offset.Y != 0 {
		t.Error("the fields of another table are scrolled")
	}
	p.Search("field 7")
	p.SetFields(append(fields, Field{Name: "late", Detail: "late: whole number"}))
	if r := p.Rows()[100]; r.Hidden || p.search.Text != "" || p.list.scroll.Offset.Y == 0 ||
		p.detail.Text != "late: whole number" {
		t.Errorf("a new field is hidden: %v, below %q, at %v, described as %q", r.Hidden, p.search.Text,
			p.list.scroll.Offset.Y, p.detail.Text)
	}
	p.Search("field 7")
	p.SetFields(fields)
	if p.search.Text != "field 7" {
		t.Error("a field that goes ends the search")
	}
}
