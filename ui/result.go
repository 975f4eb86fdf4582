package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/ellipsis"
	"cardinal/profiler"
	"cardinal/ui/dialog/notice"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/forecast"
	"cardinal/ui/widget/grid"
	"cardinal/ui/widget/input"
)

var (
	_ grid.Source = (*pivot.Grid)(nil)
	_ grid.Source = pivot.Listing{}
)

// result is the area of the answer. It shows the grid, or a notice that says why there is no answer and what to do.
type result struct {
	root *fyne.Container

	w      *window
	grid   *grid.Grid
	rows   *session.Rows            // the rows on the grid in place of the figures; nil: the figures
	from   [2]int                   // row and column of the cell whose rows are shown
	laid   *session.Answer          // the answer that was last on the grid
	follow *moving                  // a moved label to select in the next answer; nil: none
	ground *container.ThemeOverride // puts the grid on the surface colour
	veil   *canvas.Rectangle        // over figures that will be replaced
	over   *fyne.Container          // a notice, in place of the grid
	banner *fyne.Container
	part   *partial
	stale  *fyne.Container // a strip above figures that belong to older shelves
	notes  *remarks
	title  *title
	chart  *charting
	// the figures with their chart, or the tiles of a dashboard in their place
	answers fyne.CanvasObject
	board   *dashboard
	load    *notice.Loading // over the whole area
	find    *find
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
			r.w.clock.startEdit()
			r.w.session.SortByField(row, col)
		}
	}
	r.grid.OnActivate = r.activate
	r.grid.OnFold = r.fold
	r.grid.OnLift = r.lift
	r.grid.OnMoved = r.moveLabel
	r.grid.OnClipped = w.showTip
	r.grid.OnPainted = w.onPainted
	r.grid.OnUnready = r.order
	r.grid.OnCopy = r.copy
	r.grid.OnSelected = r.summarise
	r.grid.OnSecondaryTapped = r.openMenu
	r.ground = container.NewThemeOverride(r.grid, own.New(w.mode).OnSurface())
	r.find = newFind(r)
	r.stale = newStale(w.rerun)
	r.chart = newCharting(w, container.NewStack(r.ground, r.veil))
	r.title = newTitle(w.tip, w.editor.AskTitle)
	top := container.NewVScroll(container.NewVBox(r.stale, r.part.root, r.notes.root, r.banner, r.find.Object()))
	r.answers, r.board = r.chart.object(), newDashboard(w)
	r.root = container.NewStack(container.New(below{}, top, r.title, container.NewStack(r.answers, r.board.root)),
		r.over, r.load.Object())
	r.greet()
	return r
}

// below lays out strips in a scroll, then the title, then the answer. The strips get their width before they are asked
// for their height, since their texts may wrap. They scroll if they need more than half of the height. In a low window,
// the title is hidden.
type below struct{}

// leastTitled is the least height of the area for the title to be shown.
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
	input.Place(title, 0, y, s.Width, high)
	y += high + theme.Padding()
	input.Place(answer, 0, y, s.Width, max(0, s.Height-y))
}

// show shows an answer. If a is nil, it shows the table itself, or the greeting if no table is open.
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
		r.tellNoRows()
	case a == nil && r.w.session.Whole().Some && r.w.session.Whole().Len() == 0 && len(r.w.session.State().Filters) > 0:
		r.tell(theme.SearchIcon(), lang.L("No row was found"), lang.L("None of the rows that the server sent passes "+
			"the filters. Loosen a filter, or take all of them off."),
			notice.Action{Text: lang.L("Clear filters"), Do: r.w.clearFilters})
	case a == nil:
		r.part.show(t, lang.L("the other rows follow"))
		r.reveal(true)
		r.showListing(r.w.session.Whole())
	case a.Profile.RowsSelected == 0 && (t.Rows > 0 || t.Served != nil && len(a.State.Filters) > 0):
		r.tellNoRows()
	default:
		r.showPivot(a)
	}
}

// tellNoRows says that the filters exclude every row.
func (r *result) tellNoRows() {
	r.tell(theme.SearchIcon(), lang.L("No row passes the filters"), lang.L("Every one of the table's rows is left "+
		"out. Loosen a filter, or take all of them off."),
		notice.Action{Text: lang.L("Clear filters"), Do: r.w.clearFilters})
}

// showPivot shows the figures of an answer on the grid.
func (r *result) showPivot(a *session.Answer) {
	r.part.show(a.Source(), lang.L("the whole answer follows"))
	r.notes.show(a)
	r.title.show(a)
	r.reveal(false)
	r.lay(a)
	r.grid.SetArrows(a.Grid.Arrows())
}

// reveal removes the notice. If banner is true, a banner above the rows says what to do while the shelves are empty.
func (r *result) reveal(banner bool) {
	r.over.Objects = nil
	r.over.Refresh()
	r.grid.Show()
	r.banner.Hidden = !banner
	if r.invite(); !banner {
		r.root.Objects[0].Refresh()
	}
}

// invite says in the banner how to begin a pivot, or that the pivot of the shelves is missing. The banner also says
// which rows are shown below it.
func (r *result) invite() {
	if r.banner.Hidden || r.rows != nil || r.w.session.Answer() != nil {
		return
	}
	text := lang.L("Drag a field onto Rows, or double-click it, to begin.")
	if !r.w.session.State().Empty() {
		text = lang.L("The pivot of the shelves is not there yet.")
	}
	switch rows := r.w.session.Whole(); {
	case r.w.canReadAgain() && r.w.session.Source().Rows == 0:
		text = lang.L("The table has no rows, only the names of its columns. If there are rows in the file, File, " +
			"How the file is read, says how they are found.")
	case !r.w.session.Served() && rows != nil && rows.Len() < r.w.session.Table().Rows:
		text += " " + lang.L("Below are the rows that pass the filters.")
	case !r.w.session.Served():
		text += " " + lang.L("Below is the table itself.")
	case rows.Some:
		text += " " + lang.L("Below are {{.Rows}}.", lang.With{"Rows": session.PageSentence(rows)})
	}
	r.banner.Objects = []fyne.CanvasObject{notice.Strip(input.Wrapped(text))}
	r.root.Objects[0].Refresh()
}

// answer returns the answer on the grid, or nil if the grid shows no pivot.
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
		r.w.clock.startEdit()
		r.w.session.SortByHeading(col)
	}
}

// showLoad covers the result with the progress while a table is read. While a pivot runs, it covers only a notice. If
// no table was open before, the cover appears at once, in place of the greeting that asks for a file.
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

// dim draws a veil over figures that no longer match the shelves.
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

// lay shows the figures of an answer on the grid, and moves the active cell. If only folds changed, the active cell
// stays on its line, or moves to the line of the folded label if its own line is hidden now. If the answer covers other
// rows of the table, the active cell moves with its labels.
func (r *result) lay(a *session.Answer) {
	row, col, active := r.grid.Active()
	old, is := r.grid.Source().(*pivot.Grid)
	before := r.laid
	r.laid = a
	r.grid.SetSource(a.Grid)
	switch {
	case !is || !active:
	case old.Tab() == a.Tab && old != a.Grid && old.Ready(row):
		r.grid.Select(a.Grid.Place(old, row, col))
	case before != nil && before.Grid == old && (a.Grows(before) || a.Alike(before)):
		if line, column := a.Same(before, row, col); line != row || column != col {
			r.grid.Select(line, column)
		}
	}
	r.followLabel(a)
	r.find.repeatSearch()
}

// order orders the rest of the answer's rows in the background, and shows them.
func (r *result) order() {
	if a := r.answer(); a != nil {
		r.w.session.Await(a.Grid, a.Grid.Rows-1, func() {
			if r.answer() == a && r.grid.Waiting() {
				r.grid.SetSource(a.Grid)
			}
		})
	}
}

// await calls `do` once a row of the answer can be read. It does not call `do` if another answer is shown by then.
func (r *result) await(row int, do func(a *session.Answer)) {
	if a := r.answer(); a != nil {
		r.w.session.Await(a.Grid, row, func() {
			if r.answer() == a {
				do(a)
			}
		})
	}
}

// awaitAll calls `do` once all rows of the answer can be read. It does not call `do` if another answer is shown by
// then.
func (r *result) awaitAll(do func(a *session.Answer)) {
	if a := r.answer(); a != nil {
		r.await(a.Grid.Rows-1, do)
	}
}

// mostRecent is how many of the recent files the greeting offers.
const mostRecent = 3

// greet shows the greeting, which asks for a file, in place of the result.
func (r *result) greet() {
	actions := []notice.Action{{Text: lang.L("Open a file"), Do: r.w.files.AskOpen}, {Text: lang.L("Paste a table"),
		Do: r.w.paste},
		{Text: lang.L("Open the sample"), Do: r.w.keeps.OpenSample}, {Text: lang.L("Connect to a database"),
			Do: r.w.servers.Ask}}
	for _, path := range r.w.prefs.Recent[:min(len(r.w.prefs.Recent), mostRecent)] {
		name := ellipsis.Cut(load.Title(path), 40) // a query may be arbitrarily long
		actions = append(actions, notice.Action{Text: lang.L("Open {{.File}}", lang.With{"File": name}),
			Do: func() { r.w.keeps.Open(path) }})
	}
	r.tell(theme.UploadIcon(), lang.L("Drop a CSV, Excel, Parquet or JSON file here"),
		lang.L("Cardinal reads it, and you drag its columns onto a pivot. Nothing leaves this computer."), actions...)
}

// fail says why a run failed. A server's message already says what to do, so that no advice is added to it.
func (r *result) fail(sentence string) {
	if !r.w.session.Served() {
		sentence += " " + lang.L("Change the shelves, or go back.")
	}
	r.tell(theme.WarningIcon(), lang.L("This pivot cannot be worked out"), sentence,
		notice.Action{Text: lang.L("Undo the last change"), Do: r.w.undo}, notice.Action{Text: lang.L("Try again"),
			Do: r.w.rerun})
}

// mostOffered is the largest N for which askLarge offers "top N".
const mostOffered = 1000

// askLarge asks a person about a pivot with too many cells, in place of the result. The pivot runs if the person
// agrees.
func (r *result) askLarge(e *engine.TooLarge) {
	s := r.w.session.State()
	actions := []notice.Action{{Text: lang.L("Go back"), Do: r.w.undo}, {Text: lang.L("Run it anyway"),
		Do: r.w.runAnyway}}
	if s.Layout.ShowEmpty {
		actions = append([]notice.Action{{Text: lang.L("Leave out empty combinations"), Do: func() {
			r.w.editor.Edit(func(s view.State) view.State {
				return s.Lay(func(l *query.Layout) { l.ShowEmpty = false })
			})
		}}}, actions...)
	}
	if n := min(e.Top, mostOffered); n > 0 && len(s.Rows) > 0 {
		first := s.Rows[0]
		top := notice.Action{Text: lang.L("Show the top {{.Count}} of {{.Field}}",
			lang.With{"Count": profiler.Count(n), "Field": first.Title()}), Do: func() {
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
		group := notice.Action{Text: lang.L("Group {{.Labels}}", lang.With{"Labels": c.Field.TitleIn(lang.Words())}) +
			": " + lang.Words().Phrase(c.Size()),
			Do: func() {
				r.w.editor.Edit(func(s view.State) view.State { return s.SetKey(shelf, c.At, c.Field) })
			}}
		actions = append([]notice.Action{group}, actions...)
	}
	text := lang.L("That is about {{.Rows}} by {{.Columns}}, more than anybody could read.",
		lang.With{"Rows": forecast.Rows(e.Rows), "Columns": forecast.Columns(e.Cols * e.Values)})
	if needs := e.Needs(); needs != "" {
		text += " " + lang.L("All of it would take {{.Needs}}.", lang.With{"Needs": lang.Words().Phrase(needs)})
	}
	r.tell(theme.QuestionIcon(), lang.L("This pivot would have about {{.Cells}} cells",
		lang.With{"Cells": dispatch.About(e.Cells())}), text, actions...)
}

// tell shows a notice in place of the grid.
func (r *result) tell(icon fyne.Resource, title, text string, actions ...notice.Action) {
	r.rows = nil
	r.part.show(r.w.session.Table(), lang.L("the other rows follow"))
	r.grid.Hide()
	r.banner.Hide()
	r.title.Hide()
	r.find.Close()
	r.w.status.showSelected(nil)
	r.over.Objects = []fyne.CanvasObject{notice.New(icon, title, text, actions...)}
	r.over.Refresh()
}
