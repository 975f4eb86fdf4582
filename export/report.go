package export

import "fmt"

// Report says which values a file could not hold exactly. The zero Report says that it holds all.
type Report struct {
	Losses []Loss // one of each kind, in the order of their first cells
}

// Loss is one kind of change that a format made to values.
type Loss struct {
	Kind  string // "a number of more than 15 significant digits written as text"
	Cells int    // the number of cells; 0: the Kind says all
	First string // the name of the first of them: B7
}

// String is the loss as a sentence without a stop.
func (l Loss) String() string {
	switch l.Cells {
	case 0:
		return l.Kind
	case 1:
		return fmt.Sprintf("%s: %s", l.First, l.Kind)
	}
	return fmt.Sprintf("%d cells, the first of them %s: %s", l.Cells, l.First, l.Kind)
}

// add counts one more cell. cell is called for the name of the first one.
func (r *Report) add(kind string, cell func() string) {
	for i := range r.Losses {
		if r.Losses[i].Kind == kind {
			r.Losses[i].Cells++
			return
		}
	}
	r.Losses = append(r.Losses, Loss{Kind: kind, Cells: 1, First: cell()})
}
