package session

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// Choices are the labels that a list filter offers. Each has the number of rows with this label that pass the other
// filters. A field may have millions of labels, so that they are not copied into a slice.
type Choices struct {
	*engine.Frequencies
	Field query.Field
}

// Label returns the label of a code.
func (c Choices) Label(code uint32) data.Value { return c.Key.Label(code) }

// Text returns the label of a code as the list shows it.
func (c Choices) Text(code uint32) string { return view.LabelText(c.Key.Label(code), c.Key.Format) }

// Search says which labels of a list are shown, and in which order.
type Search struct {
	Text    string // only labels that contain it, whatever the case; "": all labels
	ByCount bool   // the most frequent labels come first; otherwise in label order, null first
}

// Choose counts the rows of each label of a field in the background, and calls `then` on the UI goroutine. It counts
// rows that pass all filters except the filter at position `besides`; if `besides` is -1, all filters. While a file is
// being read, Choose counts again whenever more rows are there.
func (s *Session) Choose(f query.Field, besides int, then func(Choices)) {
	if s.Column(f.Column) == nil {
		return
	}
	if s.begun {
		s.recount = func() { s.Choose(f, besides, then) }
	}
	table, lets, where := s.table, s.State().Lets, s.State().Others(besides)
	start(s, &s.choice, Work{}, func(ctx context.Context, _ func(string, float64)) (Choices, error) {
		found, err := s.engine.Frequencies(ctx, table, lets, f, where)
		return Choices{found, f}, err
	}, showResult(s, then))
}

// Search finds the labels of a list in the background, and calls `then` with their codes on the UI goroutine. A later
// search supersedes an earlier one.
func (s *Session) Search(c Choices, how Search, then func(codes []uint32)) {
	s.searchIn(&s.search, c, how, then)
}

// SearchSlicer searches the list of a pinned filter. Searches in different filters run at the same time.
func (s *Session) SearchSlicer(c Choices, how Search, then func(codes []uint32)) {
	if s.searches == nil {
		s.searches = map[query.Field]*slot{}
	}
	if s.searches[c.Field] == nil {
		s.searches[c.Field] = &slot{}
	}
	s.searchIn(s.searches[c.Field], c, how, then)
}

func (s *Session) searchIn(k *slot, c Choices, how Search, then func(codes []uint32)) {
	start(s, k, Work{}, func(ctx context.Context, _ func(string, float64)) ([]uint32, error) {
		return c.Find(ctx, how)
	}, showResult(s, then))
}

// Find returns the codes of the labels that the search selects, in its order.
func (c Choices) Find(ctx context.Context, how Search) ([]uint32, error) {
	var found []uint32
	want := plain(how.Text)
	for i, code := range c.Codes {
		if i&0xFFFF == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if want == "" || strings.Contains(plain(c.Text(code)), want) {
			found = append(found, code)
		}
	}
	if how.ByCount {
		c.sortByCount(found)
	} else if n := len(found); n > 0 && c.Label(found[n-1]).IsNull() {
		found = append(found[n-1:], found[:n-1]...)
	}
	return found, nil
}

// sortByCount sorts codes by their numbers of rows, the most frequent first.
func (c Choices) sortByCount(codes []uint32) {
	slices.SortStableFunc(codes, func(a, b uint32) int { return cmp.Compare(c.Rows[b], c.Rows[a]) })
}

// Pasted is a column or row of cells that a person pasted to tick their labels.
type Pasted struct {
	Text    string
	Exact   bool // case and surrounding blanks must match
	ByCount bool // as in Search
}

// Found are the labels that pasted cells name.
type Found struct {
	engine.Matches
	Ticked map[data.Value]bool // the labels
}

// FindPasted finds the labels that pasted cells name in the background, and calls `then` on the UI goroutine. A later
// search stops it.
func (s *Session) FindPasted(c Choices, p Pasted, then func(Found)) {
	start(s, &s.search, Work{}, func(ctx context.Context, _ func(string, float64)) (Found, error) {
		return c.FindPasted(ctx, p)
	}, showResult(s, then))
}

// FindPasted finds the labels that pasted cells name.
func (c Choices) FindPasted(ctx context.Context, p Pasted) (found Found, err error) {
	var values []string
	for _, v := range strings.FieldsFunc(p.Text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }) {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	text := func(v data.Value) string { return view.LabelText(v, c.Key.Format) }
	found.Matches, err = c.Frequencies.Match(ctx, values, text, !p.Exact)
	found.Ticked = make(map[data.Value]bool, len(found.Codes))
	for _, code := range found.Codes {
		found.Ticked[c.Label(code)] = true
	}
	if p.ByCount {
		c.sortByCount(found.Codes)
	}
	return found, err
}

// StopSearch stops Choose, Search and FindPasted, whose results are no longer shown.
func (s *Session) StopSearch() {
	s.choice.stop()
	s.search.stop()
	s.recount = nil
}

// plain returns a text in lower case, without surrounding blanks, and with a hyphen for the minus sign.
func plain(text string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "−", "-")
}
