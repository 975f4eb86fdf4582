package session

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// Session is the presenter of the window. Its methods run on the UI goroutine.
type Session struct {
	engine Engine
	files  Files
	screen Screen
	post   func(func())
	after  func(time.Duration, func()) (stop func())

	ctx     context.Context
	quit    context.CancelFunc
	running sync.WaitGroup

	openTable
	joins joins // base with lookups
	// while a beginning is shown: what was open before, and opens again if the file cannot be read
	before  *openTable
	begun   bool  // a beginning of the file that is being read is shown
	begunAs []Tab // the tabs that were made for the beginning
	// counts the labels of the last list again; nil: none were counted since the beginning was shown
	recount  func()
	switches int     // the number of switches between tabs
	scraps   []scrap // the files of pasted tables

	awaiting []func() // calls of Await that wait for awaited
	awaited  *pivot.Grid

	run, ordering, compare, rows, load, save, facts, calculated, choice, search, slicers, summary, finding, copying,
	forecast, preview, losses, counting, keeping, sending, second, machine slot

	searches map[query.Field]*slot // of the pinned filters

	limits Limits

	unmeasured, anew bool          // unmeasured: a measurement is due; anew: even if the machine was measured before
	idle             time.Duration // idleWait; tests shorten it
	measuredOn       string        // what the expected times rest on, as a sentence
	onGPU            string        // which columns of the open table are on the GPU, as a sentence
}

// openTable is the open table with its tabs.
type openTable struct {
	base   *data.Table // the table of the file, without look-ups and calculated fields
	table  *data.Table // base with the lookups of the state
	fields *data.Table // table with the calculated fields of lets
	lets   []query.Let
	whole  *Rows       // of the table
	older  *data.Table // the version of base before its file was read again; nil: none is held
	copies *bool       // whether columns on a server are copied; nil: nobody has answered
	tried  *data.Table // the table that was kept, or cannot be
	// offered is the table, and asked are the pivots, whose columns the GPU was last sent.
	offered *data.Table
	asked   []view.State
	// counted is the table, and countedFor the pivot, whose next fields were last counted.
	counted    *data.Table
	countedFor view.State
	listed     view.State            // the state whose filters the rows of whole have passed
	known      map[*data.Column]bool // columns with known facts

	*tab   // the shown tab
	tabs   []*tab
	closed []closed // the latest at the end
}

// New returns a session without a table. post hands a function to the UI goroutine; post must not run it at once.
func New(e Engine, f Files, screen Screen, post func(func())) *Session {
	s := &Session{engine: e, files: f, screen: screen, post: post, after: after, idle: idleWait}
	s.reset(nil, 0, "")
	s.ctx, s.quit = context.WithCancel(context.Background())
	return s
}

// Close cancels all work and waits until it has stopped.
func (s *Session) Close() {
	s.quit()
	s.running.Wait()
	s.release(s.base)
	s.running.Wait()
	s.sweep("")
}

// Post runs do on the UI goroutine when the present event is over.
func (s *Session) Post(do func()) { s.post(do) }

// Table returns the open table with a column for each calculated field; nil if no table is open. Until the calculated
// fields are computed, their columns have only the first rows.
func (s *Session) Table() *data.Table { return s.fields }

// Source returns the open table as its file has it; nil if no table is open.
func (s *Session) Source() *data.Table { return s.base }

// State returns the state of the shelves.
func (s *Session) State() view.State { return s.history.Now() }

// Answer returns the shown answer, or nil. It may be older than State while a run is under way and after a run was
// cancelled.
func (s *Session) Answer() *Answer { return s.answer }

// Column returns a column of Table by its exact name, or nil.
func (s *Session) Column(name string) *data.Column {
	if s.table == nil || name == "" {
		return nil
	}
	c, err := s.fields.Column(name)
	if err != nil {
		return nil
	}
	return c
}

// Edit changes the state and runs the result. change returns the new state.
func (s *Session) Edit(change func(view.State) view.State) {
	if s.table == nil {
		return
	}
	next := change(s.State())
	if s.State().Dashboard {
		var is bool
		if next, is = next.AsDashboard(s.State()); !is {
			s.screen.Say(Message{Text: lang.L("A dashboard has filters only: put the field on Filters, or go to " +
				"the tab of a pivot.")})
			return
		}
	}
	if !same(next, s.State()) {
		s.history.Do(next)
		s.showAndRun()
	}
}

// same reports whether two states show the same.
func same(a, b view.State) bool {
	return a.SameQuery(b) && foldsEqual(a.Folds, b.Folds) && a.Layout.Equal(b.Layout) && a.SamePins(b) &&
		a.SameMarks(b) && a.Chart == b.Chart && a.Dashboard == b.Dashboard && slices.Equal(a.LeftOut, b.LeftOut)
}

// Try begins edits that a person may take back together. The returned function ends these edits: it makes them one step
// of undo, or takes them back. It does nothing if another tab or table is shown now.
func (s *Session) Try() (end func(keep bool)) {
	tab, table, was := s.tab, s.table, s.history
	return func(keep bool) {
		if s.tab != tab || s.table != table {
			return
		}
		now := s.State()
		s.history = was
		switch {
		case same(now, was.Now()):
			s.showState()
		case keep:
			s.history.Do(now)
			s.showState()
		default:
			s.showAndRun()
		}
	}
}

// Undo goes back by one state.
func (s *Session) Undo() {
	if s.history.Undo() {
		s.showAndRun()
	}
}

// Redo goes forward by one state.
func (s *Session) Redo() {
	if s.history.Redo() {
		s.showAndRun()
	}
}

// RunAnyway runs the current state, however large its answer is.
func (s *Session) RunAnyway() {
	s.allowed = s.State()
	s.Rerun()
}

// maxCells is the most cells that are shown without asking.
const maxCells = 10_000_000

// Rerun runs the current state again.
func (s *Session) Rerun() {
	if s.table != nil {
		s.pivot(nil)
	}
}

// Renumber writes all shown numbers again, after their separators changed.
func (s *Session) Renumber() {
	if s.table == nil {
		return
	}
	clear(s.known)
	s.listed = view.State{}
	s.showState()
	s.countSlicers()
	s.Rerun()
}

// Cancel stops all work under way and reports whether there was any. The table, the shelves and the last answer stay.
func (s *Session) Cancel() bool {
	load, save, run, compare, rows := s.load.stop(), s.save.stop(), s.run.stop(), s.compare.stop(), s.rows.stop()
	begun := load && s.goBack()
	finding, copying, ordering := s.finding.stop(), s.copying.stop(), s.stopOrdering()
	second := s.second.work.Second && s.second.stop()
	machine := s.machine.work.What != "" && s.machine.stop()
	s.stopped = s.stopped || run
	s.showWork()
	defer s.rest()
	switch {
	case begun && s.table != nil:
		s.screen.Say(Message{Text: lang.L("Stopped opening the file. {{.File}} is open again.",
			lang.With{"File": s.table.Name})})
	case load && s.table == nil:
		s.screen.Say(Message{Text: lang.L("Stopped opening the file.")})
	case load:
		s.screen.Say(Message{Text: lang.L("Stopped opening the file. The table before it is still open.")})
	case save:
		s.screen.Say(Message{Text: lang.L("Stopped the export. No file was written.")})
	case compare:
		s.screen.Say(Message{Text: lang.L("Stopped measuring. The figures below are right as they are.")})
	case rows && s.rows.work.What == lang.L(explaining):
		s.screen.Say(Message{Text: lang.L("Stopped explaining the figure.")})
	case rows && s.rows.work.What == lang.L(comparing):
		s.screen.Say(Message{Text: lang.L("Stopped comparing the rows.")})
	case rows && s.rows.work.What == lang.L(checking):
		s.screen.Say(Message{Text: lang.L("Stopped checking the data.")})
	case rows:
		s.screen.Say(Message{Text: lang.L("Stopped looking for the rows.")})
	case copying:
		s.screen.Say(Message{Text: lang.L("Stopped copying. The clipboard has what it had before.")})
	case second:
		s.screen.Say(Message{Text: lang.L("Stopped the look-up. The table stays as it was.")})
	case finding:
		s.screen.Say(Message{Text: lang.L("Stopped finding.")})
	case ordering:
		s.screen.Say(Message{Text: lang.L("Stopped ordering the rows. The first are in order; the others are ordered " +
			"when you go to them again.")})
	case machine:
		s.unmeasured, s.anew = false, false
		s.screen.Say(Message{Text: lang.L("Stopped measuring. Expected times rest on what was known before.")})
	case run && s.answer == nil:
		s.screen.Say(Message{Text: lang.L("Stopped. Press Ctrl+R to run the pivot.")})
	case run && s.holds(s.answer):
		s.screen.Say(Message{Text: lang.L("Stopped. The figures below are those of the run before.")})
	case run:
		s.screen.Say(
			Message{Text: lang.L(
				"Stopped. The shelves have changed since the figures below; press Ctrl+R to run them.")},
		)
	}
	return load || save || run || compare || rows || copying || finding || ordering || second || machine
}

// showAndRun shows the current state and runs it. If only the layout, folds or conditional formats changed since the
// last answer, it lays that answer out again instead.
func (s *Session) showAndRun() {
	s.share()
	s.calculate()
	s.showState()
	s.countSlicers()
	old := s.answer
	if !s.holds(old) {
		old = nil
	}
	s.pivot(old)
}

// holds reports whether an answer has the figures of the current shelves.
func (s *Session) holds(a *Answer) bool {
	return a != nil && a.table == s.table && a.State.SameQuery(s.State())
}

// Stale reports whether the shown answer is of older shelves, because the run of the current ones was stopped.
func (s *Session) Stale() bool {
	return s.stopped && (s.State().Dashboard || s.answer != nil && !s.holds(s.answer))
}

// Await calls then on the UI goroutine when a row of src can be read. If the rows of src are not ordered yet, they are
// ordered in the background before. Cancel and the next pivot end the wait, and then is not called.
func (s *Session) Await(src cells.Source, row int, then func()) {
	if ready(src, row) {
		then()
		return
	}
	g := src.(*pivot.Grid)
	if s.ordering.busy && s.awaited == g {
		s.awaiting = append(s.awaiting, then)
		return
	}
	s.awaited, s.awaiting = g, []func(){then}
	start(s, &s.ordering, Work{What: lang.L("Ordering the rows"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (struct{}, error) { return struct{}{}, g.Order(ctx) },
		showResult(s, func(struct{}) {
			waited := s.awaiting
			s.stopOrdering()
			for _, then := range waited {
				then()
			}
		}))
}

// stopOrdering ends the order of rows that are awaited. It reports whether there was any.
func (s *Session) stopOrdering() bool {
	s.awaited, s.awaiting = nil, nil
	return s.ordering.stop()
}

// pivot answers the current state. old is an answer to the same query, or nil.
func (s *Session) pivot(old *Answer) {
	table, now := s.table, s.State()
	s.stopped = false
	if old == nil {
		s.compare.stop()
	}
	s.rows.stop()
	s.stopOrdering()
	switch {
	case now.Dashboard:
		s.showTiles()
		return
	case now.Empty():
		s.list()
		return
	}
	most := maxCells
	if now.SameQuery(s.allowed) {
		most = 0
	}
	how := s.options(now)
	how.MaxCells = most
	start(s, &s.run, Work{What: lang.L("Working out the pivot"), Done: -1, Pivot: true},
		func(ctx context.Context, report func(string, float64)) (*Answer, error) {
			if old != nil {
				return old.lay(ctx, now)
			}
			how.Progress = func(p engine.Progress) { report(p.Stage, p.Done) }
			a, err := s.engine.Pivot(ctx, table, now.Query(), how)
			if err != nil {
				return nil, err
			}
			a.Tab = a.Tab.In(lang.Words())
			g, err := layOut(ctx, a.Tab, now)
			return &Answer{Answer: a, State: now, Grid: g, table: table}, err
		},
		func(a *Answer, err error) {
			var large *engine.TooLarge
			switch {
			case errors.Is(err, context.Canceled):
			case errors.As(err, &large):
				s.answer = nil
				s.screen.ShowTooLarge(large)
			case err != nil:
				s.answer = nil
				s.screen.ShowFailure(err)
			default:
				s.answer = a
				s.screen.ShowAnswer(a)
				s.offerCopy(a.Profile)
			}
		})
}

func (s *Session) showState() {
	s.screen.ShowState(s.State(), s.history.CanUndo(), s.history.CanRedo())
}

// showWork shows the most important work that has become visible.
func (s *Session) showWork() {
	for _, k := range []*slot{&s.load, &s.save, &s.second, &s.run, &s.rows, &s.copying, &s.finding, &s.ordering,
		&s.compare, &s.machine} {
		if k.busy && k.visible && k.work.What != "" {
			w := k.work
			s.screen.ShowWork(&w)
			return
		}
	}
	s.screen.ShowWork(nil)
}
