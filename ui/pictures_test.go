package ui

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// partOfPictures names the variable that says which pictures a process takes: light, dark, calculations, sizes,
// or at which scale.
const partOfPictures = "CARDINAL_PICTURES"

// TestPictures puts the real window into each of its states, in light and dark, small and large, at scale 1,
// 1.5 and 2. Where CARDINAL_SHOTS names a folder it saves a picture of each (make pictures); elsewhere dark
// stands for light, and 2 for 1.5.
func TestPictures(t *testing.T) {
	if real == nil {
		if os.Getenv("CARDINAL_SHOTS") != "" {
			inWindow(t, partOfPictures+"=light")
			inWindow(t, partOfPictures+"=1.5", "FYNE_SCALE=1.5")
		}
		for _, part := range []string{"dark", "calculations", "sizes"} {
			inWindow(t, partOfPictures+"="+part, withoutGPU())
		}
		inWindow(t, partOfPictures+"=2", "FYNE_SCALE=2", withoutGPU())
		return
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	part := os.Getenv(partOfPictures)
	onUI(func() {
		real.prefs.Set(func(p *prefs.Values) { p.Profiler = prefs.Closed })
		real.showPanel()
		real.setMode(theme.Light)
	})
	switch part {
	case "dark":
		onUI(func() { real.setMode(theme.Dark) })
		states(t, part)
	case "light":
		states(t, part)
	case "calculations":
		calculations(t)
	case "sizes":
		sizes(t)
	default:
		scale, err := strconv.ParseFloat(part, 32)
		if err != nil {
			t.Fatal(err)
		}
		// the screen that the test has
		onUI(func() { real.win.Resize(fyne.NewSize(1600/float32(scale), 900/float32(scale))) })
		lay(t, report)
		picture(t, "scale-"+part)
		draw(t, plotted("line", view.Instead, []query.Field{{Column: "date", Part: query.TruncMonth}}, nil, revenue))
		picture(t, "scale-"+part+"-chart")
	}
}

// calculations shows what a pivot can compute beyond sums.
func calculations(t *testing.T) {
	share, running, rank := revenue, revenue, revenue
	share.Show = query.Show{Kind: query.PctCol}
	running.Show = query.Show{Kind: query.Running}
	rank.Show = query.Show{Kind: query.Rank}
	lay(t, func(s view.State) view.State {
		s.Rows, s.Values = []query.Field{region}, []query.Measure{revenue, share, running, rank}
		return s
	})
	picture(t, "shares")
	lay(t, func(s view.State) view.State {
		s.Rows, s.Cols, s.Values, s.Rest = []query.Field{region, category}, nil, []query.Measure{revenue, quantity},
			[]query.Field{category}
		return s.Keep(view.Top{Of: category, N: 3, By: revenue})
	})
	picture(t, "top")
	lay(t, func(s view.State) view.State {
		s.Lets = []query.Let{{Name: "price", Expr: "revenue / quantity"}}
		s.Rows, s.Values = []query.Field{{Column: "quantity", Part: query.Bin, BinWidth: 5}},
			[]query.Measure{revenue, {Func: query.Avg, Column: "price"}}
		return s
	})
	picture(t, "calculated")
}

var (
	revenue  = query.Measure{Func: query.Sum, Column: "revenue"}
	quantity = query.Measure{Func: query.Sum, Column: "quantity"}
	region   = query.Field{Column: "region"}
	category = query.Field{Column: "category"}
	quarter  = query.Field{Column: "quarter"}
)

// report returns a pivot with data bars and a filter.
func report(s view.State) view.State {
	bars := revenue
	bars.Marks = query.MarkList(query.Mark{Kind: query.Bars})
	s.Rows, s.Cols, s.Values = []query.Field{region, category}, nil, []query.Measure{bars, quantity,
		{Func: query.Avg, Column: "revenue"}}
	return s
}

// plotted returns an edit that makes a pivot with a chart.
func plotted(kind string, place view.Place, rows, cols []query.Field,
	values ...query.Measure) func(view.State) view.State {
	return func(s view.State) view.State {
		s.Rows, s.Cols, s.Values, s.Chart = rows, cols, values, view.Chart{Place: place, Style: kind}
		return s
	}
}

// lay edits the shelves, empty before, and waits for the answer.
func lay(t *testing.T, edit func(view.State) view.State) {
	t.Helper()
	onUI(func() { real.editor.Edit(func(s view.State) view.State { return edit(view.State{Tier: s.Tier}) }) })
	eventually(t, "no answer", func() bool { // which a chart alone does not paint as the grid does
		a := real.session.Answer()
		return a != nil && a.State.SameQuery(real.session.State()) && a.State.SameMarks(real.session.State())
	})
}

// draw shows a pivot with a chart and waits for the chart.
func draw(t *testing.T, edit func(view.State) view.State) {
	t.Helper()
	lay(t, edit)
	eventually(t, "no chart", func() bool {
		s, want := real.result.chart.chart.Scene(), real.session.State().Chart.Style
		return s != nil && len(s.Marks) > 0 && s.Kind.Name == want
	})
}

// picture takes a picture if there is a folder for it.
func picture(t *testing.T, name string) {
	t.Helper()
	if os.Getenv("CARDINAL_SHOTS") != "" {
		time.Sleep(300 * time.Millisecond)
		shot(t, name)
	}
}

// states walks through the states of the window.
func states(t *testing.T, mode string) {
	onUI(func() { real.editor.Edit(func(s view.State) view.State { return view.State{Tier: s.Tier} }) })
	eventually(t, "the table is not back", func() bool { return real.session.Answer() == nil })
	picture(t, mode+"-table")
	lay(t, report)
	onUI(func() { real.result.grid.Select(3, 2) })
	picture(t, mode+"-bars")
	heat := revenue
	heat.Marks = query.MarkList(query.Mark{Kind: query.Scale, N: 3})
	lay(t, func(s view.State) view.State {
		s.Rows, s.Cols, s.Values = []query.Field{region}, []query.Field{quarter}, []query.Measure{heat}
		return s
	})
	picture(t, mode+"-heat")
	lay(t, func(s view.State) view.State {
		s.Rows, s.Cols, s.Values = []query.Field{region, category},
			[]query.Field{{Column: "date", Part: query.TruncMonth}}, []query.Measure{revenue, quantity}
		return s
	})
	picture(t, mode+"-dense")
	month := query.Field{Column: "date", Part: query.TruncMonth}
	on := map[string]func(view.State) view.State{
		"bar":       plotted("bar", view.Beside, []query.Field{region}, nil, revenue),
		"stacked":   plotted("stacked", view.Instead, []query.Field{region}, []query.Field{quarter}, revenue),
		"line":      plotted("line", view.Beside, []query.Field{month}, nil, revenue),
		"area":      plotted("area", view.Instead, []query.Field{month}, []query.Field{{Column: "status"}}, quantity),
		"combo":     plotted("combo", view.Beside, []query.Field{month}, nil, revenue, quantity),
		"pie":       plotted("pie", view.Beside, []query.Field{{Column: "status"}}, nil, quantity),
		"scatter":   plotted("scatter", view.Instead, []query.Field{region, category}, nil, revenue, quantity),
		"heatmap":   plotted("heatmap", view.Instead, []query.Field{region}, []query.Field{quarter}, revenue),
		"waterfall": plotted("waterfall", view.Beside, []query.Field{{Column: "status"}}, nil, quantity),
		"box":       plotted("box", view.Beside, []query.Field{region}, nil, chart.FiveNumbers("revenue")...),
		"treemap":   plotted("treemap", view.Instead, []query.Field{region, category}, nil, quantity),
	}
	for _, k := range chart.Kinds {
		edit, there := on[k.Name]
		if !there {
			t.Fatalf("no picture shows %s", k.Name)
		}
		draw(t, edit)
		picture(t, mode+"-chart-"+k.Name)
	}
	lay(t, report)
	onUI(func() { real.result.activate(3, 2) })
	eventually(t, "no rows", func() bool { return real.result.rows != nil })
	picture(t, mode+"-behind")
	onUI(func() { real.result.leaveRows() })
	onUI(func() { real.result.greet() })
	picture(t, mode+"-empty")
	onUI(func() { real.result.tellNoRows() })
	picture(t, mode+"-no-rows")
	onUI(func() { real.result.fail("The sum of revenue needs more memory than this computer has free.") })
	picture(t, mode+"-error")
	onUI(func() { real.Say(session.Failure(errors.New("cannot open nowhere.csv: there is no such file"))) })
	picture(t, mode+"-message")
	onUI(func() { real.status.dismiss() })
	onUI(func() {
		real.editor.Edit(func(s view.State) view.State {
			s.Rows, s.Cols = []query.Field{category, {Column: "city"}}, []query.Field{{Column: "date"}, region}
			return s
		})
	})
	reads(t, real.result.root, "This pivot would have about ")
	picture(t, mode+"-huge")
	lay(t, report)
	onUI(real.session.NewDashboard)
	eventually(t, "no tile", func() bool {
		all := real.result.board.tiles
		return len(all) == 1 && all[0].shown != nil && !all[0].drawing
	})
	picture(t, mode+"-dashboard")
	onUI(func() { real.session.CloseTab(real.session.Shown()) })
	dialogsOf(t, mode)
	onUI(func() { real.togglePanel() })
	picture(t, mode+"-profiler")
	onUI(func() { real.togglePanel() })
}

// dialogsOf walks through dialogs, the tour, the find bar and menus.
func dialogsOf(t *testing.T, mode string) {
	for name, open := range map[string]func(){
		"open":        real.files.AskOpen,
		"export":      func() { real.files.AskExport("xlsx") },
		"preferences": real.askPreferences,
		"filter":      func() { real.editor.Add("city", view.Filters, 0) },
		"form":        func() { real.OpenForm(view.Values, 0) },
	} {
		onUI(open)
		eventually(t, "no dialog "+name, func() bool { return real.dialogs.Len() == 1 })
		picture(t, mode+"-"+name)
		onUI(func() { real.dialogs.Dismiss() })
		eventually(t, "the dialog stays: "+name, func() bool { return real.dialogs.Len() == 0 })
	}
	onUI(func() { real.result.openMenu(3, 2, fyne.NewPos(500, 250)) }) // before the search scrolls
	picture(t, mode+"-menu")
	onUI(func() { real.popped.Hide() })
	onUI(func() { real.startTour() })
	picture(t, mode+"-tour")
	onUI(func() { real.tour.End() })
	onUI(func() { real.result.find.open() })
	xdotool(t, "sleep", "0.3", "type", "--delay", "15", "Iberia")
	picture(t, mode+"-find")
	onUI(func() { real.result.find.Close() })
}

// sizes shows a pivot and a chart in windows of other sizes, and with large texts.
func sizes(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1024, Height: 700}, {Width: 640, Height: 480}} {
		for _, mode := range []theme.Mode{theme.Light, theme.Dark} {
			name := fmt.Sprintf("%vx%v-%s", size.Width, size.Height, mode)
			onUI(func() {
				real.setMode(mode)
				real.win.Resize(size)
			})
			eventually(t, "the window keeps its size", func() bool { return real.win.Canvas().Size() == size })
			lay(t, report)
			picture(t, name)
			draw(t, plotted("bar", view.Instead, []query.Field{region}, nil, revenue))
			picture(t, name+"-chart")
		}
	}
	onUI(func() {
		real.win.Resize(fyne.NewSize(1280, 800))
		real.prefer(func(p *prefs.Values) { p.Scale = 200 })
	})
	lay(t, report)
	picture(t, "text-200")
	onUI(real.files.AskOpen)
	eventually(t, "no dialog", func() bool { return real.dialogs.Len() == 1 })
	picture(t, "text-200-open")
	onUI(func() { real.dialogs.Dismiss() })
	onUI(func() { real.prefer(func(p *prefs.Values) { p.Scale = 100 }) })
}
