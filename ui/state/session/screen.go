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
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// Engine is what a session needs of the engine.
type Engine interface {
	Pivot(ctx context.Context, t *data.Table, q query.Query, r engine.RunOptions) (*engine.Answer, error)
	Pages(ctx context.Context, t *data.Table, q query.Query, f query.Field, r engine.RunOptions) ([]engine.Page, error)
	Estimate(ctx context.Context, t *data.Table, q query.Query, r engine.RunOptions) (*profiler.Record, error)
	Served(t *data.Table) bool
	Counted(t *data.Table, column string, distinct int)
	KeepSamples(ctx context.Context, t *data.Table) error
	RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col, most int) (l pivot.Listing, n int, err error)
	Passing(ctx context.Context, t *data.Table, lets []query.Let, where *query.Expr, most int) (l pivot.Listing, n int, err error)
	Frequencies(ctx context.Context, t *data.Table, lets []query.Let, f query.Field, where *query.Expr) (*engine.Frequencies, error)
	Calculated(ctx context.Context, t *data.Table, lets []query.Let) (*data.Table, error)
	// Attach makes the engine ask a server about a table, until Detach.
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
	// Open reads a file. Of a table on a server, which is then attached to the engine, it reads the columns alone.
	Open(ctx context.Context, path string, how load.Options) (*data.Table, error)
	// Preview reads the beginning of a text file.
	Preview(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, error)
	// Losses lists what of a text file is not in its table as it stands.
	Losses(ctx context.Context, path, sheet string, how data.Reading) ([]data.Loss, error)
	// Beginnings reads growing beginnings of a file that takes long to read.
	Beginnings(ctx context.Context, path string, how load.Options) iter.Seq[*data.Table]
	Sample(ctx context.Context) (*data.Table, error)
	// Paste makes a file of a text that was pasted. remove removes the file.
	Paste(text []byte) (path string, remove func(), err error)
	// Keeping is the work that keeps a table which took long to read for its next opening, nil where there is none.
	Keeping(t *data.Table) func(context.Context) error
	// Save writes a pivot, encrypted where there is a password; lost says, in a sentence, what the format could
	// not hold.
	Save(ctx context.Context, path, format, password string, p export.Pivot) (lost string, err error)
	// SaveBook writes several pivots in a format that holds several.
	SaveBook(ctx context.Context, path, format, password string, b export.Book) (lost string, err error)
	// SaveRows writes rows of a table in a format that holds rows.
	SaveRows(ctx context.Context, path, format, password string, l pivot.Listing) (lost string, err error)
}

// Screen shows a session. Every method is called through post, on the UI goroutine.
type Screen interface {
	ShowTable(t *data.Table)                       // another table is open, or the beginning of one
	ShowGrown(t *data.Table)                       // the table that is open has more rows of its file, or all of them
	ShowAgain(t *data.Table)                       // what was open before a beginning is open again; nil: nothing was
	ShowFields(t *data.Table)                      // the calculated fields of the open table changed; t has them
	ShowTabs(names []string, shown int)            // the tabs changed, or another one is shown
	ShowState(s view.State, canUndo, canRedo bool) // the shelves changed
	ShowAnswer(a *Answer)                          // nil: there is none
	ShowFailure(err error)                         // instead of an answer: the run failed
	ShowRows(r *Rows)                              // the rows behind a cell, until the next answer
	ShowTooLarge(e *engine.TooLarge)               // instead of an answer: RunAnyway runs it
	ShowMachine(sentence string)                   // what the expected times rest on, "" where that is not known
	ShowComparison(c *profiler.Comparison)         // of the answer on the screen
	ShowWork(w *Work)                              // nil: nothing is under way
	ShowSlicers(counted []Choices)                 // the labels of the filters in view, in the order of their chips
	ShowFact(f Fact)                               // something was learnt about a column
	// instead of a table: the server wants another password; again opens the table once it is there
	ShowLocked(e *dial.Locked, again func())
	OfferCopy(p *profiler.Pull) // of columns that lie on a server; nil: no longer
	Say(m Message)              // until it is dismissed or a newer one comes
}

// Answer is a finished run. It is immutable.
type Answer struct {
	*engine.Answer
	State view.State  // what it answers
	Grid  *pivot.Grid // its cells, with the folds of State
	table *data.Table // whose rows it is of
}

// Source is the table that the answer is computed from.
func (a *Answer) Source() *data.Table { return a.table }

// lay lays the answer out as a state of the same query wants it.
func (a *Answer) lay(ctx context.Context, now view.State) (*Answer, error) {
	answer := a.Answer
	if !now.SameMarks(a.State) {
		tab, err := a.Tab.Marked(ctx, now.Query().Values)
		if err != nil {
			return nil, err
		}
		copied := *a.Answer
		copied.Tab, answer = tab, &copied
	}
	return &Answer{Answer: answer, State: now, Grid: answer.Tab.Lay(now.Layout, now.Folds), table: a.table}, nil
}

// Work is what is under way and has taken long enough to be worth showing.
type Work struct {
	What  string  // "Opening flights.parquet"
	Stage string  // of the run, or the tier of a comparison; "" where it has none
	Done  float64 // 0..1; below 0 while unknown
	Pivot bool    // the result on the screen is about to be replaced
	Load  bool    // a table is being read, and nothing of it is shown yet

	Second bool // a look-up in a second file
}

// Message is one sentence for a person.
type Message struct {
	Text    string // ends with a full stop
	Error   bool   // something failed
	Opening bool   // a table could not be opened: the next table that opens makes the message obsolete
	File    string // the path of a file that was written, and that a person may want to see; "" for none
}
