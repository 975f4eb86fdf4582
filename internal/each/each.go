package each

// Of returns the result of a function for each value.
func Of[S, T any](values []S, of func(S) T) []T {
	all := make([]T, len(values))
	for i, v := range values {
		all[i] = of(v)
	}
	return all
}
