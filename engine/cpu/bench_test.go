package cpu

import (
	"fmt"
	"testing"
)

// BenchmarkStrategies groups a million rows by a sparse key. `make bench` has the whole grid.
func BenchmarkStrategies(b *testing.B) {
	for _, groups := range []int{10, 10_000, 500_000} {
		for _, name := range Names() {
			if name == "dense" {
				continue
			}
			b.Run(fmt.Sprintf("%s-%d", name, groups), func(b *testing.B) {
				job := task(b, 1_000_000, groups, 2)
				job.Strategy = name
				b.ResetTimer()
				for range b.N {
					if _, err := Run(b.Context(), job); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
