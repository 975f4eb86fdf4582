package dialogs

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
)

// TestNarrow opens editors whose parts are too wide for the window. None of them scrolls sideways.
func TestNarrow(t *testing.T) {
	s := newStack(t)
	wide := func() *input.Button { return input.NewButton(strings.Repeat("Wide ", 8), nil) }
	radio := widget.NewRadioGroup([]string{"ClickHouse", "PostgreSQL", "MySQL", "Microsoft SQL Server", "Other"}, nil)
	radio.Horizontal = true
	for name, content := range map[string]fyne.CanvasObject{
		"a text":   widget.NewLabel(strings.Repeat("Long text ", 20)),
		"a choice": radio,
		"a choice in a form": widget.NewForm(widget.NewFormItem("Kind", func() fyne.CanvasObject {
			r := widget.NewRadioGroup(radio.Options, nil)
			r.Horizontal = true
			return container.NewVBox(r)
		}())),
		"a form of widgets":   widget.NewForm(widget.NewFormItem(strings.Repeat("Name ", 5), wide())),
		"buttons":             container.NewHBox(wide(), layout.NewSpacer(), wide()),
		"a grid":              container.NewVBox(container.NewGridWithColumns(3, wide(), wide(), wide())),
		"a form that scrolls": container.NewScroll(container.New(layout.NewFormLayout(), wide(), wide())),
		"a form":              container.New(layout.NewFormLayout(), wide(), wide()),
		"a border":            container.NewBorder(nil, nil, nil, wide(), wide()),
	} {
		hide := s.Edit("Title", content, input.NewButton("Apply", nil), 900, 600, nil)
		room := s.Window().Canvas().Size().Width - margin - padding
		if scroll, is := content.(*container.Scroll); is {
			content = scroll.Content
		}
		if width := content.MinSize().Width; width > room {
			t.Errorf("%s is %.0f wide, and the dialog has room for %.0f", name, width, room)
		}
		hide()
	}
	small := container.NewHBox(input.NewButton("A", nil), input.NewButton("B", nil))
	s.Edit("Title", small, input.NewButton("Apply", nil), 900, 600, nil)
	if small.Objects[1].Position().Y != 0 {
		t.Error("buttons that fit are below each other")
	}
}
