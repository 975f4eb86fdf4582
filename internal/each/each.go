package each

import "slices"

// Of returns the result of a function for each value.
func Of[S, T any](values []S, of func(S) T) []T {
	all := make([]T, len(values))
	for i, v := range values {
		all[i] = of(v)
	}
	return all
}

// Where returns the values for which a function returns true; nil if there are none.
func Where[S any](values []S, is func(S) bool) (found []S) {
	for _, v := range values {
		if is(v) {
			found = append(found, v)
		}
	}
	return found
}

// First returns the first value for which a function returns true, or else the zero value.
func First[S any](values []S, is func(S) bool) (found S) {
	if i := slices.IndexFunc(values, is); i >= 0 {
		return values[i]
	}
	return found
}

// Add appends the values that a list lacks.
func Add[S comparable](list []S, values ...S) []S {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Count returns the number of values for which a function returns true.
func Count[S any](values []S, is func(S) bool) (n int) {
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}

// Sum returns the sum of the results of a function for each value.
func Sum[S any, N int | int64 | uint64 | float32 | float64](values []S, of func(S) N) (sum N) {
	for _, v := range values {
		sum += of(v)
	}
	return sum
}

// Times returns the results of a function for the numbers from 0 below n.
func Times[T any](n int, of func(int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = of(i)
	}
	return all
}

// Try returns the results of a function for each value, nil if there are none. It stops at the first error.
func Try[S, T any](values []S, of func(S) (T, error)) (all []T, err error) {
	for _, v := range values {
		one, err := of(v)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// Index returns the numbers from 0 below n.
func Index(n int) []int {
	return Times(n, func(i int) int { return i })
}
