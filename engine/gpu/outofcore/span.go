package outofcore

import "cardinal/internal/each"

// span is a range of rows or groups of a tile.
type span[T any] struct {
	of     *T
	lo, hi int
}

// length returns the number of rows or groups in spans.
func length[T any](list []span[T]) int {
	return each.Sum(list, func(at span[T]) int { return at.hi - at.lo })
}

// cut returns spans of n of the rows or groups in list, starting at index from.
func cut[T any](list []span[T], from, n int) (out []span[T]) {
	for _, at := range list {
		lo := min(at.hi, at.lo+from)
		hi := min(at.hi, lo+n)
		from, n = from-(lo-at.lo), n-(hi-lo)
		if lo < hi {
			out = append(out, span[T]{at.of, lo, hi})
		}
	}
	return out
}
