package reading

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/dialogs"
	"cardinal/ui/input"
	"cardinal/ui/theme"
)

// TestAskList chooses which list of a file has a row for each element.
func TestAskList(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	for text, options := range map[string][]string{
		`[{"id": 1, "tags": ["red", "blue"], "items": [{"sku": "a", "qty": 12}]}]`: {"Nothing", "tags", "items"},
		`[{"tags": ["red", "blue"], "items": [{"sku": "a", "qty": 12}]}]`:          {"As found: tags", "tags", "items"},
	} {
		w := test.NewTempWindow(t, widget.NewLabel(""))
		w.Resize(fyne.NewSize(900, 700))
		f := &textFile{text: text}
		if table := f.Source(); Can(table) {
			t.Error("a table without a file can be read again")
		}
		Ask(dialogs.New(w), f)
		lists := all[*widget.Select](w)
		if len(lists) != 1 || !slices.Equal(lists[0].Options, options) || lists[0].Selected != options[0] {
			t.Fatalf("%s: %d lists", text, len(lists))
		}
		lists[0].SetSelected("items")
		var shown []string
		for _, l := range all[*widget.Label](w) {
			shown = append(shown, l.Text)
		}
		if said := strings.Join(shown, "|"); !strings.Contains(said, "items.sku|text") || !strings.Contains(said, "items.qty|number") || !strings.Contains(said, "became 1 row") {
			t.Errorf("%s: the preview shows %s", text, said)
		}
		for _, b := range all[*input.Button](w) {
			if b.Text == "Read again" {
				test.Tap(b)
			}
		}
		if want := (data.Reading{Unnest: "items"}); f.read == nil || !reflect.DeepEqual(*f.read, want) {
			t.Errorf("%+v is asked for, want %+v", f.read, want)
		}
	}
}
