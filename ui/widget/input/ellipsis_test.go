package input

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// TestApart cuts long texts so that they differ from their neighbours above and below.
func TestApart(t *testing.T) {
	test.NewTempApp(t)
	const stem = "Product family of the northern distribution "
	for _, tc := range []struct{ s, before, after, want string }{
		{"short", "shore", "shorn", "short"},
		{stem + "01 brackets of stainless steel", "", "Other products", "Product"},
		{stem + "02 brackets of stainless steel", stem + "01 brackets of stainless steel", "", "…02 brackets"},
		{stem + "09 brackets of stainless steel", stem + "08 brackets of stainless steel",
			stem + "10 brackets of stainless steel", "…09 brackets"},
		{stem + "(part 2)", stem + "(part 1)", stem + "(part 3)", "(part 2)"},
		{stem + "A", stem + "A", "", "distribution A"},
	} {
		const width = 160
		got := Apart(tc.s, tc.before, tc.after, fyne.TextStyle{}, width)
		if !strings.Contains(got, tc.want) {
			t.Errorf("%q is cut to %q, which lacks %q", tc.s, got, tc.want)
		}
		if w := fyne.MeasureText(got, theme.TextSize(), fyne.TextStyle{}).Width; w > width {
			t.Errorf("%q is cut to %q, which is %v wide", tc.s, got, w)
		}
		if whole := got == tc.s; whole != (tc.s == "short") {
			t.Errorf("%q is cut to %q", tc.s, got)
		}
	}
}

// TestLineBreaksAreBlanks puts texts of several lines on one.
func TestLineBreaksAreBlanks(t *testing.T) {
	test.NewTempApp(t)
	const text, want = "Main St 1\r\n\"Berlin\"\tMitte", `Main St 1 "Berlin" Mitte`
	for how, got := range map[string]string{"at the end": Ellipsis(text, fyne.TextStyle{}, 500),
		"apart": Apart(text, "a\nb", "", fyne.TextStyle{}, 500), "in the middle": MiddleEllipsis(text,
			fyne.TextStyle{}, 500)} {
		if got != want {
			t.Errorf("%s: %q, want %q", how, got, want)
		}
	}
}

// TestEllipsisStandsAtTheEnd puts the sign at the end of a text in its reading direction.
func TestEllipsisStandsAtTheEnd(t *testing.T) {
	test.NewTempApp(t)
	for s, begins := range map[string]string{
		"a column with a very long name, which is cut": "a column",
		"اسم طويل جدا لعمود يحتوي على تصنيف العملاء":   "\u200f…\u200f",
		"שם ארוך מאוד של עמודה עם סיווג הלקוחות":       "\u200f…\u200f",
	} {
		if got := Ellipsis(s, fyne.TextStyle{}, 120); !strings.HasPrefix(got, begins) || !strings.Contains(got, "…") {
			t.Errorf("%q is cut to %q", s, got)
		}
	}
}

// TestNameEllipsis keeps the last part of a name of several parts.
func TestNameEllipsis(t *testing.T) {
	test.NewTempApp(t)
	for s, want := range map[string][2]string{
		"Sales of the northern regional distribution partners · Q1": {"Sales", "Q1"},
		"Sales of the northern regional distribution partners":      {"Sales of the", "…"},
		"Sales · Q1": {"Sales ·", " Q1"},
	} {
		if got := NameEllipsis(s, fyne.TextStyle{}, 150); !strings.HasPrefix(got, want[0]) ||
			!strings.HasSuffix(got, want[1]) {
			t.Errorf("%q is cut to %q", s, got)
		}
	}
}
