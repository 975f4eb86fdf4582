package engine

import (
	"testing"

	"cardinal/engine/query"
)

// TestFlatOffers checks that flat offers have the same time and strategy for all numbers of groups of the range.
func TestFlatOffers(t *testing.T) {
	e := New(Options{NoGPU: true})
	flat, tried := 0, 0
	for _, rows := range []int{2000, 300_000} {
		table := madeTable(t, rows)
		for _, c := range table.Columns[:min(6, len(table.Columns))] {
			for _, of := range []string{c.Name, c.Name + ", few", c.Name + ", large", c.Name + ", large, few"} {
				fields, err := query.ParseFields(of)
				if err != nil {
					t.Fatal(err)
				}
				for _, threads := range []int{1, 2, 16} {
					p, err := e.plan(t.Context(), table, query.Query{Rows: fields}, RunOptions{Threads: threads},
						startStages(nil))
					if err != nil {
						t.Fatal(err)
					}
					most := int(min(p.key.Slots, uint64(rows)))
					for low := 1; low <= most; low *= 3 {
						high := min(most, 40*low)
						for _, o := range p.offers {
							if tried++; o.Flat == nil || !o.Flat(low, high) {
								continue
							}
							flat++
							ms, strategy := o.Cost(low, "")
							for n := low; n <= high; n += 1 + (high-low)/7 {
								if got, with := o.Cost(n, ""); got != ms && got-got == 0 || with != strategy {
									t.Errorf("%d rows by %s on %s with %d threads: %v ms by %s of %d groups, %v by "+
										"%s of %d, and that is called flat", rows, of, o.Tier.Name, threads, ms,
										strategy, low, got, with, n)
								}
							}
						}
					}
				}
			}
		}
	}
	if flat == 0 || flat == tried {
		t.Errorf("%d of %d ranges are flat", flat, tried)
	}
}
