package ui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"cardinal/engine/pivot"
	"cardinal/ui/state/view"
)

// TestFirstPivotByMouse drops a file on the German window, and makes a pivot with a title, a number format, a filter
// and a chart. Only the title is typed.
func TestFirstPivotByMouse(t *testing.T) { firstPivot(t, mouse{}) }

// TestFirstPivotByKeyboard opens the file by its path and makes the same pivot without the mouse.
func TestFirstPivotByKeyboard(t *testing.T) { firstPivot(t, keyboard{}) }

// svgTags matches the tags of a picture.
var svgTags = regexp.MustCompile(`<[^>]*>`)

// beginner is how a person makes the first pivot: with the mouse or with the keyboard.
type beginner interface {
	hands
	give(t *testing.T, path string) // opens a file
	entitle(t *testing.T, title string)
	keepOnly(t *testing.T, field, label string)
	chart(t *testing.T)
}

// firstPivot makes the pivot and compares every figure on the screen with a loop over the rows. It counts the actions,
// and holds the time that they take a practised person, by the Keystroke-Level Model, below a minute.
func firstPivot(t *testing.T, by beginner) {
	if real == nil {
		for line := range strings.Lines(inWindow(t, withoutGPU(), "LC_ALL=", "LANG=de_DE.UTF-8")) {
			if strings.Contains(line, "measured") {
				t.Log(strings.TrimSpace(line))
			}
		}
		return
	}
	var text strings.Builder
	text.WriteString("Region;Stadt;Datum;Umsatz\n")
	want := map[string]int{}
	regions, cities := []string{"Nord", "Ost", "Süd", "West"}, []string{"Bonn", "Köln", "Ulm"}
	for i := range 240 {
		region, city, euros := regions[i%4], cities[i%3], 1000*(i%7+1)+i
		fmt.Fprintf(&text, "%s;%s;%02d.03.2024;%d,50\n", region, city, i%28+1, euros)
		if city == "Bonn" {
			want[region] += 10*euros + 5
			want["Gesamt"] += 10*euros + 5
		}
	}
	home, _ := os.UserHomeDir()
	path := write(t, home, "umsatz.csv", text.String())
	eventually(t, "the window is not there", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	watched = &effort{}
	by.give(t, path)
	eventually(t, "the file is not open", func() bool {
		return real.session.Table().Name == "umsatz.csv" && len(real.fields.Rows()) == 4
	})
	by.add(t, "Region", view.Rows)
	by.add(t, "Umsatz", view.Values)
	answered(t)
	by.entitle(t, "Umsatz in Bonn")
	eventually(t, "no title", func() bool { return real.result.title.Text == "Umsatz in Bonn" })
	by.choose(t, view.Values, 0, "Zahlenformat", "Tausend")
	eventually(t, "no format", func() bool {
		return real.session.State().Values[0].Number != "" && real.dialogs.Len() == 0
	})
	by.keepOnly(t, "Stadt", "Bonn")
	eventually(t, "no filter", func() bool { return len(real.session.State().Filters) == 1 && real.dialogs.Len() == 0 })
	by.chart(t)
	eventually(t, "no chart", func() bool { s := real.result.chart.chart.Scene(); return s != nil && len(s.Marks) == 4 })
	did := *watched
	watched = nil
	shot(t, "first-pivot")
	a := answered(t)
	seen := map[string]string{}
	for row := range a.Grid.Rows {
		label, figure := a.Grid.Cell(row, 0), a.Grid.Cell(row, a.Grid.LabelCols)
		if figure.Role == pivot.Body || figure.Total {
			seen[label.Text()] = figure.Text()
		}
	}
	for label, tenths := range want {
		if got := strings.TrimLeft(seen[label], "≈ "); got != strconv.Itoa((tenths+5000)/10000)+"K" {
			t.Errorf("%s reads %q of %d tenths", label, got, tenths)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("the figures are %v", seen)
	}
	var svg bytes.Buffer
	onUI(func() { _ = real.result.chart.chart.Scene().SVG(&svg) })
	if said := texts(real.result.root) + svg.String(); english.MatchString(svgTags.ReplaceAllString(said, " ")) {
		t.Errorf("English words: %s", said)
	}
	t.Logf("measured: %d actions, %.0f s by the Keystroke-Level Model", did.actions, did.seconds)
	if did.seconds >= 60 {
		t.Errorf("the first pivot takes %.0f s", did.seconds)
	}
}

// effort counts the actions of a person, and their time by the Keystroke-Level Model of Card, Moran and Newell (1980):
// 1.1 s to point, 0.1 s to press or release a button, 0.28 s for a key, and 1.35 s to think before each action. Keys
// that follow each other are one thought.
type effort struct {
	actions int
	seconds float64
	last    string
}

// watched counts the events that are sent; nil: nobody asks.
var watched *effort

// count adds the events of one call of xdotool.
func (e *effort) count(args []string) {
	if e == nil {
		return
	}
	verb, act := "", func(what string, seconds float64) {
		if e.last != "key" || what != "key" {
			seconds += 1.35
		}
		e.actions, e.seconds, e.last = e.actions+1, e.seconds+seconds, what
	}
	for _, a := range args {
		switch a {
		case "click":
			act(a, 1.1+0.2)
		case "mouseup":
			act(a, 2*1.1+0.2)
		case "type":
			act(a, 0)
		}
		switch {
		case slices.Contains([]string{"click", "mousemove", "mousedown", "mouseup", "sleep", "key", "type"}, a):
			verb = a
		case strings.HasPrefix(a, "--") || verb == "key" && a[0] >= '0' && a[0] <= '9':
		case verb == "key":
			act(verb, 0.28*float64(1+strings.Count(a, "+")))
		case verb == "type":
			e.seconds += 0.28 * float64(len(a))
		}
	}
}

func (mouse) give(t *testing.T, path string) {
	t.Helper()
	x, y := pixel(real.win.Content(), 0.5, 0.6)
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.3")
	dropFile(t, path, x, y)
	watched.count([]string{"mouseup"}) // a drag from another window
}

func (m mouse) entitle(t *testing.T, title string) {
	x, y := pixel(real.result.title, 0.1, 0.5)
	m.at(t, x, y, "click", "1")
	m.typeInto(t, title, "Übernehmen")
}

func (m mouse) keepOnly(t *testing.T, field, label string) {
	drag(t, row(t, field), real.shelves.On[view.Filters])
	m.pick(t, []string{label})
	pressButton(t, top(), "Anwenden")
}

func (keyboard) give(t *testing.T, path string) {
	press(t, "ctrl+o")
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "sleep", "0.3", "key", "ctrl+a", "type", "--delay", "15", filepath.Base(path))
	press(t, "Return")
}

func (keyboard) entitle(t *testing.T, title string) {
	press(t, "alt", "Right", "Right", "Right", "Home", "Return")
	answer(t, title)
}

func (keyboard) keepOnly(t *testing.T, field, label string) {
	press(t, "ctrl+0", "ctrl+a")
	xdotool(t, "type", "--delay", "15", field)
	press(t, "Down", "f")
	eventually(t, "nothing is asked for", func() bool { return real.dialogs.Len() == 1 })
	xdotool(t, "sleep", "0.3", "type", "--delay", "15", label)
	press(t, "Down", "space", "Return")
}

// dropFile drops a file at a point of the display, as a file manager does by the protocol XDND.
func dropFile(t *testing.T, path string, x, y int) {
	t.Helper()
	c, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	atom := func(name string) xproto.Atom {
		r, err := xproto.InternAtom(c, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return r.Atom
	}
	root := xproto.Setup(c).DefaultScreen(c).Root
	own, _ := xproto.NewWindowId(c)
	xproto.CreateWindow(c, 0, own, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil)
	xproto.SetSelectionOwner(c, own, atom("XdndSelection"), xproto.TimeCurrentTime)
	to := windowWith(c, root, atom("XdndAware"))
	if to == 0 {
		t.Fatal("no window takes files")
	}
	list := atom("text/uri-list")
	send := func(name string, data ...uint32) {
		data = append([]uint32{uint32(own)}, data...)
		e := xproto.ClientMessageEvent{Format: 32, Window: to, Type: atom(name),
			Data: xproto.ClientMessageDataUnionData32New(append(data, 0, 0, 0, 0)[:5])}
		xproto.SendEvent(c, false, to, 0, string(e.Bytes()))
	}
	send("XdndEnter", 5<<24, uint32(list))
	send("XdndPosition", 0, uint32(x)<<16|uint32(y), 0, uint32(atom("XdndActionCopy")))
	status, finished := atom("XdndStatus"), atom("XdndFinished")
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		event, _ := c.PollForEvent()
		switch e := event.(type) {
		case xproto.ClientMessageEvent:
			switch e.Type {
			case status:
				if e.Data.Data32[1]&1 == 0 {
					t.Fatal("the window refuses the file")
				}
				send("XdndDrop", 0)
			case finished:
				return
			}
		case xproto.SelectionRequestEvent:
			files := "file://" + filepath.ToSlash(path) + "\r\n"
			xproto.ChangeProperty(c, xproto.PropModeReplace, e.Requestor, e.Property, e.Target, 8, uint32(len(files)),
				[]byte(files))
			n := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection,
				Target: e.Target, Property: e.Property}
			xproto.SendEvent(c, false, e.Requestor, 0, string(n.Bytes()))
		}
	}
	t.Fatal("the window does not take the file")
}

// windowWith returns the first window in another one that has a property.
func windowWith(c *xgb.Conn, in xproto.Window, property xproto.Atom) xproto.Window {
	if p, err := xproto.GetProperty(c, false, in, property, 0, 0, 1).Reply(); err == nil && p.Type != 0 {
		return in
	}
	tree, err := xproto.QueryTree(c, in).Reply()
	if err != nil {
		return 0
	}
	for _, w := range tree.Children {
		if found := windowWith(c, w, property); found != 0 {
			return found
		}
	}
	return 0
}
