package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
	"cardinal/ui/dialog/notice"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/grid"
)

var (
	_ grid.Source = (*pivot.Grid)(nil)
	_ grid.Source = pivot.Listing{}
)

// result is the area of the answer: the grid, or a notice that says why there is no answer and what to do.
type result struct {
	root *fyne.Container

	w      *window
	grid   *grid.Grid
	rows   *session.Rows            // the rows on the grid in place of the figures; nil while the figures are there
	from   [2]int                   // row and column of the cell whose rows those are
	laid   *session.Answer          // whose figures were put on the grid last
	follow *moving                  // a label that the next answer has elsewhere, nil where none was moved
	ground *container.ThemeOverride // puts the grid on the surface colour
	veil   *canvas.Rectangle        // over figures that are about to be replaced
	over   *fyne.Container          // a notice, in place of the grid
	banner *fyne.Container
	part   *partial
	stale  *fyne.Container // a strip above figures of other shelves
	notes  *remarks
	title  *title
	chart  *charting
	load   *notice.Loading // over all of it
	find   *find
}

func newResult(w *window) *result {
	r := &result{w: w, grid: grid.New(), veil: canvas.NewRectangle(nil), over: container.NewStack(),
		banner: container.NewStack(), part: newPartial(), notes: newRemarks(),
		load: notice.NewLoading(func() { w.session.Cancel() })}
	r.veil.Hide()
	r.banner.Hide()
	r.grid.OnHeaderTapped = r.headerTapped
	r.grid.OnFieldTapped = func(row, col int) {
		if r.answer() != nil {
			r.w.clock.edited()
			r.w.session.SortByField(row, col)
		}
	}
	r.grid.OnActivate = r.activate
	r.grid.OnFold = r.fold
	r.grid.OnLift = r.lift
	r.grid.OnMoved = r.moved
	r.grid.OnClipped = func(text string, at fyne.Position, height float32) {
		if text == "" || w.layer.Active() {
			w.tip.Hide()
		} else {
			w.tip.Show(text, at, height)
		}
	}
	r.grid.OnPainted = w.painted
	r.grid.OnCopy = r.copy
	r.grid.OnSelected = r.summarise
	r.grid.OnSecondaryTapped = r.menu
	r.ground = container.NewThemeOverride(r.grid, own.New(w.mode).OnSurface())
	r.find = newFind(r)
	r.stale = newStale(w.rerun)
	r.chart = newCharting(w, container.NewStack(r.ground, r.veil))
	r.title = newTitle(w.tip, w.editor.AskTitle)
	top := container.NewVScroll(container.NewVBox(r.stale, r.part.root, r.notes.root, r.banner, r.find.Object()))
	r.root = container.NewStack(container.New(below{}, top, r.title, r.chart.object()), r.over, r.load.Object())
	r.greet()
	return r
}

// below is the layout of the answer below its title and below the strips of a scroll, whose texts may need more lines
// if the width shrinks: they have their width before they say their height. They scroll if they would take more than
// half. The title gives way in a low window.
type below struct{}

// leastTitled is the least height of strips, title and answer together that has room for the title.
const leastTitled = 220

// MinSize implements fyne.Layout.
func (below) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().Max(o[2].MinSize())
}

// Layout implements fyne.Layout.
func (below) Layout(o []fyne.CanvasObject, s fyne.Size) {
	strips, title, answer := o[0].(*container.Scroll), o[1], o[2]
	strips.Content.Resize(fyne.NewSize(s.Width, strips.Content.MinSize().Height))
	y := min(strips.Content.MinSize().Height, s.Height/2)
	strips.Resize(fyne.NewSize(s.Width, y))
	high := float32(0)
	if title.Visible() && s.Height >= leastTitled {
		high = title.MinSize().Height
	}
	title.Move(fyne.NewPos(0, y))
	title.Resize(fyne.NewSize(s.Width, high))
	y += high + theme.Padding()
	answer.Move(fyne.NewPos(0, y))
	answer.Resize(fyne.NewSize(s.Width, max(0, s.Height-y)))
}

// show shows an answer; nil shows the table itself, or the greeting where there is none.
func (r *result) show(a *session.Answer) {
	t := r.w.session.Table()
	r.rows = nil
	r.notes.show(nil)
	r.title.show(nil)
	switch {
	case t == nil:
		r.part.show(nil, "")
		r.greet()
	case a == nil && r.w.session.Whole().Len() == 0 && t.Rows > 0:
		r.nothing()
	case a == nil && r.w.session.Whole().Some && r.w.session.Whole().Len() == 0 && len(r.w.session.State().Filters) > 0:
		r.tell(theme.SearchIcon(), "No row was found", "None of the rows that the server sent passes the filters. "+
			"Loosen a filter, or take all of them off.",
			notice.Action{Text: "Clear filters", Do: r.w.clearFilters})
	case a == nil:
		r.part.show(t, "the other rows follow")
		r.reveal(true)
		r.listed(r.w.session.Whole())
	case a.Profile.RowsSelected == 0 && (t.Rows > 0 || t.Served != nil && len(a.State.Filters) > 0):
		r.nothing()
	default:
		r.showPivot(a)
	}
}

// nothing is the result area where the filters leave out every row.
func (r *result) nothing() {
	r.tell(theme.SearchIcon(), "No row passes the filters", "Every one of the table's rows is left out. Loosen a "+
		"filter, or take all of them off.",
		notice.Action{Text: "Clear filters", Do: r.w.clearFilters})
}

// showPivot puts the figures of an answer on the grid.
func (r *result) showPivot(a *session.Answer) {
	r.part.show(a.Source(), "the whole answer follows")
	r.notes.show(a)
	r.title.show(a)
	r.reveal(false)
	r.lay(a)
	r.grid.SetArrows(a.Grid.Arrows())
}

// reveal takes the notice away; the banner says what to do while nothing is on the shelves.
func (r *result) reveal(banner bool) {
	r.over.Objects = nil
	r.over.Refresh()
	r.grid.Show()
	r.banner.Hidden = !banner
	if r.invite(); !banner {
		r.root.Objects[0].Refresh()
	}
}

// invite says in the banner, above the table itself, how a pivot is begun, or that the one of the shelves is
// not there. Of a table on a server, some rows are below.
func (r *result) invite() {
	if r.banner.Hidden || r.rows != nil || r.w.session.Answer() != nil {
		return
	}
	text := "Drag a field onto Rows, or double-click it, to begin."
	if !r.w.session.State().Empty() {
		text = "The pivot of the shelves is not there yet."
	}
	switch rows := r.w.session.Whole(); {
	case r.w.canReadAgain() && r.w.session.Source().Rows == 0:
		text = "The table has no rows, only the names of its columns. If there are rows in the file, File, How the " +
			"file is read, says how they are found."
	case !r.w.session.Served() && rows != nil && rows.Len() < r.w.session.Table().Rows:
		text += " Below are the rows that pass the filters."
	case !r.w.session.Served():
		text += " Below is the table itself."
	case rows.Some:
		text += " Below are " + session.PageSentence(rows) + "."
	}
	hint := widget.NewLabel(text)
	hint.Wrapping = fyne.TextWrapWord
	r.banner.Objects = []fyne.CanvasObject{notice.Strip(hint)}
	r.root.Objects[0].Refresh()
}

// answer is the pivot that stands on the grid, nil where none does.
func (r *result) answer() *session.Answer {
	if a := r.w.session.Answer(); a != nil && r.grid.Source() == (grid.Source)(a.Grid) {
		return a
	}
	return nil
}

func (r *result) headerTapped(col int) {
	switch {
	case r.rows != nil && col > 0:
		r.w.session.SortRows(r.rows, col-1)
	case r.w.session.Answer() == nil && col > 0:
		r.w.session.SortWhole(col - 1)
	case r.answer() != nil:
		r.w.clock.edited()
		r.w.session.SortByHeading(col)
	}
}

// showLoad covers the result while a table is read, and a notice while a pivot is worked out. Before the first
// table the cover appears at once, in place of the greeting that asks for a file.
func (r *result) showLoad(k *session.Work) {
	covered := true
	switch {
	case k != nil && (k.Load || k.Pivot && len(r.over.Objects) > 0):
		r.load.Show(k)
	case r.w.session.Loading() && r.w.session.Table() == nil:
		r.load.Show(nil)
	default:
		r.load.Object().Hide()
		covered = false
	}
	r.over.Hidden = covered
}

// dim draws the veil over figures that no longer match the shelves.
func (r *result) dim(on bool) {
	r.veil.FillColor = theme.Color(own.ColorVeil)
	r.veil.Hidden = !on
	r.veil.Refresh()
}

func (r *result) fold(onRows bool, node int) {
	a := r.w.session.Answer()
	if a == nil {
		return
	}
	side := &a.Tab.Rows
	if !onRows {
		side = &a.Tab.Cols
	}
	key := side.PathKey(node)
	r.w.editor.Edit(func(s view.State) view.State { return s.Toggle(onRows, key) })
}

// lay puts the figures of an answer on the grid. If only folds changed, the active cell stays on its line. If
// that line was folded away, the active cell moves to the line of the folded label. Where the answer has other
// rows of the table, the active cell stays with its labels.
func (r *result) lay(a *session.Answer) {
	row, col, active := r.grid.Active()
	old, is := r.grid.Source().(*pivot.Grid)
	before := r.laid
	r.laid = a
	r.grid.SetSource(a.Grid)
	switch {
	case !is || !active:
	case old.Tab() == a.Tab && old != a.Grid:
		r.grid.Select(a.Grid.Place(old, row, col))
	case before != nil && before.Grid == old && (a.Grows(before) || a.Alike(before)):
		if line, column := a.Same(before, row, col); line != row || column != col {
			r.grid.Select(line, column)
		}
	}
	r.followLabel(a)
	r.find.again()
}

// greet is the result area before there is a table.
func (r *result) greet() {
	r.tell(theme.UploadIcon(), "Drop a CSV, Excel, Parquet or JSON file here",
		"Cardinal reads it, and you drag its columns onto a pivot. Nothing leaves this computer.",
		notice.Action{Text: "Open a file", Do: r.w.files.AskOpen}, notice.Action{Text: "Paste a table", Do: r.w.paste},
		notice.Action{Text: "Open the sample", Do: r.w.keeps.OpenSample})
}

// fail is the result area after a run that failed. What a server says has what to do in it.
func (r *result) fail(sentence string) {
	if !r.w.session.Served() {
		sentence += " Change the shelves, or go back."
	}
	r.tell(theme.WarningIcon(), "This pivot cannot be worked out", sentence,
		notice.Action{Text: "Undo the last change", Do: r.w.undo}, notice.Action{Text: "Try again", Do: r.w.rerun})
}

// mostOffered is the largest N of the top N that askLarge offers.
const mostOffered = 1000

// askLarge is the result area in place of a pivot of too many cells. The pivot runs if the person asks for it.
func (r *result) askLarge(e *engine.TooLarge) {
	s := r.w.session.State()
	actions := []notice.Action{{Text: "Go back", Do: r.w.undo}, {Text: "Run it anyway", Do: r.w.runAnyway}}
	if s.Layout.ShowEmpty {
		actions = append([]notice.Action{{Text: "Leave out empty combinations", Do: func() {
			r.w.editor.Edit(func(s view.State) view.State {
				return s.Lay(func(l *query.Layout) { l.ShowEmpty = false })
			})
		}}}, actions...)
	}
	if n := min(e.Top, mostOffered); n > 0 && len(s.Rows) > 0 {
		first := s.Rows[0]
		top := notice.Action{Text: fmt.Sprintf("Show the top %s of %s", profiler.Count(n), first.Title()), Do: func() {
			r.w.editor.Edit(func(s view.State) view.State {
				top := s.TopOf(first)
				top.N, top.Until = n, ""
				return s.Keep(top)
			})
		}}
		actions = append([]notice.Action{top}, actions...)
	}
	if c := e.Coarser; c != nil {
		shelf := view.Rows
		if c.Cols {
			shelf = view.Cols
		}
		group := notice.Action{Text: "Group " + c.Words() + ": " + c.Size(), Do: func() {
			r.w.editor.Edit(func(s view.State) view.State { return s.SetKey(shelf, c.At, c.Field) })
		}}
		actions = append([]notice.Action{group}, actions...)
	}
	text := fmt.Sprintf("That is about %s by %s, more than anybody could read.", dispatch.Abouts(e.Rows, "row"),
		dispatch.Abouts(e.Cols*e.Values, "column"))
	if needs := e.Needs(); needs != "" {
		text += " All of it would take " + needs + "."
	}
	r.tell(theme.QuestionIcon(), "This pivot would have about "+dispatch.About(e.Cells())+" cells", text, actions...)
}

// tell puts a notice where the grid would be.
func (r *result) tell(icon fyne.Resource, title, text string, actions ...notice.Action) {
	r.rows = nil
	r.part.show(r.w.session.Table(), "the other rows follow")
	r.grid.Hide()
	r.banner.Hide()
	r.title.Hide()
	r.find.Close()
	r.w.status.showSelected(nil)
	r.over.Objects = []fyne.CanvasObject{notice.New(icon, title, text, actions...)}
	r.over.Refresh()
}
