package ui

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/tip"
)

func (mouse) at(t *testing.T, x, y int, then ...string) {
	t.Helper()
	xdotool(t, append([]string{"mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2"}, then...)...)
}

func (m mouse) chart(t *testing.T) {
	m.click(t, func() (found fyne.CanvasObject) {
		for _, b := range real.tools.words {
			if b.text == translated("Chart") {
				found = b.Button
			}
		}
		return found
	})
	m.pick(t, []string{translated("Beside the figures")})
}

func (m mouse) behind(t *testing.T) int {
	var i int
	var x, y float32
	onUI(func() {
		marks, size := real.result.chart.shown.Marks, real.result.chart.chart.Size()
		i = len(marks) / 2
		x, y = float32(marks[i].X0+marks[i].X1)/2/size.Width, float32(marks[i].Y0+marks[i].Y1)/2/size.Height
	})
	px, py := pixel(real.result.chart.chart, x, y)
	m.at(t, px, py, "click", "--repeat", "2", "--delay", "120", "1")
	return i
}

func (mouse) back(t *testing.T) { pressButton(t, real.result.root, "Back to the pivot") }

func (m mouse) figures(t *testing.T) {
	for x := float32(0.3); x < 0.95; x += 0.08 { // until the column of the first measure is met
		px, py := pixel(real.result.grid, x, 0.2)
		m.at(t, px, py, "click", "1", "sleep", "0.1")
		col := 0
		onUI(func() { _, col, _ = real.result.grid.Active() })
		if col != real.session.Answer().Grid.LabelCols {
			continue
		}
		_, to := pixel(real.result.grid, x, 0.6)
		xdotool(t, "mousedown", "1", "sleep", "0.1", "mousemove", fmt.Sprint(px), fmt.Sprint((py+to)/2), "sleep", "0.1",
			"mousemove", fmt.Sprint(px), fmt.Sprint(to), "sleep", "0.2", "mouseup", "1")
		return
	}
	t.Fatal("the column of the first measure is not in view")
}

// menu chooses an item of the main menu. The toolkit does not say where these are; an equal menu does.
func (m mouse) menu(t *testing.T, title, item string) {
	t.Helper()
	var bar, at fyne.Position
	var scale float32
	onUI(func() {
		pad, gap := fynetheme.InnerPadding(), fynetheme.Padding()
		x := pad
		for _, menu := range real.win.MainMenu().Items {
			size := fyne.MeasureText(menu.Label, fynetheme.TextSize(), fyne.TextStyle{})
			if menu.Label == title {
				bar = fyne.NewPos(x+size.Width/2+pad, (size.Height+pad)/2)
				below := widget.NewMenu(menu)
				below.Resize(below.MinSize())
				spot, _ := within(below, item)
				at = spot.AddXY(x, size.Height+pad)
			}
			x += size.Width + 2*pad + gap
		}
		scale = real.win.Canvas().Scale()
	})
	m.at(t, int(bar.X*scale), int(bar.Y*scale), "click", "1", "sleep", "0.4")
	m.at(t, int(bar.X*scale), int(at.Y*scale), "sleep", "0.2", "click", "1", "sleep", "0.3")
}

func (m mouse) find(t *testing.T, text string) {
	m.menu(t, "Edit", "Find…")
	xdotool(t, "type", "--delay", "15", text)
}

func (m mouse) unfind(t *testing.T) {
	m.click(t, func() (found fyne.CanvasObject) {
		onUI(func() {
			for _, b := range all[*tip.Button](real.result.find.Object()) {
				found = b // the cross is the last one
			}
		})
		return found
	})
}

func (m mouse) newTab(t *testing.T) {
	m.click(t, func() fyne.CanvasObject { return real.tabs.Object().(*fyne.Container).Objects[1] })
}

func (m mouse) showTab(t *testing.T, i int) {
	time.Sleep(500 * time.Millisecond) // a message of the status line moves the tabs
	m.click(t, func() fyne.CanvasObject { return real.tabs.Tabs()[i] })
	time.Sleep(500 * time.Millisecond) // a second click would rename it
}

func (m mouse) save(t *testing.T, name string) {
	m.menu(t, "File", "Save workspace")
	m.typeInto(t, name, "Save")
}

// typeInto types a name into the dialog that asks for one, and presses a button.
func (mouse) typeInto(t *testing.T, name, button string) {
	t.Helper()
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "sleep", "0.3", "key", "ctrl+a", "type", "--delay", "15", name)
	pressButton(t, top(), button)
}

// top returns the top dialog.
func top() (o fyne.CanvasObject) {
	onUI(func() { o = real.win.Canvas().Overlays().Top() })
	return o
}

func (m mouse) open(t *testing.T, name string) {
	m.click(t, func() fyne.CanvasObject { return real.tools.words[0].Button })
	var at fyne.Position
	eventually(t, name+" is not listed", func() (found bool) {
		at, found = within(real.win.Canvas().Overlays().Top(), name)
		return found
	})
	time.Sleep(300 * time.Millisecond)
	var scale float32
	onUI(func() { scale = real.win.Canvas().Scale() })
	m.at(t, int(at.X*scale), int(at.Y*scale), "click", "--repeat", "2", "--delay", "120", "1")
}

func (m mouse) export(t *testing.T) {
	m.click(t, func() fyne.CanvasObject { return real.tools.export })
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	pressButton(t, top(), "Export")
}

func (m mouse) quit(t *testing.T) { m.menu(t, "File", "Quit") }

func (keyboard) chart(t *testing.T) { press(t, "ctrl+j") }

func (keyboard) behind(t *testing.T) (i int) {
	press(t, "ctrl+7", "Down", "Down")
	onUI(func() { i = real.result.chart.chart.Selected() })
	press(t, "Return")
	return i
}

func (keyboard) back(t *testing.T) { press(t, "Escape") }

func (keyboard) figures(t *testing.T) {
	press(t, "ctrl+g", "ctrl+Home")
	for range 5 { // to the column of the first measure
		col, want := 0, 0
		onUI(func() {
			_, col, _ = real.result.grid.Active()
			want = real.session.Answer().Grid.LabelCols
		})
		if col < want {
			press(t, "Right")
		} else if col > want {
			press(t, "Left")
		}
	}
	press(t, "shift+Down", "shift+Down", "shift+Down")
}

func (keyboard) find(t *testing.T, text string) {
	press(t, "ctrl+f")
	xdotool(t, "sleep", "0.3", "type", "--delay", "15", text)
}

func (keyboard) unfind(t *testing.T) { press(t, "Escape") }

func (keyboard) newTab(t *testing.T) { press(t, "ctrl+t") }

func (keyboard) showTab(t *testing.T, i int) {
	shown := 0
	onUI(func() { shown = real.session.Shown() })
	if shown != i {
		press(t, "ctrl+Tab")
	}
}

func (keyboard) save(t *testing.T, name string) {
	press(t, "ctrl+s")
	answer(t, name)
}

func (keyboard) open(t *testing.T, name string) {
	press(t, "ctrl+o")
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "sleep", "0.3", "type", "--delay", "15", name)
	press(t, "Return")
}

func (keyboard) export(t *testing.T) {
	press(t, "ctrl+e")
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "sleep", "0.3")
	press(t, "Return")
}

func (keyboard) quit(t *testing.T) { press(t, "ctrl+q") }
