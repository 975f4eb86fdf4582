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
	Text    string   // only labels that contain it, whatever the case; "": all labels
	Whole   []string // if not nil, only these labels, whatever the case
	ByCount bool     // the most frequent labels come first; otherwise in label order, null first
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
	want, whole := plain(how.Text), plainSet(how.Whole)
	for i, code := range c.Codes {
		if i&0xFFFF == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch text := plain(c.Text(code)); {
		case whole != nil && !whole[text] && !whole[plain(c.Label(code).String())]:
		case want == "" || strings.Contains(text, want):
			found = append(found, code)
		}
	}
	if how.ByCount {
		slices.SortStableFunc(found, func(a, b uint32) int { return cmp.Compare(c.Rows[b], c.Rows[a]) })
	} else if n := len(found); n > 0 && c.Label(found[n-1]).IsNull() {
		found = append(found[n-1:], found[:n-1]...)
	}
	return found, nil
}

// Missing returns the number of distinct values, and the values that are no label of the codes. The case of letters
// does not matter.
func (c Choices) Missing(values []string, codes []uint32) (distinct int, missing []string) {
	labels := map[string]bool{}
	for _, code := range codes {
		labels[plain(c.Text(code))], labels[plain(c.Label(code).String())] = true, true
	}
	seen := map[string]bool{}
	for _, v := range values {
		switch p := plain(v); {
		case seen[p]:
		case !labels[p]:
			missing = append(missing, v)
			fallthrough
		default:
			seen[p] = true
		}
	}
	return len(seen), missing
}

// plain returns a text in lower case, without surrounding blanks, and with a hyphen for the minus sign.
func plain(text string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "−", "-")
}

// plainSet returns the set of some texts, each as plain returns it. It returns nil if texts is nil.
func plainSet(texts []string) map[string]bool {
	if texts == nil {
		return nil
	}
	set := make(map[string]bool, len(texts))
	for _, t := range texts {
		set[plain(t)] = true
	}
	return set
}
