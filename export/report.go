package export

import "fmt"

// Report says what a file could not hold exactly. The zero Report says that nothing was lost.
type Report struct {
	Losses []Loss // by kind, in the order in which they were met
}

// Loss is one kind of change that cells had to suffer.
type Loss struct {
	Kind  string // what was done to what: "integers of more than 15 digits written as text"
	Cells int    // how many cells
	First string // the first of them, as the format names cells
}

func (l Loss) String() string {
	if l.Cells == 1 {
		return fmt.Sprintf("%s: %s", l.First, l.Kind)
	}
	return fmt.Sprintf("%d cells, the first of them %s: %s", l.Cells, l.First, l.Kind)
}

// add counts one more cell. The name of a cell is only asked for when it is the first.
func (r *Report) add(kind string, cell func() string) {
	for i := range r.Losses {
		if r.Losses[i].Kind == kind {
			r.Losses[i].Cells++
			return
		}
	}
	r.Losses = append(r.Losses, Loss{Kind: kind, Cells: 1, First: cell()})
}
