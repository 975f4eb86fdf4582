package session

import (
	"context"
	"iter"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// Engine lists the methods of the engine that a session calls.
type Engine interface {
	Pivot(ctx context.Context, t *data.Table, q query.Query, r engine.RunOptions) (*engine.Answer, error)
	Pages(ctx context.Context, t *data.Table, q query.Query, f query.Field, r engine.RunOptions) ([]engine.Page, error)
	PivotWithin(ctx context.Context, t *data.Table, q query.Query, most int) (*pivot.Crosstab, error)
	Estimate(ctx context.Context, t *data.Table, q query.Query, r engine.RunOptions) (*profiler.Record, error)
	Served(t *data.Table) bool
	Counted(t *data.Table, column string, distinct int)
	KeepSamples(ctx context.Context, t *data.Table) error
	CountAhead(ctx context.Context, t *data.Table, q query.Query, further []query.Field) error
	RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col, most int) (l pivot.Listing,
		n int, err error)
	Explain(ctx context.Context, t *data.Table, tab *pivot.Crosstab, of explain.Question,
		progress func(done float64)) (*explain.Explanation, error)
	Quality(ctx context.Context, t *data.Table, columns []string, progress func(done float64)) ([]engine.Finding, error)
	SQL(ctx context.Context, t *data.Table, q query.Query, kind string) (string, error)
	Duplicates(ctx context.Context, t *data.Table, columns []string) (engine.Finding, error)
	Passing(ctx context.Context, t *data.Table, lets []query.Let, where *query.Expr, most int) (l pivot.Listing,
		n int, err error)
	Frequencies(ctx context.Context, t *data.Table, lets []query.Let, f query.Field,
		where *query.Expr) (*engine.Frequencies, error)
	Calculated(ctx context.Context, t *data.Table, lets []query.Let) (*data.Table, error)
	// Attach connects a table to its server: until Detach, the engine asks the server about the table.
	Attach(t *data.Table, s remote.Server, of *remote.Table)
	Detach(t *data.Table) remote.Server
	DropCopy(t *data.Table)
	Retain(t *data.Table)
	Compare(ctx context.Context, t *data.Table, a *engine.Answer, r engine.RunOptions) (*profiler.Comparison, error)
	Calibration(ctx context.Context) (c cost.Calibration, measured bool)
	Calibrate(ctx context.Context, done func(float64)) (cost.Calibration, error)
	Send(ctx context.Context, t *data.Table, queries []query.Query, barred []engine.Tier) (engine.Sent, error)
	Compile(ctx context.Context, t *data.Table, queries []query.Query, barred []engine.Tier) error
	Tune(ctx context.Context, found func(g engine.Grid, done float64)) ([]engine.Grid, error)
}

// Files reads tables and writes answers.
type Files interface {
	// Open reads a file. For a table on a server, it reads only the names and types of the columns, and calls
	// Engine.Attach.
	Open(ctx context.Context, path string, how load.Options) (*data.Table, error)
	// Preview reads the beginning of a text file.
	Preview(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, error)
	// Losses lists what a text file has and the table does not, or has in a changed form.
	Losses(ctx context.Context, path, sheet string, how data.Reading) ([]data.Loss, error)
	// Beginnings reads ever longer beginnings of a file that takes long to read.
	Beginnings(ctx context.Context, path string, how load.Options) iter.Seq[*data.Table]
	Sample(ctx context.Context) (*data.Table, error)
	// Paste writes a pasted text to a temporary file, which remove deletes.
	Paste(text []byte) (path string, remove func(), err error)
	// Keeping returns a function that saves a table that took long to read, for its next opening. It returns nil if the
	// table need not be saved.
	Keeping(t *data.Table) func(context.Context) error
	// Save writes a pivot. If password is not empty, it encrypts the file. `lost` says, in a sentence, what the format
	// could not hold.
	Save(ctx context.Context, path, format, password string, p export.Pivot) (lost string, err error)
	// SaveBook writes several pivots into one file, in a format that allows several.
	SaveBook(ctx context.Context, path, format, password string, b export.Book) (lost string, err error)
	// SaveRows writes rows of a table, in a format that allows rows.
	SaveRows(ctx context.Context, path, format, password string, l pivot.Listing) (lost string, err error)
}

// Screen shows a session. The session calls every method through post, on the UI goroutine.
type Screen interface {
	ShowTable(t *data.Table)                       // another table is open, or a beginning of it
	ShowGrown(t *data.Table)                       // the open table has more rows of its file now, or all
	ShowAgain(t *data.Table)                       // t is open again, since a new one was not read; nil: no table
	ShowFields(t *data.Table)                      // t is the open table with changed calculated fields
	ShowTabs(names []string, shown int)            // the tabs changed, or another tab is shown
	ShowState(s view.State, canUndo, canRedo bool) // the shelves changed
	ShowAnswer(a *Answer)                          // nil: no answer
	ShowTiles(all []*Tile)                         // instead of an answer: a dashboard; again when a tile has changed
	ShowFailure(err error)                         // instead of an answer: the run failed
	ShowRows(r *Rows)                              // the rows behind a cell, until the next answer
	ShowTooLarge(e *engine.TooLarge)               // instead of an answer: the pivot is too large; RunAnyway runs it
	ShowMachine(sentence string)                   // what the expected times are based on; "": not known
	ShowComparison(c *profiler.Comparison)         // the times of all tiers for the answer on the screen
	ShowWork(w *Work)                              // nil: no work is under way
	ShowSlicers(counted []Choices)                 // the labels of the pinned filters, in the order of their chips
	ShowFact(f Fact)                               // something was found out about a column
	// instead of a table: the server rejects the password; `again` opens the table with another one
	ShowLocked(e *dial.Locked, again func())
	OfferCopy(p *profiler.Pull) // offers to copy columns from a server; nil: removes the offer
	Say(m Message)              // until the message is dismissed or a newer one comes
}

// Answer is the result of a finished run. It is immutable.
type Answer struct {
	*engine.Answer
	State view.State  // the state that was run
	Grid  *pivot.Grid // its cells, with the folds of State
	table *data.Table // the table from which it is computed
}

// Source returns the table from which the answer is computed.
func (a *Answer) Source() *data.Table { return a.table }

// lay returns the answer with the folds, the layout and the conditional formats of a state. The state must have the
// same query.
func (a *Answer) lay(ctx context.Context, now view.State) (*Answer, error) {
	answer := *a.Answer
	if !now.SameMarks(a.State) {
		tab, err := a.Tab.Marked(ctx, now.Query().Values)
		if err != nil {
			return nil, err
		}
		answer.Tab = tab
	}
	if now.Layout.Title != answer.Tab.Query.Layout.Title {
		tab := *answer.Tab
		tab.Query.Layout.Title, answer.Tab = now.Layout.Title, &tab
	}
	g, err := layOut(ctx, answer.Tab, now)
	return &Answer{Answer: &answer, State: now, Grid: g, table: a.table}, err
}

// layOut returns the grid of a crosstab in the layout of a state. If the state has folds, it first orders all labels.
func layOut(ctx context.Context, tab *pivot.Crosstab, now view.State) (*pivot.Grid, error) {
	if !foldsEqual(now.Folds, pivot.Folds{}) {
		if err := tab.Order(ctx); err != nil {
			return nil, err
		}
	}
	return tab.Lay(now.Layout, now.Folds), nil
}

// Work is work under way. It is shown only if it takes long enough.
type Work struct {
	What  string  // e.g. "Opening flights.parquet"
	Stage string  // the present stage of a run, or the tier of a comparison; "": none
	Done  float64 // from 0 to 1; negative: unknown
	Pivot bool    // the result on the screen is about to be replaced
	Load  bool    // a table is being read, and none of its rows are shown yet

	Second bool // the work is a look-up in a second file
}

// Message is one sentence for a person.
type Message struct {
	Text    string // ends with a full stop
	Error   bool   // something failed
	Opening bool   // a table could not be opened; the message is obsolete once another table opens
	File    string // the path of a written file that a person may want to see; "": none
}
