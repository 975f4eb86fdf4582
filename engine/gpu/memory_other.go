//go:build !linux

package gpu

// cardFacts are unknown here.
func cardFacts(string) (memory int64, driver string) { return 0, "" }
