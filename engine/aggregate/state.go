package aggregate

import (
	"unsafe"

	"cardinal/internal/memory"
)

// State is a state with one entry per group: S[g] is the entry of group g.
type State[T comparable] struct {
	S     []T
	empty T // the entry of a group without rows
}

// Grow makes room for n groups; existing groups keep their state.
func (s *State[T]) Grow(n int) {
	old := len(s.S)
	s.S = Grow(s.S, n)
	if s.empty != *new(T) {
		for g := old; g < len(s.S); g++ {
			s.S[g] = s.empty
		}
	}
}

// Make makes room for n groups; there must be none before.
func (s *State[T]) Make(n int, each Ranges) {
	s.S = memory.Uninitialized[T](n)
	zero := s.empty == *new(T)
	each(n, func(lo, hi int) {
		if part := s.S[lo:hi]; zero {
			clear(part)
		} else {
			for g := range part {
				part[g] = s.empty
			}
		}
	})
}

// Bytes returns the memory of the entries.
func (s *State[T]) Bytes() int64 { return int64(unsafe.Sizeof(s.empty)) * int64(cap(s.S)) }

// Clear empties groups.
func (s *State[T]) Clear(groups []uint32) {
	for _, g := range groups {
		s.S[g] = s.empty
	}
}

// Keep drops all groups but the listed ones. groups ascends, and its groups become 0, 1, 2, ...
func (s *State[T]) Keep(groups []uint32, each Ranges) { s.S = keep(s.S, groups, each) }

// slice returns groups lo to hi as groups 0, 1, 2, ...
func (s *State[T]) slice(lo, hi int) State[T] { return State[T]{s.S[lo:hi], s.empty} }

// Rows is a state with Width entries per group: the entries of group g begin at S[g*Width].
type Rows[T any] struct {
	S     []T
	Width int
}

// Grow makes room for n groups; entries of new groups are zero.
func (r *Rows[T]) Grow(n int) { r.S = Grow(r.S, n*r.Width) }

// Bytes returns the memory of the entries.
func (r *Rows[T]) Bytes() int64 {
	var entry T
	return int64(unsafe.Sizeof(entry)) * int64(cap(r.S))
}

// Of returns the entries of group g.
func (r *Rows[T]) Of(g int) []T { return r.S[g*r.Width:][:r.Width] }

// Make makes room for n groups; there must be none before.
func (r *Rows[T]) Make(n int, each Ranges) {
	r.S = memory.Uninitialized[T](n * r.Width)
	each(n, func(lo, hi int) { clear(r.S[lo*r.Width : hi*r.Width]) })
}

// Keep drops all groups but the listed ones, which ascend.
func (r *Rows[T]) Keep(groups []uint32, each Ranges) {
	kept := Rows[T]{memory.Uninitialized[T](len(groups) * r.Width), r.Width}
	each(len(groups), func(lo, hi int) {
		for g, from := range groups[lo:hi] {
			copy(kept.Of(lo+g), r.Of(int(from)))
		}
	})
	*r = kept
}

// Slice returns the entries of groups lo to hi.
func (r *Rows[T]) Slice(lo, hi int) Rows[T] { return Rows[T]{r.S[lo*r.Width : hi*r.Width], r.Width} }

// Clear empties groups.
func (r *Rows[T]) Clear(groups []uint32) {
	for _, g := range groups {
		clear(r.Of(int(g)))
	}
}

// Combine merges from into r as Accumulator.Merge does: combine is called with the entries of each pair of groups.
func (r *Rows[T]) Combine(from *Rows[T], groups, to []uint32, combine func(into, from []T)) {
	eachPair(len(from.S)/from.Width, groups, to, func(g, t int) { combine(r.Of(t), from.Of(g)) })
}

// Skip in a merge map drops a group.
const Skip = ^uint32(0)

// Grow extends s to n entries; new entries are zero.
func Grow[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	if n <= cap(s) {
		return s[:n]
	}
	bigger := memory.Make[T](max(n, 2*cap(s)))[:n]
	copy(bigger, s)
	return bigger
}

// mergeInto merges from into s as Accumulator.Merge does: combine is called with each pair of entries.
func mergeInto[T any](s, from []T, groups, to []uint32, combine func(into *T, v T)) {
	eachPair(len(from), groups, to, func(g, t int) { combine(&s[t], from[g]) })
}

// eachPair calls do for every pair of groups in a merge of n groups. n may be greater than the length of to, since a
// state may have room for more groups than there are.
func eachPair(n int, groups, to []uint32, do func(g, t int)) {
	switch {
	case groups != nil:
		for i, g := range groups {
			do(int(g), int(to[i]))
		}
	case to != nil:
		for g, t := range to[:min(n, len(to))] {
			if t != Skip {
				do(g, int(t))
			}
		}
	default:
		for g := range n {
			do(g, g)
		}
	}
}

// keep returns the listed entries. groups ascends.
func keep[T any](s []T, groups []uint32, each Ranges) []T {
	n := len(groups)
	if n > len(s)/2 && int(groups[n-1]-groups[0]) == n-1 {
		return s[groups[0]:][:n] // all but the first or last groups, such as the group of null
	}
	out := memory.Uninitialized[T](n)
	each(n, func(lo, hi int) { pick(out[lo:hi], s, groups[lo:hi]) })
	return out
}

// pick copies the listed entries to out. groups ascends.
func pick[T any](out, s []T, groups []uint32) {
	const stretch = 16 // entries that are often adjacent if most slots are used
	g := 0
	for ; g+stretch <= len(groups); g += stretch {
		if from := groups[g:][:stretch]; from[stretch-1]-from[0] == stretch-1 {
			copy(out[g:][:stretch], s[from[0]:])
		} else {
			for i, from := range from {
				out[g+i] = s[from]
			}
		}
	}
	for ; g < len(groups); g++ {
		out[g] = s[groups[g]]
	}
}

// addInto works like mergeInto, with addition.
func addInto[T uint32 | uint64 | int64](s, from []T, groups, to []uint32) {
	switch {
	case groups != nil:
		for i, g := range groups {
			s[to[i]] += from[g]
		}
	case to != nil:
		for g, t := range to[:min(len(from), len(to))] {
			if t != Skip {
				s[t] += from[g]
			}
		}
	default:
		s = s[:len(from)]
		for g, v := range from {
			s[g] += v
		}
	}
}
