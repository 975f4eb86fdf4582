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

// Session decides what the window shows. Its methods run on the UI goroutine.
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
	// while a beginning is shown: what was open before, and is opened again if the file cannot be read
	before  *openTable
	begun   bool  // a beginning is shown of the file that is being read
	begunAs []Tab // the tabs of the beginning when it was shown
	// repeats the last Choose with more rows; nil: Choose was not called since the beginning was shown
	recount  func()
	switches int     // the number of switches between tabs
	scraps   []scrap // temporary files: pasted tables and rows that differ

	awaiting []func() // calls that wait until the rows of awaited are ordered
	awaited  *pivot.Grid

	run, ordering, compare, rows, load, save, facts, calculated, choice, search, slicers, summary, finding, copying,
	forecast, preview, losses, counting, keeping, sending, second, machine slot

	searches map[query.Field]*slot // searches in the lists of pinned filters

	limits Limits

	unmeasured, anew bool          // unmeasured: a measurement is due; anew: also if there is an older one
	idle             time.Duration // idleWait, or less in tests
	measuredOn       string        // a sentence: which measurement the expected times are based on
	onGPU            string        // a sentence: which columns of the open table are on the GPU
}

// openTable is the open table with its tabs.
type openTable struct {
	base   *data.Table // the table of the file, without look-ups and calculated fields
	table  *data.Table // base with the look-ups of the state
	fields *data.Table // table with the calculated fields in lets
	lets   []query.Let
	whole  *Rows       // the listed rows of the table
	older  *data.Table // base before its file was read again; nil: not kept
	copies *bool       // whether columns on a server may be copied; nil: the person has not answered
	tried  *data.Table // the table that keep has saved, or found that it cannot save
	// the table and the states whose columns were last sent to the GPU
	offered *data.Table
	asked   []view.State
	// the table and the state for which groups were last counted ahead
	counted    *data.Table
	countedFor view.State
	listed     view.State            // the state whose filters whole has
	known      map[*data.Column]bool // columns with known facts

	*tab   // the shown tab
	tabs   []*tab
	closed []closed // the last one is the latest
}

// New returns a session without a table. post must run a function on the UI goroutine, but not before it returns.
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

// Post runs `do` on the UI goroutine when the present event is over.
func (s *Session) Post(do func()) { s.post(do) }

// Table returns the open table with its look-ups and calculated fields, or nil if no table is open. Until the
// calculated fields are computed, their columns have only the first rows.
func (s *Session) Table() *data.Table { return s.fields }

// Source returns the open table as it is in its file, or nil if no table is open.
func (s *Session) Source() *data.Table { return s.base }

// State returns the state of the shelves.
func (s *Session) State() view.State { return s.history.Now() }

// Answer returns the shown answer, or nil. The answer may belong to an older state while a run is under way, or after a
// run was cancelled.
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

// Edit changes the state to what change returns, and runs its pivot.
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

// same reports whether two states look the same on the screen.
func same(a, b view.State) bool {
	return a.SameQuery(b) && foldsEqual(a.Folds, b.Folds) && a.Layout.Equal(b.Layout) && a.SamePins(b) &&
		a.SameMarks(b) && a.Chart == b.Chart && a.Dashboard == b.Dashboard && slices.Equal(a.LeftOut, b.LeftOut)
}

// Try begins a group of edits, e.g. those of a form. The returned function ends it: it makes the edits one step of undo
// if `keep` is true, or else takes them back. It does nothing if another tab or table is shown by then.
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

// maxCells is the greatest number of cells that are shown without asking.
const maxCells = 10_000_000

// Rerun runs the current state again.
func (s *Session) Rerun() {
	if s.table != nil {
		s.pivot(nil)
	}
}

// Renumber writes all shown numbers again after their separators have changed.
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
			lang.With{"File": NameOf(s.table)})})
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
	case second && s.second.work.What == lang.L(listing):
		s.screen.Say(Message{Text: lang.L("Stopped reading the log.")})
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

// showAndRun shows the current state and runs its pivot. If the last answer has the same query, only its layout, folds
// and conditional formats are computed again.
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

// holds reports whether an answer has the figures for the current shelves.
func (s *Session) holds(a *Answer) bool {
	return a != nil && a.table == s.table && a.State.SameQuery(s.State())
}

// Stale reports whether the shown answer belongs to older shelves, since the run for the current ones was stopped.
func (s *Session) Stale() bool {
	return s.stopped && (s.State().Dashboard || s.answer != nil && !s.holds(s.answer))
}

// Await calls `then` on the UI goroutine when a row of src can be read. If the rows of src are not in order yet, they
// are ordered in the background first. If Cancel or the next pivot stops this, `then` is not called.
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

// stopOrdering stops the ordering of rows that Await has begun. It reports whether it was under way.
func (s *Session) stopOrdering() bool {
	s.awaited, s.awaiting = nil, nil
	return s.ordering.stop()
}

// pivot runs the pivot of the current state. `old` is an answer with the same query, or nil.
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

// showWork shows the most important work that has been under way long enough to be shown.
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
